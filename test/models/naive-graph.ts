/** The graph of a log, folded as plainly as possible: one map of nodes, one of edges, every event a few assignments. */
import { createHash } from 'node:crypto'
import type { BrainEvent, EventData } from '../../packages/core/src/domain/events/brain-event.ts'
import type { EdgeKind, NodeState, NodeType, Origin } from '../../packages/core/src/domain/graph.ts'

export interface NaiveNode {
  state: NodeState
  readonly type: NodeType
  origin: Origin
  trusted: boolean
  utility: number
  text: string
}

export interface NaiveEdge {
  readonly source: number
  readonly target: number
  readonly kind: EdgeKind
  readonly first: number
  strength: number
  linked: boolean
  /** Its documents no longer say it. */
  withdrawn: boolean
  uses: number
  skips: number
  lastUsed: number
  lastRenewed: number
}

type NaiveDoubt = readonly [feedback: number, said: string, part: ReadonlyArray<number>, bare: boolean]

export interface NaiveGraph {
  readonly nodes: Map<number, NaiveNode>
  readonly edges: Map<number, NaiveEdge>
  lastTurn: number
  /** The newest turn before each word, by its position. */
  readonly saidAfter: Map<number, number>
  /** Node → feedbacks that doubt it, each with the words, the newest last. */
  readonly doubts: Map<number, Array<NaiveDoubt>>
  /** Node → what supersedes it, each with the stretch of its text and whether it is gone, the newest last. */
  readonly superseded: Map<number, Array<readonly [by: number, more: ReadonlyArray<number | 'gone'>]>>
  /** Node → the last words of each who named aliases, a document and a model for its text, and the call of a model. */
  readonly aliases: Map<number, ReadonlyMap<string, readonly [names: string, call: number]>>
}

export const emptyGraph = (): NaiveGraph => ({
  nodes: new Map(),
  edges: new Map(),
  lastTurn: 0,
  saidAfter: new Map(),
  doubts: new Map(),
  superseded: new Map(),
  aliases: new Map(),
})

/** Kinds that learn, as the decisions list them; the others never change strength. */
const fixedKinds: ReadonlySet<string> = new Set(['similarity', 'hierarchical', 'link', 'mention'])
export const learns = ({ kind }: Pick<NaiveEdge, 'kind'>): boolean => !fixedKinds.has(kind)

export const isLive = (node: NaiveNode | undefined): boolean => node !== undefined && node.state !== 'retired' && node.state !== 'merged'

export const naiveGraph = (events: Iterable<BrainEvent>): NaiveGraph => {
  const graph = emptyGraph()
  for (const event of events) apply(graph, event)
  return graph
}

/** The graph at a position. */
export const graphAt = (events: ReadonlyArray<BrainEvent>, position: number): NaiveGraph => naiveGraph(events.slice(0, position))

