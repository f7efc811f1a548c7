/** Describes an edge and the surroundings of a memory in the answer of `show`. */
import * as Schema from 'effect/Schema'
import { edgeKinds, nodeTypes } from '../../domain/graph.ts'
import { optional, required } from './operation.ts'

export const ShownEdge = Schema.Struct({
  edge: Schema.String,
  source: Schema.String,
  target: Schema.String,
  kind: Schema.Literals(edgeKinds),
  strength: Schema.Number,
  read: optional(
    Schema.Number,
    'What a walk reads from the one end to the other: the sum of all edges between them, within the bounds. Absent where it is the strength of this edge, or the edge is pruned.',
  ),
  first: Schema.Number,
  linked: Schema.Boolean,
  uses: Schema.Int,
  skips: Schema.Int,
})
export type ShownEdge = typeof ShownEdge.Type

/** The part of a graph around a memory, by names alone. */
export const ShownAround = Schema.Struct({
  nodes: required(
    Schema.Array(Schema.Struct({ node: Schema.String, title: Schema.String, type: Schema.Literals(nodeTypes), hops: Schema.Int })),
    'The memory itself, then those at one hop, then those at two; at the same hop, the one with the strongest edge first.',
  ),
  edges: required(
    Schema.Array(
      Schema.Struct({
        edge: Schema.String,
        source: Schema.String,
        target: Schema.String,
        kind: Schema.Literals(edgeKinds),
        strength: Schema.Number,
      }),
    ),
    'The linked edges between these nodes, at most three for each node that was asked for: those that lead to a node first, then the strongest.',
  ),
  nodesInAll: required(Schema.Int, 'All nodes within two hops over linked edges, listed or not, and the memory itself.'),
  edgesInAll: required(Schema.Int, 'All linked edges between the listed nodes, listed or not.'),
})
