/** Events from before it was recorded how a verdict came, which memories a reply drew on, and why a correction is about none. */
import type { Upcaster } from './upcaster-chain.ts'

const unchanged: Upcaster['up'] = (data) => data

export const verdictsOfAnyManner: Upcaster = {
  type: 'FeedbackGiven',
  from: 1,
  why: 'how a verdict came was not recorded, and each memory took the whole of it: without the new fields that is still what it says',
  up: unchanged,
}

export const outcomesOfAnyManner: Upcaster = {
  type: 'OutcomeGiven',
  from: 1,
  why: 'an outcome was always about turns: without a reason it still is',
  up: unchanged,
}

export const attributionsOfFewerReasons: Upcaster = {
  type: 'FeedbackAttributed',
  from: 1,
  why: 'two reasons were added to the list, and none was taken away',
  up: unchanged,
}

export const endsWithoutDrawing: Upcaster = {
  type: 'TurnCompleted',
  from: 1,
  why: 'what a reply drew on was not recorded: absent means that nobody knows',
  up: unchanged,
}
