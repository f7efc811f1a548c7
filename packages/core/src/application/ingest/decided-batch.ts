/** The events of a batch, decided from the brain as it stands: outside of any lock, and once more only when somebody was quicker. */
import * as Effect from 'effect/Effect'
import { decideIngest, type IngestChanges, type IngestCounts } from '../../domain/deciders/ingest.ts'
import { decideIngestLinks } from '../../domain/deciders/ingest-links.ts'
import type { NewEvent } from '../../domain/events/brain-event.ts'
import { placed } from '../../domain/events/event-codec.ts'
import type { ContentRef } from '../../domain/identity.ts'
import type { Origin } from '../../domain/node.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { brainState, cloneFold, foldEvent } from '../../domain/projections/brain-fold.ts'
import type { IngestAnswer } from '../answers.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import type { ContentDrafts } from '../brain/content-drafts.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import { changedDocument } from './changed-documents.ts'
import type { Bodies, KnownSource } from './known-sources.ts'
import { linkedPassages } from './linked-passages.ts'
import { isElsewhere, isMoved, isUnchanged, liveNodes, type MatchedDocument } from './matching.ts'

export interface Compared {
  readonly documents: ReadonlyArray<MatchedDocument>
  readonly gone: ReadonlyArray<KnownSource>
}

export interface Decided {
  readonly events: ReadonlyArray<NewEvent>
  readonly counts: IngestCounts
  readonly renamed: IngestAnswer['renamed']
  /** Keys of sources. */
  readonly retired: ReadonlyArray<string>
  /** What says something new. */
  readonly read: ReadonlyArray<MatchedDocument>
}

interface Asked {
  readonly compared: Compared
  readonly origin: Origin
  /** Nothing of the run comes after it. */
  readonly last: boolean
}

export const decideBatch = Effect.fnUntraced(function* (
  brain: OpenBrain,
  drafts: ContentDrafts,
  access: Access,
  { compared: { documents, gone }, last, origin }: Asked,
) {
  const { state } = brain
  const isSame = (one: MatchedDocument) => isUnchanged(one) && !isMoved(one)
  const same = documents.filter(isSame)
  const changes: IngestChanges = {
    documents: yield* Effect.forEach(
      documents.filter((one) => !isSame(one)),
      (document) => changedDocument(brain, drafts, document),
    ),
    elsewhere: same.filter(isElsewhere).flatMap(({ key, known, root }) => {
      if (known === undefined || root === undefined) return []
      return [{ source: known.source, key: drafts.add(key), root: drafts.add(root) }]
    }),
    gone: gone.map(({ source }) => source),
  }
  const profile = yield* profileOf(state, brain.key)
  const { counts, events } = decideIngest(changes, origin, state, profile)
  const joins = last && (state.registers.unjoined || events.some((event) => bearsOnLinks(event, brain)))
  const edges = joins ? yield* linkEdges(brain, events, profile, bodiesOf(drafts, access)) : noEdges
  return {
    events: [...events, ...edges.events],
    counts: {
      ...counts,
      unchanged: counts.unchanged + liveNodes(state, same),
      linked: counts.linked + edges.linked,
      pruned: counts.pruned + edges.pruned,
    },
    renamed: documents.flatMap((one) => (one.known !== undefined && isMoved(one) ? [{ from: one.known.key, to: one.key }] : [])),
    retired: gone.map(({ key }) => key),
    read: documents.filter((one) => one.known?.digest !== one.digest),
  } satisfies Decided
})

const noEdges = { events: [], linked: 0, pruned: 0 } as const

/** Whether links may lead elsewhere with it: it changes links, where they are looked for, or what there is to be found. */
const bearsOnLinks = ({ data, type }: NewEvent, { state }: OpenBrain): boolean => {
  switch (type) {
    case 'SourceAdded':
    case 'SourceRenamed':
    case 'SourceRetired':
    case 'NodeAdded':
    case 'NodeRetired':
    case 'NodeRestored':
      return true
    case 'SourceRevised':
      return data.root !== undefined || state.registers.sources.get(data.source)?.retired === true
    case 'NodeRevised':
      return data.id !== undefined || data.links !== undefined
    default:
      return false
  }
}

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
