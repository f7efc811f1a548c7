/**
 * The edges between passages that share a name: which of them a passage is to have, and what that changes.
 *
 * A name counts by how rare it is, most where one passage is about what another mentions. The edges of a passage depend on who has its names and
 * on nothing else, so any number of passages can be decided at a time, in any order. What was measured: ADR 0015.
 */
import * as Result from 'effect/Result'
import type { Decision } from '../decision.ts'
import type { MentionRole } from '../edge-kinds.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { EdgeView, GraphView, LabelNumber } from '../graph.ts'
import type { ContentRef, EdgeNumber, NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { Nano } from '../strength.ts'
import { naturalLogarithm } from '../text/logarithm.ts'
import { type ChangedEdges, formerEdge, ingestStrength, isReweighed } from './ingest-edges.ts'

/** A passage that has a name, and whether it is about it. */
export interface Carrier {
  readonly node: NodeNumber
  readonly isAbout: boolean
}

export interface NamedPassage {
  readonly node: NodeNumber
  /** Each of its names, and whether it is about it. Empty for one that is no longer there. */
  readonly names: ReadonlyMap<string, boolean>
}

export interface Names {
  /** All passages that have a name, those decided among them. */
  readonly carriers: (name: string) => ReadonlyArray<Carrier>
  /** Whether a passage is about anything at all. */
  readonly isTitled: (node: NodeNumber) => boolean
}

export interface Mention {
  readonly source: NodeNumber
  readonly target: NodeNumber
  readonly role: MentionRole
  /** The rarest that both have. */
  readonly name: string
  /** All that join the two. */
  readonly names: ReadonlyArray<string>
  readonly strength: Nano
}

/** The strongest mentions of a passage, at most so many as the profile allows; ties by number. */
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
      // Where nothing has a title, what two texts both name says little of what belongs together.
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

/** Adds passages to those that have a name. A list ends one beyond `most`: of a name that all of a first run have, nobody needs to know them all. */
export const addCarriers = (found: ReadonlyMap<string, Array<Carrier>>, passages: ReadonlyArray<NamedPassage>, most: number): void => {
  for (const { names, node } of passages) {
    for (const [name, isAbout] of names) {
      const known = found.get(name)
      if (known !== undefined && known.length <= most) known.push({ node, isAbout })
    }
  }
}

export interface LabelledMention extends Mention {
  /** The content of its name. */
  readonly label: ContentRef
}

export interface WantedMentions {
  /** Passages that are not in it are left alone. */
  readonly wanted: ReadonlyMap<NodeNumber, ReadonlyArray<LabelledMention>>
  /** The names that edges of these passages were linked by; without those that were erased. */
  readonly linkedBy: LinkedBy
  /** The last number that the commit gave to an edge before. */
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

/** By which of the names that both have makes no difference while they are about as rare, but that what was there before comes back. */
const saysTheSame = (graph: GraphView, { edge, first }: EdgeView, mention: LabelledMention, linkedBy: LinkedBy): boolean => {
  if (graph.roleOf(edge) !== mention.role || isReweighed(first, mention.strength)) return false
  const name = linkedBy.get(graph.labelOf(edge))
  if (name === undefined || !mention.names.includes(name)) return false
  return name === mention.name || formerMention(graph, mention) === undefined
}

/** A pruned edge that says the same. */
const formerMention = (graph: GraphView, { label, role, source, strength, target }: LabelledMention): EdgeNumber | undefined => {
  const edge = formerEdge(graph, source, target, 'mention', strength)
  if (edge === undefined) return undefined
  return graph.roleOf(edge) === role && graph.label(graph.labelOf(edge)) === label ? edge : undefined
}
