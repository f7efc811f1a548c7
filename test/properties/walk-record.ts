/** Checks the record that a walk must leave against the graph it went through. */
import type { EdgeNumber, NodeNumber } from '../../packages/core/src/domain/identity.ts'
import { nano, one } from '../../packages/core/src/domain/strength.ts'
import type { Walk, WalkCue, WalkInput } from '../../packages/core/src/domain/walk/walk-record.ts'
import { pull } from '../models/plain-walk/candidate-edges.ts'
import type { Energies } from '../models/plain-walk/plain-spreading.ts'

/** Empty for a walk whose record is whole: every candidate of every node it walked on from stands there once, followed or skipped. */
export const recordComplaints = (input: WalkInput, walk: Walk): ReadonlyArray<string> => {
  const { graph, settings } = input
  const fired = new Set(walk.fired.map(({ node }) => node))
  const begun = new Set([...input.seeds.map(({ node }) => node), ...input.cues.map(({ cue }) => cue)])
  const visited = (node: NodeNumber) => begun.has(node) || fired.has(node)
  const cues = new Map(input.cues.map((matched) => [matched.cue, blameOf(matched, input.settings)]))
  const walkedFrom = new Set(walk.steps.map(({ edge }) => graph.sourceOf(edge)))
  if (settings.budget.hops > 0) for (const node of begun) walkedFrom.add(node)

  const expected = [...walkedFrom].flatMap((source) => candidates(input, source, cues.get(source)))
  const complaints = [
    ...differences(
      expected,
      walk.steps.map(({ edge }) => edge),
    ),
  ]
  for (const { edge, outcome, strength } of walk.steps) {
    const source = graph.sourceOf(edge)
    const target = graph.targetOf(edge)
    if (graph.edge(edge)?.linked !== true) complaints.push(`edge ${edge} is not in the graph`)
    if (!visited(source)) complaints.push(`edge ${edge} leaves node ${source}, which was not visited`)
    if (outcome._tag === 'Followed' && !visited(target))
      complaints.push(`edge ${edge} was followed to node ${target}, which was not visited`)
    if (outcome._tag === 'Skipped' && outcome.reason === 'budget' && visited(target))
      complaints.push(`edge ${edge} is said to lead too far to node ${target}, which was visited`)
    if (strength !== graph.strengthOf(edge)) complaints.push(`edge ${edge} is recorded with another strength`)
  }
  for (const { depth, edge, node } of walk.fired) {
    if (!input.isLive(node)) complaints.push(`node ${node} fired and is not live`)
    if (depth > 0 && graph.targetOf(edge) !== node)
      complaints.push(`node ${node} is said to be reached by edge ${edge}, which leads elsewhere`)
  }
  for (const { edge, energy, node } of walk.inhibitions) {
    if (graph.targetOf(edge) !== node || !(graph.strengthOf(edge) < 0) || energy < 0)
      complaints.push(`edge ${edge} cannot inhibit node ${node}`)
  }
  return complaints
}

/**
 * The edges to the heaviest targets, as many as the limit says, and to all that are held back, by a cue if it says anything worth hearing;
 * said again without looking at the walk.
 */
const candidates = (
  { graph, isLive, kernel, seeds, settings: { budget, strength, tiers, walk } }: WalkInput,
  source: NodeNumber,
  blame: number | undefined,
) => {
  const limit = blame === undefined ? budget.candidates : 256
  // What takes less than a unit of the best text takes nothing.
  const taken = (held: number, share: number) => -held * walk.inhibition * share
  const isHeard = (held: number) =>
    blame === undefined || (taken(held, blame) >= 0.01 && Math.round(taken(held, blame) * (seeds[0]?.score ?? one)) > 0)
  const looked = graph.out(source).filter((edge) => walk.structure > 0 || !structural.has(graph.kindOf(edge) ?? 'learned'))
  const targets = [...new Set(looked.map(graph.targetOf))].filter(isLive)
  const ways = targets.map((target) => {
    const edges = looked.filter((edge) => graph.targetOf(edge) === target)
    const pulls = (isGuess: boolean) =>
      edges
        .filter((edge) => (graph.kindOf(edge) === 'grown') === isGuess)
        .reduce((all, edge) => all + pull(graph, edge, { walk }, kernel), 0)
    const sum = pulls(false) + (blame !== undefined && pulls(false) < 0 ? 0 : pulls(true))
    const held = Math.max(nano(strength.min), Math.min(nano(strength.max), sum)) / one
    return { edges, held, weight: held < tiers.habitual ? 0 : (held - tiers.habitual) / walk.slope }
  })
  const carrying = ways.filter(({ held }) => held >= 0).sort((a, b) => b.weight - a.weight || (a.edges[0] ?? 0) - (b.edges[0] ?? 0))
  return [...carrying.slice(0, limit), ...ways.filter(({ held }) => held < 0 && isHeard(held))].flatMap(({ edges }) => edges)
}

