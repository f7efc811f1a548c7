/** Names for the numbers that logged events hold: of nodes their ids, of edges their two ends. */
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { type FieldOf, numberedFields } from '../../domain/history/footprint.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { nodeNames } from '../naming/names.ts'

export type EventNames = Readonly<Record<string, ReadonlyArray<string>>>

/** Most names that are given for one field; a heading may be long, and an edge has two. */
const namesMost = 16

/** For each event its fields that hold nodes or edges, as they are called now; what was erased reads `erased:17`. */
export const eventNames = Effect.fnUntraced(function* (brain: OpenBrain, events: ReadonlyArray<BrainEvent>) {
  const { graph } = brain.state
  const fields = new Map(events.map((event) => [event, numberedFields(event)]))
  const ends = ({ numbers, of }: FieldOf) =>
    of === 'node' ? numbers : numbers.flatMap((edge) => [graph.sourceOf(edge), graph.targetOf(edge)])
  const names = yield* nodeNames(brain, graph, [...fields.values()].flat().flatMap(ends), 'names')
  const end = (node: number) => (graph.typeOf(node) === 'cue' ? names.title(node) : names.id(node))
  const called = ({ numbers, of }: FieldOf) =>
    numbers
      .slice(0, namesMost)
      .map((number) => (of === 'node' ? end(number) : `${end(graph.sourceOf(number))} → ${end(graph.targetOf(number))}`))
  return (event: BrainEvent): EventNames => Object.fromEntries((fields.get(event) ?? []).map((field) => [field.field, called(field)]))
})
