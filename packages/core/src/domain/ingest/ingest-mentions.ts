/**
 * Edges of kind `mention` between passages that share a name: selects them and decides the changes.
 *
 * A name weighs more the rarer it is, and most if one passage is about it and the other mentions it. The edges of a passage depend only on
 * the passages that have its names, so passages can be decided in any order and number. Measurements: ADR 0015.
 */

import { naturalLogarithm } from '@crabtrail/text/words/scoring'
import * as Result from 'effect/Result'
import type { Decision } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { EdgeView, GraphView, LabelNumber, MentionRole } from '../graph.ts'
import type { ContentRef, EdgeNumber, NodeNumber } from '../identity.ts'
import { ingestStrength, type Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { Nano } from '../strength.ts'
import { type ChangedEdges, formerEdge, isReweighed } from './ingest-edges.ts'

/** A passage that has a name. `isAbout`: the passage is about the name; false: it only mentions the name. */
export interface Carrier {
  readonly node: NodeNumber
  readonly isAbout: boolean
}

export interface NamedPassage {
  readonly node: NodeNumber
  /** Name → true if the passage is about it, false if the passage mentions it. Empty for a passage that no longer exists. */
  readonly names: ReadonlyMap<string, boolean>
}

export interface Names {
  /** All passages that have the name, including those that are being decided. */
  readonly carriers: (name: string) => ReadonlyArray<Carrier>
  /** True if the passage has a title. */
  readonly isTitled: (node: NodeNumber) => boolean
}

export interface Mention {
  readonly source: NodeNumber
  readonly target: NodeNumber
  readonly role: MentionRole
  /** Shared name with the largest weight; of equal weights the first in code-unit order. */
  readonly name: string
  /** All shared names that count for this pair. */
  readonly names: ReadonlyArray<string>
  readonly strength: Nano
}

/** True if the profile joins passages by the names that they share. */
export const joinsByNames = ({ mentions }: Profile): boolean => mentions.edgesMost > 0

/**
 * Returns the most carriers of a name that are looked up. A name in more passages joins none of them, but may have joined some before so
 * many passages changed.
 */
export const carriersLookedUp = ({ mentions }: Profile, changed = 0): number => mentions.carriersMost + changed

/** Returns the mentions of a passage, strongest first, at most `profile.mentions.edgesMost`. Equal weights are ordered by node number. */
export const mentionsOf = ({ names, node }: NamedPassage, brain: Names, profile: Profile): ReadonlyArray<Mention> => {
  const { carriersMost, commonAt, edgesMost } = profile.mentions
  const found = new Map<NodeNumber, { weight: number; name: string; role: MentionRole; names: Array<string> }>()
  const isTitled = brain.isTitled(node)
  for (const [name, isAbout] of names) {
    const carriers = brain.carriers(name)
    if (carriers.length < 2 || carriers.length > carriersMost) continue
    const rarity = 1 - naturalLogarithm(carriers.length) / naturalLogarithm(commonAt)
    for (const other of carriers) {
      const role: MentionRole = isAbout || other.isAbout ? 'title' : 'shared'
      // Unless both passages have titles, a name that both texts mention is weak evidence that they belong together.
      if (other.node === node || (role === 'shared' && !(isTitled && brain.isTitled(other.node)))) continue
      const weight = rarity * roleWeight(isAbout, other.isAbout, profile)
      const known = found.get(other.node)
      if (known === undefined) found.set(other.node, { weight, name, role, names: [name] })
      else {
        known.names.push(name)
        if (role === 'title') known.role = role
        if (weight > known.weight || (weight === known.weight && name < known.name)) Object.assign(known, { weight, name })
      }
    }
  }
  return [...found]
    .sort(([a, one], [b, other]) => other.weight - one.weight || a - b)
    .slice(0, edgesMost)
    .map(([target, { weight, ...mention }]) => ({ source: node, target, ...mention, strength: ingestStrength(profile, weight) }))
}

const roleWeight = (isAbout: boolean, isOtherAbout: boolean, { mentions }: Profile): number => {
  if (isAbout) return isOtherAbout ? mentions.bothAbout : mentions.isMentioned
  return isOtherAbout ? mentions.mentions : mentions.bothMention
}

/** Adds passages to the carriers of their names. A list stops at `most` + 1 entries, which is enough to see that a name is too common. */
export const addCarriers = (found: ReadonlyMap<string, Array<Carrier>>, passages: ReadonlyArray<NamedPassage>, most: number): void => {
  for (const { names, node } of passages) {
    for (const [name, isAbout] of names) {
      const known = found.get(name)
      if (known !== undefined && known.length <= most) known.push({ node, isAbout })
    }
  }
}

export interface LabelledMention extends Mention {
  /** Reference of the content that holds the name. */
  readonly label: ContentRef
}

export interface WantedMentions {
  /** Maps a passage to the mentions that it should have. Edges of passages that are not in the map stay unchanged. */
  readonly wanted: ReadonlyMap<NodeNumber, ReadonlyArray<LabelledMention>>
  /** Names that edges of these passages were linked by, without erased names. */
  readonly linkedBy: LinkedBy
  /** Highest edge number in use, including edges that the same commit links before. */
  readonly lastEdge: EdgeNumber
}

export type LinkedBy = ReadonlyMap<LabelNumber, string>

export const decideMentions = (
  { lastEdge, linkedBy, wanted }: WantedMentions,
  { graph }: Pick<BrainState, 'graph'>,
): Decision<ChangedEdges> => {
  const events: Array<NewEvent> = []
  let [linked, pruned] = [0, 0]
  let number = lastEdge
  for (const [node, mentions] of wanted) {
    const missing = new Map(mentions.map((mention) => [mention.target, mention]))
    for (const edge of graph.out(node)) {
      if (graph.kindOf(edge) !== 'mention') continue
      const view = graph.edge(edge)
      const now = missing.get(graph.targetOf(edge))
      if (view !== undefined && now !== undefined && saysTheSame(graph, view, now, linkedBy)) {
        missing.delete(now.target)
        continue
      }
      events.push({ type: 'EdgePruned', data: { edge, reason: now === undefined ? 'source' : 'reweighed' } })
      pruned++
    }
    for (const mention of missing.values()) {
      const { label, role, source, strength, target } = mention
      const former = formerMention(graph, mention)
      if (former === undefined) {
        const data = { edge: ++number, source, target, kind: 'mention', strength, reason: 'ingest', role, label } as const
        events.push({ type: 'EdgeLinked', data })
      } else events.push({ type: 'EdgeRestored', data: { edge: former, reason: 'source' } })
      linked++
    }
  }
  return Result.succeed({ events, answer: { linked, pruned } })
}

/**
 * True if an edge stays as it is: same role, nearly the same first strength, and linked by a name that both passages still share. A
 * different shared name is accepted unless a pruned edge with the preferred name can be restored.
 */
const saysTheSame = (graph: GraphView, { edge, first }: EdgeView, mention: LabelledMention, linkedBy: LinkedBy): boolean => {
  if (graph.roleOf(edge) !== mention.role || isReweighed(first, mention.strength)) return false
  const name = linkedBy.get(graph.labelOf(edge))
  if (name === undefined || !mention.names.includes(name)) return false
  return name === mention.name || formerMention(graph, mention) === undefined
}

/** Returns a pruned edge with the same ends, first strength, role and name, or undefined. */
const formerMention = (graph: GraphView, { label, role, source, strength, target }: LabelledMention): EdgeNumber | undefined => {
  const edge = formerEdge(graph, source, target, 'mention', strength)
  if (edge === undefined) return undefined
  return graph.roleOf(edge) === role && graph.label(graph.labelOf(edge)) === label ? edge : undefined
}
