/**
 * Searches settings on the history of a brain: turns before a split teach, the verdicts on later turns judge. Settings are chosen on the
 * older part alone and proven on the newest verdicts. Nothing is written unless that is asked for and the proof holds.
 */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { isRecallable } from '../../domain/graph.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import { changedSettings, settingsOf } from '../../domain/profiles/own-settings.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { profiles } from '../../domain/profiles/profiles.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { signalsOut, standingRequests } from '../../domain/projections/unlearnings.ts'
import type { Evidence } from '../../domain/recall/recall.ts'
import { isAboveError, mean, pairedInterval } from '../../domain/undo/bootstrap.ts'
import { judgedLeast, ndcg10, neighboursOf, temporalSplit, tunable } from '../../domain/undo/tuning.ts'
import type { TuneAnswer } from '../answers.ts'
import { type OpenBrain, profileOf } from '../brain/brain.ts'
import { gatherEvidence } from '../recall/evidence.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { TuneRequest } from '../requests.ts'
import { changeProfile } from '../signals/change-profile.ts'
import { derive, endBefore } from './derive.ts'
import { ReplayProgress } from './progress.ts'
import { questionTexts, type RecordedQuestion, rankedOn, recordedQuestions } from './recorded-questions.ts'

/** Settings that are tried, unless the request names a limit. */
const triedMost = 50
/** Questions of one part that are ranked at most: the newest. */
const judgedMost = 200

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
  const heldOut = yield* prove(yield* judge(brain, whole.after, out), inForce, found.profile)
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

/* Judges settings on turns that did not teach. */

interface Judged extends RecordedQuestion {
  readonly text: string
  readonly good: ReadonlySet<NodeNumber>
}

/** Returns the turns with at least one good memory, oldest first. */
const judgedQuestions = Effect.fnUntraced(function* (brain: OpenBrain, out: ReadonlySet<Position>) {
  const all = yield* recordedQuestions(brain, out)
  const judged = all.filter(({ verdicts }) => verdicts.size > 0)
  const textOf = yield* questionTexts(brain, judged)
  return judged.flatMap((one): ReadonlyArray<Judged> => {
    const good = new Set([...one.verdicts.values()].flatMap(({ node, value }) => (value > 0 ? [node] : [])))
    const text = textOf(one)
    return text === undefined || good.size === 0 ? [] : [{ ...one, text, good }]
  })
})

interface Learned {
  readonly state: BrainState
  readonly asked: ReadonlyArray<{ readonly evidence: Evidence; readonly good: ReadonlySet<NodeNumber> }>
}

/** Makes the judge of these turns: under each profile it learns from everything before the first of them. */
const judge = Effect.fnUntraced(function* (brain: OpenBrain, turns: ReadonlyArray<Judged>, out: ReadonlySet<Position>) {
  const [first] = turns
  const to = yield* endBefore(brain, first?.position ?? 1)
  const judged = turns.slice(-judgedMost)
  const learned = new Map<string, Learned>()
  const learn = Effect.fnUntraced(function* (profile: Profile) {
    const { state } = yield* derive(brain, { out, profile, to })
    const asked: Array<Learned['asked'][number]> = []
    for (const { good, text } of judged) {
      const known = new Set([...good].filter((node) => isRecallable(state.graph, node)))
      if (known.size > 0) asked.push({ evidence: yield* gatherEvidence(brain, state.graph, profile, text, to), good: known })
      yield* Effect.yieldNow
    }
    return { state, asked } satisfies Learned
  })
  return Effect.fnUntraced(function* (profile: Profile) {
    const key = learningKey(profile)
    const known = learned.get(key) ?? (yield* learn(profile))
    // The state of the settings in force is kept, and that of the last profile: a search varies walks around these two.
    for (const older of [...learned.keys()].slice(1)) learned.delete(older)
    learned.set(key, known)
    const scores: Array<number> = []
    for (const { evidence, good } of known.asked) {
      const ranking = rankedOn(known.state, profile, evidence)
      scores.push(
        ndcg10(
          ranking.slice(0, 10).map(({ node }) => node),
          good,
        ),
      )
    }
    yield* Effect.yieldNow
    return scores as ReadonlyArray<number>
  })
})
/** Returns NDCG@10 of each judged question under a profile. */
type Judge = Effect.Success<ReturnType<typeof judge>>

/** Settings of walks and contexts change nothing that is learned from recorded walks, and nothing that the indexes find. */
const learningKey = ({ context: _, walk: __, ...learning }: Profile): string => canonicalJson(learning)

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

const prove = Effect.fnUntraced(function* (judged: Judge, inForce: Profile, chosen: Profile) {
  const [before, after] = [yield* judged(inForce), yield* judged(chosen)]
  const gains = after.map((one, i) => one - (before[i] ?? 0))
  return { questions: gains.length, before: mean(before), after: mean(after), gain: mean(gains), interval: pairedInterval(gains) }
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
