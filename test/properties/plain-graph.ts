/** The memory graph said as plainly as possible: maps of plain objects, one small case for each event. What the fast projection must agree with. */
import { type BrainEvent, natureOf, teaches } from '../../packages/core/src/domain/events/brain-event.ts'
import type { Doubt, EdgeView, NodeAliases, NodeLife, NodeView, Supersession } from '../../packages/core/src/domain/graph.ts'
import { decay, one } from '../../packages/core/src/domain/strength.ts'
import type { graphValue } from './fold-snapshot.ts'

type Node = { -readonly [K in keyof NodeView]: NodeView[K] }
type Edge = { -readonly [K in keyof EdgeView]: EdgeView[K] }

type Life = { -readonly [K in keyof NodeLife]: NodeLife[K] }

export interface PlainGraph {
  /** The newest turn so far: an edge counts as used at its birth. */
  lastTurn: number
  /** The newest turn before each fact that teaches, by its position; and the newest fact that was learned from. */
  readonly saidAfter: Map<number, number>
  learned: number
  readonly nodes: Map<number, Node>
  readonly edges: Map<number, Edge>
  /** Node → what happened to it. */
  readonly lives: Map<number, Life>
  /** Node → what it is doubted by. */
  doubts: ReadonlyArray<readonly [node: number, doubt: Doubt]>
  /** Node → what supersedes it. */
  superseded: ReadonlyArray<readonly [node: number, one: Supersession]>
  /** Node → its aliases. */
  aliases: ReadonlyArray<readonly [node: number, one: NodeAliases]>
}

export const plainGraph = (): PlainGraph => ({
  lastTurn: 0,
  saidAfter: new Map(),
  learned: 0,
  nodes: new Map(),
  edges: new Map(),
  lives: new Map(),
  doubts: [],
  superseded: [],
  aliases: [],
})

/** Numbers further than this beyond the highest are refused, as the projection says. */
const furthest = 65_536
const fits = (known: ReadonlyMap<number, unknown>, number: number): boolean =>
  !known.has(number) && number <= Math.max(0, ...known.keys()) + furthest

export const grow = (graph: PlainGraph, event: BrainEvent): void => {
  const { edges, nodes, saidAfter } = graph
  if (teaches(event.type)) saidAfter.set(event.position, graph.lastTurn)
  if (natureOf(event.type) === 'effect') graph.learned = Math.max(graph.learned, event.cause ?? 0)
  const said = event.cause === graph.learned ? (saidAfter.get(graph.learned) ?? 0) : 0
  const node = (number: number): Partial<Node> => nodes.get(number) ?? {}
  const edge = (number: number): Partial<Edge> => edges.get(number) ?? {}
  doubt(graph, event)
  supersede(graph, event)
  alias(graph, event)
  live(graph, event)
  switch (event.type) {
    case 'NodeAdded': {
      const { day, id, importance, links, node: number, nodeType, source, state, tags, text, title } = event.data
      const origin = event.origin ?? 'untrusted'
      if (fits(nodes, number))
        nodes.set(number, {
          node: number,
          id,
          title,
          text,
          links,
          tags: tags?.[0],
          importance,
          day,
          type: nodeType,
          state,
          origin,
          trusted: false,
          review: undefined,
          source,
          utility: one,
        })
      return
    }
    case 'NodeRevised': {
      const { day, id, importance, links, node: number, source, tags, text, title } = event.data
      const { review, text: before } = node(number)
      const isOver = review !== undefined && (event.origin === 'owner' || (text !== undefined && text !== before))
      const isOthers = event.origin === 'untrusted' || event.origin === 'system'
      Object.assign(node(number), {
        ...(event.origin && { origin: event.origin }),
        ...(isOthers && review === undefined && { trusted: false }),
        ...(isOver && { trusted: false, review: undefined }),
        ...(id && { id }),
        ...(source !== undefined && { source }),
        ...(title && { title }),
        ...(text && { text }),
        ...(links && { links }),
        ...(tags && { tags: tags[0] }),
        ...(importance !== undefined && { importance }),
        ...(day !== undefined && { day: day < 0 ? undefined : day }),
      })
      return
    }
    case 'NodeUntitled':
      node(event.data.node).title = undefined
      return
    case 'NodeMerged':
      node(event.data.node).state = 'merged'
      return
    case 'NodeRetired':
      node(event.data.node).state = 'retired'
      return
    case 'NodeRestored':
      node(event.data.node).state = event.data.state
      return
    case 'NodeProtected':
      if (node(event.data.node).state !== 'retired' && node(event.data.node).state !== 'merged')
        node(event.data.node).state = event.data.protection === 'on' ? 'protected' : 'normal'
      return
    case 'NodeTrusted':
      if (nodes.has(event.data.node)) Object.assign(node(event.data.node), { trusted: event.data.trust === 'on', review: undefined })
      return
    case 'NodeReviewed':
      if (nodes.has(event.data.node))
        Object.assign(node(event.data.node), { trusted: event.data.review === 'approved', review: event.data.review })
      return
    case 'NodePromoted':
      node(event.data.node).state = 'normal'
      return
    case 'EdgeLinked': {
      const { edge: number, kind, source, strength, target } = event.data
      if (!fits(edges, number) || !nodes.has(source) || !nodes.has(target)) return
      edges.set(number, {
        edge: number,
        source,
        target,
        kind,
        strength,
        first: strength,
        linked: true,
        withdrawn: false,
        uses: 0,
        skips: 0,
        lastUsed: graph.lastTurn,
        lastRenewed: graph.lastTurn,
      })
      return
    }
    case 'EdgePruned': {
      const { edge: number, reason } = event.data
      Object.assign(edge(number), { linked: false, withdrawn: reason === 'source' || reason === 'reweighed' })
      return
    }
    case 'EdgeRestored':
      Object.assign(edge(event.data.edge), { linked: true, withdrawn: false })
      renew(edge(event.data.edge), graph.lastTurn)
      return
    case 'EdgeFollowed': {
      const followed = edge(event.data.edge)
      followed.uses = (followed.uses ?? 0) + 1
      followed.lastUsed = Math.max(followed.lastUsed ?? 0, event.turn ?? 0)
      renew(followed, event.turn ?? 0)
      return
    }
    case 'EdgeSkipped': {
      const skipped = edge(event.data.edge)
      skipped.skips = (skipped.skips ?? 0) + 1
      return
    }
    case 'StrengthAdjusted':
      edge(event.data.edge).strength = event.data.to
      renew(edge(event.data.edge), said)
      return
    case 'UtilityAdjusted':
      node(event.data.node).utility = event.data.to
      return
    case 'StrengthsDecayed': {
      const { cutoff, factor, floor, kinds, spares } = event.data
      for (const each of edges.values()) {
        const used = spares === 'spoken' ? each.lastRenewed : each.lastUsed
        if (!each.linked || !kinds.includes(each.kind) || used >= cutoff) continue
        each.strength = decay(each.strength, factor, floor === 'first' ? Math.abs(each.first) : 0)
      }
      return
    }
    case 'StrengthsRestored': {
      const { edges: restored, nodes: lifted, to, utilityTo } = event.data
      for (const [i, number] of restored.entries()) edge(number).strength = to[i] ?? 0
      for (const [i, number] of lifted.entries()) node(number).utility = utilityTo[i] ?? 0
      return
    }
    case 'LearningRestated':
      for (const [i, number] of event.data.edges.entries()) edge(number).lastRenewed = event.data.renewed[i] ?? 0
      return
    case 'TurnStarted':
    case 'ModelAsked':
    case 'RecallSkipped':
      graph.lastTurn = Math.max(graph.lastTurn, event.turn ?? 0)
      return
    default:
      return
  }
}

