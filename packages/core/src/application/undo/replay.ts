/**
 * Derives a brain again from its own facts under other settings or without some signals, and compares it with the brain as it is. It calls no
 * model, and writes nothing unless the derived brain is to be saved as one of its own.
 */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { type BrainEvent, namedContents } from '../../domain/events/brain-event.ts'
import { origins } from '../../domain/graph.ts'
import { type EdgeNumber, type NodeNumber, type Position, parseBrainKey } from '../../domain/identity.ts'
import { changedSettings } from '../../domain/profiles/own-settings.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { requestsOf, signalsOut, standingRequests } from '../../domain/projections/standing.ts'
import { units } from '../../domain/strength.ts'
import { type JudgedPlace, offPolicyEstimate } from '../../domain/undo/evaluation.ts'
import { type BranchCommit, branchWriter, type Fork } from '../../domain/undo/fork.ts'
import { isEmptyRestatement, restatement } from '../../domain/undo/restatement.ts'
import type { RankedNode } from '../../domain/walk/ranking.ts'
import type { ReplayAnswer } from '../answers.ts'
import { type OpenBrain, openBrain } from '../brain/brain.ts'
import { commitRow, forEachEvent } from '../brain/commit-row.ts'
import { contentDrafts, storedContents, takeNamed } from '../brain/contents.ts'
import { profileAsked, profileOf, settingsDigest, withSettings } from '../brain/profile-in-force.ts'
import { appendProven, settleProven } from '../commands/append.ts'
import { describeEdges, describeUtilities, workBacklogOff } from '../commands/learner.ts'
import { checkBrainName } from '../commands/open-brains.ts'
import { graphDigest } from '../history/show.ts'
import { nodeNames } from '../naming/names.ts'
import { ContentStore } from '../ports/content-store.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type Append, EventStore } from '../ports/event-store.ts'
import { BrainExists, WrongExpectedPosition } from '../ports/store-errors.ts'
import { gatherEvidence } from '../recall/evidence.ts'
import { IntegrityBroken, InvalidRequest, NotFound } from '../request-errors.ts'
import type { ReplayRequest } from '../requests.ts'
import { derive, openRewalk, ReplayProgress } from './derive.ts'
import { type ReadQuestion, type RecordedQuestion, rankedOn, readQuestions, recordedQuestions } from './judging.ts'
import { marksChanged } from './restored-marks.ts'
import { findSignals, nothingSelected, readSelection, selectorNames, selectors } from './selection.ts'

/** Entries of each list of an answer, unless the request names a limit. */
const listed = 20

export const replay = Effect.fnUntraced(function* (brain: OpenBrain, request: ReplayRequest) {
  const { limit = listed, rewalk = false, saveAs } = request
  if (saveAs !== undefined) yield* workBacklogOff(brain)
  const inForce = yield* profileOf(brain.state, brain.key)
  const profile = (yield* settingsFor(request, inForce)) ?? (saveAs === undefined ? undefined : promotedProfile(brain, inForce))
  const standing = signalsOut(brain.state.unlearnings, standingRequests(brain.state.unlearnings))
  const excluded = yield* signalsExcluded(brain, request.exclude ?? [])
  const births = request.exclude?.includes(growthSelection) === true ? yield* birthsIn(brain) : []
  if (births.length > 0 && saveAs !== undefined) return yield* growthSaved
  const out = new Set([...standing, ...excluded, ...births])
  const branch = saveAs === undefined ? undefined : yield* beginBranch(brain, saveAs, { profile, inForce, excluded, out, rewalk })
  const fork = branch?.fork ?? (yield* unsavedFork(out, profile))
  const keep = (commit: BranchCommit) => void branch?.commits.push(commit)
  const again = rewalk ? openRewalk(brain, fork, keep) : undefined
  const trace = again?.trace ?? (branch === undefined ? undefined : branchWriter(fork, keep))
  const derived = yield* derive(brain, { out, profile, whole: true, again, trace })
  const live = yield* learnedNow(brain, standing)
  const changes = restatement(live, { ...derived, recorded: derived.derived }, brain.state.position)
  const compared = { live, replayed: derived.state, inForce, profile: profile ?? inForce }
  const { graph } = derived.state
  const answer = {
    brain: brain.key,
    position: brain.state.position,
    profile: compared.profile.name,
    settings: changedSettings(inForce, compared.profile),
    excluded: excluded.length,
    ...(births.length === 0 ? {} : { births: births.length }),
    events: derived.counts.events,
    effects: { recorded: derived.counts.recorded, derived: derived.counts.derived, equal: isEmptyRestatement(changes) },
    digest: yield* graphDigest(derived.state),
    diff: yield* difference(brain, compared, limit),
    ...(yield* marksChanged(brain, live.graph, changes)),
    ...(again === undefined
      ? {}
      : { walks: { ...again.counts, nodes: graph.nodes, edges: graph.edges, linked: graph.edges - brain.state.graph.edges } }),
  }
  const rankings = request.questions === true ? yield* compareRankings(brain, compared, out, limit) : {}
  const saved = branch === undefined ? {} : { saved: yield* saveBranch(brain, derived.state, branch) }
  return { ...answer, ...rankings, ...saved } satisfies ReplayAnswer
})

