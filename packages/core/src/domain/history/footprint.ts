/** Finds the nodes and edges that an event names, to select the events of one of them. */
import { type NewEvent, numberFields, visitNumbers } from '../events/brain-event.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'

export interface Footprint {
  readonly nodes: ReadonlySet<NodeNumber>
  readonly edges: ReadonlySet<EdgeNumber>
}

/** A `source` of a node is a document and does not count. */
const fields = numberFields(['node', 'edge'])

export const footprint = (event: NewEvent): Footprint => {
  const found = { nodes: new Set<NodeNumber>(), edges: new Set<EdgeNumber>() }
  forEachNumber(event, (of, number) => (of === 'node' ? found.nodes : found.edges).add(number))
  return found
}

/** Visits the numbers of the nodes and edges that an event names. A number may be visited several times. */
export const forEachNumber = (event: NewEvent, visit: (of: 'node' | 'edge', number: number) => void): void =>
  visitNumbers(event, fields(), visit)

/** Returns the fields of an event that hold such numbers, without empty ones. */
export const numberedFields = (event: NewEvent) =>
  (fields().get(event.type) ?? []).flatMap((one) => {
    const numbers = [Reflect.get(event.data, one.field)].flat().filter((value): value is number => typeof value === 'number')
    return numbers.length === 0 ? [] : [{ ...one, numbers }]
  })
export type FieldOf = ReturnType<typeof numberedFields>[number]
