/** Finds what changed between two positions of what the walks of some questions looked at, in the commits that the index of the log names. */

import * as Effect from 'effect/Effect'
import type { BrainEvent, EventType } from '../../domain/events/brain-event.ts'
import type { DecodedOnly } from '../../domain/events/codec/event-codec.ts'
import {
  changeReaderFrom,
  nodeTypes,
  type RankingChange,
  rankingTypes,
  settingTypes,
  type Touched,
} from '../../domain/history/ranking-diff.ts'
import { type Subject, typeSubject } from '../../domain/history/segments.ts'
import type { Position } from '../../domain/identity.ts'
import { cloneFold } from '../../domain/projections/brain-fold.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { decodeRow, forEachEvent } from '../brain/commit-row.ts'
import { lookUp, rowAt } from '../naming/segments.ts'
import { changesUpTo, type HeldState } from './past-ranking.ts'

/** Finds the changes of what is touched from an older state up to a position, oldest first. The state stays as it is. */
export const changesBetween = Effect.fnUntraced(function* (brain: OpenBrain, older: HeldState, touched: Touched, to: Position) {
  const { fold, state } = older
  if (fold === undefined || state.position >= to) return []
  const events = yield* touchingEvents(brain, touched, state.position, to)
  if (events === undefined) return yield* changesUpTo(brain, cloneFold(fold), touched, to)
  const reader = changeReaderFrom(state.graph, touched)
  for (const event of events) reader.read(event)
  return reader.changes() satisfies ReadonlyArray<RankingChange>
})

const decays = typeSubject('StrengthsDecayed')

/**
 * Returns the events behind `after` up to `to` that may change what is touched, oldest first. Undefined where all events are needed: there is no
 * index, or strengths decayed, which depends on the turns between.
 */
const touchingEvents = Effect.fnUntraced(function* (brain: OpenBrain, touched: Touched, after: Position, to: Position) {
  const subjects = subjectsOf(touched)
  const { of, through } = yield* lookUp(brain, [decays, ...Object.values(subjects).flat()], to)
  const begun = (yield* rowAt(brain, after + 1))?.first
  if (through === 0 || begun === undefined) return undefined
  const listed = (some: ReadonlyArray<Subject>) => new Set(some.flatMap(of).filter((first) => first >= begun && first <= to))
  if (listed([decays]).size > 0) return undefined
  const ofTypes = listed(subjects.nodeTypes)
  const firsts = new Set([...listed(subjects.values), ...[...listed(subjects.nodes)].filter((first) => ofTypes.has(first))])
  const events: Array<BrainEvent> = []
  let isDecayed = false
  const note = (event: BrainEvent) => {
    isDecayed ||= event.type === 'StrengthsDecayed'
    if (event.position > after && event.position <= to) events.push(event)
  }
  for (const first of [...firsts].sort((a, b) => a - b)) {
    const row = yield* rowAt(brain, first)
    if (row !== undefined) for (const event of yield* decodeRow(brain.key, row, onlyOf(touched))) note(event)
  }
  yield* forEachEvent(brain, Math.max(after, through) + 1, to, note, rankingTypes)
  return isDecayed ? undefined : events
})

const subjectsOf = ({ edges, nodes }: Touched) => ({
  nodes: Array.from(nodes, (number): Subject => ({ kind: 'node', number })),
  nodeTypes: [...nodeTypes].map(typeSubject),
  values: [
    ...Array.from(edges, (number): Subject => ({ kind: 'strength', number })),
    ...Array.from(nodes, (number): Subject => ({ kind: 'utility', number })),
    ...[...settingTypes].map(typeSubject),
  ],
})

/** A commit of documents or of a turn has thousands of events of these types, and few of them change what is touched. */
const onlyOf = ({ edges, nodes }: Touched): DecodedOnly => {
  const ofEdges = (['EdgeLinked', 'EdgePruned', 'EdgeRestored', 'StrengthAdjusted'] as const).map((type) => [type, 'edge', edges] as const)
  const none = (['EdgeFollowed', 'EdgeSkipped', 'NodeFired', 'NodeInhibited'] as const).map(
    (type) => [type, 'edge', new Set<number>()] as const,
  )
  const all = [...ofEdges, ['NodeAdded', 'node', nodes] as const, ...none]
  return new Map<EventType, { readonly field: string; readonly numbers: ReadonlySet<number> }>(
    all.map(([type, field, numbers]) => [type, { field, numbers }]),
  )
}
