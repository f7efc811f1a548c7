/** The text index as the log and the contents give it: for proving the stored one, and for building it anew. */
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import { brainState, emptyFold } from '../../domain/projections/brain-fold.ts'
import { forEachEvent } from '../brain/as-of.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { ContentStore } from '../ports/content-store.ts'
import type { IndexChange, IndexSpace } from '../ports/event-store.ts'
import { type IndexStatistics, postingLine, textLine } from '../ports/search-index.ts'
import { followIndex } from './index-changes.ts'

/** Events that change what can be found. */
export const indexing: ReadonlySet<string> = new Set([
  'NodeAdded',
  'NodeRevised',
  'NodeUntitled',
  'NodeRetired',
  'NodeMerged',
  'NodeRestored',
])

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

/** A text between the positions at which it holds. `until` is 0 while it does. */
interface IndexedText {
  readonly space: IndexSpace
  readonly node: NodeNumber
  readonly from: Position
  readonly until: Position
  readonly length: number
  readonly words: number
  readonly terms: ReadonlyArray<string>
  readonly counts: ReadonlyArray<number>
}

const textsOf = (changes: ReadonlyArray<IndexChange>): ReadonlyArray<IndexedText> => {
  const open = new Map<string, IndexedText>()
  const ended: Array<IndexedText> = []
  for (const change of changes) {
    const { node, space } = change
    const name = `${space} ${node}`
    const known = open.get(name)
    if (known !== undefined) ended.push({ ...known, until: change.change === 'add' ? change.from : change.until })
    open.delete(name)
    if (change.change === 'add') open.set(name, { ...change, until: 0 })
  }
  return [...ended, ...open.values()]
}

/** What the texts of a space that hold now add up to. */
export const totalsOf = (changes: ReadonlyArray<IndexChange>, space: IndexSpace): IndexStatistics => {
  const open = textsOf(changes).filter((text) => text.space === space && text.until === 0)
  const sum = (field: 'length' | 'words') => open.reduce((total, text) => total + text[field], 0)
  return { documents: open.length, totalLength: sum('length'), totalWords: sum('words') }
}

/** The index as {@link SearchIndex.lines} spells it. */
export const linesOf = (changes: ReadonlyArray<IndexChange>): ReadonlyArray<string> => {
  const texts = textsOf(changes).toSorted((a, b) => order(a.space, b.space) || a.node - b.node || a.from - b.from)
  const postings = texts.flatMap(({ counts, from, length, node, space, terms, until }) =>
    terms.map((term, i) => ({ space, term, node, from, until, count: counts[i] ?? 0, length })),
  )
  postings.sort((a, b) => order(a.space, b.space) || order(a.term, b.term) || a.node - b.node || a.from - b.from)
  return [
    ...postings.map(({ count, from, length, node, space, term, until }) => postingLine(space, term, node, from, until, count, length)),
    ...texts.map(({ from, length, node, space, until, words }) => textLine(space, node, from, until, length, words)),
  ]
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
