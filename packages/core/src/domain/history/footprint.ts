/** Finds the nodes and edges that an event names, to select the events of one of them. */

import { onFirstUse } from '@crabtrail/text/on-first-use'
import type * as Schema from 'effect/Schema'
import * as SchemaAST from 'effect/SchemaAST'
import { eventDefinitions, type NewEvent } from '../events/brain-event.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'

export interface Footprint {
  readonly nodes: ReadonlySet<NodeNumber>
  readonly edges: ReadonlySet<EdgeNumber>
}

type NumberedAs = 'node' | 'edge'
type FieldList = ReadonlyArray<readonly [field: string, of: NumberedAs]>

/**
 * Returns what a field holds numbers of. Only a number and a list of numbers count: a list of lists (`used` of `TurnRestated`) describes
 * turns and not the event's own subjects.
 */
const numberedAs = (ast: SchemaAST.AST): NumberedAs | undefined => {
  const item = SchemaAST.isArrays(ast) ? ast.rest[0] : ast
  const of = item === undefined ? undefined : SchemaAST.resolve(item)?.['numberOf']
  return of === 'node' || of === 'edge' ? of : undefined
}

/** The fields of every event that hold numbers of nodes or of edges, read from its Schema. A `source` of a node is a document. */
const fieldLists = onFirstUse(
  (): ReadonlyMap<string, FieldList> =>
    new Map(
      Object.entries(eventDefinitions).map(([type, { data }]) => [
        type,
        Object.entries<Schema.Top>(data.fields).flatMap(([field, { ast }]): FieldList => {
          const of = numberedAs(ast)
          return of === undefined ? [] : [[field, of]]
        }),
      ]),
    ),
)

export const footprint = (event: NewEvent): Footprint => {
  const found = { nodes: new Set<NodeNumber>(), edges: new Set<EdgeNumber>() }
  forEachNumber(event, (of, number) => (of === 'node' ? found.nodes : found.edges).add(number))
  return found
}

/** Visits the numbers of the nodes and edges that an event names. A number may be visited several times. */
export const forEachNumber = (event: NewEvent, visit: (of: NumberedAs, number: number) => void): void => {
  for (const [field, of] of fieldLists().get(event.type) ?? []) {
    const value: unknown = Reflect.get(event.data, field)
    if (typeof value === 'number') visit(of, value)
    else if (Array.isArray(value)) for (const number of value) visit(of, number)
  }
}

/** A field that holds numbers of nodes or of edges. */
export interface FieldOf {
  readonly field: string
  readonly of: NumberedAs
  readonly numbers: ReadonlyArray<number>
}

/** Returns the fields of an event that hold such numbers, without empty ones. */
export const numberedFields = (event: NewEvent): ReadonlyArray<FieldOf> =>
  (fieldLists().get(event.type) ?? []).flatMap(([field, of]) => {
    const value: unknown = Reflect.get(event.data, field)
    const numbers = (Array.isArray(value) ? value : [value]).filter((one): one is number => typeof one === 'number')
    return numbers.length === 0 ? [] : [{ field, of, numbers }]
  })
