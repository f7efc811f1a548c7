/** Tells which aliases memories have at one time and not at another: in a comparison, and of what takes some back or erases them. */

import * as Effect from 'effect/Effect'
import { aliasesIn } from '../../domain/aliases/aliases.ts'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { type GraphView, type NodeAliases, withAliases } from '../../domain/graph.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import type { AliasOf } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/contents.ts'
import { nodeNames } from '../naming/names.ts'

/** Memories with their aliases; one without any may be left out. */
export type Aliased = ReadonlyMap<NodeNumber, ReadonlyArray<NodeAliases>>

export const aliasedIn = (graph: Pick<GraphView, 'aliased' | 'aliasesOf'>): Aliased =>
  new Map(graph.aliased().map((node) => [node, graph.aliasesOf(node)]))

/** Returns the aliases as they are after events that name some. */
export const aliasedAfter = (before: Aliased, events: ReadonlyArray<BrainEvent>): Aliased => {
  const after = new Map(before)
  for (const event of events) {
    if (event.type !== 'AliasesNamed') continue
    const { node, ...named } = event.data
    after.set(node, withAliases(after.get(node) ?? [], named))
  }
  return after
}

/** Returns the aliases that one side has and the other lacks, by rising number of their memory. `graph` has the names of all memories. */
export const aliasChanges = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, before: Aliased, after: Aliased) {
  const nodes = [...new Set([...before.keys(), ...after.keys()])].sort((a, b) => a - b)
  const contentsOf = (side: Aliased, node: NodeNumber) => (side.get(node) ?? []).map(({ names = '' }) => names).join(' ')
  const changed = nodes.filter((node) => contentsOf(before, node) !== contentsOf(after, node))
  const refs = changed.flatMap((node) => [before, after].flatMap((side) => (side.get(node) ?? []).flatMap(({ names }) => names ?? [])))
  const bodies = refs.length === 0 ? undefined : yield* keptBodies(brain, [...new Set(refs)])
  const names = yield* nodeNames(brain, graph, changed, 'names')
  const told = (side: Aliased): ReadonlyArray<AliasOf> =>
    changed.flatMap((node) =>
      (side.get(node) ?? []).flatMap(({ by, names: ref }) =>
        (ref === undefined ? [] : aliasesIn(bodies?.get(ref))).map((text) => ({ node: names.id(node), by, text })),
      ),
    )
  const [had, has] = [told(before), told(after)]
  const without = (some: ReadonlyArray<AliasOf>, others: ReadonlyArray<AliasOf>) => {
    const known = new Set(others.map((one) => JSON.stringify(one)))
    return some.filter((one) => !known.has(JSON.stringify(one)))
  }
  return { added: without(has, had), removed: without(had, has) }
})
