/**
 * Saves a derived brain as a brain of its own. Everything is written in one transaction: where it fails or is interrupted, the brain is not
 * there.
 *
 * The contents are copied with their references, so an erasure finds them again (`brain/branches.ts`).
 */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { namedContents } from '../../domain/events/brain-event.ts'
import { type BrainKey, type Position, parseBrainKey } from '../../domain/identity.ts'
import { changedSettings } from '../../domain/profiles/own-settings.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { BranchCommit, Fork } from '../../domain/undo/fork.ts'
import { type OpenBrain, openBrain } from '../brain/brain.ts'
import { commitRow } from '../brain/commit-row.ts'
import { type ContentDrafts, contentDrafts, storedContents, takeNamed } from '../brain/contents.ts'
import { settingsDigest } from '../brain/profile-in-force.ts'
import { appendProven, settleProven } from '../commands/append.ts'
import { checkBrainName } from '../commands/open-brains.ts'
import { graphDigest } from '../history/show.ts'
import { ContentStore } from '../ports/content-store.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type Append, EventStore } from '../ports/event-store.ts'
import { BrainExists, WrongExpectedPosition } from '../ports/store-errors.ts'
import { IntegrityBroken, InvalidRequest } from '../request-errors.ts'

export interface Branch {
  readonly key: BrainKey
  readonly fork: Fork
  /** The commits of its log. The derivation adds them. */
  readonly commits: Array<BranchCommit>
  readonly drafts: ContentDrafts
  /** The end of the parent that the branch is derived from, and the hash there. */
  readonly at: Position
  readonly hash: string
}

/** The replay whose result is saved. */
interface SavedReplay {
  readonly profile: Profile | undefined
  readonly inForce: Profile
  readonly excluded: ReadonlyArray<Position>
  /** All signals that do not teach: the excluded ones, and those that are unlearned. */
  readonly out: ReadonlySet<Position>
  readonly rewalk: boolean
}

/** Returns the key of a branch of the name that is asked for, which no brain may have. */
export const newBranchKey = Effect.fnUntraced(function* (brain: OpenBrain, name: string) {
  const parsed = parseBrainKey(name, brain.key)
  if (Result.isFailure(parsed)) return yield* new InvalidRequest({ field: 'saveAs', problem: parsed.failure })
  const store = yield* EventStore
  if ((yield* store.brain(parsed.success)) !== undefined) return yield* new BrainExists({ brain: parsed.success })
  yield* checkBrainName(parsed.success)
  return parsed.success
})

/** Begins a branch of the name that is asked for, which no brain may have. */
export const beginBranch = Effect.fnUntraced(function* (
  brain: OpenBrain,
  name: string,
  { excluded, inForce, out, profile, rewalk }: SavedReplay,
) {
  const key = yield* newBranchKey(brain, name)
  const drafts = yield* contentDrafts
  const changed = profile === undefined ? [] : changedSettings(inForce, profile)
  const fork: Fork = {
    data: {
      parent: drafts.add(brain.key),
      at: brain.state.position,
      hash: brain.hash,
      settings: profile === undefined ? 'recorded' : 'one',
      changed: Object.fromEntries(changed.map(({ setting, to }) => [setting, to])),
      excluded: [...excluded].sort((a, b) => a - b),
      walks: rewalk ? 'again' : 'recorded',
    },
    out,
    settings: profile === undefined ? undefined : { profile, digest: yield* settingsDigest(profile) },
  }
  const branch: Branch = { key, fork, commits: [], drafts, at: brain.state.position, hash: brain.hash }
  return branch
})

/** The log that follows from a replay which is not saved. */
export const unsavedFork = Effect.fnUntraced(function* (out: ReadonlySet<Position>, profile: Profile | undefined) {
  return { out, settings: profile === undefined ? undefined : { profile, digest: yield* settingsDigest(profile) } } satisfies Fork
})

/** Writes the branch. Fails if the parent got events meanwhile, or if what is written is not what was derived. */
export const saveBranch = Effect.fnUntraced(function* (parent: OpenBrain, derived: BrainState, { at, commits, drafts, hash, key }: Branch) {
  const store = yield* EventStore
  const contents = yield* ContentStore
  const { fingerprintKey } = parent
  const branch = openBrain(key, fingerprintKey, parent.fingerprint)
  // An erasure is a commit: contents that were read before the lock are those of a parent whose head is the same.
  const appends = yield* appendsOf(parent, { commits, drafts, key })
  const wanted = yield* graphDigest(derived)
  yield* store.locked(
    key,
    (locked) =>
      Effect.gen(function* () {
        const head = yield* store.brain(parent.key)
        if (head?.position !== at || head.hash !== hash)
          return yield* new WrongExpectedPosition({ brain: parent.key, expected: at, actual: head?.position ?? 0 })
        yield* appendProven(branch, appends, locked)
        yield* settleProven(branch, yield* contents.tombstones(parent.key), locked)
        if ((yield* graphDigest(branch.state)) !== wanted)
          return yield* new IntegrityBroken({
            brain: key,
            position: branch.state.position,
            problem: 'it is not what was derived; nothing was saved',
          })
      }),
    // An erasure in the parent waits until the branch is there, and then erases in it, too.
    [parent.key],
  )
  return { brain: key, position: branch.state.position }
})

/** Returns the appends of a branch, each with the contents that its events are the first to name. */
const appendsOf = Effect.fnUntraced(function* (parent: OpenBrain, { commits, drafts, key }: Pick<Branch, 'commits' | 'drafts' | 'key'>) {
  const crypto = yield* Cryptography
  const rows = yield* storedContents(parent.key)
  const { fingerprintKey } = parent
  let prev = ''
  return commits.map(({ commit, events, first }, i): Append => {
    const row = commitRow(crypto, events, { prev, first, at: commit.at, actor: commit.actor, session: commit.session })
    prev = row.hash
    return {
      brain: key,
      row,
      contents: [...takeNamed(events.flatMap(namedContents), rows), ...drafts.rows(events, parent.fingerprint)],
      index: [],
      durability: i === commits.length - 1 ? 'power' : 'process',
      ...(i === 0 ? { create: { fingerprintKey } } : {}),
    }
  })
})
