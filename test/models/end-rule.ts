/**
 * Model of the effects of the end of a turn: drift of the edges that were looked at, and growth between memories that went well together.
 */
import type { EventData } from '../../packages/core/src/domain/events/brain-event.ts'
import { isLive, type NaiveGraph } from './naive-graph.ts'
import type { RuleSettings } from './rule-settings.ts'
import { movedBetween, type Walked } from './walked-ways.ts'

type Delta = readonly [edge: number, delta: number]

const unit = 1_000_000_000
const nano = (units: number): number => Math.floor(units * unit + 0.5)

/** One after the other, each from where the one before left the graph. */
export function* movesOfEnd(graph: NaiveGraph, walked: Walked, data: EventData<'TurnCompleted'>, settings: RuleSettings): Generator<Delta> {
  yield* drifting(graph, walked, nano(settings.learning.drift ?? 0))
  if (data.outcome === 'success') yield* growing(graph, walked, data, settings)
}

/** Moves what joins two nodes: a little up where the turn followed it, a little down where it passed it over. A guess of growth stays. */
function* drifting(graph: NaiveGraph, { followed, skipped }: Walked, step: number): Generator<Delta> {
  if (step === 0) return
  const passed = skipped.flatMap(({ edge, reason }) => (reason === 'inhibited' ? [] : [edge]))
  for (const [edges, delta] of [[followed.map(({ edge }) => edge), step] as const, [passed, -step] as const]) {
    const joining = edges.map((edge) => graph.edges.get(edge)).filter((edge) => edge?.linked === true && edge.kind !== 'grown')
    const pairs = Map.groupBy(joining, (edge) => `${edge?.source} ${edge?.target}`)
    for (const [edge] of pairs.values()) {
      const moved = movedBetween(graph, edge?.source ?? 0, edge?.target ?? 0)
      if (moved !== undefined) yield [moved, delta]
    }
  }
}

/** Strengthens edges between memories that stood side by side, or together, in the context, and from these to a tool that worked; they stay below 1. */
function* growing(
  graph: NaiveGraph,
  { included }: Walked,
  data: EventData<'TurnCompleted'>,
  { learning: { growth } }: RuleSettings,
): Generator<Delta> {
  const { cooccurrence = 0, joins = 'neighbours', most = 0, tool = 0 } = growth ?? {}
  const ours = included.filter((number) => {
    const node = graph.nodes.get(number)
    return isLive(node) && (node?.origin === 'owner' || node?.origin === 'agent')
  })
  const pairs: Array<readonly [kind: string, source: number, target: number | undefined, step: number]> = []
  for (const [i, source] of ours.entries())
    for (const [j, target] of ours.entries())
      if (j > i && (j === i + 1 || joins === 'all')) pairs.push(['cooccurrence', source, target, cooccurrence])
  for (const source of ours)
    for (const [i, target] of (data.tools ?? []).entries()) if (data.failures?.[i] === 0) pairs.push(['tool_link', source, target, tool])
  for (const [kind, source, target, step] of pairs.filter(([, , , step]) => nano(step) > 0).slice(0, most)) {
    const [number, edge] =
      [...graph.edges].find(([, one]) => one.kind === kind && one.source === source && one.target === target && one.linked) ?? []
    if (number === undefined || edge === undefined) throw new Error(`no ${kind} edge from ${source} to ${target}`)
    const room = unit - 1 - edge.strength
    if (room > 0) yield [number, Math.min(nano(step), room)]
  }
}
