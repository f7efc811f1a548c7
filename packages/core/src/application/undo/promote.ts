/**
 * Lets a brain go on from what a branch knows: a replay of it that was saved. Its settings are put in force, its excluded signals are out, and
 * what it learned is restated, in one commit of the brain itself. Only a branch that ranks the held-out questions no worse is promoted.
 */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { type BrainKey, type Position, parseBrainKey } from '../../domain/identity.ts'
import { changedSettings } from '../../domain/profiles/own-settings.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { promotionsIn, signalsOut, standingRequests } from '../../domain/projections/unlearnings.ts'
import { nano } from '../../domain/strength.ts'
import { judgedLeast, temporalSplit } from '../../domain/undo/tuning.ts'
import type { PromoteAnswer } from '../answers.ts'
import { asOf } from '../brain/as-of.ts'
import { catchUp, type OpenBrain, openBrain, profileOf } from '../brain/brain.ts'
import { fingerprintWith } from '../brain/contents.ts'
import { absentBrain } from '../brain/open-brains.ts'
import { beginSignal, runCommand } from '../brain/run-command.ts'
import { restoreFold } from '../brain/snapshots.ts'
import { forkOf } from '../erasure/branches.ts'
import { graphDigest } from '../history/show.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { EventStore } from '../ports/event-store.ts'
import { InvalidRequest, NotFound } from '../request-errors.ts'
import type { PromoteRequest } from '../requests.ts'
import { edgeChanges, utilityChanges, workBacklogOff } from '../signals/learner.ts'
import { derive } from './derive.ts'
import { compareScores, judgedMost, judgedQuestions, learnBefore, scoresOf } from './judging.ts'

export const promote = Effect.fnUntraced(function* (brain: OpenBrain, request: PromoteRequest) {
  if (request.undo !== true) return yield* promoteBranch(brain, request)
  if (request.branch !== undefined)
    return yield* new InvalidRequest({ field: 'branch', problem: 'the newest promotion is taken back: name no branch with undo' })
  return yield* takeBack(brain, request)
})

const promoteBranch = Effect.fnUntraced(function* (brain: OpenBrain, request: PromoteRequest) {
  const branch = yield* readBranch(brain, request.branch)
  const inForce = yield* profileOf(brain.state, brain.key)
  const { unlearnings } = brain.state
  const standing = signalsOut(unlearnings, standingRequests(unlearnings))
  const out = new Set([...standing, ...branch.fork.excluded])
  const derived = yield* derive(brain, { out, profile: branch.under, whole: true })
  if ((yield* graphDigest(derived.state)) !== (yield* graphDigest(branch.brain.state)))
    return yield* new InvalidRequest({
      field: 'branch',
      problem: `${branch.brain.key} is no longer what its replay gave: it learned by itself, or something was erased; run replay again and save it under another name`,
    })
  const profile = branch.under ?? inForce
  const turns = temporalSplit(yield* judgedQuestions(brain, out)).after
  const answer = {
    brain: brain.key,
    branch: branch.brain.key,
    promoted: false,
    settings: changedSettings(inForce, profile),
    excluded: branch.fork.excluded.length,
    judged: Math.min(judgedMost, turns.length),
    position: brain.state.position,
  }
  if (answer.judged < judgedLeast) return { ...answer, reason: 'too-few-verdicts' as const } satisfies PromoteAnswer
  const before = yield* learnBefore(brain, turns, { out: standing, under: undefined, profile: inForce })
  const after = yield* learnBefore(brain, turns, { out, under: branch.under, profile })
  const heldOut = compareScores(scoresOf(before, inForce), scoresOf(after, profile))
  const proven = { ...answer, heldOut }
  if (heldOut.gain < 0) return { ...proven, reason: 'worse' as const } satisfies PromoteAnswer
  if (request.dryRun === true) return { ...proven, reason: 'dry-run' as const } satisfies PromoteAnswer
  const signal = yield* beginSignal(brain, request)
  const name = signal.drafts.add(branch.brain.key)
  const under = branch.under === undefined ? {} : yield* settingsOfPromotion(branch.under)
  const [low, high] = heldOut.interval
  const { events } = yield* runCommand(signal, {
    durability: 'power',
    gather: Effect.fnUntraced(function* () {
      yield* requireFresh(brain, branch.fork.at)
      const data = {
        branch: name,
        at: branch.brain.state.position,
        hash: branch.brain.hash,
        signals: branch.fork.excluded,
        ...under,
        questions: heldOut.questions,
        before: nano(heldOut.before),
        after: nano(heldOut.after),
        low: nano(low),
        high: nano(high),
      }
      return { _tag: 'Promote' as const, data, derived }
    }),
  })
  const moved = { edges: yield* edgeChanges(brain, events), utilities: yield* utilityChanges(brain, events) }
  return { ...proven, promoted: true, restored: moved, position: brain.state.position } satisfies PromoteAnswer
})

