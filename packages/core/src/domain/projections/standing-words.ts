/**
 * The owner’s last explicit word on a memory for a kind of question. It stands until the owner says otherwise.
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

/** By cue and memory, see {@link wordKey}. */
export type StandingWords = Map<string, StandingWord>

const wordKey = (cue: NodeNumber, node: NodeNumber): string => `${cue} ${node}`

/** True for a verdict that stands until the owner says otherwise. */
export const isOutright = ({ data, origin }: Pick<BrainEventOf<'FeedbackGiven'>, 'data' | 'origin'>): boolean =>
  data.given === 'explicit' && data.tier === 'conscious' && origin === 'owner' && data.about === undefined

/** Finds, for a cue and a memory, whether the owner's standing word is for the memory. */
export const isVouchedBy =
  (words: ReadonlyMap<string, StandingWord>) =>
  (cue: NodeNumber, node: NodeNumber): boolean =>
    words.get(wordKey(cue, node))?.is === 'for'

/** True where the standing word contradicts an outcome. */
export const standsAgainst = (words: ReadonlyMap<string, StandingWord>, cue: NodeNumber, node: NodeNumber, outcome: number): boolean => {
  const word = words.get(wordKey(cue, node))
  return word !== undefined && (word.is === 'for' ? outcome < 0 : outcome > 0)
}

/** Folds one event into `words`, which the caller owns. Going back takes the words behind the position; those they replaced do not return. */
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
