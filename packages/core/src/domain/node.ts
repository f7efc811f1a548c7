/** What a memory can be, where it comes from, and which states it passes through. */

/** S4.18, and `cue`: a node that stands for a kind of question. */
export const nodeTypes = ['fact', 'procedure', 'action', 'tool_call', 'guardrail', 'policy_hint', 'diagnostic', 'meta', 'cue'] as const
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
