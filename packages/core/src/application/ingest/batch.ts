/** One commit of a run: documents that changed, sources that are gone, and with the last one the links between all. */
import * as Effect from 'effect/Effect'
import type { NewEvent } from '../../domain/events/brain-event.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import { introduce } from '../../domain/recording/participants.ts'
import type { IngestAnswer } from '../answers.ts'
import { type Access, type OpenBrain, transact } from '../brain/brain.ts'
import { type ContentDrafts, contentDrafts } from '../brain/content-drafts.ts'
import { gatherParticipants } from '../brain/participants.ts'
import type { IngestRequest } from '../requests.ts'
import { type Compared, type Decided, decideBatch } from './decided-batch.ts'
import { heedForgotten } from './forgotten.ts'
import { passagesJoined } from './join-passages.ts'
import { type KnownSource, sourcesBeside } from './known-sources.ts'
import { isMoved, matchDocuments } from './matching.ts'
import { bothChanged, type Changed } from './mentions.ts'
import { type Placing, placed } from './placing.ts'

export interface Batch extends Compared {
  /** From 1. */
  readonly number: number
  /** How many the run has. */
  readonly of: number
}

/** What all batches of a run are decided with. */
export interface Run {
  readonly request: IngestRequest
  readonly placing: Placing
  /** Reads nothing twice. */
  readonly once: (access: Access) => Access
}

export interface Outcome extends Omit<Decided, 'events' | 'changed' | 'lost' | 'unjoined'> {
  /** Written to since it was compared, or in the way of another folder's document since somebody wrote meanwhile. */
  readonly skipped: IngestAnswer['skipped']
}

/** What a batch came to. */
export interface Stored {
  readonly outcome: Outcome
  /** What is known before the next one. */
  readonly before: Before
  readonly unjoined: Decided['unjoined']
}

/** What is known before a batch. */
export interface Before {
  /** Where the log would end had nobody but this run written since the documents were compared. */
  readonly comparedAt: Position
  /** Passages that the batches before it changed; `all` where nobody knows which. */
  readonly changed: Changed | 'all'
  /** Where the newest mark of a batch stood then: one further on is somebody else's. */
  readonly marked: Position
  /** A few documents: somebody else's run that is under way is left to end by itself, not joined whole with each of them. */
  readonly isSmall: boolean
  readonly isOthersUnderWay: boolean
}

/** What the commit of a batch does for other runs: join what they left, or leave it to them. */
const besideOthers = ({ state: { registers } }: OpenBrain, { changed, isOthersUnderWay, isSmall, marked }: Before) => {
  const wroteMeanwhile = (registers.lastBatch?.position ?? 0) !== marked
  const leaves = isSmall && registers.unjoined && (isOthersUnderWay || wroteMeanwhile)
  const all = !isSmall && wroteMeanwhile ? 'all' : changed
  return { changed: all, leaves, inherits: all === 'all' || (registers.unjoined && !leaves) } as const
}

export const ingestBatch = Effect.fnUntraced(function* (brain: OpenBrain, run: Run, open: Access, batch: Batch, before: Before) {
  const { once, request } = run
  const drafts = yield* contentDrafts
  const gathered = brain.state.position
  const first = yield* decided(brain, run, drafts, open, batch, before, gathered === before.comparedAt)
  const { answer, events: appended } = yield* transact({
    brain,
    drafts,
    durability: 'power',
    decide: Effect.fnUntraced(function* (access) {
      const participants = yield* gatherParticipants(brain, request, drafts, access)
      const isCurrent = brain.state.position === gathered
      const { events: changes, ...told } = isCurrent ? first : yield* decided(brain, run, drafts, once(access), batch, before, false)
      const introduced = introduce(brain.state, participants)
      const events = [...changes, ...markOf(brain, batch, changes, told)]
      return {
        ...introduced,
        events: request.dryRun === true || events.length === 0 ? [] : [...introduced.events, ...events],
        answer: told,
      }
    }),
  })
  const marked = appended.findLast(({ type }) => type === 'BatchStored')?.position ?? before.marked
  const { changed, outcome, unjoined } = answer ?? { outcome: nothingDone, changed: before.changed, unjoined: [] }
  const stored: Stored = { outcome, unjoined, before: { ...before, comparedAt: before.comparedAt + appended.length, changed, marked } }
  return stored
})

/** Where somebody else wrote meanwhile, perhaps from the same documents, what is known of them is looked up again. */
const decided = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { placing, request }: Run,
  drafts: ContentDrafts,
  access: Access,
  batch: Batch,
  before: Before,
  isCurrent: boolean,
) {
  const origin = request.origin ?? 'owner'
  const readWhole = (request.folders ?? []).length > 0
  const heeded =
    isCurrent || request.again === true ? { documents: batch.documents, skipped: [] } : yield* heedForgotten(brain, batch.documents)
  const left = { ...batch, documents: heeded.documents }
  const compared = isCurrent ? batch : yield* comparedAgain(brain, left, origin, placing, access, readWhole)
  const { changed, inherits, leaves } = besideOthers(brain, before)
  const asked = {
    compared,
    origin,
    last: isLast(batch),
    inherits,
    changed,
    most: request.dryRun === true ? Number.POSITIVE_INFINITY : passagesJoined,
  }
  const { changed: changedNow, events, lost, unjoined, ...told } = yield* decideBatch(brain, drafts, access, asked)
  const outcome: Outcome = { ...told, skipped: [...heeded.skipped, ...('skipped' in compared ? compared.skipped : []), ...lost] }
  return { events, outcome, changed: changed === 'all' ? changed : bothChanged(changed, changedNow), unjoined, leaves }
})

const isLast = ({ number, of }: Batch): boolean => number === of

/** Until the last commit of several, somebody who reads the log knows that links may be missing. */
const markOf = (
  { state }: OpenBrain,
  { number, of, ...batch }: Batch,
  events: ReadonlyArray<NewEvent>,
  { leaves, unjoined }: { readonly leaves: boolean; readonly unjoined: ReadonlyArray<NodeNumber> },
): ReadonlyArray<NewEvent> => {
  if (unjoined.length > 0) return [{ type: 'BatchStored', data: { batch: number, batches: of + 1 } }]
  const isTold = isLast({ ...batch, number, of }) ? state.registers.unjoined && !leaves : events.length > 0
  return isTold ? [{ type: 'BatchStored', data: { batch: number, batches: of } }] : []
}

const nothingDone: Outcome = {
  counts: { added: 0, revised: 0, unchanged: 0, retired: 0, linked: 0, pruned: 0 },
  renamed: [],
  retired: [],
  read: [],
  skipped: [],
  unreadParts: [],
}

/** A source that somebody read meanwhile is not gone, nor free to be another's, nor to be overwritten from another folder. */
const comparedAgain = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { documents, gone }: Batch,
  origin: Parameters<typeof matchDocuments>[3],
  placing: Placing,
  reads: Access,
  readWhole: boolean,
) {
  const sources = yield* sourcesBeside(brain, reads, documents, readWhole)
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
    skipped: here.skipped,
  }
})