export const apply = (graph: NaiveGraph, event: BrainEvent): void => {
  const { edges, nodes } = graph
  const node = 'node' in event.data ? nodes.get(Number(event.data.node)) : undefined
  const edge = 'edge' in event.data ? edges.get(Number(event.data.edge)) : undefined
  switch (event.type) {
    case 'NodeAdded': {
      const { nodeType, state, text } = event.data
      nodes.set(event.data.node, {
        state,
        type: nodeType,
        origin: event.origin ?? 'untrusted',
        trusted: false,
        utility: 1_000_000_000,
        text,
      })
      break
    }
    case 'NodeRevised':
      if (node === undefined) break
      if (event.data.text !== undefined && event.data.text !== node.text) {
        graph.doubts.delete(event.data.node)
        graph.superseded.delete(event.data.node)
        const ofPerson = [...(graph.aliases.get(event.data.node) ?? [])].filter(([by]) => by === 'person')
        graph.aliases.set(event.data.node, new Map(ofPerson))
      }
      Object.assign(node, { text: event.data.text ?? node.text, origin: event.origin ?? node.origin })
      if (event.origin === 'untrusted' || event.origin === 'system') node.trusted = false
      break
    case 'NodeReviewed':
      if (node !== undefined) node.trusted = event.data.review === 'approved'
      break
    case 'NodeTrusted':
      if (node !== undefined) node.trusted = event.data.trust === 'on'
      break
    case 'NodeRetired':
      if (node !== undefined) node.state = 'retired'
      break
    case 'NodeMerged':
      if (node !== undefined) node.state = 'merged'
      break
    case 'NodeRestored':
      if (node !== undefined) node.state = event.data.state
      break
    case 'NodeProtected':
      if (isLive(node) && node !== undefined) node.state = event.data.protection === 'on' ? 'protected' : 'normal'
      break
    case 'NodePromoted':
      if (node !== undefined) node.state = 'normal'
      break
    case 'EdgeLinked': {
      const { kind, source, strength, target } = event.data
      edges.set(event.data.edge, {
        source,
        target,
        kind,
        first: strength,
        strength,
        linked: true,
        withdrawn: false,
        uses: 0,
        skips: 0,
        lastUsed: graph.lastTurn,
        lastRenewed: graph.lastTurn,
      })
      break
    }
    case 'EdgePruned':
      if (edge !== undefined)
        Object.assign(edge, { linked: false, withdrawn: event.data.reason === 'source' || event.data.reason === 'reweighed' })
      break
    case 'EdgeRestored':
      if (edge !== undefined) Object.assign(edge, { linked: true, withdrawn: false, lastRenewed: graph.lastTurn })
      break
    case 'TurnStarted':
    case 'ModelAsked':
    case 'RecallSkipped':
      graph.lastTurn = Math.max(graph.lastTurn, event.turn ?? 0)
      break
    case 'EdgeFollowed':
      if (edge === undefined) break
      edge.uses++
      edge.lastUsed = Math.max(edge.lastUsed, event.turn ?? 0)
      edge.lastRenewed = Math.max(edge.lastRenewed, event.turn ?? 0)
      break
    case 'NodeDoubted': {
      const { bare, feedback, part = [], said } = event.data
      if (node === undefined) break
      const others = (graph.doubts.get(event.data.node) ?? []).filter(([known]) => known !== feedback)
      graph.doubts.set(event.data.node, [...others, [feedback, said, part, bare === true] as const].slice(-3))
      break
    }
    case 'NodeSuperseded': {
      const { by, gone, part = [] } = event.data
      if (node === undefined || !nodes.has(by) || by === event.data.node) break
      const others = (graph.superseded.get(event.data.node) ?? []).filter(([known]) => known !== by)
      graph.superseded.set(
        event.data.node,
        [...others, [by, [...part, ...(gone === undefined ? [] : ['gone' as const])]] as const].slice(-24),
      )
      break
    }
    case 'SupersessionLifted':
      graph.superseded.set(
        event.data.node,
        (graph.superseded.get(event.data.node) ?? []).filter(([by]) => by !== event.data.by),
      )
      break
    case 'AliasesNamed': {
      if (node === undefined) break
      const { by, call, names } = event.data
      const named = new Map(graph.aliases.get(event.data.node)).set(by, [names ?? '', call ?? 0])
      if (names === undefined && call === undefined) named.delete(by)
      graph.aliases.set(event.data.node, named)
      break
    }
    case 'DoubtLifted':
      keepDoubts(graph, event.data.node, ([feedback]) => feedback !== event.data.feedback)
      break
    case 'ContentErased':
      for (const one of [...graph.doubts.keys()]) keepDoubts(graph, one, ([, said]) => !event.data.contents.some((gone) => gone === said))
      for (const [one, named] of graph.aliases)
        graph.aliases.set(one, new Map([...named].filter(([, [names]]) => !event.data.contents.some((gone) => gone === names))))
      break
    case 'FeedbackGiven':
      confirm(graph, event)
      graph.saidAfter.set(event.position, graph.lastTurn)
      break
    case 'OutcomeGiven':
    case 'StrengthSet':
      graph.saidAfter.set(event.position, graph.lastTurn)
      break
    case 'EdgeSkipped':
      if (edge !== undefined) edge.skips++
      break
    case 'StrengthAdjusted':
      if (edge === undefined) break
      edge.strength = event.data.to
      edge.lastRenewed = Math.max(edge.lastRenewed, graph.saidAfter.get(event.cause ?? 0) ?? 0)
      break
    case 'UtilityAdjusted':
      if (node !== undefined) node.utility = event.data.to
      break
    case 'StrengthsDecayed':
      for (const one of edges.values()) fade(one, event.data)
      break
    case 'StrengthsRestored': {
      const { data } = event
      for (const [i, number] of data.edges.entries()) Object.assign(edges.get(number) ?? {}, { strength: data.to[i] })
      for (const [i, number] of data.nodes.entries()) Object.assign(nodes.get(number) ?? {}, { utility: data.utilityTo[i] })
      break
    }
    case 'LearningRestated':
      for (const [i, number] of event.data.edges.entries())
        Object.assign(edges.get(number) ?? {}, { lastRenewed: event.data.renewed[i] ?? 0 })
      break
    default:
  }
}

