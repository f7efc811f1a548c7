/** Measures the bar of confidence of a brain by messages about other things, and records it where the brain has doubled since. */
import * as Effect from 'effect/Effect'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { barFrom, foreignMessages, isBarDue } from '../../domain/recall/own-bar.ts'
import { units } from '../../domain/strength.ts'
import { noHints, nothingNear } from '../../domain/walk/text-evidence.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { storedAccess } from '../brain/brain.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import { SearchIndex } from '../ports/search-index.ts'
import { gatherEvidence } from '../recall/evidence.ts'
import { recallIn } from '../recall/walk.ts'
import type { MaintainRequest } from '../requests.ts'

/**
 * Measures the bar where that is due: some 120 looks by words, which embed nothing and record nothing. Undefined where it is not due. A dry run
 * does not record it.
 */
export const calibrateConfidence = Effect.fnUntraced(function* (brain: OpenBrain, request: MaintainRequest) {
  const { state } = brain
  const settings = yield* profileOf(state, brain.key)
  const index = yield* SearchIndex
  const { documents: memories } = yield* index.statistics(brain.key, 'document')
  const { bar: before } = state.settings
  if (!brain.indexed || !isBarDue(memories, before, settings.context.few)) return undefined
  const scores = yield* foreignScores(brain, state, settings)
  const least = barFrom(scores, settings.context.confidence.least)
  const signal = yield* beginSignal(brain, request)
  yield* runCommand(signal, {
    durability: 'power',
    by: 'memory',
    rehearsal: request.dryRun === true,
    // Another process may have measured it meanwhile.
    gather: ({ state: { settings: now } }) =>
      Effect.succeed(
        now.bar?.since === before?.since && now.inForce?.since === state.settings.inForce?.since
          ? { _tag: 'CalibrateConfidence' as const, least, messages: scores.length, memories }
          : undefined,
      ),
  })
  return { least: units(least), messages: scores.length }
})

/**
 * Returns how sure the memory is of each message of which a text has a word, by the bar of the settings. Aliases do not count: a bar that they raise keeps
 * back more right memories than wrong ones (ADR 0093).
 */
const foreignScores = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState, profile: Profile) {
  const settings: Profile = { ...profile, seeding: { ...profile.seeding, aliases: 0 } }
  const { bar: _, ...inForce } = state.settings
  const plain: BrainState = { ...state, settings: { ...inForce, bar: undefined } }
  const access = yield* storedAccess(brain)
  const hints = { ...noHints, goesOnWith: noHints.hits }
  const scores: Array<number> = []
  for (const question of foreignMessages) {
    const evidence = yield* gatherEvidence(brain, state.graph, settings, question, undefined)
    const asked = { settings, engine: settings.engine, evidence, near: nothingNear, hints, question, inPrompt: undefined, turn: undefined }
    const { confidence } = yield* recallIn(brain, plain, asked, access)
    if (confidence !== undefined) scores.push(confidence.score)
  }
  return scores
})
