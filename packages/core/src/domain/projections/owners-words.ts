/**
 * Folds the owner's explicit words on memories: the last verdict on a memory for a kind of question, which stands until the owner says
 * otherwise, and the memory that the owner named instead of another.
 *
 * A verdict is explicit if the owner gave it and it names the memory. Corrections heard in messages, use inferred from replies, verdicts of
 * agents and verdicts on a whole turn are not.
 */
import type { BrainEvent, BrainEventOf } from '../events/brain-event.ts'
import { ignore } from '../events/readers.ts'
import type { NodeNumber, Position } from '../identity.ts'

export interface StandingWord {
  readonly is: 'for' | 'against'
  readonly position: Position
}

/** Standing words by cue and memory. {@link wordKey} makes the key. */
export type StandingWords = Map<string, StandingWord>

const wordKey = (cue: NodeNumber, node: NodeNumber): string => `${cue} ${node}`

/** True for a verdict that stands until the owner says otherwise. */
export const isOutright = ({ data, origin }: Pick<BrainEventOf<'FeedbackGiven'>, 'data' | 'origin'>): boolean =>
  data.given === 'explicit' && data.tier === 'conscious' && origin === 'owner' && data.about === undefined

/** Returns a test of a cue and a memory: true if the owner's standing word is for the memory. */
export const isVouchedBy =
  (words: ReadonlyMap<string, StandingWord>) =>
  (cue: NodeNumber, node: NodeNumber): boolean =>
    words.get(wordKey(cue, node))?.is === 'for'

/** True if the standing word contradicts an outcome. */
export const standsAgainst = (words: ReadonlyMap<string, StandingWord>, cue: NodeNumber, node: NodeNumber, outcome: number): boolean => {
  const word = words.get(wordKey(cue, node))
  return word !== undefined && (word.is === 'for' ? outcome < 0 : outcome > 0)
}

/** Folds one event into `words`, which the caller owns. A rollback removes words after its position; it does not restore older ones. */
export const foldStandingWords = (words: StandingWords, event: BrainEvent): void => {
  switch (event.type) {
    case 'RollbackRequested':
      for (const [key, { position }] of words) if (position > event.data.to) words.delete(key)
      return
    case 'FeedbackGiven':
      return isOutright(event) ? stand(words, event) : undefined
    default:
      ignore<'standing words'>(event.type)
  }
}

const stand = (words: StandingWords, { data, position }: BrainEventOf<'FeedbackGiven'>): void => {
  const { cue, instead = [], nodes, outcome } = data
  if (cue === undefined || outcome === 0) return
  for (const node of nodes) words.set(wordKey(cue, node), { is: outcome > 0 ? 'for' : 'against', position })
  for (const node of instead) words.set(wordKey(cue, node), { is: 'for', position })
}

/** The memory that the owner named instead of another for a kind of question. The other may give way while the edges of that cue still agree. */

export interface Replacement {
  readonly cue: NodeNumber
  /** The memory that is right. */
  readonly by: NodeNumber
  readonly position: Position
}

/** Replacements by the memory that is wrong, the newest last. */
export type Replacements = Map<NodeNumber, ReadonlyArray<Replacement>>

/** Maximum replacements of one memory. The newest are kept. */
const kept = 8

/** Folds one event into `replacements`, which the caller owns. */
export const foldReplacements = (replacements: Replacements, event: BrainEvent): void => {
  switch (event.type) {
    case 'FeedbackGiven':
      return replace(replacements, event)
    default:
      ignore<'replacements'>(event.type)
  }
}

const replace = (replacements: Replacements, event: BrainEventOf<'FeedbackGiven'>): void => {
  const { cue, instead, nodes, outcome, tier } = event.data
  if (cue === undefined || instead === undefined || outcome >= 0 || tier !== 'conscious' || event.origin !== 'owner') return
  for (const node of nodes) {
    const named = new Set(instead)
    const others = (replacements.get(node) ?? []).filter((one) => one.cue !== cue || !named.has(one.by))
    replacements.set(node, [...others, ...instead.map((by) => ({ cue, by, position: event.position }))].slice(-kept))
  }
}
