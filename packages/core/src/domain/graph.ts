/** The read-only view of a memory graph at one position. Deciders, traversal and history read it; only projections build it. */

import type { CallNumber, ContentRef, EdgeNumber, FeedbackNumber, NodeNumber, SourceNumber, TurnNumber } from './identity.ts'
import type { Nano } from './strength.ts'

/* The types, origins and states of nodes. */

/**
 * The types of nodes: those of S4.18, `cue`, which stands for a kind of question, `correction`, what the owner said in a conversation, and
 * `procedure`, what was done in which order.
 */
export const nodeTypes = ['fact', 'tool_call', 'guardrail', 'diagnostic', 'cue', 'correction', 'procedure'] as const
export type NodeType = (typeof nodeTypes)[number]

/**
 * The origin of a node, set by code and never inferred from text. Only owner and agent memories are put before a model, unless the owner
 * trusts another.
 */
export const origins = ['owner', 'agent', 'untrusted', 'system'] as const
export type Origin = (typeof origins)[number]

/** The states of a node (S4.24). A node that ended was retired by a decision or its source, or merged into another. */
export const nodeStates = ['probation', 'normal', 'protected', 'retired', 'merged'] as const
export type NodeState = (typeof nodeStates)[number]

/** True for a node that can be seeded, walked to and recalled. */
export const isLive = (state: NodeState | undefined): boolean => state === 'probation' || state === 'normal' || state === 'protected'

/** True for an origin whose memories may be put before a model. */
export const mayBeInjected = (origin: Origin): boolean => origin === 'owner' || origin === 'agent'

/** How a text that a model or others brought stands with the owner: it waits for a yes, or the owner said yes or no to it. */
export const reviews = ['waits', 'approved', 'refused'] as const
export type Review = (typeof reviews)[number]

/** How a text stands that no model is given because of it. */
export const unapproved = ['waits', 'refused'] as const satisfies ReadonlyArray<Review>
export type Unapproved = (typeof unapproved)[number]

/** True for a text that waits for the owner's yes, or was refused. */
export const isUnapproved = (review: Review | undefined): review is Unapproved => review === 'waits' || review === 'refused'

/** True where memories of the first origin may be put before a model, and those of the second may not. */
export const isMoreTrusted = (one: Origin | undefined, other: Origin): boolean =>
  one !== undefined && mayBeInjected(one) && !mayBeInjected(other)

/** True for nodes that can be items of a recall: not cues, which stand for questions, and not tools. */
export const isItem = (type: NodeType | undefined): boolean => type !== undefined && type !== 'cue' && type !== 'tool_call'

/** True for items that are searched by their words and names: not procedures, to which only a cue leads. */
export const isSearched = (type: NodeType | undefined): boolean => isItem(type) && type !== 'procedure'

/** The number of a name that mentions are labelled with, in order of first appearance within a fold. */
export type LabelNumber = number

export interface NodeView {
  readonly node: NodeNumber
  readonly state: NodeState
  readonly type: NodeType
  /** The origin of its text. {@link GraphView.isTrusted} says whether it may be put before a model. */
  readonly origin: Origin
  /** True where the owner allowed that this text is put before a model, whatever its origin. */
  readonly trusted: boolean
  /** See {@link GraphView.reviewOf}. */
  readonly review: Review | undefined
  readonly utility: Nano
  readonly id: ContentRef
  readonly title: ContentRef | undefined
  readonly text: ContentRef
  /** The link targets as written. Absent where none were ever recorded. */
  readonly links: ContentRef | undefined
  /**
   * The tags by which it is found beside title and text: the first content of the list, which holds all tags that its document gives it.
   */
  readonly tags: ContentRef | undefined
  /** The importance that its author gave it, in nano-units from 0 to 1. */
  readonly importance: number | undefined
  /** The day that it is about, in days since 1970-01-01. */
  readonly day: number | undefined
  readonly source: SourceNumber | undefined
}

/** The statement of a person in a conversation that a memory is wrong. */
export interface Doubt {
  readonly feedback: FeedbackNumber
  readonly said: ContentRef
  /** The time of the statement, in milliseconds UTC. */
  readonly at: number
  /** True where the words say no more than that the memory is wrong. */
  readonly bare?: true
  /** The stretch of the memory's text that the words are about, in UTF-16 offsets. Absent: the memory as a whole. */
  readonly part?: readonly [from: number, to: number]
}

export const supersedingRules = ['front-matter', 'statement', 'same-label', 'copy', 'named', 'judged'] as const
export type SupersedingRule = (typeof supersedingRules)[number]

export const supersedingReasons = ['outright', 'verdict', 'said', 'later', 'dated', 'copy', 'again'] as const
export type SupersedingReason = (typeof supersedingReasons)[number]

/**
 * Another memory holds what is true now of what this one states. With the reason `again` it says again what held before this one: what this one took the
 * place of holds then, too.
 */
