/** Runs maintenance where it is due: what is not used fades and goes, in one commit behind its request. */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { whyWaiting } from '../../domain/decay/maintenance.ts'
import type { MaintainAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { beginSignal, runCommand } from '../brain/run-command.ts'
import type { MaintainRequest } from '../requests.ts'
import { alikeCues } from './alike-cues.ts'
import { goneThings } from './gone-things.ts'

const nothingDone = { faded: 0, pruned: 0, died: 0, merged: 0, promoted: 0, more: false, edges: [], nodes: [] }

/** A run that is asked for only where it is due is the memory's own doing. */
export const maintain = Effect.fnUntraced(function* (brain: OpenBrain, request: MaintainRequest) {
  const { when } = request
  const rehearsal = request.dryRun === true
  const signal = yield* beginSignal(brain, request)
  let turns = 0
  const { answer, events } = yield* runCommand(signal, {
    durability: 'power',
    by: when === undefined ? undefined : 'memory',
    rehearsal,
    gather: Effect.fnUntraced(function* ({ profile, state }) {
      turns = state.lastTurn - state.registers.maintenance.turn
      const now = yield* Clock.currentTimeMillis
      // Reading the words of cues takes long, so it is left where nothing will be decided on them.
      const waits = whyWaiting({ now, when }, state, profile) !== undefined || (state.progress.pending.length > 0 && !rehearsal)
      const alike = waits ? [] : yield* alikeCues(brain, profile)
      return { _tag: 'Maintain' as const, when, alike, now, rehearsal }
    }),
  })
  const common = { brain: brain.key, turns, position: brain.state.position }
  if (answer === undefined) return yield* Effect.die(new Error('a run of maintenance has no key, so it is always decided'))
  if ('waits' in answer) return { ...common, ...answer, ...nothingDone } satisfies MaintainAnswer
  const { gone, ...counts } = answer
  return { ...common, ...counts, ...(yield* goneThings(brain, events, gone)) } satisfies MaintainAnswer
})
