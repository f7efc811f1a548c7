/**
 * Folds the owner's explicit words on memories: the last verdict on a memory for a kind of question, which stands until the owner says
 * otherwise; the memory that the owner named instead of another; and protection.
 *
 * A verdict is explicit if the owner gave it and it names the memory. Corrections heard in messages, use inferred from replies, verdicts of
 * agents and verdicts on a whole turn are not.
 */
import type { BrainEvent, BrainEventOf } from '../events/brain-event.ts'
import { ignore } from '../events/brain-event.ts'
import type { NodeNumber, Position } from '../identity.ts'
import { type PastRollback, stretchesInForce } from './unlearnings.ts'

interface StandingWord {
  readonly is: 'for' | 'against'
  readonly position: Position
}

/** From `at` on, the word said at `said` stands: for the memory, or against it where `said` is negative; 0: none. */
type WordChange = readonly [at: Position, cue: NodeNumber, node: NodeNumber, said: number]

/** From `at` on, these replacements of a memory hold. */
type ReplacementsChange = readonly [at: Position, node: NodeNumber, to: ReadonlyArray<Replacement>]

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
  /**
   * Every change of words and of replacements, and every rollback, oldest first: a rollback restores those of its position. A verdict adds one
   * entry for each memory that it names.
   */
  readonly past: {
    readonly words: Array<WordChange>
    readonly replacements: Array<ReplacementsChange>
    readonly rollbacks: Array<Pick<PastRollback, 'at' | 'to'>>
  }
}

export const noWords = (): OwnersWords => ({
  standing: new Map(),
  replacements: new Map(),
  protections: new Set(),
  past: { words: [], replacements: [], rollbacks: [] },
})

export const cloneWords = ({ past, protections, replacements, standing }: OwnersWords): OwnersWords => ({
  standing: new Map([...standing].map(([cue, words]) => [cue, new Map(words)])),
  replacements: new Map(replacements),
  protections: new Set(protections),
  past: { words: past.words.slice(), replacements: past.replacements.slice(), rollbacks: past.rollbacks.slice() },
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
 * Folds one event into `words`, which the caller owns. A rollback restores the words and replacements of its position.
 *
 * A node that is added or restored gets the protection that its state says. Retirement with its document or by an unlearning keeps the
 * protection, because the node may come back; any other retirement, a merge and a promotion remove it.
 */
export const foldWords = (words: OwnersWords, event: BrainEvent): void => {
  const { protections } = words
  switch (event.type) {
    case 'RollbackRequested':
      return restoreWords(words, { at: event.position, to: event.data.to })
    case 'FeedbackGiven':
      if (isOutright(event)) stand(words, event)
      return replace(words, event)
    case 'LearningRestated':
      return restate(words, event)
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

/* Each change is set and kept. */

const setWord = (words: OwnersWords, ...change: WordChange): void => {
  words.past.words.push(change)
  applyWord(words, change)
}

const applyWord = ({ standing }: Pick<OwnersWords, 'standing'>, [, cue, node, said]: WordChange): void => {
  const words = standing.get(cue) ?? new Map<NodeNumber, StandingWord>()
  if (said === 0) words.delete(node)
  else words.set(node, { is: said > 0 ? 'for' : 'against', position: Math.abs(said) })
  if (words.size === 0) standing.delete(cue)
  else standing.set(cue, words)
}

const setReplacements = (words: OwnersWords, ...change: ReplacementsChange): void => {
  words.past.replacements.push(change)
  applyReplacements(words, change)
}

const applyReplacements = ({ replacements }: Pick<OwnersWords, 'replacements'>, [, node, to]: ReplacementsChange): void => {
  if (to.length === 0) replacements.delete(node)
  else replacements.set(node, to)
}

const restoreWords = (words: OwnersWords, rollback: Pick<PastRollback, 'at' | 'to'>): void => {
  const { past, replacements, standing } = words
  past.rollbacks.push(rollback)
  standing.clear()
  replacements.clear()
  const stretches = stretchesInForce(past.rollbacks, rollback.at)
  const counts = ([at]: WordChange | ReplacementsChange) => stretches.some(({ after, to }) => at > after && at <= to)
  for (const change of past.words) if (counts(change)) applyWord(words, change)
  for (const change of past.replacements) if (counts(change)) applyReplacements(words, change)
}

const stand = (words: OwnersWords, { data, position }: BrainEventOf<'FeedbackGiven'>): void => {
  const { cue, instead = [], nodes, outcome } = data
  if (cue === undefined || outcome === 0) return
  for (const node of nodes) setWord(words, position, cue, node, outcome > 0 ? position : -position)
  for (const node of instead) setWord(words, position, cue, node, position)
}

/** Maximum replacements of one memory. The newest are kept. */
const replacementsKept = 8

/** Sets verdicts and replacements as an unlearning left them. */
const restate = (words: OwnersWords, { data, position: at }: BrainEventOf<'LearningRestated'>): void => {
  for (const [i, cue] of data.cues.entries()) {
    const [node = 0, is = 'none', said = 0] = [data.nodes[i], data.words[i], data.said[i]]
    if (node === 0) continue
    setWord(words, at, cue, node, is === 'none' || said === 0 ? 0 : is === 'for' ? said : -said)
  }
  for (const [i, node] of data.replaced.entries()) {
    const restated = (data.replacements[i] ?? [])
      .map(([cue = 0, by = 0, position = 0]) => ({ cue, by, position }))
      .filter(({ by, cue, position }) => Math.min(by, cue, position) > 0)
      .slice(-replacementsKept)
    setReplacements(words, at, node, restated)
  }
}

const replace = (words: OwnersWords, { data, origin, position }: BrainEventOf<'FeedbackGiven'>): void => {
  const { cue, instead, nodes, outcome, tier } = data
  if (cue === undefined || instead === undefined || outcome >= 0 || tier !== 'conscious' || origin !== 'owner') return
  const named = new Set(instead)
  for (const node of nodes) {
    const others = (words.replacements.get(node) ?? []).filter((one) => one.cue !== cue || !named.has(one.by))
    const to = [...others, ...instead.map((by) => ({ cue, by, position }))].slice(-replacementsKept)
    setReplacements(words, position, node, to)
  }
}

const mark = <Member>(set: Set<Member>, member: Member, isIn: boolean): void => {
  if (isIn) set.add(member)
  else set.delete(member)
}
