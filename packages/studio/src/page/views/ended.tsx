/** What ended a statement: who said so, in which session and words, and to which question; then what else says the same. */

import type { AnswerOf } from '@crabtrail/core'
import { OneTurn } from '../parts/one-turn.tsx'
import { dayOf, moment, NodeLink, SessionName } from '../parts/words.tsx'
import { linkTo } from '../state/route.ts'

type Ending = NonNullable<NonNullable<AnswerOf<'show'>['traced']>['ended']>[number]

/** Why a newer memory stands in the place of an older one. */
const reasons: Readonly<Record<Ending['reason'], string>> = {
  outright: 'because the newer one names it',
  verdict: 'by a correction',
  said: 'by what the owner said',
  later: 'because the other one is newer',
  dated: 'because the other one has a later date',
  copy: 'because it is a copy of what was replaced',
  again: 'because the owner says again what held before',
}

export const Ended = ({ ended }: { readonly ended: ReadonlyArray<Ending> }) => {
  // What ended it is the first that says so now; a memory that says so no longer ended it for a while.
  const first = ended.find(({ gone }) => gone === undefined) ?? ended[0]
  return (
    <>
      {first === undefined ? null : <First {...first} />}
      {ended.map((one) => (one === first ? null : <Again key={one.by} {...one} />))}
    </>
  )
}

const First = ({ at, feedback, given, gone, reason }: Ending) => (
  <p class="ended">
    <span class="faint">
      {`${gone === undefined ? 'replaced' : 'was replaced, and holds again:'}${at === null ? '' : ` on ${moment(at)}`} ${reasons[reason]}`}
    </span>
    {feedback === undefined || given === undefined ? null : <Correction feedback={feedback} given={given} />}
  </p>
)

const Again = ({ at, by, gone }: Ending) => (
  <p class="ended faint">
    {gone === undefined ? 'again by ' : 'for a while by '}
    <NodeLink node={by} />
    {at === null ? '' : ` since ${dayOf(at)}`}
  </p>
)

interface CorrectionProps {
  readonly feedback: string
  readonly given: NonNullable<Ending['given']>
}

/** Who said so, in which session and in which words, with the question that it was said to. */
const Correction = ({ feedback, given: { actor, origin, said, session, turn, verdict } }: CorrectionProps) => (
  <>
    {`: ${origin === 'owner' ? 'the owner' : (origin ?? 'somebody')} (${actor}) ${said === undefined ? `called it ${verdict}` : 'said'} `}
    {session === null ? null : (
      <>
        in <SessionName session={session} />{' '}
      </>
    )}
    {said === undefined ? null : <q dir="auto">{said}</q>} {turn === null ? null : <AskedIn turn={turn} />}{' '}
    <a class="quiet faint" href={linkTo('what-if', `feedback:${feedback}`)}>
      what if not
    </a>
  </>
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
