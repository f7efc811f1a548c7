/**
 * Checks a store, reports in plain words what is well and what is not, and rebuilds on request what follows from the log. It also reports
 * what `verify` finds broken.
 */
import { counted } from '@crabtrail/text/counted'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import type { BrainKey } from '../../domain/identity.ts'
import { waitingNodes } from '../../domain/learning/review.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { DoctorAnswer, DoctorFinding } from '../answers.ts'
import { catchUp, openBrain } from '../brain/brain.ts'
import { fingerprintWith } from '../brain/contents.ts'
import { KeptVectors } from '../brain/kept-vectors.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { rebuildSnapshots } from '../brain/snapshots.ts'
import { buildIndexAnew } from '../commands/index-upkeep.ts'
import { absentBrain, chooseBrain, type OpenBrains } from '../commands/open-brains.ts'
import { judgingFindings, modelFindings } from '../model/model-told.ts'
import { isoTime } from '../naming/names.ts'
import { rebuildSegments } from '../naming/segments.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type BrainRecord, EventStore } from '../ports/event-store.ts'
import { madeFromLog, notProven, verify } from '../proof/verify.ts'
import type { DoctorRequest, InBrain } from '../requests.ts'
import { vectorLine, vectorState } from '../vectors/follow-vectors.ts'

/** Backlog, in facts, beyond which it seems that nobody runs the learner. */
const longBacklog = 1_000

/** Examines the store and all its brains, or only the brain that the request names. */
export const doctor = Effect.fnUntraced(function* (request: DoctorRequest, { embedder, held }: OpenBrains) {
  const store = yield* EventStore
  const described = yield* store.describe
  const brains = request.brain === undefined ? yield* store.brains : [yield* knownBrain(request)]
  const findings = [...storeFindings(store.place, described, yield* store.fault)]
  if (brains.length === 0) findings.push({ name: 'brains', ok: false, detail: 'none yet: make one with init or ingest' })
  for (const record of brains)
    findings.push(...(yield* examine(record, request, held.get(record.brain)?.brain.vectors ?? (embedder && new KeptVectors(embedder)))))
  return { place: store.place, ok: findings.every(({ ok }) => ok), findings } satisfies DoctorAnswer
})

const knownBrain = Effect.fnUntraced(function* (request: InBrain) {
  const store = yield* EventStore
  const key = yield* chooseBrain(request, 'refuse')
  const record = yield* store.brain(key)
  return record ?? (yield* absentBrain(key))
})

const examine = Effect.fnUntraced(function* (
  { at, brain: key, fingerprintKey, position }: BrainRecord,
  request: DoctorRequest,
  vectors: KeptVectors | undefined,
) {
  const crypto = yield* Cryptography
  const brain = openBrain(key, fingerprintKey, fingerprintWith(crypto, fingerprintKey))
  const opened = yield* Effect.result(catchUp(brain))
  if (opened._tag === 'Failure') return [{ name: key, ok: false, detail: opened.failure.message }] satisfies ReadonlyArray<DoctorFinding>
  const { edges, nodes } = brain.state.graph
  const archived = (yield* EventStore.use((store) => store.archived(key))).at(-1)
  const findings: Array<DoctorFinding> = [
    {
      name: key,
      ok: true,
      detail: `${counted(position, 'event')}${archived === undefined ? '' : ` (archived up to ${archived.last})`}, ${counted(nodes, 'node')}, ${counted(edges, 'edge')}`,
    },
  ]
  const now = yield* Clock.currentTimeMillis
  if (at > now) {
    findings.push({
      name: `${key} clock`,
      ok: false,
      detail: `the newest event is of ${isoTime(at)}, later than this machine's clock: new events get that time until the clock passes it`,
    })
  }
  const settings = yield* Effect.option(profileOf(brain.state, key))
  if (settings._tag === 'Some') {
    const { judging, model } = settings.value
    findings.push(...modelFindings(key, brain.state.model, model, now), ...judgingFindings(key, brain.state, judging))
  }
  // The brain was folded from the first event of the log, so what is made of it now is what the log gives.
  if (request.rebuildSnapshots === true) {
    yield* rebuildSnapshots(brain)
    yield* rebuildSegments(brain)
  }
  const asked = request.rebuildIndex === true
  // An index made of broken contents would lack their words.
  const rebuild = asked && (yield* verify(brain, {})).checks.every(({ name, ok }) => ok || madeFromLog.has(name))
  if (rebuild) yield* buildIndexAnew(brain)
  // Findings of verify count here too: an index that was rebuilt from changed texts would look right.
  for (const { detail, name, ok } of (yield* verify(brain, {})).checks) {
    if (name === 'index')
      findings.push({
        name: `${key} index`,
        ok: ok && !detail.startsWith(notProven),
        detail: `${rebuild ? 'built anew: ' : asked ? 'not built anew: ' : ''}${detail}`,
      })
    else if (!ok && name !== 'file') findings.push({ name: `${key} ${name}`, ok, detail })
  }
  if (vectors !== undefined) {
    const state = yield* vectorState(brain, vectors)
    findings.push({ name: `${key} vectors`, ok: state.failure === undefined, detail: vectorLine(state) })
  }
  findings.push(...waitingFindings(key, brain.state))
  return findings
})

/** Findings about what waits for the learner, and for the owner's yes. */
const waitingFindings = (key: BrainKey, { graph, progress }: BrainState): ReadonlyArray<DoctorFinding> => {
  const [backlog, waiting] = [progress.pending.length, waitingNodes(graph).length]
  const toLearn = counted(backlog, 'fact waits', 'facts wait')
  const toReview = counted(waiting, 'memory waits', 'memories wait')
  return [
    ...(backlog > longBacklog ? [{ name: `${key} learner`, ok: false, detail: `${toLearn} to be learned from: run learn` }] : []),
    ...(waiting > 0 ? [{ name: `${key} review`, ok: true, detail: `${toReview} for the owner’s yes: see review` }] : []),
  ]
}