/** Before anything else of the graph changes. */
const doubt = (graph: PlainGraph, event: BrainEvent): void => {
  const { data, type } = event
  const keep = (stays: (node: number, doubt: Doubt) => boolean) => {
    graph.doubts = graph.doubts.filter(([node, one]) => stays(node, one))
  }
  if (type === 'NodeDoubted' && graph.nodes.has(data.node)) {
    keep((node, { feedback }) => node !== data.node || feedback !== data.feedback)
    const mine = graph.doubts.filter(([node]) => node === data.node)
    const oldest = mine.length < 24 ? undefined : mine[0]?.[1].feedback
    keep((node, { feedback }) => node !== data.node || feedback !== oldest)
    const { node, saidAt: at, ...said } = data
    graph.doubts = [...graph.doubts, [node, { ...said, at }]]
  }
  if (type === 'DoubtLifted') keep((node, { feedback }) => node !== data.node || feedback !== data.feedback)
  if (type === 'NodeRevised' && data.text !== undefined && data.text !== graph.nodes.get(data.node)?.text)
    keep((node) => node !== data.node)
  if (type === 'ContentErased') keep((_, { said }) => !data.contents.includes(said))
  if (type === 'FeedbackGiven' && data.tier === 'conscious' && event.origin === 'owner') {
    const confirmed = [...(data.instead ?? []), ...(data.applied === 'used' ? data.nodes : [])]
    keep((node) => !confirmed.includes(node))
  }
}

/** Before anything else of the graph changes. */
const supersede = (graph: PlainGraph, { data, type }: BrainEvent): void => {
  const keep = (stays: (node: number, one: Supersession) => boolean) => {
    graph.superseded = graph.superseded.filter(([node, one]) => stays(node, one))
  }
  if (type === 'NodeSuperseded' && graph.nodes.has(data.node) && graph.nodes.has(data.by) && data.node !== data.by) {
    const { node: superseded, ...one } = data
    keep((node, { by }) => node !== superseded || by !== data.by)
    const mine = graph.superseded.filter(([node]) => node === superseded)
    const oldest = mine.length < 24 ? undefined : mine[0]?.[1].by
    keep((node, { by }) => node !== superseded || by !== oldest)
    graph.superseded = [...graph.superseded, [superseded, one]]
  }
  if (type === 'SupersessionLifted') keep((node, { by }) => node !== data.node || by !== data.by)
  if (type === 'NodeRevised' && data.text !== undefined && data.text !== graph.nodes.get(data.node)?.text)
    keep((node) => node !== data.node)
}

