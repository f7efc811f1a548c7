/** Graphs and questions for walks: empty, dense, in circles, with edges from a node to itself, parallel ones, negative ones and cues. */
import fc from 'fast-check'
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { placed } from '../../packages/core/src/domain/events/codec/event-codec.ts'
import { type EdgeKind, edgeKinds, type GraphView, type Kernel, plainKernel } from '../../packages/core/src/domain/graph.ts'
import { ContentRef, type NodeNumber } from '../../packages/core/src/domain/identity.ts'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { type BrainFold, brainState, emptyFold, foldEvent } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { one } from '../../packages/core/src/domain/strength.ts'
import { candidatesOf, type WalkSettings } from '../../packages/core/src/domain/walk/candidate-edges.ts'
import { byScore } from '../../packages/core/src/domain/walk/text-evidence.ts'
import type { WalkInput } from '../../packages/core/src/domain/walk/walk-record.ts'
import { walkSettings } from './profile.ts'

export interface EdgeSpec {
  readonly source: NodeNumber
  readonly target: NodeNumber
  readonly kind: EdgeKind
  readonly strength: number
}

/** A walk as plain values, so that a failing one can be read. Nodes are numbered from 1, edges by their place. */
export interface WalkSpec {
  readonly nodes: number
  readonly cues: ReadonlyArray<NodeNumber>
  readonly dead: ReadonlyArray<NodeNumber>
  readonly edges: ReadonlyArray<EdgeSpec>
  /** Node → what its text scores; those above 0 are seeds, as many as the settings allow. */
  readonly scores: ReadonlyArray<number>
  /** Share of the question that the best text holds, in nano-units. */
  readonly covered: number
  /** Similarity of each cue's question to this one. */
  readonly alike: ReadonlyArray<number>
  /** Share of this question that each cue's question has, in nano-units. */
  readonly asked: ReadonlyArray<number>
  /** Cues whose question has no words of its own. */
  readonly contained: ReadonlyArray<NodeNumber>
  /** Words of each node, as bits: what one says beyond another is what it has more. */
  readonly words: ReadonlyArray<number>
  readonly kernel: Kernel
  readonly gate: number
  /** Nodes that somebody says whom the question names. */
  readonly favoured: ReadonlyArray<NodeNumber>
  /** Nodes that the walk does not measure by. Absent: none. */
  readonly uncounted?: ReadonlyArray<NodeNumber>
  readonly settings: WalkSettings
}

const factor = fc.constantFrom(0, 0.5, 1, 1.6, 2)
const strength = fc.oneof(
  fc.integer({ min: -one, max: one }),
  fc.integer({ min: 300_000_000, max: one }),
  fc.integer({ min: 300_000_000, max: one }),
  fc.constantFrom(0, 299_999_999, 300_000_000, 475_000_000, 799_999_999, 800_000_000, 950_000_000, -1, -600_000_000),
)
const settings: fc.Arbitrary<WalkSettings> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<WalkSettings>(balanced) },
  { weight: 3, arbitrary: walkSettings },
)

const edgesAmong = (nodes: number): fc.Arbitrary<ReadonlyArray<EdgeSpec>> => {
  if (nodes === 0) return fc.constant([])
  const node = fc.integer({ min: 1, max: nodes })
  const look = fc.record({ kind: fc.constantFrom(...edgeKinds), strength })
  const between = (pairs: ReadonlyArray<readonly [NodeNumber, NodeNumber]>) =>
    fc.tuple(...pairs.map(([source, target]) => look.map((rest) => ({ source, target, ...rest }))))
  const every = Array.from({ length: nodes }, (_, i) => i + 1)
  const dense = between(every.flatMap((source) => every.map((target) => [source, target] as const)))
  const circle = between(every.map((source) => [source, (source % nodes) + 1] as const))
  const some = fc.array(
    fc.tuple(node, node, look).map(([source, target, rest]) => ({ source, target, ...rest })),
    { maxLength: 24, size: 'max' },
  )
  const doubled = some.map((edges) => edges.flatMap((edge) => [edge, { ...edge, kind: 'learned' as const, strength: -edge.strength + 0 }]))
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 4, arbitrary: some },
    { weight: 2, arbitrary: circle },
    { weight: 4, arbitrary: fc.tuple(circle, some).map((parts) => parts.flat()) },
    { weight: 2, arbitrary: doubled },
    { weight: 2, arbitrary: dense },
  )
}