/*
 * Findings about the store itself, from the facts that it describes itself by. A finding looks at one fact by its name, whatever kind of store
 * has it, and a store that lacks the fact has no such finding.
 */

type Facts = Readonly<Record<string, string | number>>

/** A size as people read it. */
const sized = (bytes: string | number): string => {
  const size = Number(bytes)
  return size < 1_000_000 ? `${(size / 1_000).toFixed(1)} kB` : `${(size / 1_000_000).toFixed(1)} MB`
}

/** How the line about the store tells a fact; one that is not here is told by its name, and one that tells nothing is left out. */
const factWords: Readonly<Record<string, (value: string | number) => string>> = {
  path: () => '',
  fallback: () => '',
  leftBehind: () => '',
  unfinishedErasures: () => '',
  engine: (engine) => `engine ${engine}`,
  version: (version) => `version ${version}`,
  partitions: (count) => `${count} partitions`,
  format: (format) => `format ${format}`,
  minReader: (format) => `read by programs that know format ${format}`,
  mode: (mode) => (mode === '0600' ? 'for its owner alone (mode 0600)' : `mode ${mode}`),
  bytes: sized,
  freeBytes: (bytes) => `${sized(bytes)} of it free`,
  snapshotBytes: (bytes) => `${sized(bytes)} of it for a quick start (snapshots)`,
  tableBytes: (bytes) => `tables ${sized(bytes)}`,
  indexBytes: (bytes) => `indexes ${sized(bytes)}`,
  walBytes: (bytes) => (Number(bytes) === 0 ? '' : `${sized(bytes)} beside it, not yet in their place (write-ahead log)`),
  journal: (journal) => `journal ${journal}`,
  fullPageWrites: (value) => `full page writes ${value}`,
  synchronousCommit: (value) => `synchronous commit ${value}`,
  deadRows: (rows) => `${rows} dead rows`,
  liveRows: (rows) => `${rows} live rows`,
}

const toldFact = ([name, value]: readonly [string, string | number]): string => factWords[name]?.(value) ?? `${name} ${value}`

/** Dead rows, and their share of the live ones, from which on it seems that nothing removes them. */
const deadRowsMost = 10_000
const deadShareMost = 0.5
/** Bytes of all indexes, and their multiple of the bytes of the tables, from which on they seem bloated. */
const indexBytesLeast = 100 * 1_048_576
const indexMultipleMost = 2

/** `fault` is the damage that the store found below its tables; undefined for none. */
export const storeFindings = (place: string, facts: Facts, fault: string | undefined): ReadonlyArray<DoctorFinding> => {
  const about = Object.entries(facts)
    .map(toldFact)
    .filter((told) => told !== '')
  const found: ReadonlyArray<DoctorFinding | false> = [
    { name: 'store', ok: true, detail: `${place}: ${about.join(', ')}` },
    // The other engine keeps the same promises, so nothing is wrong.
    'fallback' in facts && { name: 'engine', ok: true, detail: String(facts['fallback']) },
    facts['mode'] !== undefined &&
      facts['mode'] !== '0600' &&
      wrong('access', `others can read the file (mode ${facts['mode']}): chmod 600 ${place}`),
    fault !== undefined &&
      wrong('file', `the file is damaged below the tables (${fault}): import an export into a fresh store, or restore a backup`),
    'leftBehind' in facts &&
      wrong('copies', `a backup or restore that was killed left a copy of everything behind: delete ${facts['leftBehind']}`),
    numberIn(facts, 'unfinishedErasures') > 0 &&
      wrong('erasure', 'what was forgotten may still stand in the files: end what reads the store or make room, then run forget again'),
    ...serverFindings(facts),
  ]
  return found.filter((finding) => finding !== false)
}

const serverFindings = (facts: Facts): ReadonlyArray<DoctorFinding | false> => {
  const [dead, live] = [numberIn(facts, 'deadRows'), numberIn(facts, 'liveRows')]
  const [indexes, tables] = [numberIn(facts, 'indexBytes'), numberIn(facts, 'tableBytes')]
  return [
    facts['fsync'] === 'off' &&
      wrong('fsync', 'the server does not wait for its disk: a power cut can destroy everything; set fsync = on in postgresql.conf'),
    facts['fullPageWrites'] === 'off' &&
      wrong(
        'full page writes',
        'the server does not protect pages that are half written: a power cut can damage what was stored long ago; set full_page_writes = on in postgresql.conf',
      ),
    facts['synchronousCommit'] === 'off' &&
      wrong(
        'synchronous commit',
        'the server answers before a commit is on its disk: a crash can lose turns and verdicts of the last second; set synchronous_commit = on for this user or database',
      ),
    dead > deadRowsMost &&
      dead > live * deadShareMost &&
      wrong(
        'dead rows',
        `${dead} rows are dead and ${live} live, vacuum does not keep up: switch autovacuum on, end transactions that stay open, then run vacuum analyze`,
      ),
    indexes > indexBytesLeast &&
      indexes > tables * indexMultipleMost &&
      wrong('indexes', `they take ${indexes} bytes and the tables ${tables}: run reindex schema concurrently crabtrail`),
  ]
}

const wrong = (name: string, detail: string): DoctorFinding => ({ name, ok: false, detail })

const numberIn = (facts: Facts, name: string): number => {
  const value = facts[name]
  return typeof value === 'number' ? value : 0
}
