/** Stores one batch of an ingest run: changed documents, missing sources and, with the last batch, the links between all passages. */
import * as Effect from 'effect/Effect'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import type { IngestAnswer } from '../answers.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import type { ContentDrafts } from '../brain/contents.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import { bothChanged, type Changed, passagesJoined } from '../documents/joined-passages.ts'
import { type KnownSource, type Placing, sourcesBeside } from '../documents/known-sources.ts'
import { isMoved, matchDocuments, placed } from '../documents/matching.ts'
import type { IngestRequest } from '../requests.ts'
import { type Became, type Compared, type Decided, decideBatch } from './decided-batch.ts'
import { heedForgotten } from './forgotten.ts'

export interface Batch extends Compared {
  readonly number: number
  readonly of: number
}

interface Run {
  readonly request: IngestRequest
  readonly placing: Placing
  /** Returns an access that caches the contents it reads. */
  readonly once: (access: Access) => Access
  readonly became: ReadonlyArray<Became>
  /** True where there is a model that may judge what is read in. */
  readonly isJudged: boolean
}

export interface Outcome extends Omit<Decided, 'events' | 'changed' | 'lost' | 'unjoined'> {
  /** Forgotten, written to after they were compared, or with a key that a document of another folder took meanwhile. */
  readonly skipped: IngestAnswer['skipped']
  /** Documents of the batch that were not read in. Passages that are skipped are of a document that was. */
  readonly leftOut: number
  /** Memories that the batch lets wait for the owner's yes. */
  readonly waits: ReadonlyArray<NodeNumber>
}

export interface Before {
  /** End of the log if only this run has written since the documents were compared. */
  readonly comparedAt: Position
  /** Passages that earlier batches changed; `all` where they are not known. */
  readonly changed: Changed | 'all'
  /** The number of memories before the run. */
  readonly startedWith: number
  /** Position of this run's newest batch mark: a later mark belongs to another run. */
  readonly marked: Position
  /** True for a run of a few documents: it leaves the links of another run that is under way to that run. */
  readonly isSmall: boolean
  readonly isOthersUnderWay: boolean
}

/** Tells whether the commit of a batch joins links that other runs have not joined yet, or leaves them to those runs. */
const besideOthers = ({ state: { sources } }: OpenBrain, { changed, isOthersUnderWay, isSmall, marked }: Before) => {
  const wroteMeanwhile = (sources.lastBatch?.position ?? 0) !== marked
  const leaves = isSmall && sources.unjoined && (isOthersUnderWay || wroteMeanwhile)
  const all = !isSmall && wroteMeanwhile ? 'all' : changed
  return { changed: all, leaves, inherits: all === 'all' || (sources.unjoined && !leaves) } as const
}

export const ingestBatch = Effect.fnUntraced(function* (brain: OpenBrain, run: Run, open: Access, batch: Batch, before: Before) {
  const { once, request } = run
  const signal = yield* beginSignal(brain, request)
  const { drafts } = signal
  const gathered = brain.state.position
  const first = yield* decided(brain, run, drafts, open, batch, before, gathered === before.comparedAt)
  let latest = first
  const { events: appended } = yield* runCommand(signal, {
    durability: 'power',
    rehearsal: request.dryRun,
    gather: Effect.fnUntraced(function* ({ access, state }) {
      const isCurrent = state.position === gathered
      latest = isCurrent ? first : yield* decided(brain, run, drafts, once(access), batch, before, false)
      const { events: changes, leaves: leavesOthers, unjoined } = latest
      const joining = unjoined.length > 0 ? ('later' as const) : ('nothing' as const)
      return { _tag: 'StoreBatch' as const, changes, batch: batch.number, batches: batch.of, joining, leavesOthers }
    }),
  })
  const marked = appended.findLast(({ type }) => type === 'BatchStored')?.position ?? before.marked
  const { changed, unjoined } = latest
  const waits = appended.flatMap(({ data, type }) => (type === 'NodeReviewed' && data.review === 'waits' ? [data.node] : []))
  const outcome: Outcome = { ...latest.outcome, waits }
  const comparedAt = before.comparedAt + (request.dryRun === true ? 0 : appended.length)
  return { outcome, unjoined, before: { ...before, comparedAt, changed, marked } satisfies Before }
})

/** Decides the changes of a batch. If another writer has committed since, the known sources are read again. */
const decided = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { became, isJudged, placing, request }: Run,
  drafts: ContentDrafts,
  access: Access,
  batch: Batch,
  before: Before,
  isCurrent: boolean,
) {
  const heeded =
    isCurrent || request.again === true ? { documents: batch.documents, skipped: [] } : yield* heedForgotten(brain, batch.documents)
  const left = { ...batch, documents: heeded.documents }
  const compared = isCurrent ? { ...batch, skipped: [] } : yield* comparedAgain(brain, left, request, placing, access)
  const { changed, inherits, leaves } = besideOthers(brain, before)
  const asked = {
    compared,
    origin: request.origin ?? 'owner',
    last: batch.number === batch.of,
    inherits,
    changed,
    startedWith: before.startedWith,
    became,
    isJudged,
    most: request.dryRun === true ? Number.POSITIVE_INFINITY : passagesJoined,
  }
  const { changed: changedNow, events, lost, unjoined, ...told } = yield* decideBatch(brain, drafts, access, asked)
  const leftOut = batch.documents.length - left.documents.length + compared.skipped.length + lost.length
  const outcome = { ...told, skipped: [...heeded.skipped, ...compared.skipped, ...lost], leftOut }
  return { events, outcome, changed: changed === 'all' ? changed : bothChanged(changed, changedNow), unjoined, leaves }
})

/** Compares documents with the sources as they are now: what was read meanwhile is not gone, not moved and not overwritten. */
const comparedAgain = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { documents, gone, goneLater }: Batch,
  { folders = [], origin = 'owner' }: IngestRequest,
  placing: Placing,
  reads: Access,
) {
  const sources = yield* sourcesBeside(brain, reads, documents, folders.length > 0)
  const same = (before: KnownSource): KnownSource | undefined =>
    sources.find(
      ({ digest, keyRef, retired, source }) =>
        source === before.source && keyRef === before.keyRef && digest === before.digest && retired === before.retired,
    )
  const here = yield* placed(documents, sources, placing)
  const moved = documents.flatMap((one) => (one.known !== undefined && isMoved(one) ? (same(one.known) ?? []) : []))
  return {
    documents: matchDocuments(here.documents, sources, new Set(moved.map(({ source }) => source)), origin, brain.state),
    gone: gone.flatMap((one) => same(one) ?? []),
    goneLater: goneLater.flatMap((one) => same(one) ?? []),
    skipped: here.skipped,
  }
})
