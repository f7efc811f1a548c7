/** One turn as the list of turns tells it: its question, its session, what was said of it. */

import type { AnswerOf } from '@crabtrail/core'
import type { ComponentChildren } from 'preact'
import { Answer, asOf } from './answer.tsx'

interface OneTurnProps {
  readonly turn: string
  readonly children: (one: AnswerOf<'turns'>['turns'][number]) => ComponentChildren
}

/** Nothing where there is no such turn at the position that is shown. */
export const OneTurn = ({ children, turn }: OneTurnProps) => (
  <Answer name="turns" request={{ before: `t${Number(turn.slice(1)) + 1}`, limit: 1, ...asOf() }} inline failed={() => null}>
    {({ turns: [one] }) => (one?.turn === turn ? children(one) : null)}
  </Answer>
)
