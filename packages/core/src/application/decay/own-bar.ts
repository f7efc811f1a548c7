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
import { type Outside, WaitingOutside } from '../model/ask-model.ts'
import { SearchIndex, sameStatistics } from '../ports/search-index.ts'
import { gatherEvidence } from '../recall/evidence.ts'
import { recallIn } from '../recall/walk.ts'
import type { MaintainRequest } from '../requests.ts'

/** Most passes of a measurement that change cuts short. After them it is left to the next run of maintenance. */
const passesMost = 3

/**
 * Measures the bar where that is due: some 120 looks by words, which embed nothing and record nothing. Undefined where it is not due, where another
 * request of this process measures it, and where the texts or the settings changed in each pass. Other requests go on between two looks; turns among them
 * may move strengths meanwhile. A dry run does not record it.
 */
export const calibrateConfidence = Effect.fnUntraced(function* (brain: OpenBrain, request: MaintainRequest, outside: Outside) {
  const rehearsal = request.dryRun === true
  if (brain.calibrating && !rehearsal) return undefined
  const measured = measure(brain, outside)
  const done = yield* rehearsal ? measured : marked(brain, measured)
  if (done === undefined) return undefined
  const { barSince, inForceSince, least, memories, messages } = done
  const signal = yield* beginSignal(brain, request)
  yield* runCommand(signal, {
    durability: 'power',
    by: 'memory',
    rehearsal,
    // Another process may have measured it meanwhile.
    gather: ({ state: { settings: now } }) =>
      Effect.succeed(
        now.bar?.since === barSince && now.inForce?.since === inForceSince
          ? { _tag: 'CalibrateConfidence' as const, least, messages, memories }
          : undefined,
      ),
  })
  return { least: units(least), messages }
})

/** Keeps a second request from measuring the same while the first one lets others go on. */
const marked = <A, E, R>(brain: OpenBrain, measured: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    brain.calibrating = true
    return Effect.ensuring(
      measured,
      Effect.sync(() => {
        brain.calibrating = false
      }),
    )
  })

/** Returns the bar of the texts and settings that stood from the first look of a pass to its last one, with what it was measured on. */
const measure = Effect.fnUntraced(function* (brain: OpenBrain, outside: Outside) {
  for (let pass = 0; pass < passesMost; pass++) {
    const basis = yield* basisOf(brain)
    const settings = yield* profileOf(brain.state, brain.key)
    if (!brain.indexed || !isBarDue(basis.statistics.documents, brain.state.settings.bar, settings.context.few)) return undefined
    const scores = yield* foreignScores(brain, settings, outside)
    if (!isSame(basis, yield* basisOf(brain))) continue
    const { barSince, inForceSince, statistics } = basis
    const least = barFrom(scores, settings.context.confidence.least)
    return { barSince, inForceSince, least, memories: statistics.documents, messages: scores.length }
  }
  return undefined
})

/** Returns what all looks of one pass must share: the statistics of the index, the number of erased contents, the settings and the bar in force. */
const basisOf = Effect.fnUntraced(function* (brain: OpenBrain) {
  const index = yield* SearchIndex
  const statistics = yield* index.statistics(brain.key, 'document')
  const { erased, settings } = brain.state
  return { statistics, erased: erased.size, barSince: settings.bar?.since, inForceSince: settings.inForce?.since }
})

type Basis = Effect.Success<ReturnType<typeof basisOf>>

const isSame = (one: Basis, other: Basis): boolean =>
  sameStatistics(one.statistics, other.statistics) &&
  one.erased === other.erased &&
  one.barSince === other.barSince &&
  one.inForceSince === other.inForceSince

/**
 * Returns how sure the memory is of each message of which a text has a word, by the bar of the settings. Aliases do not count: a bar that they raise keeps
 * back more right memories than wrong ones (ADR 0093).
 */
const foreignScores = Effect.fnUntraced(function* (brain: OpenBrain, profile: Profile, outside: Outside) {
  const settings: Profile = { ...profile, seeding: { ...profile.seeding, aliases: 0 } }
  const access = yield* storedAccess(brain)
  const { aside } = yield* WaitingOutside
  const hints = { ...noHints, goesOnWith: noHints.hits }
  const scores: Array<number> = []
  for (const question of foreignMessages) {
    // A turn waits for the look under way, not for all of them.
    yield* outside(aside(Effect.yieldNow))
    // A view of the state ends with the next commit, which another request may have made.
    const { state } = brain
    const { bar: _, ...inForce } = state.settings
    const plain: BrainState = { ...state, settings: { ...inForce, bar: undefined } }
    const evidence = yield* gatherEvidence(brain, state.graph, settings, question, undefined)
    const asked = { settings, engine: settings.engine, evidence, near: nothingNear, hints, question, inPrompt: undefined, turn: undefined }
    const { confidence } = yield* recallIn(brain, plain, asked, access)
    if (confidence !== undefined) scores.push(confidence.score)
  }
  return scores
})
