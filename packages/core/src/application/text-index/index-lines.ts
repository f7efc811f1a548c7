/** The text index as the log and the contents give it: for proving the stored one, and for building it anew. */
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import { brainState, emptyFold } from '../../domain/projections/brain-fold.ts'
import { forEachEvent } from '../brain/as-of.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { ContentStore } from '../ports/content-store.ts'
import type { IndexChange, IndexSpace } from '../ports/event-store.ts'
import { type IndexStatistics, postingLine } from '../ports/search-index.ts'
import { followIndex } from './index-changes.ts'

/** Events that change what can be found. */
const indexing: ReadonlySet<string> = new Set(['NodeAdded', 'NodeRevised', 'NodeRetired', 'NodeMerged', 'NodeRestored'])

/** Every change of the index since the beginning. Texts that were erased are not in it. */
export const allIndexChanges = Effect.fnUntraced(function* (brain: OpenBrain) {
  const contents = yield* ContentStore
  const events: Array<BrainEvent> = []
  yield* forEachEvent(brain, 1, brain.state.position, (event) => {
    if (indexing.has(event.type)) events.push(event)
  })
  const follower = followIndex(events, brainState(emptyFold()).graph)
  const bodies = yield* contents.bodies(brain.key, [...new Set(follower.needs)])
  return follower.changes((ref) => bodies.get(ref))
})

interface OpenPosting {
  readonly term: string
  readonly from: Position
  readonly count: number
  readonly length: number
}

/** What the documents that hold now add up to. */
export const totalsOf = (changes: ReadonlyArray<IndexChange>): IndexStatistics => {
  const open = new Map<NodeNumber, { readonly length: number; readonly words: number }>()
  for (const change of changes) {
    if (change.space !== 'document') continue
    if (change.change === 'end') open.delete(change.node)
    else open.set(change.node, change)
  }
  const sum = (field: 'length' | 'words') => [...open.values()].reduce((total, document) => total + document[field], 0)
  return { documents: open.size, totalLength: sum('length'), totalWords: sum('words') }
}

/** Postings as {@link SearchIndex.lines} spells them, by space, term, node and position. */
export const linesOf = (changes: ReadonlyArray<IndexChange>): ReadonlyArray<string> => {
  const open = new Map<string, ReadonlyArray<OpenPosting>>()
  const rows: Array<{ readonly space: IndexSpace; readonly node: NodeNumber; readonly until: Position } & OpenPosting> = []
  const close = (space: IndexSpace, node: NodeNumber, until: Position) => {
    for (const posting of open.get(`${space} ${node}`) ?? []) rows.push({ space, node, until, ...posting })
    open.delete(`${space} ${node}`)
  }
  for (const change of changes) {
    if (change.change === 'end') close(change.space, change.node, change.until)
    else {
      const { counts, from, length, node, space, terms } = change
      open.set(
        `${space} ${node}`,
        terms.map((term, i) => ({ term, from, count: counts[i] ?? 0, length })),
      )
    }
  }
  for (const name of [...open.keys()]) {
    const [space, node] = name.split(' ')
    close(space === 'cue' ? 'cue' : 'document', Number(node), 0)
  }
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return rows
    .sort((a, b) => order(a.space, b.space) || order(a.term, b.term) || a.node - b.node || a.from - b.from)
    .map(({ count, from, length, node, space, term, until }) => postingLine(space, term, node, from, until, count, length))
}