/** A promotion put its settings in force from the first event on, so a branch of that brain has the settings in force from there on, too. */
const promotedProfile = ({ state: { unlearnings } }: OpenBrain, inForce: Profile): Profile | undefined =>
  requestsOf('promotion', unlearnings, standingRequests(unlearnings)).length === 0 ? undefined : inForce

/** Settings to learn and rank by; undefined for those in force at each fact. Own settings alone are set in the profile in force now. */
const settingsFor = Effect.fnUntraced(function* ({ profile, settings }: Pick<ReplayRequest, 'profile' | 'settings'>, inForce: Profile) {
  if (profile === undefined && settings === undefined) return undefined
  if (profile !== undefined) return yield* profileAsked({ profile, ...(settings === undefined ? {} : { settings }) })
  return yield* withSettings(inForce, settings ?? {})
})

/** Returns the state that follows from all facts: that of the brain, unless facts wait for the learner. */
const learnedNow = Effect.fnUntraced(function* (brain: OpenBrain, standing: ReadonlySet<Position>) {
  return brain.state.progress.pending.length === 0 ? brain.state : (yield* derive(brain, { out: standing })).state
})

/* Reads the selections of signals that are left out. */

/** Returns the positions of the signals that any selection means, but growth. A selection that means none is refused. */
const signalsExcluded = Effect.fnUntraced(function* (brain: OpenBrain, selections: ReadonlyArray<string>) {
  const excluded = new Set<Position>()
  for (const written of selections) {
    if (written === growthSelection) continue
    const selection = yield* yield* readSelection(brain, yield* selectionIn(written))
    const { signals } = yield* findSignals(brain, selection)
    if (signals.length === 0) return yield* nothingSelected(selection)
    for (const position of signals) excluded.add(position)
  }
  return [...excluded]
})

/** Selects what grew from questions, beside the selections of signals. */
const growthSelection = 'growth'

const growthSaved = new InvalidRequest({
  field: 'saveAs',
  problem: 'what grew from questions can be left out of a comparison, not of a brain that is saved; leave out growth or the name',
})

/** Returns the positions at which growth made something. A brain in which nothing grew is refused. */
const birthsIn = Effect.fnUntraced(function* (brain: OpenBrain) {
  const births: Array<Position> = []
  const collect = ({ data, position, type }: BrainEvent) => {
    if (type === 'NoveltyAssessed' && data.birth === 'made') births.push(position)
  }
  yield* forEachEvent(brain, 1, brain.state.position, collect, new Set(['NoveltyAssessed']))
  if (births.length > 0) return births
  return yield* new NotFound({ what: 'signal', name: growthSelection, hint: 'nothing grew from questions in this brain' })
})

