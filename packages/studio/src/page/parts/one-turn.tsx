/** One turn as the list of turns tells it: its question, its session, what was said of it. */

import type { AnswerOf, RequestOf } from '@crabtrail/core'
import type { ComponentChildren } from 'preact'
import { answerTo } from '../state/ask.ts'
import { head } from '../state/brain.ts'
import { at } from '../state/route.ts'
import { Answer, asOf } from './answer.tsx'

interface OneTurnProps {
  readonly turn: string
  /** Undefined where there is no such turn at the position that is shown. */
  readonly children: (one: AnswerOf<'turns'>['turns'][number] | undefined) => ComponentChildren
}

export const OneTurn = ({ children, turn }: OneTurnProps) => (
  <Answer name="turns" request={requestOf(turn)} inline failed={() => null}>
    {({ turns }) => children(turns.find((one) => one.turn === turn))}
  </Answer>
)

/** The list is read from a turn on towards the older ones, and after the newest one there is none to read from. */
const requestOf = (turn: string): RequestOf<'turns'> => {
  const newest = answerTo('turns', { limit: 1, ...asOf() }, at.value === undefined ? head.value : undefined).value
  const isKnown = newest.state === 'told' && newest.answer.turns[0]?.turn !== turn
  return { ...(isKnown ? { before: `t${Number(turn.slice(1)) + 1}` } : {}), limit: 1, ...asOf() }
}
