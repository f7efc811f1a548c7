/** Rules that must hold of every conversation: each looks at one step with what was known before it, and says what breaks it. */
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { mute, type Step } from './conversation.ts'
import { hintRules } from './hint-rules.ts'
import {
  effectsOf,
  eventsAs,
  factsOf,
  type Known,
  type KnownTurn,
  knownTurn,
  nothingKnown,
  openSession,
  saidIn,
  takeDown,
} from './known-conversation.ts'
import { useRules } from './use-rules.ts'

export interface ConversationRule {
  readonly name: string
  readonly breaches: (step: Step, known: Known) => ReadonlyArray<string | false>
}

/** Everything that breaks a rule; empty for a good conversation. */
export const conversationComplaints = (steps: ReadonlyArray<Step>): ReadonlyArray<string> => {
  const known = nothingKnown()
  return steps.flatMap((step, i) => {
    const found = conversationRules.flatMap(({ breaches, name }) =>
      breaches(step, known).flatMap((breach) => (breach === false ? [] : [`${name}: step ${i}, ${step.said.kind}: ${breach}`])),
    )
    takeDown(known, step)
    return found
  })
}

/** A completion's own verdict, the tools it names and whoever was not known. */
const ofCompletion = new Set(['ActorNamed', 'SessionStarted', 'NodeAdded', 'EdgeLinked', 'FeedbackGiven', 'TurnCompleted'])

const endsOnce: ConversationRule = {
  name: 'a turn ends once, unless it had failed',
  breaches: (step, known) => {
    const ends = eventsAs(step, 'TurnCompleted')
    if (step.said.kind !== 'complete') return [ends.length > 0 && 'ends a turn']
    const turn = knownTurn(known, step.turn)
    if (turn === undefined) return [(step.refused !== 'NotFound' || step.events.length > 0) && `an unknown turn is ${step.refused}`]
    const { outcome } = step.said
    const isNew = turn.outcome === undefined || (turn.outcome === 'failure' && outcome !== 'failure')
    if (!isNew) return [step.events.length > 0 && `t${turn.turn} was ${turn.outcome} already: ${step.events.map(({ type }) => type)}`]
    return [
      (ends.length !== 1 || ends[0]?.turn !== turn.turn || ends[0].data.outcome !== outcome) && `ends ${ends.map((end) => end.turn)}`,
      step.events.some(({ type }) => !ofCompletion.has(type)) && `appends ${step.events.map(({ type }) => type)}`,
      eventsAs(step, 'NodeAdded').some(({ data }) => data.nodeType !== 'tool_call') && 'adds a node that is no tool',
    ]
  },
}

const effectsFollowVerdicts: ConversationRule = {
  name: 'strengths move only when a verdict is learned from',
  breaches: (step, known) => {
    const effects = effectsOf(step)
    const said = new Set([
      ...known.verdicts.keys(),
      ...known.unattributed,
      ...eventsAs(step, 'FeedbackGiven').map(({ position }) => position),
    ])
    return [
      effects.length > 0 && step.said.kind !== 'learn' && step.said.kind !== 'feedback' && `has effects ${effects.map(({ type }) => type)}`,
      effects.some(({ cause }) => cause === undefined || !said.has(cause)) && 'has an effect of no verdict',
      eventsAs(step, 'FeedbackGiven').length > 0 && !['complete', 'hear', 'feedback'].includes(step.said.kind) && 'gives a verdict',
      effects.length > 0 && step.said.kind === 'learn' && known.verdicts.size + known.unattributed.size === 0 && 'learns from nothing',
    ]
  },
}

const sessionsInTurn: ConversationRule = {
  name: 'one key names one session at a time, with the next number',
  breaches: (step, known) => {
    const number = saidIn(known, step)
    const started = eventsAs(step, 'SessionStarted').map(({ data }) => data.session)
    const facts = factsOf(step)
    const expected = number ?? known.begun + 1
    const begins = number === undefined && facts.length > 0
    return [
      started.join() !== (begins ? `${expected}` : '') && `begins ${started}, not ${expected}`,
      facts.some(({ commit }) => commit.session !== expected) && `stands in ${facts.map(({ commit }) => commit.session)}, not ${expected}`,
      ...endBreaches(step, number),
      ...feedbackBreaches(step, known, number),
    ]
  },
}

const endBreaches = (step: Step, open: number | undefined): ReadonlyArray<string | false> => {
  const { said } = step
  const ended = eventsAs(step, 'SessionEnded').map(({ data }) => data.session)
  if (said.kind !== 'session') return [ended.length > 0 && 'ends a session']
  const should = said.event === 'ended' ? [open ?? []].flat() : []
  return [
    ended.join() !== should.join() && `ends ${ended}, not ${should}`,
    said.event === 'ended' && open === undefined && step.events.length > 0 && 'ends what is not there',
    said.event === 'started' && open === undefined && step.events.length === 0 && 'begins nothing',
  ]
}

/** A verdict that names no turn is on the newest of the session: never on one of the session before. */
const feedbackBreaches = (step: Step, known: Known, open: number | undefined): ReadonlyArray<string | false> => {
  if (step.said.kind !== 'feedback') return []
  const newest = known.turns.filter(({ recalled, session }) => recalled && session === open).at(-1)
  const judged = eventsAs(step, 'FeedbackGiven').map(({ turn }) => turn)
  if (newest === undefined) return [(judged.length > 0 || step.refused !== 'NotFound') && `judges ${judged} of another session`]
  return [judged.some((turn) => turn !== newest.turn) && `judges ${judged}, not ${newest.turn}`]
}

const heardRightly: ConversationRule = {
  name: 'a heard correction is the owner’s, of the last turn, in time, mild, and of what the reply drew on',
  breaches: (step, known) => {
    const { events, said } = step
    if (said.kind !== 'hear') return []
    const meant = meantTurn(step, known)
    const counts = said.text === 0 && said.origin === 'owner' && meant !== undefined && !mute.includes(step.session ?? '')
    if (!counts) return [events.length > 0 && `appends ${events.map(({ type }) => type)}`]
    const given = eventsAs(step, 'FeedbackGiven')
    const told = given.map(({ data, origin, turn }) => [turn, origin, data.verdict, data.tier, data.given, data.outcome, data.nodes].join())
    const reasons = eventsAs(step, 'OutcomeGiven').map(({ data, origin }) => [origin, data.given, data.turns.length, data.reason].join())
    const mostly = meant.drew.find(({ share }) => share >= 600_000_000)
    const why = `owner,heard,0,${meant.drew.length === 0 ? 'not-drawn-on' : 'several'}`
    const blame = [meant.turn, 'owner', 'correction', 'conscious', 'heard', -300_000_000, mostly?.node].join()
    const [should, because] = mostly === undefined ? ['', why] : [blame, '']
    return [told.join() !== should && `says ${told}, not ${should}`, reasons.join() !== because && `says ${reasons}, not ${because}`]
  },
}

const meantTurn = ({ at, session, turn }: Step, known: Known): KnownTurn | undefined => {
  const open = openSession(known, session)
  const last = known.turns.filter((one) => one.session === open && (turn === undefined || one.turn < turn)).at(-1)
  if (last === undefined || open === undefined || last.absent || last.included.length === 0) return undefined
  return at - last.at <= 1_000 * balanced.learning.spokenSeconds ? last : undefined
}

const conversationRules: ReadonlyArray<ConversationRule> = [
  endsOnce,
  effectsFollowVerdicts,
  sessionsInTurn,
  heardRightly,
  ...useRules,
  ...hintRules,
]
