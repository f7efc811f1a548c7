/** One commit of a run: documents that changed, sources that are gone, and with the last one the links between all. */
import * as Effect from 'effect/Effect'
import { introduce } from '../../domain/deciders/participants.ts'
import type { NewEvent } from '../../domain/events/brain-event.ts'
import type { Position } from '../../domain/identity.ts'
import type { IngestAnswer } from '../answers.ts'
import { type Access, type OpenBrain, transact } from '../brain/brain.ts'
import { type ContentDrafts, contentDrafts } from '../brain/content-drafts.ts'
import { gatherParticipants } from '../brain/participants.ts'
import type { IngestRequest } from '../requests.ts'
import { type Compared, type Decided, decideBatch } from './decided-batch.ts'
import { heedForgotten } from './forgotten.ts'
import { type KnownSource, sourcesBeside } from './known-sources.ts'
import { isMoved, matchDocuments } from './matching.ts'
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

export interface Outcome extends Omit<Decided, 'events'> {
  /** Found in the way of another folder's document only when somebody wrote meanwhile. */
  readonly skipped: IngestAnswer['skipped']
}

/** `comparedAt` is where the log would end had nobody but this run written since the documents were compared. */
export const ingestBatch = Effect.fnUntraced(function* (brain: OpenBrain, run: Run, open: Access, batch: Batch, comparedAt: Position) {
  const { once, request } = run
  const drafts = yield* contentDrafts
  const gathered = brain.state.position
  const before = yield* decided(brain, run, drafts, open, batch, gathered === comparedAt)
  const { answer, events: appended } = yield* transact({
    brain,
    drafts,
    durability: 'power',
    decide: Effect.fnUntraced(function* (access) {
      const participants = yield* gatherParticipants(brain, request, drafts, access)
      const isCurrent = brain.state.position === gathered
      const { outcome, ...now } = isCurrent ? before : yield* decided(brain, run, drafts, once(access), batch, false)
      const introduced = introduce(brain.state, participants)
      const events = [...now.events, ...markOf(brain, batch, now.events)]
      return {
        ...introduced,
        events: request.dryRun === true || events.length === 0 ? [] : [...introduced.events, ...events],
        answer: outcome,
      }
    }),
  })
  return { outcome: answer ?? nothingDone, appended: appended.length }
})

/** Where somebody else wrote meanwhile, perhaps from the same documents, what is known of them is looked up again. */
const decided = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { placing, request }: Run,
  drafts: ContentDrafts,
  access: Access,
  batch: Batch,
  isCurrent: boolean,
) {
  const origin = request.origin ?? 'owner'
  const readWhole = (request.folders ?? []).length > 0
  const heeded =
    isCurrent || request.again === true ? { documents: batch.documents, skipped: [] } : yield* heedForgotten(brain, batch.documents)
  const left = { ...batch, documents: heeded.documents }
  const compared = isCurrent ? batch : yield* comparedAgain(brain, left, origin, placing, access, readWhole)
  const { events, ...told } = yield* decideBatch(brain, drafts, access, { compared, origin, last: isLast(batch) })
  const outcome: Outcome = { ...told, skipped: [...heeded.skipped, ...('skipped' in compared ? compared.skipped : [])] }
  return { events, outcome }
})

const isLast = ({ number, of }: Batch): boolean => number === of

/** Until the last batch of several, somebody who reads the log knows that links may be missing. */
const markOf = ({ state }: OpenBrain, batch: Batch, events: ReadonlyArray<NewEvent>): ReadonlyArray<NewEvent> => {
  const { number, of } = batch
  const isTold = isLast(batch) ? state.registers.unjoined : events.length > 0
  return isTold ? [{ type: 'BatchStored', data: { batch: number, batches: of } }] : []
}

const nothingDone: Outcome = {
  counts: { added: 0, revised: 0, unchanged: 0, retired: 0, linked: 0, pruned: 0 },
  renamed: [],
  retired: [],
  read: [],
  skipped: [],
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
