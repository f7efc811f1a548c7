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