/** Reads `session:NAME`, `turn:t17`, `feedback:f3`, `origin:agent`, `actor:NAME`, `judge:MODEL` or `range:A..B`. */
const selectionIn = Effect.fnUntraced(function* (written: string) {
  const at = written.indexOf(':')
  const [by, what] = [written.slice(0, Math.max(0, at)), written.slice(at + 1)]
  const field = selectors.find((one) => selectorNames[one] === by)
  if (by === 'range') {
    const [since = '', until] = what.split('..')
    if (since !== '' && until !== '') return { since, ...(until === undefined ? {} : { until }) }
  } else if (field !== undefined && what !== '') {
    if (field !== 'ofOrigin') return { [field]: what }
    for (const origin of origins) if (origin === what) return { ofOrigin: origin }
    return yield* new InvalidRequest({ field: 'exclude', problem: `there is no origin ${what}; choose one of ${origins.join(', ')}` })
  }
  return yield* new InvalidRequest({
    field: 'exclude',
    problem: `${JSON.stringify(written.slice(0, 80))} selects nothing; write session:NAME, turn:t17, feedback:f3, origin:agent, actor:NAME, judge:MODEL, range:A..B or growth`,
  })
})

/* Compares strengths and utilities. */

interface Compared {
  readonly live: BrainState
  readonly replayed: BrainState
  readonly inForce: Profile
  readonly profile: Profile
}

const difference = Effect.fnUntraced(function* (brain: OpenBrain, { live, replayed }: Compared, limit: number) {
  const edges = moved<EdgeNumber>(live.graph.edges, live.graph.strengthOf, replayed.graph.strengthOf)
  const nodes = moved<NodeNumber>(live.graph.nodes, live.graph.utilityOf, replayed.graph.utilityOf)
  return {
    edges: edges.length,
    utilities: nodes.length,
    largest: {
      edges: yield* describeEdges(brain, edges.slice(0, limit)),
      utilities: yield* describeUtilities(brain, nodes.slice(0, limit)),
    },
  }
})

/** Returns the numbers whose value differs, the largest difference first. */
const moved = <N extends number>(most: number, from: (number: N) => number, to: (number: N) => number) => {
  const moves: Array<{ readonly number: N; readonly from: number; readonly to: number }> = []
  // Nodes and edges have the numbers from 1 on, without gaps.
  for (let number = 1; number <= most; number++) {
    const [before, after] = [from(number as N), to(number as N)]
    if (before !== after) moves.push({ number: number as N, from: before, to: after })
  }
  return moves.sort((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from) || a.number - b.number)
}

/* Compares the rankings of recorded questions. */

/** Distinct questions that are ranked, from the newest on. */
const questionsMost = 500
/** The places that are compared. */
const top = 5

const compareRankings = Effect.fnUntraced(function* (brain: OpenBrain, compared: Compared, out: ReadonlySet<Position>, limit: number) {
  const progress = yield* ReplayProgress
  const asked = yield* readQuestions(brain, (yield* recordedQuestions(brain, out)).toReversed())
  const said = ({ text, texts }: ReadQuestion) => [text, ...texts].map((one) => one.trim().toLowerCase()).join('\n')
  const groups = [...Map.groupBy(asked, said).values()]
  const distinct = groups.slice(0, questionsMost)
  const changed: Array<{ readonly question: string; readonly before: Ranking; readonly after: Ranking }> = []
  const judged: Array<JudgedPlace> = []
  for (const [done, turns] of distinct.entries()) {
    const [newest] = turns
    if (newest === undefined) continue
    const before = yield* rankingOn(brain, compared.live, compared.inForce, newest)
    const after = yield* rankingOn(brain, compared.replayed, compared.profile, newest)
    if (!sameBeginning(before, after)) changed.push({ question: newest.text, before: before.slice(0, top), after: after.slice(0, top) })
    judged.push(...judgedPlaces(turns, placesIn(before, compared.inForce), placesIn(after, compared.profile)))
    yield* progress({ stage: 'ranked', done: done + 1, of: distinct.length })
    yield* Effect.yieldNow
  }
  const shown = changed.slice(0, limit)
  const nodes = shown.flatMap(({ after, before }) => [...before, ...after].map(({ node }) => node))
  const names = yield* nodeNames(brain, brain.state.graph, nodes, 'names')
  const described = (ranking: Ranking) => ranking.map(({ node, score }) => ({ node: names.id(node), score: units(score) }))
  const { _tag: is, ...estimate } = offPolicyEstimate(judged)
  return {
    ranking: {
      questions: distinct.length,
      more: groups.length > distinct.length,
      changed: changed.length,
      rankings: shown.map(({ after, before, question }) => ({ question, before: described(before), after: described(after) })),
    },
    estimate: is === 'Estimate' ? estimate : { ...estimate, tooFew: true as const },
  }
})

