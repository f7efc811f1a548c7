/** Takes learning back to an earlier position. Contents, nodes and consumed feedback stay; it can itself be taken back. */
import * as Effect from 'effect/Effect'
import type { BrainEvent, NewEvent } from '../../domain/events/brain-event.ts'
import { placed } from '../../domain/events/codec/event-codec.ts'
import type { Position } from '../../domain/identity.ts'
import { decideRollback, mayRollBack } from '../../domain/learning/rollback.ts'
import { introduce, sessionKind } from '../../domain/recording/participants.ts'
import type { RollbackAnswer } from '../answers.ts'
import { asOf, forEachEvent } from '../brain/as-of.ts'
import { beginSignal } from '../brain/begin-signal.ts'
import { type Decision, type OpenBrain, transact } from '../brain/brain.ts'
import { checkNames, gatherParticipants } from '../brain/participants.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import { commitEnd, resolvePosition } from '../naming/positions.ts'
import type { RollbackRequest } from '../requests.ts'
import { edgeChanges, utilityChanges } from './changes.ts'
import { workBacklogOff } from './learner.ts'
import { refuse, rejected } from './rejections.ts'

/** What would be done, or that it was done, or that the learner has to catch up first. */
type Outcome = 'behind' | 'done' | ReadonlyArray<BrainEvent>

export const rollback = Effect.fnUntraced(function* (brain: OpenBrain, request: RollbackRequest) {
  yield* checkNames(request)
  const asked = yield* resolvePosition(brain, request.to)
  const to = yield* commitEnd(brain, asked)
  const rounded = to === asked ? {} : { rounded: `${asked} lies inside a commit: ${to}, the end of the one before, is meant` }
  const then = yield* asOf(brain, to)
  const { through } = then.state.progress
  const signal = yield* beginSignal(brain, 'rollback', request)
  const { drafts } = signal
  for (;;) {
    // A rehearsal writes nothing, so it goes by what has been learned so far.
    if (request.dryRun !== true) yield* workBacklogOff(brain)
    const { answer, events, recorded } = yield* transact({
      ...signal,
      durability: 'power',
      decide: Effect.fnUntraced(function* (access) {
        const { state } = brain
        const participants = yield* gatherParticipants(brain, request, drafts, access)
        const { origin } = participants
        const mayAsk = mayRollBack(yield* profileOf(state, brain.key), origin, sessionKind(state, participants))
        if (!mayAsk) return yield* refuse({ _tag: 'SpeakerIsMute' })
        const introduced = introduce(state, participants)
        // Somebody gave feedback meanwhile: it is worked off first, in its order.
        const decision = (events: ReadonlyArray<NewEvent>, answer: Outcome): Decision<Outcome> => ({ ...introduced, events, answer })
        if (state.progress.pending.length > 0 && request.dryRun !== true) return decision([], 'behind')
        const position = state.position + introduced.events.length + 1
        const decided = decideRollback(
          state.graph,
          { to, through, graph: then.state.graph, erased: state.registers.erased },
          position,
          origin,
        )
        const events = [...introduced.events, ...decided]
        if (request.dryRun !== true) return decision(events, 'done')
        const preview = events.map((event, i) => placed(event, state.position + 1 + i, { at: state.at, actor: introduced.actor }))
        return decision([], preview)
      }),
    }).pipe(Effect.catchTag('Refused', ({ rejection }) => rejected(brain, rejection)))
    if (answer === 'behind') continue
    const effects =
      recorded === undefined ? (typeof answer === 'object' ? answer : events) : yield* recordedEvents(brain, recorded.first, recorded.count)
    // Said again with its key, so many events back may be elsewhere by now: the request went where it went.
    const went = recorded === undefined ? to : (effects.find((event) => event.type === 'RollbackRequested')?.data.to ?? to)
    return {
      brain: brain.key,
      to: went,
      ...(went === to ? rounded : {}),
      restored: { edges: yield* edgeChanges(brain, effects), utilities: yield* utilityChanges(brain, effects) },
      position: recorded === undefined ? brain.state.position : recorded.first + recorded.count - 1,
    } satisfies RollbackAnswer
  }
})

const recordedEvents = Effect.fnUntraced(function* (brain: OpenBrain, first: Position, count: number) {
  const events: Array<BrainEvent> = []
  yield* forEachEvent(brain, first, first + count - 1, (event) => events.push(event))
  return events as ReadonlyArray<BrainEvent>
})
