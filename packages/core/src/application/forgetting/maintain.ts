/** Forgets what is due, in one commit behind its request. */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { whyNotDue } from '../../domain/decay/consolidation-policy.ts'
import { decideMaintenance, type Maintenance } from '../../domain/decay/maintenance.ts'
import type { NewEvent } from '../../domain/events/brain-event.ts'
import { systemActor } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { introduce } from '../../domain/recording/participants.ts'
import type { MaintainAnswer } from '../answers.ts'
import { type Access, type OpenBrain, transact } from '../brain/brain.ts'
import { type ContentDrafts, contentDrafts } from '../brain/content-drafts.ts'
import { checkNames, gatherParticipants } from '../brain/participants.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import type { MaintainRequest } from '../requests.ts'
import { workBacklogOff } from '../signals/learner.ts'
import { alikeCues } from './alike-cues.ts'
import { goneThings } from './gone-things.ts'

type Outcome = 'behind' | { readonly waits: 'early' | 'little-changed' } | Maintenance

export const maintain = Effect.fnUntraced(function* (brain: OpenBrain, request: MaintainRequest) {
  yield* checkNames(request)
  const drafts = yield* contentDrafts
  for (;;) {
    // A rehearsal writes nothing, so it goes by what has been learned so far.
    if (request.dryRun !== true && (yield* whyWaiting(brain, yield* profileOf(brain.state, brain.key), request)) === undefined)
      yield* workBacklogOff(brain)
    const { lastTurn, registers } = brain.state
    const turns = lastTurn - registers.maintenance.turn
    const { answer = 'behind' } = yield* transact({
      brain,
      drafts,
      durability: 'power',
      decide: Effect.fnUntraced(function* (access) {
        const { state } = brain
        const profile = yield* profileOf(state, brain.key)
        const nothing = (answer: Outcome) => ({ events: [], actor: systemActor, session: undefined, answer })
        const waits = yield* whyWaiting(brain, profile, request)
        if (waits !== undefined) return nothing({ waits })
        // Somebody gave feedback meanwhile: it is worked off first, in its order.
        if (state.progress.pending.length > 0 && request.dryRun !== true) return nothing('behind')
        const asked = yield* whoAsks(brain, request, drafts, access)
        const decided = decideMaintenance(state, profile, {
          alike: yield* alikeCues(brain, profile),
          request: state.position + asked.events.length + 1,
          at: Math.max(state.at, yield* Clock.currentTimeMillis),
        })
        return { ...asked, events: request.dryRun === true ? [] : [...asked.events, ...decided.events], answer: decided }
      }),
    })
    if (answer === 'behind') continue
    const common = { brain: brain.key, turns, position: brain.state.position }
    if ('waits' in answer) return { ...common, ...answer, ...nothingDone } satisfies MaintainAnswer
    const { events, gone, ...counts } = answer
    return { ...common, ...counts, ...(yield* goneThings(brain, { events, gone })) } satisfies MaintainAnswer
  }
})

const nothingDone = { faded: 0, pruned: 0, died: 0, merged: 0, promoted: 0, more: false, edges: [], nodes: [] }

const whyWaiting = Effect.fnUntraced(function* ({ state }: OpenBrain, { forgetting }: Profile, { when }: MaintainRequest) {
  if (when === undefined) return undefined
  const { at, changes, turn } = state.registers.maintenance
  const milliseconds = (yield* Clock.currentTimeMillis) - at
  return whyNotDue({ turns: state.lastTurn - turn, milliseconds, changes }, when, forgetting)
})

/** What is due is the memory's own doing. */
const whoAsks = Effect.fnUntraced(function* (brain: OpenBrain, request: MaintainRequest, drafts: ContentDrafts, access: Access) {
  if (request.when !== undefined) return { events: [] as ReadonlyArray<NewEvent>, actor: systemActor, session: undefined }
  return introduce(brain.state, yield* gatherParticipants(brain, request, drafts, access))
})
