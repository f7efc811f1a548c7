/** What can be read of a memory graph at one position. Deciders, traversal and history read it; only projections build it. */

import type { ContentRef, EdgeNumber, FeedbackNumber, NodeNumber, SourceNumber, TurnNumber } from './identity.ts'
import type { Nano } from './strength.ts'

/* What a memory can be, where it comes from, and which states it passes through. */

/** S4.18, and `cue`: a node that stands for a kind of question. */
export const nodeTypes = ['fact', 'tool_call', 'guardrail', 'diagnostic', 'cue'] as const
export type NodeType = (typeof nodeTypes)[number]

/** Set by code, never inferred from text. Only owner and agent memories are ever put before a model. */
export const origins = ['owner', 'agent', 'untrusted', 'system'] as const
export type Origin = (typeof origins)[number]

/** S4.24, told apart by how a node ended: retired by a decision or its source, merged into another. */
export const nodeStates = ['probation', 'normal', 'protected', 'retired', 'merged'] as const
export type NodeState = (typeof nodeStates)[number]

/** Whether a node can be seeded, walked to and recalled. */
export const isLive = (state: NodeState | undefined): boolean => state === 'probation' || state === 'normal' || state === 'protected'

/** Whether a memory of this origin may be put before a model. */
export const mayBeInjected = (origin: Origin): boolean => origin === 'owner' || origin === 'agent'

/** Whether what the one says may be put before a model, and what the other says may not. */
export const isMoreTrusted = (one: Origin | undefined, other: Origin): boolean =>
  one !== undefined && mayBeInjected(one) && !mayBeInjected(other)

/** What can be an item of a recall: cues stand for questions, and tools are only led to. */
export const isItem = (type: NodeType | undefined): boolean => type !== undefined && type !== 'cue' && type !== 'tool_call'

/** Phrases that mentions are labelled with are numbered as they first come, within a fold. */
export type LabelNumber = number

export interface NodeView {
  readonly node: NodeNumber
  readonly state: NodeState
  readonly type: NodeType
  /** Of its text. What may be put before a model says {@link GraphView.isTrusted}. */
  readonly origin: Origin
  /** The owner let this text be put before a model, whatever its origin. */
  readonly trusted: boolean
  readonly utility: Nano
  readonly id: ContentRef
  readonly title: ContentRef | undefined
  readonly text: ContentRef
  /** The targets of its links as written; absent where none were ever recorded. */
  readonly links: ContentRef | undefined
  /** What it is found by beside title and text: the first of its tags, which holds all that a document says of it. */
  readonly tags: ContentRef | undefined
  /** What its author said of its weight, in nano-units from 0 to 1. */
  readonly importance: number | undefined
  readonly source: SourceNumber | undefined
}

/** That somebody said in a conversation that a memory is not so. */
export interface Doubt {
  readonly feedback: FeedbackNumber
  /** His words. */
  readonly said: ContentRef
  /** Milliseconds UTC. */
  readonly at: number
}

export interface EdgeView {
  readonly edge: EdgeNumber
  readonly source: NodeNumber
  readonly target: NodeNumber
  readonly kind: EdgeKind
  readonly strength: Nano
  /** Strength at birth. */
  readonly first: Nano
  /** False once pruned, until restored. */
  readonly linked: boolean
  /** Pruned because its documents no longer say it: only they bring it back. */
  readonly withdrawn: boolean
  readonly uses: number
  readonly skips: number
  /** The newest turn that followed it; the one it was linked after, where none did. */
  readonly lastUsed: TurnNumber
  /** See {@link GraphView.lastRenewedOf}. */
  readonly lastRenewed: TurnNumber
}

