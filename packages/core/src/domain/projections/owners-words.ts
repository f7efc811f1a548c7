/**
 * Folds the owner's explicit words on memories: the last verdict on a memory for a kind of question, which stands until the owner says
 * otherwise; the memory that the owner named instead of another; and protection.
 *
 * A verdict is explicit if the owner gave it and it names the memory. Corrections heard in messages, use inferred from replies, verdicts of
 * agents and verdicts on a whole turn are not.
 */
import type { BrainEvent, BrainEventOf, EventData } from '../events/brain-event.ts'
import { ignore } from '../events/brain-event.ts'
import type { NodeNumber, Position } from '../identity.ts'

interface StandingWord {
  readonly is: 'for' | 'against'
  readonly position: Position
}

/** Cue → memory → the owner's last verdict. */
type StandingWords = Map<NodeNumber, Map<NodeNumber, StandingWord>>

/** The memory that the owner named instead of another for a kind of question. The other may give way while the edges of that cue still agree. */
export interface Replacement {
  readonly cue: NodeNumber
  /** The memory that is right. */
  readonly by: NodeNumber
  readonly position: Position
}

export interface OwnersWords {
  readonly standing: StandingWords
  /** Replacements by the memory that is wrong, the newest last. */
  readonly replacements: Map<NodeNumber, ReadonlyArray<Replacement>>
  /** Protected memories, including those that were retired with their document and may be restored. */
  readonly protections: Set<NodeNumber>
}

export const noWords = (): OwnersWords => ({ standing: new Map(), replacements: new Map(), protections: new Set() })

export const cloneWords = ({ protections, replacements, standing }: OwnersWords): OwnersWords => ({
  standing: new Map([...standing].map(([cue, words]) => [cue, new Map(words)])),
  replacements: new Map(replacements),
  protections: new Set(protections),
})

/** True for a verdict that stands until the owner says otherwise. */
export const isOutright = ({ data, origin }: Pick<BrainEventOf<'FeedbackGiven'>, 'data' | 'origin'>): boolean =>
  data.given === 'explicit' && data.tier === 'conscious' && origin === 'owner' && data.about === undefined

/** Returns a test of a cue and a memory: true if the owner's standing word is for the memory. */
export const isVouchedBy =
  ({ standing }: OwnersWords) =>
  (cue: NodeNumber, node: NodeNumber): boolean =>
    standing.get(cue)?.get(node)?.is === 'for'

/** True if the standing word contradicts an outcome. */
export const standsAgainst = ({ standing }: OwnersWords, cue: NodeNumber, node: NodeNumber, outcome: number): boolean => {
  const word = standing.get(cue)?.get(node)
  return word !== undefined && (word.is === 'for' ? outcome < 0 : outcome > 0)
}

/**
 * Folds one event into `words`, which the caller owns. A rollback removes verdicts after its position; it does not restore older ones.
 *
 * A node that is added or restored gets the protection that its state says. Retirement with its document or by an unlearning keeps the
 * protection, because the node may come back; any other retirement, a merge and a promotion remove it.
 */
export const foldWords = (words: OwnersWords, event: BrainEvent): void => {
  const { protections } = words
  switch (event.type) {
    case 'RollbackRequested':
      return takeBack(words, event.data.to)
    case 'FeedbackGiven':
      if (isOutright(event)) stand(words, event)
      return replace(words, event)
    case 'LearningRestated':
      return restate(words, event.data)
    case 'NodeProtected':
      return mark(protections, event.data.node, event.data.protection === 'on')
    case 'NodeAdded':
    case 'NodeRestored':
      return mark(protections, event.data.node, event.data.state === 'protected')
    case 'NodeRetired':
      if (event.data.reason !== 'source' && event.data.reason !== 'unlearned') protections.delete(event.data.node)
      return
    case 'NodeMerged':
    case 'NodePromoted':
      protections.delete(event.data.node)
      return
    default:
      ignore<'owner'>(event.type)
  }
}

const takeBack = ({ standing }: OwnersWords, to: Position): void => {
  for (const [cue, words] of standing) {
    for (const [node, { position }] of words) if (position > to) words.delete(node)
    if (words.size === 0) standing.delete(cue)
  }
}

const stand = ({ standing }: OwnersWords, { data, position }: BrainEventOf<'FeedbackGiven'>): void => {
  const { cue, instead = [], nodes, outcome } = data
  if (cue === undefined || outcome === 0 || nodes.length + instead.length === 0) return
  const words = standing.get(cue) ?? new Map<NodeNumber, StandingWord>()
  standing.set(cue, words)
  for (const node of nodes) words.set(node, { is: outcome > 0 ? 'for' : 'against', position })
  for (const node of instead) words.set(node, { is: 'for', position })
}

/** Maximum replacements of one memory. The newest are kept. */
const replacementsKept = 8

/** Sets verdicts and replacements as an unlearning left them. */
const restate = ({ replacements, standing }: OwnersWords, data: EventData<'LearningRestated'>): void => {
  for (const [i, cue] of data.cues.entries()) {
    const [node = 0, word = 'none', position = 0] = [data.nodes[i], data.words[i], data.said[i]]
    const words = standing.get(cue) ?? new Map<NodeNumber, StandingWord>()
    if (word === 'none' || position === 0 || node === 0) words.delete(node)
    else words.set(node, { is: word, position })
    if (words.size === 0) standing.delete(cue)
    else standing.set(cue, words)
  }
  for (const [i, node] of data.replaced.entries()) {
    const restated = (data.replacements[i] ?? [])
      .map(([cue = 0, by = 0, position = 0]) => ({ cue, by, position }))
      .filter(({ by, cue, position }) => Math.min(by, cue, position) > 0)
      .slice(-replacementsKept)
    if (restated.length === 0) replacements.delete(node)
    else replacements.set(node, restated)
  }
}

const replace = ({ replacements }: OwnersWords, event: BrainEventOf<'FeedbackGiven'>): void => {
  const { cue, instead, nodes, outcome, tier } = event.data
  if (cue === undefined || instead === undefined || outcome >= 0 || tier !== 'conscious' || event.origin !== 'owner') return
  const named = new Set(instead)
  for (const node of nodes) {
    const others = (replacements.get(node) ?? []).filter((one) => one.cue !== cue || !named.has(one.by))
    replacements.set(node, [...others, ...instead.map((by) => ({ cue, by, position: event.position }))].slice(-replacementsKept))
  }
}

const mark = <Member>(set: Set<Member>, member: Member, isIn: boolean): void => {
  if (isIn) set.add(member)
  else set.delete(member)
}
