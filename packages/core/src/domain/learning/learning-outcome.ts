/** What the learner concludes from an outcome that names no turn: a share for each turn that it may be about, and credit by share. */
import type { BrainEventOf, NewEvent } from '../events/brain-event.ts'
import type { Refusal } from '../events/learning-events.ts'
import type { NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { standsAgainst } from '../projections/owners-words.ts'
import { hasPaid } from '../projections/turns/turn-ledger.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { type Nano, units } from '../strength.ts'
import { sharesOf } from './attribution-policy.ts'
import { openCredits } from './credit.ts'
import { isFull, kindOf, speakerTeaches } from './teaching.ts'

/** One of the turns that were named as candidates. */
interface Payer {
  readonly place: number
  readonly turn: TurnRecord
}

/** A turn that has paid into another outcome of this tier gets none of this one; what it would have got goes to the others. */
export const learnFromOutcome = (fact: BrainEventOf<'OutcomeGiven'>, state: BrainState, profile: Profile): ReadonlyArray<NewEvent> => {
  const { cues, feedback, outcome, tier, turns, verdict } = fact.data
  if (fact.data.reason !== undefined) return [nothingFrom(fact)]
  const teaching = turns.flatMap((number, place): ReadonlyArray<Payer> => {
    const turn = state.turn(number)
    return turn !== undefined && teaches(fact, turn, state, profile) ? [{ place, turn }] : []
  })
  const paying = teaching.filter(({ turn }) => !hasPaid(turn, tier))
  const reason = refusal(fact, state, profile, { teaching, paying })
  const shares = sharesByPlace(fact, reason === undefined ? paying : [], profile)
  const attributed: NewEvent = {
    type: 'FeedbackAttributed',
    cause: fact.position,
    data: { feedback, turns, shares, ...(reason === undefined ? {} : { reason }) },
  }
  const credits = openCredits(fact.position, state, profile)
  for (const { place, turn } of paying) {
    const share = shares[place] ?? 0
    if (share === 0) continue
    const cue = cues[place] || undefined
    const said = { turn, tier, applied: verdict, cue, outcome: units(outcome) * units(share), countsFromZero: false, skipped: [] }
    for (const node of turn.included) if (!isHeldBy(fact, state, cue, node)) credits.credit(said, node)
  }
  return [attributed, ...credits.events]
}

/** It was said of no memory. */
const nothingFrom = ({ data, position }: BrainEventOf<'OutcomeGiven'>): NewEvent => ({
  type: 'FeedbackAttributed',
  cause: position,
  data: { feedback: data.feedback, turns: [], shares: [], reason: 'unattributed' },
})

/** True where the owner’s explicit word on this memory, for this kind of question, contradicts an outcome that names no turn. The owner’s word wins. */
const isHeldBy = ({ data }: BrainEventOf<'OutcomeGiven'>, { owner }: BrainState, cue: NodeNumber | undefined, node: NodeNumber): boolean =>
  data.given !== undefined && cue !== undefined && standsAgainst(owner, cue, node, data.outcome)

const teaches = ({ commit, origin = 'untrusted' }: BrainEventOf<'OutcomeGiven'>, turn: TurnRecord, state: BrainState, profile: Profile) =>
  speakerTeaches(state, turn, { origin, session: kindOf(state, commit.session) }, profile)

const refusal = (
  { commit, data, origin = 'untrusted' }: BrainEventOf<'OutcomeGiven'>,
  state: BrainState,
  profile: Profile,
  { paying, teaching }: { readonly paying: ReadonlyArray<Payer>; readonly teaching: ReadonlyArray<Payer> },
): Refusal | undefined => {
  if (data.turns.length === 0) return 'window'
  if (profile.learning.muteOrigins.includes(origin)) return 'origin'
  if (teaching.length === 0) return 'session'
  if (paying.length === 0) return 'consumed'
  return isFull(state, commit, data.tier, profile) ? 'cap' : undefined
}

/** Of every candidate, 0 for those that do not pay. How far back a turn lies counts among all candidates. */
const sharesByPlace = ({ data }: BrainEventOf<'OutcomeGiven'>, paying: ReadonlyArray<Payer>, profile: Profile): ReadonlyArray<Nano> => {
  const shares = sharesOf(
    paying.map(({ place }) => ({ distance: place, closeness: data.closeness[place] ?? 0 })),
    profile,
  )
  const byPlace = new Map(paying.map(({ place }, i) => [place, shares[i] ?? 0]))
  return data.turns.map((_, place) => byPlace.get(place) ?? 0)
}
