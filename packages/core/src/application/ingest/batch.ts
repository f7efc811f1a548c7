/** One commit of a run: documents that changed, sources that are gone, and with the last one the links between all. */
import * as Effect from 'effect/Effect'
import { decideIngest, type IngestChanges, type IngestCounts } from '../../domain/deciders/ingest.ts'
import { decideIngestLinks } from '../../domain/deciders/ingest-links.ts'
import { introduce } from '../../domain/deciders/participants.ts'
import type { NewEvent } from '../../domain/events/brain-event.ts'
import { placed } from '../../domain/events/event-codec.ts'
import type { ContentRef } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { brainState, cloneFold, foldEvent } from '../../domain/projections/brain-fold.ts'
import type { IngestAnswer } from '../answers.ts'
import { type Access, type OpenBrain, transact } from '../brain/brain.ts'
import { type ContentDrafts, contentDrafts } from '../brain/content-drafts.ts'
import { gatherParticipants } from '../brain/participants.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import type { IngestRequest } from '../requests.ts'
import { changedDocument, type Roots, rootRef } from './changed-documents.ts'
import { type Bodies, type KnownSource, knownSources } from './known-sources.ts'
import { linkedPassages } from './linked-passages.ts'
import { isElsewhere, isMoved, isUnchanged, liveNodes, type MatchedDocument, matchDocuments } from './matching.ts'

export interface Batch {
  readonly documents: ReadonlyArray<MatchedDocument>
  readonly gone: ReadonlyArray<KnownSource>
  /** Nothing of the run comes after it. */
  readonly last: boolean
}

export interface Outcome {
  readonly counts: IngestCounts
  readonly renamed: IngestAnswer['renamed']
  /** Keys of sources. */
  readonly retired: ReadonlyArray<string>
  /** What says something new. */
  readonly read: ReadonlyArray<MatchedDocument>
}

export const ingestBatch = Effect.fnUntraced(function* (brain: OpenBrain, request: IngestRequest, batch: Batch, roots: Roots) {
  const drafts = yield* contentDrafts
  const gathered = brain.state.position
  const prepared = yield* prepare(brain, drafts, batch, roots)
  const { answer } = yield* transact({
    brain,
    drafts,
    durability: 'power',
    decide: Effect.fnUntraced(function* (access) {
      const { state } = brain
      const participants = yield* gatherParticipants(request, drafts, access)
      // Somebody wrote meanwhile, perhaps from the same documents: what is known of them is looked up again.
      const { changes, standing, ...told } =
        state.position === gathered
          ? prepared
          : yield* prepare(brain, drafts, yield* comparedAgain(brain, batch, participants.origin, access.bodies), roots)
      const profile = yield* profileOf(state, brain.key)
      const { counts, events } = decideIngest(changes, participants.origin, state, profile)
      const edges = batch.last ? yield* linkEdges(brain, events, profile, bodiesOf(drafts, access)) : noEdges
      const outcome: Outcome = {
        ...told,
        counts: {
          ...counts,
          unchanged: counts.unchanged + standing,
          linked: counts.linked + edges.linked,
          pruned: counts.pruned + edges.pruned,
        },
      }
      const introduced = introduce(state, participants)
      const all = [...events, ...edges.events]
      return { ...introduced, events: request.dryRun === true || all.length === 0 ? [] : [...introduced.events, ...all], answer: outcome }
    }),
  })
  return answer ?? nothingDone
})

const noEdges = { events: [], linked: 0, pruned: 0 } as const
const nothingDone: Outcome = {
  counts: { added: 0, revised: 0, unchanged: 0, retired: 0, linked: 0, pruned: 0 },
  renamed: [],
  retired: [],
  read: [],
}

type Compared = Pick<Batch, 'documents' | 'gone'>

const prepare = Effect.fnUntraced(function* (brain: OpenBrain, drafts: ContentDrafts, { documents, gone }: Compared, roots: Roots) {
  const isSame = (one: MatchedDocument) => isUnchanged(one) && !isMoved(one)
  const same = documents.filter(isSame)
  const changes: IngestChanges = {
    documents: yield* Effect.forEach(
      documents.filter((one) => !isSame(one)),
      (document) => changedDocument(brain, drafts, roots, document),
    ),
    elsewhere: same.filter(isElsewhere).flatMap(({ known, root }) => {
      if (known === undefined || root === undefined) return []
      return [{ source: known.source, key: known.keyRef, root: rootRef(roots, drafts, root) }]
    }),
    gone: gone.map(({ source }) => source),
  }
  return {
    changes,
    /** Nodes of documents that say nothing new. */
    standing: liveNodes(brain.state, same),
    renamed: documents.flatMap((one) => (one.known !== undefined && isMoved(one) ? [{ from: one.known.key, to: one.key }] : [])),
    retired: gone.map(({ key }) => key),
    read: documents.filter((one) => one.known?.digest !== one.digest),
  }
})

/** A source that somebody read meanwhile is not gone, nor free to be another's. */
const comparedAgain = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { documents, gone }: Batch,
  origin: Parameters<typeof matchDocuments>[3],
  bodies: Bodies,
) {
  const sources = yield* knownSources(brain.state, bodies)
  const same = (before: KnownSource): KnownSource | undefined =>
    sources.find(
      ({ digest, keyRef, retired, source }) =>
        source === before.source && keyRef === before.keyRef && digest === before.digest && retired === before.retired,
    )
  const moved = documents.flatMap((one) => (one.known !== undefined && isMoved(one) ? (same(one.known) ?? []) : []))
  const compared: Compared = {
    documents: matchDocuments(documents, sources, new Set(moved.map(({ source }) => source)), origin, brain.state),
    gone: gone.flatMap((one) => same(one) ?? []),
  }
  return compared
})

/** The links of the brain as it is after `events`. */
const linkEdges = Effect.fnUntraced(function* (brain: OpenBrain, events: ReadonlyArray<NewEvent>, profile: Profile, bodies: Bodies) {
  const after = events.length === 0 ? brain.fold : cloneFold(brain.fold)
  for (const [i, event] of events.entries()) foldEvent(after, placed(event, brain.fold.position + 1 + i, { at: brain.fold.at, actor: 0 }))
  const state = brainState(after)
  return decideIngestLinks(yield* linkedPassages(state, bodies), state.graph, profile)
})

/** Bodies that are stored, and those that will be. */
const bodiesOf = (drafts: ContentDrafts, access: Access): Bodies =>
  Effect.fnUntraced(function* (refs: ReadonlyArray<ContentRef>) {
    const bodies = new Map<ContentRef, string>()
    const missing: Array<ContentRef> = []
    for (const ref of refs) {
      const body = drafts.body(ref)
      if (body === undefined) missing.push(ref)
      else bodies.set(ref, body)
    }
    if (missing.length > 0) for (const [ref, body] of yield* access.bodies(missing)) bodies.set(ref, body)
    return bodies
  })