/** Numbers run from 1 to the highest without a gap; what is asked beyond is `undefined`. A view is good until its fold is given the next commit. */
export interface GraphView {
  /** Highest node number given out. */
  readonly nodes: number
  /** Highest edge number given out. */
  readonly edges: number
  /** The number of recallable nodes that are not trusted. See {@link isRecallable} and {@link GraphView.isTrusted}. Kept by the fold: reading it is no pass over the nodes. */
  readonly untrusted: number
  readonly node: (node: NodeNumber) => NodeView | undefined
  readonly edge: (edge: EdgeNumber) => EdgeView | undefined
  /** Linked edges that leave a node, by rising number. */
  readonly out: (node: NodeNumber) => ReadonlyArray<EdgeNumber>
  /** Linked or pruned edges from one node to another, by rising number. */
  readonly between: (source: NodeNumber, target: NodeNumber) => ReadonlyArray<EdgeNumber>
  // Single columns, for what runs on every recall.
  readonly stateOf: (node: NodeNumber) => NodeState | undefined
  readonly typeOf: (node: NodeNumber) => NodeType | undefined
  readonly originOf: (node: NodeNumber) => Origin | undefined
  /** Whether it may be put before a model and gain strength: it is the owner's or the agent's, or the owner trusts it. */
  readonly isTrusted: (node: NodeNumber) => boolean
  /** The source it was read from; 0 for none. */
  readonly sourceNumberOf: (node: NodeNumber) => SourceNumber
  readonly utilityOf: (node: NodeNumber) => Nano
  /** Whether it was right for any question: a linked edge of a cue leads to it with a strength above 0. */
  readonly isPraised: (node: NodeNumber) => boolean
  /** What it was doubted by and still is, the newest last. */
  readonly doubtsOf: (node: NodeNumber) => ReadonlyArray<Doubt>
  /** Nodes that are doubted, by rising number. */
  readonly doubted: () => ReadonlyArray<NodeNumber>
  /** Whether a node has these contents now, without spelling out which it has. */
  readonly isWorded: (node: NodeNumber, as: Pick<NodeView, 'id' | 'title' | 'text'>) => boolean
  readonly strengthOf: (edge: EdgeNumber) => Nano
  readonly kindOf: (edge: EdgeNumber) => EdgeKind | undefined
  readonly targetOf: (edge: EdgeNumber) => NodeNumber
  readonly sourceOf: (edge: EdgeNumber) => NodeNumber
  readonly isLinked: (edge: EdgeNumber) => boolean
  /** Strength at birth. */
  readonly firstOf: (edge: EdgeNumber) => Nano
  readonly usesOf: (edge: EdgeNumber) => number
  /** The newest turn that followed it, or after which it was linked, again or for the first time, or moved by somebody's word. */
  readonly lastRenewedOf: (edge: EdgeNumber) => TurnNumber
  /** Of a mention; `undefined` for other edges. */
  readonly roleOf: (edge: EdgeNumber) => MentionRole | undefined
  /** Of a mention, the number of the phrase that both ends have; 0 for other edges. */
  readonly labelOf: (edge: EdgeNumber) => LabelNumber
  /** 0 where no mention has that label. */
  readonly labelNumber: (ref: ContentRef) => LabelNumber
  readonly label: (label: LabelNumber) => ContentRef | undefined
}

/** Whether it can be an item of a recall now. */
export const isRecallable = (graph: Pick<GraphView, 'stateOf' | 'typeOf'>, node: NodeNumber): boolean =>
  isLive(graph.stateOf(node)) && isItem(graph.typeOf(node))

/** The registry of edge kinds: which kernel family each belongs to, whether it decays, whether feedback may move it (decision C31). */

export const edgeKinds = [
  'sequential',
  'similarity',
  'causal',
  'support',
  'follow_up',
  'tool_link',
  'inhibit',
  'anti_goal',
  'cooccurrence',
  'learned',
  'hierarchical',
  'link',
  'mention',
] as const
export type EdgeKind = (typeof edgeKinds)[number]

/** Some of the kinds: a bit for each. */
export type KindSet = number
export const noKinds: KindSet = 0
const bits: Readonly<Record<string, KindSet>> = Object.fromEntries(edgeKinds.map((kind, i) => [kind, 1 << i]))
export const kindSet = (...kinds: ReadonlyArray<EdgeKind>): KindSet => {
  let set = noKinds
  for (const kind of kinds) set |= bits[kind] ?? noKinds
  return set
}

/** The three families a query kernel weighs (S1.22). */
export type KernelFamily = 'SEQ' | 'SIM' | 'CAUSE'

/** What a question weighs edges by, family for family: from 0 to 2 (S1.31). */
export type Kernel = Readonly<Record<KernelFamily, number>>

export const plainKernel: Kernel = { SEQ: 1, SIM: 1, CAUSE: 1 }

export interface KindTraits {
  readonly family: KernelFamily
  readonly sign: 'positive' | 'negative'
  readonly decays: boolean
  readonly learns: boolean
}

const grown = (family: KernelFamily): KindTraits => ({ family, sign: 'positive', decays: true, learns: true })
const inhibits: KindTraits = { family: 'CAUSE', sign: 'negative', decays: true, learns: true }
const fixed = (family: KernelFamily): KindTraits => ({ family, sign: 'positive', decays: false, learns: false })

export const kindTraits: Readonly<Record<EdgeKind, KindTraits>> = {
  sequential: grown('SEQ'),
  causal: grown('CAUSE'),
  support: grown('SIM'),
  follow_up: grown('SIM'),
  tool_link: grown('SIM'),
  cooccurrence: grown('SIM'),
  learned: grown('SIM'),
  inhibit: inhibits,
  anti_goal: inhibits,
  similarity: fixed('SIM'),
  hierarchical: fixed('SEQ'),
  link: fixed('SIM'),
  mention: fixed('SIM'),
}

/** Kinds whose edges come from use, not from documents. */
export const usedKinds: ReadonlySet<EdgeKind> = new Set(['learned', 'cooccurrence', 'support', 'follow_up', 'tool_link', 'causal'])

/** Whether one end of a mention is about the phrase, or both only name it. */
export const mentionRoles = ['title', 'shared'] as const
export type MentionRole = (typeof mentionRoles)[number]