/** Before anything else of the graph changes. */
const alias = (graph: PlainGraph, { data, type }: BrainEvent): void => {
  const keep = (stays: (node: number, one: NodeAliases) => boolean) => {
    graph.aliases = graph.aliases.filter(([node, one]) => stays(node, one))
  }
  if (type === 'AliasesNamed' && graph.nodes.has(data.node)) {
    const { node: named, ...one } = data
    keep((node, { by }) => node !== named || by !== data.by)
    if (one.names !== undefined || one.call !== undefined) graph.aliases = [...graph.aliases, [named, one]]
  }
  if (type === 'ContentErased') keep((_, { names }) => names === undefined || !data.contents.includes(names))
  // What a person named stands whatever the text.
  if (type === 'NodeRevised' && data.text !== undefined && data.text !== graph.nodes.get(data.node)?.text)
    keep((node, { by }) => node !== data.node || by === 'person')
}

const inOrderOfNamers = ([, a]: readonly [number, NodeAliases], [, b]: readonly [number, NodeAliases]): number =>
  ['person', 'document', 'model'].indexOf(a.by) - ['person', 'document', 'model'].indexOf(b.by)

const unlived: NodeLife = { seen: 0, fired: 0, used: 0, corrected: 0, first: 0, last: 0 }

/** Counts what happened to nodes that are there. */
const live = ({ lives, nodes }: PlainGraph, event: BrainEvent): void => {
  const lifeOf = (node: number): Life => {
    const life = lives.get(node) ?? { ...unlived }
    if (nodes.has(node)) lives.set(node, life)
    return life
  }
  const count = (node: number, what: 'seen' | 'fired'): void => {
    const life = lifeOf(node)
    life[what]++
    if (event.turn === undefined) return
    life.first ||= event.turn
    life.last = Math.max(life.last, event.turn)
  }
  if (event.type === 'NoveltyAssessed' && event.data.cue !== undefined) count(event.data.cue, 'seen')
  if (event.type === 'NodeFired') count(event.data.node, 'fired')
  if (event.type === 'SeedsSelected') for (const cue of event.data.cues ?? []) count(cue, 'fired')
  if (event.type === 'LearningRestated') {
    const { judged = [], timesCorrected = [], timesUsed = [] } = event.data
    for (const [i, node] of judged.entries()) Object.assign(lifeOf(node), { used: timesUsed[i] ?? 0, corrected: timesCorrected[i] ?? 0 })
  }
  if (event.type !== 'FeedbackGiven') return
  const { applied, instead = [], nodes: judged, outcome } = event.data
  const isGood = applied === 'used' || outcome > 0
  for (const node of judged) if (isGood) lifeOf(node).used++
  for (const node of judged) if (!isGood && outcome < 0) lifeOf(node).corrected++
  for (const node of instead) lifeOf(node).used++
}

const renew = (edge: Partial<Edge>, turn: number): void => {
  edge.lastRenewed = Math.max(edge.lastRenewed ?? 0, turn)
}

const isUntrusted = ({ origin, review, state, trusted, type }: Node): boolean =>
  state !== 'retired' &&
  state !== 'merged' &&
  type !== 'cue' &&
  type !== 'tool_call' &&
  (origin === 'untrusted' || origin === 'system' || review !== undefined) &&
  !trusted

/** The same value that the projection's view has. */
export const plainValue = ({ aliases, doubts, edges, lives, nodes, superseded }: PlainGraph): ReturnType<typeof graphValue> => {
  const byNumber = (a: number, b: number) => a - b
  const which = (fits: (edge: Edge) => boolean) =>
    [...edges.values()]
      .filter(fits)
      .map(({ edge }) => edge)
      .sort(byNumber)
  const ofEach = (of: (node: number) => ReadonlyArray<number>) =>
    numbers.flatMap((node) => (of(node).length === 0 ? [] : [[node, of(node)]]))
  const numbers = [...nodes.keys()].sort(byNumber)
  return {
    nodes: numbers.flatMap((number) => nodes.get(number) ?? []),
    edges: [...edges.keys()].sort(byNumber).flatMap((number) => edges.get(number) ?? []),
    untrusted: [...nodes.values()].filter(isUntrusted).length,
    lives: Array.from({ length: Math.max(0, ...numbers) }, (_, i) => lives.get(i + 1) ?? unlived),
    doubts: [...Map.groupBy(doubts, ([node]) => node)].sort(([a], [b]) => a - b).map(([node, own]) => [node, own.map(([, one]) => one)]),
    superseded: [...Map.groupBy(superseded, ([node]) => node)]
      .sort(([a], [b]) => a - b)
      .map(([node, own]) => [node, own.map(([, one]) => one)]),
    aliases: [...Map.groupBy(aliases, ([node]) => node)]
      .sort(([a], [b]) => a - b)
      .map(([node, own]) => [node, own.toSorted(inOrderOfNamers).map(([, one]) => one)]),
    out: ofEach((node) => which((edge) => edge.linked && edge.source === node)),
    joining: ofEach((node) => which(({ source, target }) => source === node || target === node)),
  }
}
