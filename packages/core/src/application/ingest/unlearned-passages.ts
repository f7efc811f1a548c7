/** Tells which passages of the documents that were read stay out because they were unlearned, and by which command they come back. */
import * as Effect from 'effect/Effect'
import { isItem } from '../../domain/graph.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import { comesBack, keptOut } from '../../domain/ingest/ingest-unlearned.ts'
import type { IngestAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { nodeNames } from '../naming/names.ts'
import type { Outcome } from './batch.ts'

export const unlearnedPassages = Effect.fnUntraced(function* (brain: OpenBrain, outcomes: ReadonlyArray<Outcome>) {
  const { graph } = brain.state
  const out = [...new Set(outcomes.flatMap(({ unlearned }) => unlearned.out))].sort((a, b) => a - b)
  const replaced = new Set(outcomes.flatMap(({ unlearned }) => unlearned.replaced))
  if (out.length === 0 && replaced.size === 0) return {}
  const names = yield* nodeNames(brain, graph, out, 'names')
  const requests = [...byRequests(brain, out)].map(({ nodes, withdrawn }) => {
    const back = comesBack(brain.state, withdrawn)
    // After a dry run, what it would read in is still retired.
    const isOther = (node: NodeNumber) => isItem(graph.typeOf(node)) && !nodes.includes(node) && !replaced.has(node)
    const others = back.nodes.filter(isOther).length
    return { withdrawn, nodes: nodes.map(names.id), others, signals: back.signals }
  })
  const unlearned: IngestAnswer['unlearned'] = { nodes: out.length, replaced: replaced.size, requests }
  return { unlearned }
})

/** Groups memories by the requests that keep them out. */
const byRequests = ({ state }: OpenBrain, nodes: ReadonlyArray<NodeNumber>) => {
  const requests = keptOut(state)
  const groups = Map.groupBy(
    nodes.filter((node) => requests.has(node)),
    (node) => (requests.get(node) ?? []).join(' '),
  )
  return [...groups.values()]
    .map((group) => ({ nodes: group, withdrawn: requests.get(group[0] ?? 0) ?? [] }))
    .sort((one, other) => (one.withdrawn[0] ?? 0) - (other.withdrawn[0] ?? 0))
}
