/** What ended a statement: who said so, in which session and words, and to which question; then what else says the same. */

import type { AnswerOf } from '@crabtrail/core'
import { Answer, asOf } from '../parts/answer.tsx'
import { OneTurn } from '../parts/one-turn.tsx'
import { dayOf, moment, NodeLink, SessionName } from '../parts/words.tsx'
import { shown } from '../state/brain.ts'
import { linkTo } from '../state/route.ts'

type Own = AnswerOf<'show'>['nodes'][number]
type Superseding = Own['supersededBy'][number]
type Logged = AnswerOf<'log'>['events'][number]

/** Why a newer memory stands in the place of an older one. */
const reasons: Readonly<Record<Superseding['reason'], string>> = {
  outright: 'because the newer one names it',
  verdict: 'by a correction',
  said: 'by what the owner said',
  later: 'because the other one is newer',
  dated: 'because the other one has a later date',
  copy: 'because it is a copy of what was replaced',
  again: 'because the owner says again what held before',
}

const until = () => (asOf().at === undefined ? {} : { to: asOf().at ?? '' })

interface Ending {
  readonly superseding: Superseding
  /** The event that recorded it; undefined where the log does not tell it. */
  readonly event: Logged | undefined
}

export const Ended = ({ own: { node, supersededBy } }: { readonly own: Own }) => (
  <Answer name="log" request={{ node, type: 'NodeSuperseded', limit: 20, names: true, ...until() }} failed={() => null}>
    {({ events }) => {
      const endings = supersededBy
        .map((superseding): Ending => ({ superseding, event: events.findLast((one) => isOf(superseding, one)) }))
        .toSorted((one, other) => (one.event?.position ?? 0) - (other.event?.position ?? 0))
      // What ended it is the first that says so now; a memory that says so no longer ended it for a while.
      const first = endings.find(({ superseding }) => superseding.gone === undefined) ?? endings[0]
      return (
        <>
          {first === undefined ? null : <Ending {...first} />}
          {endings.map((one) => (one === first ? null : <Again key={one.superseding.by} {...one} />))}
        </>
      )
    }}
  </Answer>
)

const isOf = ({ by, feedback }: Superseding, { data, names = {} }: Logged): boolean =>
  names['by']?.includes(by) === true && (feedback === undefined || data['feedback'] === Number(feedback.slice(1)))

const beganOf = ({ gone }: Superseding): string => (gone === undefined ? 'replaced' : 'was replaced, and holds again:')

const Ending = ({ event, superseding }: Ending) => {
  const { feedback, reason } = superseding
  return (
    <p class="ended">
      <span class="faint">{`${beganOf(superseding)}${event === undefined ? '' : ` on ${moment(event.at)}`} ${reasons[reason]}`}</span>
      {feedback === undefined || event === undefined ? null : <Correction feedback={feedback} from={event.position} />}
    </p>
  )
}

const Again = ({ event, superseding: { by, gone } }: Ending) => (
  <p class="ended faint">
    {gone === undefined ? 'again by ' : 'for a while by '}
    <NodeLink node={by} />
    {event === undefined ? '' : ` since ${dayOf(event.at)}`}
  </p>
)

/** Events between a replacement and the verdict that it is recorded with, at most: other replacements of the same verdict. */
const betweenMost = 100

/** Who said so, in which session and in which words, with the question that it was said to. */
const Correction = ({ feedback, from }: { readonly feedback: string; readonly from: number }) => (
  <Answer
    name="log"
    request={{
      type: 'FeedbackGiven',
      from: String(from),
      to: String(Math.min(from + betweenMost, shown.value ?? from)),
      limit: betweenMost,
    }}
    fixed
    inline
    failed={() => null}
  >
    {({ events }) => {
      const given = events.find(({ data }) => data['feedback'] === Number(feedback.slice(1)))
      if (given === undefined) return null
      const { actor, data, origin, session, turn } = given
      return (
        <>
          {`: ${origin === 'owner' ? 'the owner' : (origin ?? 'somebody')} (${actor}) ${data['text'] === undefined ? `called it ${data['verdict']}` : 'said'} `}
          {session === null ? null : (
            <>
              in <SessionName session={session} />{' '}
            </>
          )}
          {data['text'] === undefined || turn === null ? null : <Said feedback={feedback} position={given.position} turn={turn} />}{' '}
          {turn === null ? null : <AskedIn turn={turn} />}{' '}
          <a class="quiet faint" href={linkTo('what-if', `feedback:${feedback}`)}>
            what if not
          </a>
        </>
      )
    }}
  </Answer>
)

/** The words of a verdict. The log holds no texts: they stand with a strength that it moved. */
const Said = ({ feedback, position, turn }: { readonly feedback: string; readonly position: number; readonly turn: string }) => (
  <Answer name="log" request={{ turn, type: 'StrengthAdjusted', limit: 500 }} inline failed={() => null}>
    {({ events }) => {
      const moved = events.find(({ cause }) => cause === position)
      return moved === undefined ? null : <SaidWith edge={`e${moved.data['edge']}`} feedback={feedback} />
    }}
  </Answer>
)

const SaidWith = ({ edge, feedback }: { readonly edge: string; readonly feedback: string }) => (
  <Answer name="blame" request={{ edge }} fixed inline failed={() => null}>
    {({ history }) => {
      const said = history.find((one) => one.feedback === feedback)?.said
      return said === undefined ? null : <q dir="auto">{said}</q>
    }}
  </Answer>
)

const AskedIn = ({ turn }: { readonly turn: string }) => (
  <OneTurn turn={turn}>
    {(one) => (
      <>
        {'to the answer to '}
        <a class="turn" href={linkTo('turns', turn)} title={turn} dir="auto">
          {one.question ?? turn}
        </a>
      </>
    )}
  </OneTurn>
)
