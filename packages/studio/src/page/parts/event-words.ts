/** Says in words for people which event happened, and why a walk did not follow an edge: the names of both are words of programs. */

import type { AnswerOf } from '@crabtrail/core'

const words: Readonly<Record<string, string>> = {
  FeedbackGiven: 'a verdict was given',
  OutcomeGiven: 'it was said how it went',
  TurnCompleted: 'the turn ended',
  MessageJudged: 'a model judged a message',
  NodeSuperseded: 'a memory was replaced',
  NodeDoubted: 'a memory was doubted',
  EdgeLinked: 'the two were joined',
  EdgePruned: 'the link was taken away',
  EdgeRestored: 'the link was put back',
  StrengthSet: 'it was set by hand',
  StrengthsDecayed: 'it faded with time',
  StrengthsRestored: 'it was set back',
}

/** Types whose events say by two numbers which way they went. */
const ways: Readonly<Record<string, readonly [up: string, down: string]>> = {
  StrengthAdjusted: ['a link became stronger', 'a link became weaker'],
  UtilityAdjusted: ['a memory became more useful', 'a memory became less useful'],
}

/** Returns what an event of a type says, by how much it moved a number where it did; the type in small letters where there are no words. */
export const eventInWords = (type: string, moved = 0): string =>
  words[type] ??
  ways[type]?.[moved < 0 ? 1 : 0] ??
  type
    .replace(/([A-Z])/g, ' $1')
    .trim()
    .toLowerCase()

type Reason = AnswerOf<'why'>['skipped'][number]['reason'] | AnswerOf<'whyNot'>['ways'][number]['reason']

/** Why an edge was not followed, or did not bring its target. */
export const wayInWords: Readonly<Record<Reason, string>> = {
  dormant: 'too weak to be followed',
  gated: 'a shared name, which this question does not trust',
  'routed-away': 'its target adds nothing to the question',
  budget: 'the walk had gone far enough',
  visited: 'its target was reached already',
  cycle: 'it leads back',
  inhibited: 'it is negative: it takes from the score of its target',
  outweighed: 'other edges from there are stronger',
  'not-walked': 'the question did not lead there',
}