export interface Supersession {
  readonly by: NodeNumber
  readonly rule: SupersedingRule
  readonly reason: SupersedingReason
  /** The stretch of the text that is superseded, in UTF-16 offsets. Absent: the whole text. */
  readonly part?: readonly [from: number, to: number]
  /** The stretch of the text of `by` that says so. Absent: the whole text. */
  readonly says?: readonly [from: number, to: number]
  /** The feedback in which a person said so, or in which a note was judged. Absent where documents said it. */
  readonly feedback?: FeedbackNumber
  readonly gone?: true
}

/** Who names other words for a memory: a person, the document that it stands in, or a language model. */
export const aliasNamers = ['person', 'document', 'model'] as const
export type AliasNamer = (typeof aliasNamers)[number]

/** Other words by which a memory is asked for, as one of the three named them. */
export interface NodeAliases {
  readonly by: AliasNamer
  /** The questions, one a line. Absent: a model was asked and found none. */
  readonly names?: ContentRef
  /** The call of the model that named them. */
  readonly call?: CallNumber
}

/** Returns the aliases of a node after one of the three named some: what the same one named before goes. */
export const withAliases = (known: ReadonlyArray<NodeAliases>, named: NodeAliases): ReadonlyArray<NodeAliases> =>
  aliasNamers.flatMap((by) => {
    if (by !== named.by) return known.filter((one) => one.by === by)
    return named.names === undefined && named.call === undefined ? [] : [named]
  })

/**
 * Returns the aliases that stay when a memory gets another text: those of a person, who named them of the memory, until he takes them back. Those of a
 * document and of a model are questions about the text.
 */
export const aliasesOfPerson = (known: ReadonlyArray<NodeAliases>): ReadonlyArray<NodeAliases> => known.filter(({ by }) => by === 'person')

/** Returns the contents that hold the aliases. */
export const namesIn = (aliases: ReadonlyArray<NodeAliases>): ReadonlyArray<ContentRef> => aliases.flatMap(({ names }) => names ?? [])

export interface NodeLife {
  /** How often its question was asked; of cues only. */
  readonly seen: number
  /** How often it took part in a recall: a memory that the walk visited, a cue that was matched. */
  readonly fired: number
  /** How often a verdict said that it was right, and that it was wrong. */
  readonly used: number
  readonly corrected: number
  /** The first and the newest turn in which it was seen or fired; 0 where there is none. */
  readonly first: TurnNumber
  readonly last: TurnNumber
}

export interface EdgeView {
  readonly edge: EdgeNumber
  readonly source: NodeNumber
  readonly target: NodeNumber
  readonly kind: EdgeKind
  readonly strength: Nano
  readonly first: Nano
  /** False from a pruning until a restoration. */
  readonly linked: boolean
  /** True where it was pruned because its documents no longer support it: only they restore it. */
  readonly withdrawn: boolean
  readonly uses: number
  readonly skips: number
  /** The newest turn that followed it; where none did, the turn after which it was linked. */
  readonly lastUsed: TurnNumber
  /** See {@link GraphView.lastRenewedOf}. */
  readonly lastRenewed: TurnNumber
}

/**
 * The graph. Numbers run from 1 to the highest without a gap; for numbers beyond, answers are `undefined`. Valid until its fold gets the
 * next commit.
 */