type Ranking = ReadonlyArray<RankedNode>

const rankingOn = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState, profile: Profile, { day, text, texts }: ReadQuestion) {
  return rankedOn(state, profile, yield* gatherEvidence(brain, state.graph, profile, text, undefined, { today: day, before: texts }))
})

const sameBeginning = (one: Ranking, other: Ranking): boolean =>
  Array.from({ length: top }, (_, place) => one[place]?.node === other[place]?.node).every((same) => same)

/** Returns the places of the memories that a recall shows, from 1. */
const placesIn = (ranking: Ranking, { budget }: Profile): ReadonlyMap<NodeNumber, number> =>
  new Map(ranking.slice(0, budget.items).map(({ node }, i) => [node, i + 1]))

/** Returns the verdicts on memories that their turns showed. A memory that was only named instead had no place. */
const judgedPlaces = (
  turns: ReadonlyArray<RecordedQuestion>,
  before: ReadonlyMap<NodeNumber, number>,
  after: ReadonlyMap<NodeNumber, number>,
): ReadonlyArray<JudgedPlace> =>
  turns.flatMap(({ shown, turn, verdicts }) =>
    [...verdicts.values()].flatMap(({ node, value }) => {
      const place = shown.indexOf(node) + 1
      return place === 0 ? [] : [{ turn, value, shown: place, before: before.get(node), after: after.get(node) }]
    }),
  )

/*
 * Saves a derived brain as a brain of its own. Everything is written in one transaction: where it fails or is interrupted, the brain is not
 * there.
 *
 * The contents are copied with their references, so an erasure finds them again (`brain/branches.ts`).
 */

type Branch = Effect.Success<ReturnType<typeof beginBranch>>

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
const beginBranch = Effect.fnUntraced(function* (brain: OpenBrain, name: string, { excluded, inForce, out, profile, rewalk }: SavedReplay) {
  const key = yield* newBranchKey(brain, name)
  const drafts = yield* contentDrafts
  const changed = profile === undefined ? [] : changedSettings(inForce, profile)
  const fork = {
    ...(yield* unsavedFork(out, profile)),
    data: {
      parent: drafts.add(brain.key),
      at: brain.state.position,
      hash: brain.hash,
      settings: profile === undefined ? 'recorded' : 'one',
      changed: Object.fromEntries(changed.map(({ setting, to }) => [setting, to])),
      excluded: [...excluded].sort((a, b) => a - b),
      walks: rewalk ? 'again' : 'recorded',
    },
  } satisfies Fork
  // The derivation adds the commits. `at` is the end of the parent that the branch is derived from, `hash` the hash there.
  const commits: Array<BranchCommit> = []
  return { key, fork, commits, drafts, at: brain.state.position, hash: brain.hash }
})

/** The log that follows from a replay which is not saved. */
const unsavedFork = Effect.fnUntraced(function* (out: ReadonlySet<Position>, profile: Profile | undefined) {
  return { out, settings: profile === undefined ? undefined : { profile, digest: yield* settingsDigest(profile) } } satisfies Fork
})

/** Writes the branch. Fails if the parent got events meanwhile, or if what is written is not what was derived. */
const saveBranch = Effect.fnUntraced(function* (parent: OpenBrain, derived: BrainState, { at, commits, drafts, hash, key }: Branch) {
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
        const problem = 'it is not what was derived; nothing was saved'
        if ((yield* graphDigest(branch.state)) !== wanted)
          return yield* new IntegrityBroken({ brain: key, position: branch.state.position, problem })
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
