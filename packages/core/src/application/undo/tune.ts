/**
 * Searches settings on the history of a brain: turns before a split teach, the verdicts on later turns judge. Settings are chosen on the
 * older part alone and proven on the newest verdicts. Nothing is written unless that is asked for and the proof holds.
 */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { changedSettings, settingsOf } from '../../domain/profiles/own-settings.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { profiles } from '../../domain/profiles/profiles.ts'
import { signalsOut, standingRequests } from '../../domain/projections/standing.ts'
import { isAboveError, judgedLeast, mean, neighboursOf, temporalSplit, tunable } from '../../domain/undo/evaluation.ts'
import type { TuneAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { TuneRequest } from '../requests.ts'
import { changeProfile } from '../signals/change-profile.ts'
import { ReplayProgress } from './derive.ts'
import { compareScores, type Judge, judge, judgedMost, judgedQuestions } from './judging.ts'

/** Settings that are tried, unless the request names a limit. */
const triedMost = 50

export const tune = Effect.fnUntraced(function* (brain: OpenBrain, request: TuneRequest) {
  const { limit = triedMost } = request
  const inForce = yield* profileOf(brain.state, brain.key)
  const names = yield* namesIn(request)
  const out = signalsOut(brain.state.unlearnings, standingRequests(brain.state.unlearnings))
  const asked = yield* judgedQuestions(brain, out)
  const whole = temporalSplit(asked)
  const inner = temporalSplit(whole.before)
  const trials = Math.min(limit, names.reduce((sum, name) => sum + neighboursOf(inForce, name).length, 0) * passes)
  const plan = {
    trials,
    judged: asked.length,
    train: Math.min(judgedMost, inner.after.length),
    heldOut: Math.min(judgedMost, whole.after.length),
  }
  const answer = { brain: brain.key, position: brain.state.position, profile: inForce.name, plan, applied: false, tried: [], chosen: [] }
  if (Math.min(plan.train, plan.heldOut) < judgedLeast) return { ...answer, reason: 'too-few-verdicts' as const } satisfies TuneAnswer
  if (request.dryRun === true) return { ...answer, reason: 'dry-run' as const } satisfies TuneAnswer
  const found = yield* search(yield* judge(brain, inner.after, out), inForce, { names, trials })
  const searched = { ...answer, tried: found.tried, chosen: changedSettings(inForce, found.profile), train: found.train }
  if (found.profile === inForce) return { ...searched, reason: 'nothing-better' as const } satisfies TuneAnswer
  const proof = yield* judge(brain, whole.after, out)
  const heldOut = compareScores(yield* proof(inForce), yield* proof(found.profile))
  const proven = { ...searched, heldOut }
  if (heldOut.gain <= 0) return { ...proven, reason: 'loses' as const } satisfies TuneAnswer
  if (request.apply !== true) return { ...proven, reason: 'not-asked' as const } satisfies TuneAnswer
  yield* apply(brain, request, found.profile)
  return { ...proven, applied: true, position: brain.state.position } satisfies TuneAnswer
})

/** Reads the names of the settings to search; all tunable ones without any. */
const namesIn = Effect.fnUntraced(function* ({ settings }: TuneRequest) {
  for (const name of settings ?? [])
    if (!tunable.includes(name))
      return yield* new InvalidRequest({
        field: 'settings',
        problem: `${JSON.stringify(name.slice(0, 80))} cannot be tuned; choose among ${tunable.join(', ')}`,
      })
  return settings === undefined || settings.length === 0 ? tunable : tunable.filter((name) => settings.includes(name))
})

/* Searches one setting after the other. */

const passes = 2

interface SearchPlan {
  readonly names: ReadonlyArray<string>
  readonly trials: number
}

/** Keeps each value whose gain on the judged turns is above its standard error; what was tried once is not tried again. */
const search = Effect.fnUntraced(function* (judged: Judge, inForce: Profile, { names, trials }: SearchPlan) {
  const progress = yield* ReplayProgress
  const began = yield* Clock.currentTimeMillis
  const inForceScores = yield* judged(inForce)
  const first = (yield* Clock.currentTimeMillis) - began
  yield* progress({ stage: 'planned', done: 0, of: trials, seconds: Math.ceil((first * (trials + 2)) / 1_000) })
  const seen = new Set([canonicalJson(inForce)])
  const tried: Array<TuneAnswer['tried'][number]> = []
  let best = { profile: inForce, scores: inForceScores }
  for (let pass = 0; pass < passes; pass++)
    for (const name of names)
      for (const profile of neighboursOf(best.profile, name)) {
        const key = canonicalJson(profile)
        if (seen.has(key) || tried.length >= trials) continue
        seen.add(key)
        const scores = yield* judged(profile)
        tried.push({ settings: changedSettings(inForce, profile), ndcg: mean(scores) })
        const { scores: kept } = best
        if (isAboveError(scores.map((one, i) => one - (kept[i] ?? 0)))) best = { profile, scores }
        yield* progress({ stage: 'tried', done: tried.length, of: trials })
      }
  return { profile: best.profile, tried, train: { before: mean(inForceScores), after: mean(best.scores) } }
})

/** Changes the settings of the brain to the chosen ones. */
const apply = Effect.fnUntraced(function* (brain: OpenBrain, request: TuneRequest, chosen: Profile) {
  const named = profiles.get(chosen.name)
  const own = named === undefined ? settingsOf(chosen) : changedSettings(named, chosen).map(({ setting, to }) => [setting, to] as const)
  const { actor, actorKind, origin, session, sessionKind } = request
  const speaker = { actor, actorKind, origin, session, sessionKind }
  const given = Object.fromEntries(Object.entries(speaker).filter(([, value]) => value !== undefined)) as typeof request
  yield* changeProfile(brain, { ...given, profile: chosen.name, settings: Object.fromEntries(own) })
})