export const walkSpec: fc.Arbitrary<WalkSpec> = fc
  .oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 4, max: 9 }), fc.integer({ min: 4, max: 9 }))
  .chain((nodes) => {
    const all = Array.from({ length: nodes }, (_, i) => i + 1)
    return fc
      .record({
        roles: fc.array(
          fc.oneof({ weight: 8, arbitrary: fc.constant('memory') }, { weight: 1, arbitrary: fc.constantFrom('cue', 'dead') }),
          { minLength: nodes, maxLength: nodes },
        ),
        edges: edgesAmong(nodes),
        scores: fc.array(
          fc.oneof(
            { weight: 3, arbitrary: fc.constant(0) },
            { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 * one }) },
            { weight: 1, arbitrary: fc.constant(one) },
          ),
          { minLength: nodes, maxLength: nodes },
        ),
        alike: fc.array(fc.integer({ min: 0, max: one }), { minLength: nodes, maxLength: nodes }),
        asked: fc.array(fc.integer({ min: 0, max: one }), { minLength: nodes, maxLength: nodes }),
        contained: fc.subarray(all),
        covered: fc.constantFrom(0, one / 2, one),
        words: fc.array(fc.nat(15), { minLength: nodes, maxLength: nodes }),
        kernel: fc.oneof(fc.constant(plainKernel), fc.record({ SEQ: factor, SIM: factor, CAUSE: factor })),
        gate: fc.constantFrom(0, one / 4, one),
        favoured: fc.subarray(all),
        uncounted: fc.oneof(fc.constant([]), fc.subarray(all)),
        settings,
      })
      .map(({ roles, ...rest }) => ({
        nodes,
        cues: all.filter((node) => roles[node - 1] === 'cue'),
        dead: all.filter((node) => roles[node - 1] === 'dead'),
        ...rest,
      }))
  })

/** The places of the words that a node has, of those of the question. */
const placesIn = (bits: number): ReadonlyArray<number> => wordWeights.flatMap((_, place) => ((bits >> place) & 1 ? [place] : []))
const wordWeights = [one, 2 * one, one / 2, 400_000_001]

const content = ContentRef.make('a'.repeat(64))

/** By turns about a title or not, under one of two names. */
const mentionOf = ({ kind }: EdgeSpec, i: number) =>
  kind === 'mention' ? ({ role: i % 2 === 0 ? 'title' : 'shared', label: labels[i % 3 === 0 ? 0 : 1] ?? content } as const) : {}

const labels = ['b', 'c'].map((digit) => ContentRef.make(digit.repeat(64)))

export const eventsOf = ({ cues, dead, edges, nodes }: Pick<WalkSpec, 'cues' | 'dead' | 'edges' | 'nodes'>) => ({
  nodes: Array.from({ length: nodes }, (_, i): NewEvent => {
    const node = i + 1
    return {
      type: 'NodeAdded',
      origin: 'owner',
      data: { node, id: content, text: content, nodeType: cues.includes(node) ? 'cue' : 'fact', state: 'normal' },
    }
  }),
  edges: edges.map(
    (edge, i): NewEvent => ({ type: 'EdgeLinked', data: { edge: i + 1, reason: 'ingest', ...edge, ...mentionOf(edge, i) } }),
  ),
  dead: dead.map((node): NewEvent => ({ type: 'NodeRetired', data: { node, reason: 'forgotten' } })),
})

export const foldOf = (events: ReadonlyArray<NewEvent>): BrainFold => {
  const fold = emptyFold()
  events.forEach((event, i) => {
    foldEvent(fold, placed(event, i + 1, { at: 0, actor: 1 }))
  })
  return fold
}

export const graphOf = (spec: WalkSpec): GraphView => {
  const { dead, edges, nodes } = eventsOf(spec)
  return brainState(foldOf([...nodes, ...edges, ...dead])).graph
}

/** Makes the input of the walk. Cues are never seeds, and neither cues nor the dead can be walked to. */
export const inputOf = (spec: WalkSpec, graph: GraphView = graphOf(spec)): WalkInput => {
  const { alike, asked: shares, contained, covered, cues, dead, favoured, gate, kernel, scores, settings, uncounted = [], words } = spec
  const isLive = (node: NodeNumber) => node >= 1 && node <= spec.nodes && !cues.includes(node) && !dead.includes(node)
  const own = (node: NodeNumber) => (isLive(node) ? (scores[node - 1] ?? 0) : 0)
  const seeds = scores
    .map((score, i) => ({ node: i + 1, score }))
    .filter(({ node, score }) => score > 0 && isLive(node))
    .sort(byScore)
    .slice(0, settings.budget.seeds)
  const counted = seeds.filter(({ node }) => !uncounted.includes(node))
  const matched = cues
    .filter((cue) => !dead.includes(cue))
    .map((cue) => ({
      cue,
      alike: alike[cue - 1] ?? 0,
      words: placesIn(words[cue - 1] ?? 0),
      asked: shares[cue - 1] ?? 0,
      isContained: contained.includes(cue),
    }))
    .sort((a, b) => b.alike - a.alike || a.cue - b.cue)
    .slice(0, settings.budget.cues)
  const beyond = (b: NodeNumber, a: NodeNumber): number => {
    let bits = (words[b - 1] ?? 0) & ~(words[a - 1] ?? 0)
    let sum = 0
    for (; bits > 0; bits >>= 1) sum += (bits & 1) * 400_000_001
    return sum
  }
  const asked = graph.labelNumber(labels[0] ?? content)
  const named = {
    kernel,
    gate,
    isAsked: (label: number) => label !== 0 && label === asked,
    favour: (node: NodeNumber) => (favoured.includes(node) ? 1.25 : 1),
  }
  const said = { weights: wordWeights, covered: covered / one }
  return {
    candidates: candidatesOf,
    graph,
    settings,
    seeds,
    counted,
    cues: matched,
    own,
    residual: beyond,
    ...named,
    ...said,
    isLive,
  }
}