const keepDoubts = ({ doubts }: NaiveGraph, node: number, stays: (doubt: NaiveDoubt) => boolean): void => {
  const left = (doubts.get(node) ?? []).filter(stays)
  if (left.length === 0) doubts.delete(node)
  else doubts.set(node, left)
}

/** The owner's own word that a memory served, or would have, ends every doubt of it. */
const confirm = ({ doubts }: NaiveGraph, { data, origin }: Extract<BrainEvent, { readonly type: 'FeedbackGiven' }>): void => {
  if (data.tier !== 'conscious' || origin !== 'owner') return
  for (const node of data.instead ?? []) doubts.delete(node)
  if (data.applied === 'used') for (const node of data.nodes) doubts.delete(node)
}

/** Times the factor, rounded half away from zero, and never below the floor in size. */
const fade = (edge: NaiveEdge, { cutoff, factor, floor, kinds, spares }: EventData<'StrengthsDecayed'>): void => {
  const least = floor === 'first' ? Math.abs(edge.first) : 0
  const used = spares === 'spoken' ? edge.lastRenewed : edge.lastUsed
  if (!edge.linked || !kinds.includes(edge.kind) || used >= cutoff || Math.abs(edge.strength) <= least) return
  const size = Math.max(least, Math.floor(Math.abs(edge.strength) * (factor / 1_000_000_000) + 0.5))
  edge.strength = Math.sign(edge.strength) * size + 0
}

/** Returns the part that a rollback restores: strengths of edges whose kind learns, and utilities, by number. */
export const learnedPart = ({ edges, nodes }: NaiveGraph): object => ({
  strengths: [...edges].flatMap(([number, edge]) => (learns(edge) ? [[number, edge.strength]] : [])),
  utilities: [...nodes].map(([number, { utility }]) => [number, utility]),
})

/** Returns the part that a rollback leaves alone. The link of an edge that learns belongs to neither: a pruned edge comes back. */
export const lastingPart = ({ edges, nodes }: NaiveGraph): object => ({
  edges: [...edges].map(([number, { first, kind, linked, skips, source, strength, target, uses }]) => [
    number,
    source,
    target,
    kind,
    first,
    uses,
    skips,
    ...(learns({ kind }) ? [] : [strength, linked]),
  ]),
  nodes: [...nodes].map(([number, { origin, state, text, type }]) => [number, origin, state, text, type]),
})

/** Every line ends with one line feed of its own and one that ends lines. */
const lineEnd = '\n'

/** The digest as the reference describes it: nodes by number, then edges by number, one JSON line each. */
export const naiveDigest = ({ aliases, doubts, edges, nodes, superseded }: NaiveGraph): string => {
  const hash = createHash('sha256')
  const rising = <T>(map: ReadonlyMap<number, T>) => [...map].sort(([a], [b]) => a - b)
  for (const [number, { state, text, trusted, utility }] of rising(nodes)) {
    hash.update(`${JSON.stringify(['node', number, state, utility, text, ...(trusted ? ['trusted'] : [])])}${lineEnd}`)
    for (const [feedback, said, part, bare] of doubts.get(number) ?? [])
      hash.update(`${JSON.stringify(['doubt', number, feedback, said, ...part, ...(bare ? ['bare'] : [])])}${lineEnd}`)
    for (const [by, part] of superseded.get(number) ?? []) hash.update(`${JSON.stringify(['superseded', number, by, ...part])}${lineEnd}`)
    for (const by of ['person', 'document', 'model']) {
      const named = aliases.get(number)?.get(by)
      if (named !== undefined) hash.update(`${JSON.stringify(['alias', number, by, ...named])}${lineEnd}`)
    }
  }
  for (const [number, { kind, linked, source, strength, target }] of rising(edges)) {
    hash.update(`${JSON.stringify(['edge', number, source, target, kind, strength, linked ? 1 : 0])}${lineEnd}`)
  }
  return hash.digest('hex')
}
