/** What did it do just now? All turns, newest first, in a list that asks for what is seen. */

import type { AnswerOf } from '@crabtrail/core'
import { Answer, asOf } from '../parts/answer.tsx'
import { LongList } from '../parts/long-list.tsx'
import { Badge, counted, moment, Nothing, SessionName, toneOf } from '../parts/words.tsx'
import { answerTo } from '../state/ask.ts'
import { head } from '../state/brain.ts'
import { at, linkTo, route } from '../state/route.ts'
import { Turn } from './turn.tsx'

export const Turns = () => (route.value.id === undefined ? <TurnList /> : <Turn turn={route.value.id} />)

const TurnList = () => {
  const { session } = route.value.more
  return (
    <>
      <h1>What did it do?</h1>
      {session === undefined ? <AllTurns /> : <TurnsOf session={session} />}
    </>
  )
}

const AllTurns = () => (
  <Answer name="turns" request={{ limit: 1, ...asOf() }}>
    {({ turns: [newest] }) => {
      if (newest === undefined)
        return <Nothing>No question was asked up to here. Ask one: by your agent, or with `crabtrail recall "…"`.</Nothing>
      const count = numberOf(newest.turn)
      return (
        <>
          <p class="told">{`${counted(count, 'turn')}, the newest first. Each is one question and what the memory gave for it.`}</p>
          <LongList
            count={count}
            rowHeight={62}
            label="Turns, the newest first"
            class="turns"
            row={(index) => <TurnAt turn={count - index} newest={count} />}
          />
        </>
      )
    }}
  </Answer>
)

/** Turns that are asked for at once. */
const pageSize = 50

/** One turn of the list, out of the page that it is on. */
const TurnAt = ({ newest, turn }: { readonly turn: number; readonly newest: number }) => {
  const last = Math.min(newest, Math.ceil(turn / pageSize) * pageSize)
  const told = answerTo(
    'turns',
    { before: `t${last + 1}`, limit: pageSize, ...asOf() },
    at.value === undefined ? head.value : undefined,
  ).value
  const one = told.state === 'told' ? told.answer.turns.find((listed) => numberOf(listed.turn) === turn) : undefined
  if (one !== undefined) return <TurnRow {...one} />
  return (
    <a class={`turn-row ${told.state === 'waiting' ? 'waiting' : ''}`} href={linkTo('turns', `t${turn}`)}>
      <span class="turn">{`t${turn}`}</span>
      <span class="faint">{told.state === 'failed' ? told.problem.message : '…'}</span>
    </a>
  )
}

/** Turns of one session that are listed at most. */
const ofSessionMost = 200

const TurnsOf = ({ session }: { readonly session: string }) => (
  <>
    <p class="line told">
      <span>
        Only those of <SessionName session={session} />
      </span>
      <a href={linkTo('turns')}>all turns</a>
    </p>
    <Answer name="turns" request={{ session, limit: ofSessionMost, ...asOf() }}>
      {({ more, turns }) => (
        <>
          {turns.length === 0 ? <Nothing>No question was asked in it up to here.</Nothing> : null}
          <ol class="turns">
            {turns.map((one) => (
              <li key={one.turn}>
                <TurnRow {...one} />
              </li>
            ))}
          </ol>
          {more ? <p class="faint">{`The newest ${ofSessionMost}.`}</p> : null}
        </>
      )}
    </Answer>
  </>
)

const numberOf = (turn: string): number => Number(turn.slice(1))

type Listed = AnswerOf<'turns'>['turns'][number]

const TurnRow = ({ absent, at: when, given, outcome, question, session, takenBack = {}, turn, verdicts }: Listed) => (
  <a class="turn-row" href={linkTo('turns', turn)}>
    <span class="turn">{turn}</span>
    <span class="question" dir="auto">
      {question ?? 'erased'}
    </span>
    <span class="badges">
      {Object.entries(verdicts).map(([verdict, times]) => (
        <Badge key={verdict} tone={toneOf(verdict)}>
          {times === 1 ? verdict : `${verdict} ${times}×`}
        </Badge>
      ))}
      {Object.entries(takenBack).map(([verdict, times]) => (
        <Badge key={`${verdict} taken back`}>{`${times === 1 ? verdict : `${verdict} ${times}×`} taken back`}</Badge>
      ))}
      {outcome === 'failure' ? <Badge tone="bad">failed</Badge> : null}
      {absent === undefined ? null : <Badge tone="warn">{`without memory: ${absent}`}</Badge>}
    </span>
    <span class="below">
      {absent === undefined ? `${given === 0 ? 'nothing' : counted(given, 'memory', 'memories')} given · ` : ''}
      {session === null ? 'no session' : <SessionName session={session} />}
      {` · ${moment(when)}`}
    </span>
  </a>
)
