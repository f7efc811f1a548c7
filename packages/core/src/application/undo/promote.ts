/**
 * Lets a brain go on from what a branch knows: a replay of it that was saved. Its settings are put in force, its excluded signals are out, and
 * what it learned is restated, in one commit of the brain itself. Only a branch that ranks the held-out questions no worse is promoted.
 */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { type Position, parseBrainKey } from '../../domain/identity.ts'
import { changedSettings } from '../../domain/profiles/own-settings.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { endedByRollback, requestsOf, signalsOut, standingRequests } from '../../domain/projections/standing.ts'
import { units } from '../../domain/strength.ts'
import { temporalSplit } from '../../domain/undo/evaluation.ts'
import { type HeldOut, sufficesToJudge } from '../../domain/undo/unlearn.ts'
import type { PromoteAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { forkOf, openSaved } from '../brain/branches.ts'
import { eventsOfCommit } from '../brain/commit-row.ts'
import { profileOf, settingsDigest } from '../brain/profile-in-force.ts'
import { asOf } from '../commands/as-of.ts'
import { edgeChanges, utilityChanges, workBacklogOff } from '../commands/learner.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import { graphDigest } from '../history/show.ts'
import { namesOf } from '../naming/names.ts'
import type { RecordedCommand } from '../ports/event-store.ts'
import { InvalidRequest, NotFound, StaleBranch } from '../request-errors.ts'
import type { PromoteRequest } from '../requests.ts'
import { derive } from './derive.ts'
import { compareScores, judgedMost, judgedQuestions, learnBefore, scoresOf } from './judging.ts'

export const promote = Effect.fnUntraced(function* (brain: OpenBrain, request: PromoteRequest) {
  if (request.undo !== true) return yield* promoteBranch(brain, request)
  if (request.branch !== undefined)
    return yield* new InvalidRequest({
      field: 'branch',
      problem: 'a take-back is always of the newest promotion that stands; leave the branch out',
    })
  return yield* takeBack(brain, request)
})

const promoteBranch = Effect.fnUntraced(function* (brain: OpenBrain, request: PromoteRequest) {
  const signal = yield* beginSignal(brain, request, 'promote')
  const rehearsal = request.dryRun === true
  const checks: Array<Checked> = []
  const { answer, events, recorded } = yield* runCommand(signal, {
    durability: 'power',
    rehearsal,
    gather: Effect.fnUntraced(function* ({ profile }) {
      const checked = yield* checkBranch(brain, request.branch, profile)
      checks.push(checked)
      const { branch, derived, fork, heldOut, under } = checked
      const data = {
        branch: signal.drafts.add(branch.key),
        at: branch.state.position,
        hash: branch.hash,
        signals: fork.excluded,
        ...(under === undefined ? {} : { profile: under.name, settings: { ...under }, digest: yield* settingsDigest(under) }),
      }
      return { _tag: 'Promote' as const, branch: data, heldOut, derived, rehearsal }
    }),
  })
  const checked = checks.at(-1)
  if (recorded !== undefined || checked === undefined) return yield* answeredBefore(brain, recorded)
  const { branch, fork, heldOut, inForce, judged, profile } = checked
  const done = answer === 'promoted'
  return {
    brain: brain.key,
    branch: branch.key,
    promoted: done && !rehearsal,
    ...(done && !rehearsal ? {} : { reason: done || answer === undefined ? ('dry-run' as const) : answer }),
    settings: changedSettings(inForce, profile),
    excluded: fork.excluded.length,
    judged,
    ...(heldOut === undefined ? {} : { heldOut }),
    ...(done || rehearsal ? yield* moves(brain, events, rehearsal) : {}),
    position: brain.state.position,
  } satisfies PromoteAnswer
})

const moves = Effect.fnUntraced(function* (brain: OpenBrain, events: ReadonlyArray<BrainEvent>, rehearsal: boolean) {
  const moved = { edges: yield* edgeChanges(brain, events), utilities: yield* utilityChanges(brain, events) }
  return rehearsal ? { would: moved } : { restored: moved }
})

type Checked = Effect.Success<ReturnType<typeof checkBranch>>

/** Derives what a branch knows, compares it with the branch, and lets the held-out questions judge. The decider says what follows. */
const checkBranch = Effect.fnUntraced(function* (brain: OpenBrain, name: string | undefined, inForce: Profile) {
  const { branch, fork, under } = yield* readBranch(brain, name)
  const { unlearnings } = brain.state
  const standing = signalsOut(unlearnings, standingRequests(unlearnings))
  const out = new Set([...standing, ...fork.excluded])
  const derived = yield* derive(brain, { out, profile: under, whole: true })
  if ((yield* graphDigest(derived.state)) !== (yield* graphDigest(branch.state)))
    return yield* new InvalidRequest({
      field: 'branch',
      problem: `${branch.key} is no longer what its replay gave: it learned by itself, or something was erased; run replay again and save it under another name`,
    })
  const profile = under ?? inForce
  const turns = temporalSplit(yield* judgedQuestions(brain, out)).after
  const judged = Math.min(judgedMost, turns.length)
  let heldOut: HeldOut | undefined
  if (sufficesToJudge(judged)) {
    const before = yield* learnBefore(brain, turns, { out: standing, under: undefined, profile: inForce })
    const after = yield* learnBefore(brain, turns, { out, under, profile })
    heldOut = compareScores(scoresOf(before, inForce), scoresOf(after, profile))
  }
  return { branch, fork, under, derived, inForce, profile, judged, heldOut }
})

/** Opens the branch that is named, and checks that it is one of this brain and that the brain has no event since. */
const readBranch = Effect.fnUntraced(function* (brain: OpenBrain, name: string | undefined) {
  if (name === undefined) return yield* notABranch('name the brain that a replay was saved as')
  const key = parseBrainKey(name, brain.key)
  if (Result.isFailure(key)) return yield* notABranch(key.failure)
  const branch = yield* openSaved(key.success)
  const fork = yield* forkOf(key.success)
  if (fork === undefined) return yield* notABranch(`${name} was not saved by a replay: save one with replay --save-as`)
  if (fork.parent !== brain.key) return yield* notABranch(`${name} is a branch of ${fork.parent ?? 'another brain'}, not of ${brain.key}`)
  if (fork.walks === 'again')
    return yield* notABranch(`the walks of ${name} were done again, and this log has other walks; promote a replay without --rewalk`)
  const since = brain.state.position - fork.at
  if (since > 0) return yield* new StaleBranch({ branch: branch.key, brain: brain.key, since })
  if (fork.hash !== brain.hash) return yield* notABranch(`${name} is a branch of another log of ${brain.key}`)
  return { branch, fork, under: fork.settings === 'one' ? yield* profileOf(branch.state, branch.key) : undefined }
})

const notABranch = (problem: string) => new InvalidRequest({ field: 'branch', problem })

/** Takes the newest promotion back. What was taught since stays, as learned by the settings of its time. */
const takeBack = Effect.fnUntraced(function* (brain: OpenBrain, request: PromoteRequest) {
  const rehearsal = request.dryRun === true
  if (!rehearsal) yield* workBacklogOff(brain)
  const signal = yield* beginSignal(brain, request, 'promote')
  let chosen: Position | undefined
  const { answer, events, recorded } = yield* runCommand(signal, {
    durability: 'power',
    rehearsal,
    gather: Effect.fnUntraced(function* ({ state }) {
      const open = yield* openPromotions(brain, state)
      // After a lost race the promotion that was chosen first is meant, and never the one before it.
      chosen ??= open[0]
      if (chosen === undefined || !open.includes(chosen)) return yield* noPromotion(brain, chosen)
      const [at, standing] = [chosen, standingRequests(state.unlearnings)]
      const left = new Set([...standing].filter((one) => one !== at))
      const derived = yield* derive(brain, { out: signalsOut(state.unlearnings, left), standing: left })
      return { _tag: 'TakeBackPromotion' as const, promotion: at, settings: yield* settingsAround(brain, at), derived, rehearsal }
    }),
  })
  if (recorded !== undefined || answer === undefined) return yield* answeredBefore(brain, recorded)
  return {
    ...(yield* takenBack(brain, events)),
    ...(rehearsal ? { reason: 'dry-run' as const } : {}),
    settings: answer,
    ...(yield* moves(brain, events, rehearsal)),
    position: brain.state.position,
  } satisfies PromoteAnswer
})

const noPromotion = ({ key }: OpenBrain, chosen: Position | undefined) =>
  new NotFound({
    what: 'promotion',
    name: `of ${key}`,
    hint:
      chosen === undefined
        ? 'no promotion stands; log --type BrainPromoted lists them, and profile changes the settings that one put in force'
        : `that at position ${chosen} was taken back or rolled back meanwhile`,
  })

/** Returns the settings before a promotion, and the digest of those that it put in force; undefined where it changed none. */
const settingsAround = Effect.fnUntraced(function* (brain: OpenBrain, at: Position) {
  const promoted = yield* promotedDigest(brain, at)
  if (promoted === undefined) return undefined
  const profile = yield* profileOf((yield* asOf(brain, at - 1)).state, brain.key)
  return { promoted, before: { profile, digest: yield* settingsDigest(profile) } }
})

const takenBack = Effect.fnUntraced(function* (brain: OpenBrain, events: ReadonlyArray<BrainEvent>) {
  const withdrawn = events.find((event) => event.type === 'UnlearnWithdrawn')
  const { unlearnings } = brain.state
  // Where a rollback ended the promotion before, its signals teach already.
  const stood = withdrawn !== undefined && standingRequests(unlearnings, withdrawn.position - 1).has(withdrawn.data.request)
  const request = stood ? unlearnings.requests.get(withdrawn.data.request) : undefined
  return {
    brain: brain.key,
    branch: null,
    promoted: false,
    ...(withdrawn === undefined ? {} : { takenBack: withdrawn.data.request }),
    excluded: request?.signals.length ?? 0,
    judged: 0,
  }
})

/* Answers a request that was answered before with its key, from the commit of that time. */

const answeredBefore = Effect.fnUntraced(function* (brain: OpenBrain, recorded: RecordedCommand | undefined) {
  const { count, first } = recorded ?? { first: brain.state.position + 1, count: 0 }
  const events = yield* eventsOfCommit(brain, first, count)
  const [before, after] = [yield* asOf(brain, first - 1), yield* asOf(brain, first + count - 1)]
  const settings = changedSettings(yield* profileOf(before.state, brain.key), yield* profileOf(after.state, brain.key))
  const restored = yield* moves(brain, events, false)
  const rest = { settings, ...restored, position: first + count - 1 }
  const promoted = events.find((event) => event.type === 'BrainPromoted')
  if (promoted === undefined) return { ...(yield* takenBack(brain, events)), ...rest } satisfies PromoteAnswer
  const { data } = promoted
  const [from, to] = [units(data.before), units(data.after)]
  return {
    brain: brain.key,
    branch: (yield* namesOf(brain, [data.branch]))(data.branch) ?? 'erased',
    promoted: true,
    excluded: data.signals.length,
    judged: data.questions,
    heldOut: {
      questions: data.questions,
      before: from,
      after: to,
      gain: units(data.after - data.before),
      interval: [units(data.low), units(data.high)],
    },
    ...rest,
  } satisfies PromoteAnswer
})

/*
 * Finds the promotions that can be taken back. A rollback behind a promotion ends it and leaves its settings in force, so such a promotion can
 * be taken back as long as they are.
 */

/** Returns the positions of the promotions that stand, and of those that a rollback ended whose settings are in force; newest first. */
const openPromotions = Effect.fnUntraced(function* (brain: OpenBrain, { settings, unlearnings }: BrainState) {
  const [standing, ended] = [standingRequests(unlearnings), endedByRollback(unlearnings)]
  const open: Array<Position> = []
  for (const at of requestsOf('promotion', unlearnings, new Set([...standing, ...ended])).toReversed())
    if (standing.has(at) || (yield* promotedDigest(brain, at)) === settings.inForce?.digest) open.push(at)
  return open
})

/** Returns the newest promotion behind `to` whose settings are in force and stay there after a rollback to `to`. */
export const promotionKept = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState, to: Position) {
  const digest = state.settings.inForce?.digest
  for (const at of yield* openPromotions(brain, state)) if (at > to && (yield* promotedDigest(brain, at)) === digest) return at
  return undefined
})

/** Returns the digest of the settings that a promotion put in force; undefined where it changed none. */
const promotedDigest = Effect.fnUntraced(function* (brain: OpenBrain, at: Position) {
  const [event] = yield* eventsOfCommit(brain, at, 1)
  return event?.type === 'BrainPromoted' ? event.data.digest : undefined
})
