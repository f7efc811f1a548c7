/** Lets a person name other words by which a memory is asked for, and tells which a memory has. */

import * as Effect from 'effect/Effect'
import { aliasCharacters, aliasesIn, aliasesMost, aliasLine, aliasText, distinctAliases } from '../../domain/aliases/aliases.ts'
import { type GraphView, namesIn } from '../../domain/graph.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import { mayMark } from '../../domain/learning/owner-marks.ts'
import type { AliasAnswer, ShownAlias } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { cleanText, keptBodies } from '../brain/contents.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import { nodeNames, resolveNode } from '../naming/names.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { AliasRequest } from '../requests.ts'

export const alias = Effect.fnUntraced(function* (brain: OpenBrain, request: AliasRequest) {
  const { aliases = [], origin = 'owner', remove = false } = request
  // A request without names only lists. It needs no permission to mark, and works on a store that is opened for reading.
  if (aliases.length === 0 && !remove) return yield* answered(brain, yield* resolveNode(brain, brain.state.graph, request.node))
  if (!mayMark(origin)) return yield* new InvalidRequest({ field: 'origin', problem: `${origin} may not name aliases: the owner can` })
  const said = yield* Effect.forEach(aliases, (one) => Effect.map(cleanText(one), ({ text }) => text))
  const long = said.find((one) => one.length > aliasCharacters)
  if (long !== undefined)
    return yield* new InvalidRequest({
      field: 'aliases',
      problem: `${JSON.stringify(long.slice(0, 40))}… has ${long.length} characters; at most ${aliasCharacters} are kept`,
    })
  if (said.some((one) => aliasLine(one) === ''))
    return yield* new InvalidRequest({ field: 'aliases', problem: 'one of them is blank: leave it out, or name words' })
  // No list at all, rather than an empty one, stands for all.
  const isAll = remove && request.aliases === undefined
  const given = distinctAliases(said)
  const signal = yield* beginSignal(brain, request)
  let node: NodeNumber = 0
  yield* runCommand(signal, {
    durability: 'power',
    gather: Effect.fnUntraced(function* ({ access, state: { graph } }) {
      node = yield* resolveNode(brain, graph, request.node)
      const known = graph.aliasesOf(node).find(({ by }) => by === 'person')?.names
      const before = known === undefined ? [] : aliasesIn((yield* access.bodies([known])).get(known))
      const after = isAll ? [] : changed(before, given, remove)
      if (after.length > aliasesMost.person) return yield* tooMany(after.length)
      const names = aliasText(after) === aliasText(before) ? known : after.length === 0 ? undefined : signal.drafts.add(aliasText(after))
      return { _tag: 'NameAliases' as const, node, namer: 'person' as const, names }
    }),
  })
  return yield* answered(brain, node)
})

const answered = Effect.fnUntraced(function* (brain: OpenBrain, node: NodeNumber) {
  const { graph, position } = brain.state
  const names = yield* nodeNames(brain, graph, [node], 'names')
  const told = yield* aliasesTold(brain, graph, [node])
  return { brain: brain.key, node: names.id(node), aliases: told(node), position } satisfies AliasAnswer
})

/** Returns the aliases of a person after a request that names some. */
const changed = (before: ReadonlyArray<string>, given: ReadonlyArray<string>, remove: boolean): ReadonlyArray<string> => {
  if (!remove) return distinctAliases([...before, ...given])
  return before.filter((one) => !given.includes(one))
}

const tooMany = (count: number) =>
  new InvalidRequest({ field: 'aliases', problem: `the memory would have ${count}; at most ${aliasesMost.person} are kept` })

/** Returns what the aliases of a node are and who named them; an alias that was erased is left out. */
export const aliasesTold = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, nodes: ReadonlyArray<NodeNumber>) {
  const refs = nodes.flatMap((node) => namesIn(graph.aliasesOf(node)))
  const bodies = refs.length === 0 ? undefined : yield* keptBodies(brain, refs)
  return (node: NodeNumber): ReadonlyArray<ShownAlias> =>
    graph
      .aliasesOf(node)
      .flatMap(({ by, call, names }) =>
        (names === undefined ? [] : aliasesIn(bodies?.get(names))).map((text) => ({ text, by, ...(call === undefined ? {} : { call }) })),
      )
})
