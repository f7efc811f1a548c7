/** Records how a turn ended and, at the agent's tier, which of its memories the reply or a tool call used. */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import type { NewEvent } from '../../domain/events/brain-event.ts'
import { placed } from '../../domain/events/codec/event-codec.ts'
import { turnOutcomes } from '../../domain/events/turn-events.ts'
import { type ActorNumber, type NodeNumber, printedTurn, type TurnNumber } from '../../domain/identity.ts'
import { type Drawn, drawnOn } from '../../domain/learning/drawn-on.ts'
import { decideFeedback } from '../../domain/learning/feedback.ts'
import { graphWith } from '../../domain/learning/graph-with.ts'
import { learn } from '../../domain/learning/learning.ts'
import { learnsFromEnds } from '../../domain/learning/turn-end.ts'
import { creditable, type UseInput, usedItems } from '../../domain/learning/use-evidence.ts'
import { usedByAgent } from '../../domain/projections/turns/turn-ledger.ts'
import type { DrawnNode } from '../../domain/projections/turns/turn-record.ts'
import { introduce, sessionKind } from '../../domain/recording/participants.ts'
import { decideCompletion, type ToolTally } from '../../domain/recording/turn.ts'
import { one } from '../../domain/strength.ts'
import type { CompleteAnswer } from '../answers.ts'
import { beginSignal } from '../brain/begin-signal.ts'
import { type Access, type Decision, type OpenBrain, type Transacted, transact } from '../brain/brain.ts'
import type { ContentDrafts } from '../brain/content-drafts.ts'
import { keptBodies } from '../brain/kept-bodies.ts'
import { checkNames, gatherParticipants } from '../brain/participants.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import { checkTexts, cleanText } from '../brain/text-input.ts'
import { limits } from '../limits.ts'
import { nodeNames } from '../naming/names.ts'
import { type IntegrityBroken, InvalidRequest } from '../request-errors.ts'
import type { CompleteRequest } from '../requests.ts'
import { askedTurn } from './asked-turn.ts'
import { workBacklogOff } from './learner.ts'
import { gatherCue } from './question-cue.ts'
import { skippedByTurn } from './skipped-by-turn.ts'

/** A turn that has ended already is left as it is, unless it had failed and was tried again. */
export const complete = Effect.fnUntraced(function* (brain: OpenBrain, request: CompleteRequest) {
  yield* checkCompletion(request)
  const turn = yield* askedTurn(brain, request)
  const signal = yield* beginSignal(brain, 'complete', request)
  const { drafts } = signal
  const messages = yield* Effect.forEach(request.messages ?? [], (id) => Effect.map(cleanText(id), ({ text }) => drafts.add(text)))
  const shown = yield* gatherUse(brain, request, turn)
  const used = shown === undefined ? [] : usedItems(shown).map(({ node }) => node)
  const drew = shown === undefined ? undefined : drawnShares(drawnOn(shown))
  const { outcome } = request
  const durationMs = Math.max(0, Math.trunc(request.durationMs))
  const { answer } = yield* whenCaughtUp(brain, (isBehind) =>
    transact({
      ...signal,
      durability: 'process',
      decide: Effect.fnUntraced(function* (access) {
        const { state } = brain
        const participants = yield* gatherParticipants(brain, { ...request, origin: 'agent' }, drafts, access, {
          about: state.anyTurn(turn)?.session,
        })
        const introduced = introduce(state, participants)
        const profile = yield* profileOf(state, brain.key)
        const tools = yield* gatherTools(brain, request, drafts, access)
        const completion = decideCompletion(state, turn, { outcome, durationMs, tools, messages, drew }, profile)
        const nothing: Decision<Completed> = { ...introduced, events: [], answer: [] }
        if (completion.length === 0) return nothing
        if (yield* isBehind) return { ...nothing, answer: 'behind' }
        const learned = yield* useOf(brain, drafts, access, {
          turn,
          found: used,
          actor: introduced.actor,
          linkedBefore: completion.filter(({ type }) => type === 'EdgeLinked').length,
          session: sessionKind(state, participants),
        })
        const facts = [...introduced.events, ...completion]
        const events = [...facts, ...learned, ...(yield* endEffects(brain, facts, introduced.actor))]
        return { ...introduced, events, answer: creditedBy(learned) }
      }),
    }),
  )
  const credited = answer === undefined || answer === 'behind' ? [] : answer
  const names = yield* nodeNames(brain, brain.state.graph, credited, 'names')
  return {
    brain: brain.key,
    turn: printedTurn(turn),
    used: credited.map((node) => names.id(node)),
    position: brain.state.position,
  } satisfies CompleteAnswer
})

/** The memories that were used, or that the learner has to catch up first. */
type Completed = ReadonlyArray<NodeNumber> | 'behind'

/**
 * What the end of a turn changes goes into its own commit, so the learner has to be level with the log. Where nothing is changed by it,
 * nobody waits for that.
 */
const whenCaughtUp = Effect.fnUntraced(function* <E, R>(
  brain: OpenBrain,
  end: (isBehind: Effect.Effect<boolean, IntegrityBroken>) => Effect.Effect<Transacted<Completed>, E, R>,
) {
  const learns = Effect.map(
    Effect.suspend(() => profileOf(brain.state, brain.key)),
    learnsFromEnds,
  )
  const isBehind = Effect.map(learns, (learns) => learns && brain.state.progress.pending.length > 0)
  for (;;) {
    if (yield* isBehind) yield* workBacklogOff(brain)
    const ended = yield* end(isBehind)
    if (ended.answer !== 'behind') return ended
  }
})