/** What the blame of a cue counts for. */
const blameOf = ({ alike, asked, isContained }: WalkCue, { walk }: WalkInput['settings']): number =>
  raised(alike / one, walk.blame) * raised(asked / one, isContained ? 1 : 6)

const raised = (base: number, exponent: number): number =>
  Array.from({ length: exponent }, () => base).reduce((product, factor) => product * factor, 1)

const structural: ReadonlySet<string> = new Set(['hierarchical', 'link', 'mention'])

const differences = function* (expected: ReadonlyArray<EdgeNumber>, recorded: ReadonlyArray<EdgeNumber>): Generator<string> {
  const times = new Map<EdgeNumber, number>()
  for (const edge of recorded) times.set(edge, (times.get(edge) ?? 0) + 1)
  for (const edge of expected) if (!times.has(edge)) yield `candidate edge ${edge} is neither followed nor skipped`
  for (const [edge, count] of times) {
    if (count > 1) yield `edge ${edge} is recorded ${count} times`
    if (!expected.includes(edge)) yield `edge ${edge} was no candidate`
  }
}

/** Empty when the walk kept to the budgets it was given. */
export const limitComplaints = ({ settings: { budget, walk: along }, ...input }: WalkInput, walk: Walk): ReadonlyArray<string> => {
  const cues = new Set(input.cues.map(({ cue }) => cue))
  const seeds = new Set(input.seeds.map(({ node }) => node))
  const taught = new Set(
    walk.steps.flatMap(({ edge, outcome }) =>
      outcome._tag === 'Followed' && cues.has(input.graph.sourceOf(edge)) ? [input.graph.targetOf(edge)] : [],
    ),
  )
  const follows = walk.fired.filter(({ depth, node }) => depth <= budget.hops && !seeds.has(node) && !taught.has(node)).length
  const deepest = budget.hops + along.procedure
  return [
    ...(walk.fired.length > budget.fired ? [`${walk.fired.length} nodes fired, at most ${budget.fired}`] : []),
    ...(follows > budget.follows ? [`${follows} nodes were reached by edges only, at most ${budget.follows}`] : []),
    ...walk.fired.filter(({ depth }) => depth > deepest).map(({ node }) => `node ${node} is more than ${deepest} hops away`),
    ...walk.steps.filter(({ depth }) => depth >= deepest).map(({ edge }) => `edge ${edge} is beyond ${deepest} hops`),
    ...(new Set(walk.fired.map(({ node }) => node)).size < walk.fired.length ? ['a node fired twice'] : []),
  ]
}

/** Room for all, so that nothing but the rule itself decides. */
export const roomy = (input: WalkInput): WalkInput => {
  const { settings } = input
  const budget = { ...settings.budget, fired: 1_024, follows: 256, candidates: 256 }
  return { ...input, settings: { ...settings, budget } }
}

/** The energies of a walk: of what fired, and of each pair, by its first edge. */
export const energiesOf = ({ graph }: WalkInput, { fired, steps }: Walk): Energies => {
  const pairs = new Map<string, readonly [edge: number, energy: number]>()
  for (const { edge, outcome } of steps) {
    const pair = `${graph.sourceOf(edge)} ${graph.targetOf(edge)}`
    const [first = edge] = pairs.get(pair) ?? []
    if (outcome._tag === 'Followed') pairs.set(pair, [Math.min(first, edge), outcome.energy])
  }
  return { nodes: new Map(fired.map(({ energy, node }) => [node, energy])), edges: new Map(pairs.values()) }
}

/** Without what neither has: a pair that carries nothing may be followed or not. */
export const carrying = ({ edges, nodes }: Energies) => ({
  edges: [...edges].filter(([, energy]) => energy > 0).sort(([a], [b]) => a - b),
  nodes: [...nodes].filter(([, energy]) => energy > 0).sort(([a], [b]) => a - b),
})
