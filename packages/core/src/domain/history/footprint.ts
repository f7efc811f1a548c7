/** Finds the nodes and edges that an event names, to select the events of one of them. */
import type { NewEvent } from '../events/brain-event.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'

export interface Footprint {
  readonly nodes: ReadonlySet<NodeNumber>
  readonly edges: ReadonlySet<EdgeNumber>
}

/**
 * The fields that hold nodes, beside the ends of `EdgeLinked`. A `source` elsewhere is a document, and `dropped` of a routing are edges.
 */
const nodeFields = ['node', 'into', 'nodes', 'included', 'dropped', 'guardrails', 'instead', 'cue', 'cues'] as const
const edgeFields = ['edge', 'edges', 'candidates', 'chosen'] as const

export const footprint = (event: NewEvent): Footprint => {
  const fields = numberedFields(event)
  const all = (of: FieldOf['of']) => new Set(fields.flatMap((field) => (field.of === of ? field.numbers : [])))
  return { nodes: all('node'), edges: all('edge') }
}

/** A field that holds numbers of nodes or of edges. */
export interface FieldOf {
  readonly field: string
  readonly of: 'node' | 'edge'
  readonly numbers: ReadonlyArray<number>
}

/** Returns the fields of an event that hold such numbers, without empty ones. */
export const numberedFields = (event: NewEvent): ReadonlyArray<FieldOf> => {
  // The fields of this event with these names are budgets.
  if (event.type === 'TurnStarted') return []
  const isRouting = event.type === 'RoutingDecided'
  return [
    ...collected(event.data, isRouting ? [...edgeFields, 'dropped'] : edgeFields, 'edge'),
    ...collected(event.data, isRouting ? [] : nodeFields, 'node'),
    ...collected(event.data, event.type === 'EdgeLinked' ? ['source', 'target'] : [], 'node'),
  ]
}

const collected = (data: object, fields: ReadonlyArray<string>, of: FieldOf['of']): ReadonlyArray<FieldOf> =>
  fields.flatMap((field) => {
    const value: unknown = Reflect.get(data, field)
    const numbers = (Array.isArray(value) ? value : [value]).filter((one): one is number => typeof one === 'number')
    return numbers.length === 0 ? [] : [{ field, of, numbers }]
  })
