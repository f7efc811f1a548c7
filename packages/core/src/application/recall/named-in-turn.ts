/** Finds the memory that is meant by its name in a turn: who answers a recall names its memories as it did. */

import * as Effect from 'effect/Effect'
import { type GraphView, isLive } from '../../domain/graph.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import { type OpenBrain, storedAccess } from '../brain/brain.ts'
import { asOf } from '../commands/as-of.ts'
import { resolveNode } from '../naming/names.ts'
import type { FoundContent } from '../ports/event-store.ts'

interface Shown {
  /** True for a memory that the turn, or a turn that may be meant, showed. */
  readonly wasShown: (node: NodeNumber) => boolean
  /** Where the turn began; undefined where none is named. */
  readonly at: Position | undefined
}

/**
 * Returns the memory that a name means in a turn. Of the memories that were shown and have or had the name, one that had it at the turn comes first, whoever has it now, as after files exchanged their
 * names; then one that has it now, then any. Where none was shown, it is the memory that {@link resolveNode} finds.
 */
export const namedInTurn = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, name: string, { at, wasShown }: Shown) {
  const { find } = yield* storedAccess(brain)
  const shown = name === '' ? [] : (yield* find('node-id', name)).filter(({ number }) => wasShown(number))
  const then = shown.length < 2 || at === undefined ? undefined : (yield* asOf(brain, at)).state.graph
  const hasIt = (now: GraphView) => (one: FoundContent) => now.node(one.number)?.id === one.ref
  const meant = (then && shown.find(hasIt(then))) ?? shown.find(hasIt(graph)) ?? shown[0]
  return meant?.number ?? (yield* resolveNode(brain, graph, name))
})

/**
 * Returns the memory that a name means in what is told of a turn, shown there or not. What is told has the names of now, so a memory of the turn that has
 * the name now comes first; then one that had it at the turn, of several one that was shown. Else it is the memory that {@link namedInTurn} finds.
 */
export const calledInTurn = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  name: string,
  { at, wasShown }: Shown & { readonly at: Position },
) {
  const { find } = yield* storedAccess(brain)
  const had = name === '' ? [] : yield* find('node-id', name)
  const listed = had.find(({ number, ref }) => wasShown(number) && graph.node(number)?.id === ref)
  if (listed !== undefined) return listed.number
  if (had.length > 1) {
    const then = (yield* asOf(brain, at)).state.graph
    const called = had.filter(({ number, ref }) => then.node(number)?.id === ref)
    const meant = called.find(({ number }) => wasShown(number)) ?? called.find(({ number }) => isLive(then.stateOf(number)))
    if (meant !== undefined) return meant.number
  }
  return yield* namedInTurn(brain, graph, name, { at, wasShown })
})