/** The last of `facts`, which are about to be appended, is how the turn ended. */
const endEffects = Effect.fnUntraced(function* (brain: OpenBrain, facts: ReadonlyArray<NewEvent>, actor: ActorNumber) {
  const { state } = brain
  const profile = yield* profileOf(state, brain.key)
  const ended = facts.at(-1)
  if (ended === undefined) return []
  const fact = placed(ended, state.position + facts.length, { at: state.at, actor })
  const skipped = yield* skippedByTurn(brain, state, fact, profile)
  return learn(fact, { ...state, graph: graphWith(state.graph, facts) }, profile, skipped)
})

const checkCompletion = Effect.fnUntraced(function* (request: CompleteRequest) {
  yield* checkNames(request)
  const { durationMs, messages = [], reply = '', tools = [], toolTexts = [] } = request
  const malformed = (field: string, problem: string) => new InvalidRequest({ field, problem })
  if (!turnOutcomes.includes(request.outcome)) return yield* malformed('outcome', `it is none of ${turnOutcomes.join(', ')}`)
  if (!Number.isFinite(durationMs)) return yield* malformed('durationMs', `${durationMs} is no number of milliseconds`)
  yield* checkTexts('messages', messages, { count: limits.messages, bytes: limits.idBytes })
  yield* checkTexts(
    'tools',
    tools.map(({ name }) => name),
    { count: limits.tools, bytes: limits.idBytes },
  )
  const twice = tools.find(({ name }, i) => tools.findIndex((one) => one.name === name) !== i)
  if (twice !== undefined) return yield* malformed('tools', `${JSON.stringify(twice.name)} is named twice`)
  for (const { calls, failures } of tools) {
    const fits = [calls, failures].every((count) => Number.isSafeInteger(count) && count >= 0)
    if (!fits) return yield* malformed('tools', 'calls and failures are whole numbers from 0')
  }
  const characters = [reply, ...toolTexts].reduce((sum, text) => sum + text.length, 0)
  if (characters > limits.replyCharacters) {
    return yield* malformed('reply', `it has ${characters} characters with what tools were called with; at most ${limits.replyCharacters}`)
  }
})

/** A tool is a memory of its own, made at its first call: what leads to it can be learned. */
const gatherTools = (brain: OpenBrain, request: CompleteRequest, drafts: ContentDrafts, access: Access) =>
  Effect.forEach(
    request.tools ?? [],
    Effect.fnUntraced(function* ({ calls, failures, name }) {
      const { text } = yield* cleanText(name)
      const id = `tool:${text}`
      const known = (yield* access.find('node-id', id)).find(({ number }) => brain.state.graph.typeOf(number) === 'tool_call')
      return { known: known?.number, id: drafts.add(id), text: drafts.add(text), calls, failures } satisfies ToolTally
    }),
  )

/** The given memories and the reply that followed, for the evidence of use. Absent where either is unknown. */
const gatherUse = Effect.fnUntraced(function* (brain: OpenBrain, request: CompleteRequest, turn: TurnNumber) {
  const record = brain.state.turn(turn)
  const { reply = '', toolTexts = [] } = request
  if (record === undefined || brain.state.isAbsent(turn) || record.included.length === 0 || (reply === '' && toolTexts.length === 0))
    return undefined
  const names = yield* nodeNames(brain, brain.state.graph, record.included, 'texts')
  const question = record.question === undefined ? undefined : (yield* keptBodies(brain, [record.question])).get(record.question)
  const items = record.included.map((node) => ({ node, id: names.id(node), title: names.title(node), text: names.text(node) ?? '' }))
  const { learning } = yield* profileOf(brain.state, brain.key)
  return { question: question ?? '', items, reply, toolTexts, settings: learning.use } satisfies UseInput
})

/** In nano-units that sum to one: the first takes what rounding leaves. */
const drawnShares = (drawn: ReadonlyArray<Drawn>): ReadonlyArray<DrawnNode> => {
  const shares = drawn.map(({ share }) => Math.floor(one * share))
  const rest = one - shares.reduce((sum, share) => sum + share, 0)
  return drawn.map(({ node }, i) => ({ node, share: (shares[i] ?? 0) + (i === 0 ? rest : 0) }))
}

interface Use {
  readonly turn: TurnNumber
  readonly found: ReadonlyArray<NodeNumber>
  readonly actor: ActorNumber
  readonly linkedBefore: number
  readonly session: ReturnType<typeof sessionKind>
}

const creditedBy = (events: ReadonlyArray<NewEvent>): ReadonlyArray<NodeNumber> =>
  events.flatMap((event) => (event.type === 'FeedbackGiven' ? event.data.nodes : []))

/** The agent's own verdict. It makes no cue: nobody said anything about this kind of question. */
const useOf = Effect.fnUntraced(function* (
  brain: OpenBrain,
  drafts: ContentDrafts,
  access: Access,
  { actor, found, linkedBefore, session, turn }: Use,
) {
  const profile = yield* profileOf(brain.state, brain.key)
  const none: ReadonlyArray<NewEvent> = []
  const record = brain.state.turn(turn)
  const nodes = creditable(found, record === undefined ? new Set() : usedByAgent(record), profile.learning.use)
  if (nodes.length === 0 || profile.learning.muteSessions.includes(session)) return none
  const { knownCue } = yield* gatherCue(brain, drafts, access, turn)
  const decided = decideFeedback(
    {
      verdict: 'used',
      given: 'inferred',
      tier: 'agent',
      origin: 'agent',
      turn,
      nodes,
      instead: [],
      outcome: undefined,
      actor,
      linkedBefore,
      session,
      text: undefined,
      knownCue,
      newCue: undefined,
    },
    brain.state,
    profile,
  )
  return Result.isSuccess(decided) ? decided.success.events : none
})