const settingsOfPromotion = Effect.fnUntraced(function* (profile: Profile) {
  const crypto = yield* Cryptography
  return { profile: profile.name, settings: { ...profile }, digest: crypto.sha256(canonicalJson(profile)) }
})

/** Opens the branch that is named, and checks that it is one of this brain and that the brain has no event since. */
const readBranch = Effect.fnUntraced(function* (brain: OpenBrain, name: string | undefined) {
  if (name === undefined) return yield* notABranch('name the brain that a replay was saved as')
  const key = parseBrainKey(name)
  if (Result.isFailure(key)) return yield* notABranch(key.failure)
  const opened = yield* openBranch(key.success)
  const fork = yield* forkOf(key.success)
  if (fork === undefined) return yield* notABranch(`${name} was not saved by a replay: save one with replay --save-as`)
  if (fork.parent !== brain.key) return yield* notABranch(`${name} is a branch of ${fork.parent ?? 'another brain'}, not of ${brain.key}`)
  if (fork.walks === 'again')
    return yield* notABranch(`the walks of ${name} were done again, and this log has other walks; promote a replay without --rewalk`)
  yield* requireFresh(brain, fork.at)
  if (fork.hash !== brain.hash) return yield* notABranch(`${name} is a branch of another log of ${brain.key}`)
  const under = fork.settings === 'one' ? yield* profileOf(opened.state, opened.key) : undefined
  return { brain: opened, fork, under }
})

const notABranch = (problem: string) => new InvalidRequest({ field: 'branch', problem })

const openBranch = Effect.fnUntraced(function* (key: BrainKey) {
  const store = yield* EventStore
  const crypto = yield* Cryptography
  const record = yield* store.brain(key)
  if (record === undefined) return yield* absentBrain(key)
  const { fingerprintKey } = record
  const branch = openBrain(key, fingerprintKey, fingerprintWith(crypto, fingerprintKey), yield* restoreFold(key))
  yield* catchUp(branch)
  return branch
})

const requireFresh = ({ key, state: { position } }: OpenBrain, at: Position) =>
  position === at
    ? Effect.void
    : notABranch(
        `it is stale: ${key} has ${position - at} ${position - at === 1 ? 'event' : 'events'} since that replay; run replay again and save it under another name`,
      )

/** Takes the newest promotion back. What was taught since stays, as learned by the settings of its time. */
const takeBack = Effect.fnUntraced(function* (brain: OpenBrain, request: PromoteRequest) {
  yield* workBacklogOff(brain)
  const standing = standingRequests(brain.state.unlearnings)
  const at = promotionsIn(brain.state.unlearnings, standing).at(-1)
  if (at === undefined)
    return yield* new NotFound({
      what: 'promotion',
      name: `of ${brain.key}`,
      hint: 'no promotion stands; log --type BrainPromoted lists them',
    })
  const then = yield* asOf(brain, at - 1)
  const [now, past] = [yield* profileOf(brain.state, brain.key), yield* profileOf(then.state, brain.key)]
  // Settings that were changed since the promotion are the owner's newest word.
  const isBack = brain.state.settings.inForce?.since === at
  const before = isBack ? yield* settingsBefore(past) : undefined
  const signal = yield* beginSignal(brain, request)
  const rehearsal = request.dryRun === true
  const { events } = yield* runCommand(signal, {
    durability: 'power',
    rehearsal,
    gather: Effect.fnUntraced(function* ({ state }) {
      const left = new Set([...standingRequests(state.unlearnings)].filter((one) => one !== at))
      const derived = yield* derive(brain, { out: signalsOut(state.unlearnings, left), standing: left })
      return { _tag: 'WithdrawUnlearning' as const, request: at, derived, rehearsal, before }
    }),
  })
  return {
    brain: brain.key,
    branch: null,
    promoted: false,
    reason: rehearsal ? ('dry-run' as const) : ('undone' as const),
    settings: isBack ? changedSettings(now, past) : [],
    excluded: brain.state.unlearnings.requests.get(at)?.signals.length ?? 0,
    judged: 0,
    restored: { edges: yield* edgeChanges(brain, events), utilities: yield* utilityChanges(brain, events) },
    position: brain.state.position,
  } satisfies PromoteAnswer
})

const settingsBefore = Effect.fnUntraced(function* (profile: Profile) {
  const crypto = yield* Cryptography
  return { profile, digest: crypto.sha256(canonicalJson(profile)) }
})