export interface GraphView {
  readonly nodes: number
  readonly edges: number
  /**
   * The number of recallable nodes that are not trusted. See {@link isRecallable} and {@link GraphView.isTrusted}. The fold counts them, so
   * reading it takes constant time.
   */
  readonly untrusted: number
  readonly node: (node: NodeNumber) => NodeView | undefined
  readonly edge: (edge: EdgeNumber) => EdgeView | undefined
  /** Returns the linked edges that leave a node, by rising number. */
  readonly out: (node: NodeNumber) => ReadonlyArray<EdgeNumber>
  /** Returns the linked and pruned edges that leave a node or lead to it, by rising number. It reads these edges and no other. */
  readonly joining: (node: NodeNumber) => ReadonlyArray<EdgeNumber>
  /** Returns the linked and pruned edges from one node to another, by rising number. */
  readonly between: (source: NodeNumber, target: NodeNumber) => ReadonlyArray<EdgeNumber>
  // Single columns, for code that runs on every recall.
  readonly stateOf: (node: NodeNumber) => NodeState | undefined
  readonly typeOf: (node: NodeNumber) => NodeType | undefined
  readonly originOf: (node: NodeNumber) => Origin | undefined
  /**
   * True for a node that may be put before a model and gain strength: its origin is the owner or the agent, or the owner trusts it; and its text
   * neither waits for the owner's yes nor was refused.
   */
  readonly isTrusted: (node: NodeNumber) => boolean
  /** Returns how the text of a node stands with the owner, where it was to wait for a yes. Absent for a text that needed none. */
  readonly reviewOf: (node: NodeNumber) => Review | undefined
  /** Returns the source that the node was read from; 0 for none. */
  readonly sourceNumberOf: (node: NodeNumber) => SourceNumber
  readonly utilityOf: (node: NodeNumber) => Nano
  /** See {@link NodeView.day}. */
  readonly dayOf: (node: NodeNumber) => number | undefined
  /**
   * Returns the time at which the text of a node was read in or said, in milliseconds UTC. All texts of one reading have the same; 0 for no such
   * node.
   */
  readonly readAt: (node: NodeNumber) => number
  /** True where the node was right for some question: a linked edge of a cue, other than a grown one, leads to it with a strength above 0. */
  readonly isPraised: (node: NodeNumber) => boolean
  readonly lifeOf: (node: NodeNumber) => NodeLife
  /** Returns the doubts about a node that still apply, the newest last. */
  readonly doubtsOf: (node: NodeNumber) => ReadonlyArray<Doubt>
  readonly doubted: () => ReadonlyArray<NodeNumber>
  /**
   * Returns by what a node is superseded, the newest last. A text that waits for the owner's yes, or was refused, supersedes nothing; nor does one whose
   * words are over because another says again what held before.
   */
  readonly supersededBy: (node: NodeNumber) => ReadonlyArray<Supersession>
  /** Returns what is recorded to supersede a node, what waits and what was refused with it. */
  readonly supersessionsOf: (node: NodeNumber) => ReadonlyArray<Supersession>
  readonly superseded: () => ReadonlyArray<NodeNumber>
  /** Returns the other words by which a node is asked for, as a person named them and others did for its present text, in the order of {@link aliasNamers}. */
  readonly aliasesOf: (node: NodeNumber) => ReadonlyArray<NodeAliases>
  readonly aliased: () => ReadonlyArray<NodeNumber>
  /** The number of nodes that {@link aliased} returns. */
  readonly aliases: number
  /** True where a node has these contents now. Compares without decoding the stored references. */
  readonly isWorded: (node: NodeNumber, as: Pick<NodeView, 'id' | 'title' | 'text'>) => boolean
  readonly strengthOf: (edge: EdgeNumber) => Nano
  readonly kindOf: (edge: EdgeNumber) => EdgeKind | undefined
  readonly targetOf: (edge: EdgeNumber) => NodeNumber
  readonly sourceOf: (edge: EdgeNumber) => NodeNumber
  readonly isLinked: (edge: EdgeNumber) => boolean
  readonly firstOf: (edge: EdgeNumber) => Nano
  readonly usesOf: (edge: EdgeNumber) => number
  /** Returns the newest turn that followed the edge, or after which it was linked, restored or moved by a verdict. */
  readonly lastRenewedOf: (edge: EdgeNumber) => TurnNumber
  /** Returns the role of a mention; `undefined` for other edges. */
  readonly roleOf: (edge: EdgeNumber) => MentionRole | undefined
  /** Returns the number of the name of a mention; 0 for other edges. */
  readonly labelOf: (edge: EdgeNumber) => LabelNumber
  /** Returns the number of a label; 0 where no mention has it. */
  readonly labelNumber: (ref: ContentRef) => LabelNumber
  readonly label: (label: LabelNumber) => ContentRef | undefined
}

/** True for a node that can be an item of a recall now. */
export const isRecallable = (graph: Pick<GraphView, 'stateOf' | 'typeOf'>, node: NodeNumber): boolean =>
  isLive(graph.stateOf(node)) && isItem(graph.typeOf(node))

/** True for a node that is trusted, or would be without the review. What is recorded of it while it waits holds from the owner's yes on. */
export const isOrMayBeTrusted = (graph: Pick<GraphView, 'isTrusted' | 'originOf'>, node: NodeNumber): boolean =>
  graph.isTrusted(node) || mayBeInjected(graph.originOf(node) ?? 'untrusted')

/** The registry of edge kinds: the kernel family of each, whether it decays, and whether feedback may move it (decision C31). */

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
  'grown',
] as const
export type EdgeKind = (typeof edgeKinds)[number]

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

/** The factors of the families of edges for a question, from 0 to 2 (S1.31). */
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
  grown: fixed('SIM'),
}

/** Kinds of edges that documents lay by their form and by their names: no kinds of S1. */
export const structuralKinds: KindSet = kindSet('hierarchical', 'link', 'mention')

/** Kinds whose edges come from use, not from documents. */
export const usedKinds: ReadonlySet<EdgeKind> = new Set(['learned', 'cooccurrence', 'support', 'follow_up', 'tool_link', 'causal', 'grown'])

/** The role of a mention: one end is about the name, or both only mention it. */
export const mentionRoles = ['title', 'shared'] as const
export type MentionRole = (typeof mentionRoles)[number]
