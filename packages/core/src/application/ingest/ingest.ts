/** Reads documents in, one commit a batch with its index. The last batch joins the links of all passages. */

import type { Unresolved } from '@crabtrail/text/evidence/outright-pairs'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import type { UncountedAlias } from '../../domain/aliases/aliases.ts'
import { isItem, isLive } from '../../domain/graph.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import { comesBack, keptOut } from '../../domain/ingest/ingest-unlearned.ts'
import { waitingNodes } from '../../domain/learning/review.ts'
import { holdsNow } from '../../domain/superseding/superseded-event.ts'
import type { IngestAnswer } from '../answers.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import { storedAccess } from '../brain/brain.ts'
import { nameCauses } from '../causes/name-causes.ts'
import { readDocuments } from '../documents/changed-documents.ts'
import { IngestInterrupted, IngestProgress } from '../documents/ingest-progress.ts'
import { joinAll } from '../documents/joined-passages.ts'
import {
  confirmGone,
  fewDocuments,
  followFolders,
  type KnownSource,
  othersNotes,
  type Reading,
  readingOnce,
  sourcesBeside,
} from '../documents/known-sources.ts'
import { holdsUnlearned, isUntouched, liveNodes, type MatchedDocument, matchDocuments, placed, placing } from '../documents/matching.ts'
import { limits } from '../limits.ts'
import { type ModelAround, modelMeansOf } from '../model/ask-model.ts'
import { nodeNames, resolveNode } from '../naming/names.ts'
import { toldSuperseding } from '../recall/answer.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { IngestRequest } from '../requests.ts'
import { type Batch, type Before, ingestBatch, type Outcome } from './batch.ts'
import type { Became } from './decided-batch.ts'
import { heedForgotten, remember } from './forgotten.ts'
import { nameRead } from './name-aliases.ts'

export const ingest = Effect.fnUntraced(function* (brain: OpenBrain, request: IngestRequest, around: ModelAround) {
  const given = yield* readDocuments(brain, request)
  if (request.again === true && request.dryRun !== true) yield* remember(brain, given.documents)
  const heeded = request.again === true ? { documents: given.documents, skipped: [] } : yield* heedForgotten(brain, given.documents)
  const reading: Reading = { ...given, documents: heeded.documents, skipped: [...given.skipped, ...heeded.skipped] }
  const once = readingOnce()
  const open = once(yield* storedAccess(brain))
  const found = yield* compared(brain, request, reading, open)
  const out = keptOut(brain.state)
  // A document with passages that were unlearned is read even where it is unchanged: the answer tells which of them are still in it.
  const became = yield* becameOf(brain, request)
  const isPassedOver = (one: MatchedDocument) => isUntouched(one) && !holdsUnlearned(out, one) && became.length === 0
  const same = liveNodes(brain.state, found.documents.filter(isPassedOver))
  const changed = found.documents.filter((one) => !isPassedOver(one))
  const outcomes: Array<Outcome> = []
  const all = { documents: Number.POSITIVE_INFINITY, length: Number.POSITIVE_INFINITY }
  const most = request.dryRun === true || became.length > 0 ? all : { documents: limits.documentsPerCommit, length: limits.textPerCommit }
  const batches = batchesOf(changed, found.gone, most)
  const progress = yield* IngestProgress
  const { means } = yield* modelMeansOf(around, 'behind')
  const run = { request, placing: found.places, once, became, isJudged: means !== undefined }
  let done = 0
  let before = yield* beforeAll(brain, request, batches.length, found.at)
  let unjoined: ReadonlyArray<NodeNumber> = []
  for (const batch of batches) {
    const batched = yield* ingestBatch(brain, run, open, batch, before)
    outcomes.push(batched.outcome)
    done += batch.documents.length
    yield* progress({ stage: 'stored', done, of: changed.length })
    before = batched.before
    unjoined = batched.unjoined
  }
  const joined = yield* joinAll(brain, request, unjoined, batches.length)
  const read = { documents: found.documents, same, skipped: [...reading.skipped, ...found.skipped] }
  const stored = (): IngestAnswer => answerOf(brain, read, outcomes, joined)
  const tell = yield* IngestInterrupted
  const causes = yield* nameCauses(brain, request, found.documents, around, (asked) => tell({ ...stored(), causes: asked }))
  const aliases = yield* nameRead(brain, request, found.documents, around, (asked) => tell({ ...stored(), ...causes, aliases: asked }))
  const answer = { ...stored(), ...(yield* unlearnedPassages(brain, outcomes)), ...causes, ...aliases }
  const told = request.dryRun === true ? answer : { ...answer, ...(yield* toldOfRun(brain, outcomes)) }
  const notes = reading.documents.filter(({ background }) => background !== undefined)
  return notes.length === 0 ? told : { ...told, others: yield* othersNotes(brain, open, notes) }
})

/** Returns the fields of an answer that name memories. Only after the run: passages have no names before. */
const toldOfRun = Effect.fnUntraced(function* (brain: OpenBrain, outcomes: ReadonlyArray<Outcome>) {
  return {
    ...waitingIn(brain, outcomes),
    ...(yield* supersededIn(brain, outcomes)),
    ...(yield* withoutEffect(
      brain,
      outcomes.at(-1)?.unresolved ?? [],
      outcomes.flatMap(({ uncounted }) => uncounted),
    )),
    ...(yield* unsureIn(brain, outcomes)),
  }
})

/** Counts the memories that wait for a yes, and those of them that this run brought or changed, as fields of an answer. */
const waitingIn = (brain: OpenBrain, outcomes: ReadonlyArray<Outcome>): Pick<IngestAnswer, 'waiting' | 'waitingNew'> => {
  const all = waitingNodes(brain.state.graph)
  const brought = new Set(outcomes.flatMap(({ waits }) => waits))
  const waitingNew = all.filter((node) => brought.has(node)).length
  return { ...(all.length === 0 ? {} : { waiting: all.length }), ...(waitingNew === 0 ? {} : { waitingNew }) }
}

const supersededIn = Effect.fnUntraced(function* (brain: OpenBrain, outcomes: ReadonlyArray<Outcome>) {
  const events = outcomes.flatMap(({ superseding }) => superseding)
  const found = events.flatMap(({ data, type }) =>
    type === 'NodeSuperseded' && data.gone === undefined && holdsNow(brain.state.graph, data) ? [data] : [],
  )
  if (found.length === 0) return {}
  const { graph } = brain.state
  const nodes = found.flatMap(({ by, node }) => [by, node])
  const names = yield* nodeNames(brain, graph, nodes, 'texts')
  return { superseded: found.map((one) => ({ node: names.id(one.node), ...toldSuperseding(names, one.node, one) })) }
})

const unsureMost = 100

/** Names the memories of which it cannot be told whether a passage is the one that they were, as a field of an answer. */
const unsureIn = Effect.fnUntraced(function* (brain: OpenBrain, outcomes: ReadonlyArray<Outcome>) {
  const all = outcomes.flatMap(({ unsure }) => unsure)
  if (all.length === 0) return {}
  const found = all.slice(0, unsureMost)
  const nodes = found.flatMap(({ instead, node, places }) => [node, ...places.first, ...instead.first])
  const names = yield* nodeNames(brain, brain.state.graph, nodes, 'names')
  return {
    unsure: found.map(({ instead, node, places, was }) => ({
      node: names.id(node),
      was,
      places: places.first.map(names.id),
      instead: instead.first.map(names.id),
      ...(places.all > places.first.length ? { allPlaces: places.all } : {}),
      ...(instead.all > instead.first.length ? { allInstead: instead.all } : {}),
    })),
    ...(all.length > found.length ? { allUnsure: all.length } : {}),
  }
})

/** Reads what the caller says that passages were: `OLD>NEW`, each by its id. */
const becameOf = Effect.fnUntraced(function* (brain: OpenBrain, { became = [] }: IngestRequest) {
  const found: Array<Became> = []
  for (const text of became) {
    const [old = '', place = '', ...more] = text.split('>')
    if (old === '' || place === '' || more.length > 0) {
      const problem = `${JSON.stringify(text.slice(0, 80))} is not OLD>NEW, two ids as printed`
      return yield* new InvalidRequest({ field: 'became', problem })
    }
    const isRetired = (node: NodeNumber) => !isLive(brain.state.graph.stateOf(node)) && old === place
    const node = yield* resolveNode(brain, brain.state.graph, old, isRetired)
    const twice = found.find((one) => one.node === node || one.place === place)
    if (twice !== undefined) {
      const problem = twice.node === node ? `${old} is named twice: it can be one passage only` : `${place} is named for two memories`
      return yield* new InvalidRequest({ field: 'became', problem })
    }
    found.push({ node, place })
  }
  return found
})

/** Milliseconds after a batch commit for which a run of several commits counts as under way. */
const underWayMs = 60_000

const beforeAll = Effect.fnUntraced(function* (brain: OpenBrain, request: IngestRequest, batches: number, comparedAt: Position) {
  const { lastBatch, unjoined } = brain.state.sources
  const isSmall = batches === 1 && (request.folders ?? []).length === 0 && request.documents.length <= fewDocuments
  const isRecent = lastBatch !== undefined && (yield* Clock.currentTimeMillis) - lastBatch.at < underWayMs
  const isOthersUnderWay = isSmall && unjoined && isRecent
  const changed: Before['changed'] = unjoined && !isOthersUnderWay ? 'all' : new Map()
  const [startedWith, marked] = [brain.state.graph.nodes, lastBatch?.position ?? 0]
  return { comparedAt, startedWith, changed, marked, isSmall, isOthersUnderWay } satisfies Before
})

const compared = Effect.fnUntraced(function* (brain: OpenBrain, request: IngestRequest, reading: Reading, open: Access) {
  const at = brain.state.position
  const sources = yield* sourcesBeside(brain, open, reading.documents, reading.folders.length > 0)
  const places = yield* placing(reading, sources)
  const here = yield* placed(reading.documents, sources, places)
  const folders = followFolders(reading, sources, places)
  const missing = new Map(folders.flatMap(({ gone }) => gone.map((one) => [one.source, one] as const)))
  const documents = matchDocuments(here.documents, sources, new Set(missing.keys()), request.origin ?? 'owner', brain.state)
  const found = new Set(documents.flatMap(({ known }) => known?.source ?? []))
  if (request.prune !== true) yield* confirmGone(folders, reading, found)
  const gone = [...missing.values()].filter(({ source }) => !found.has(source)).sort((a, b) => a.source - b.source)
  return { at, documents, gone, places, skipped: here.skipped }
})

/** Splits a run into batches within `most`. Returns at least one batch, because every run joins links that an earlier run left unjoined. */
const batchesOf = (documents: ReadonlyArray<MatchedDocument>, gone: ReadonlyArray<KnownSource>, most: BatchSize): ReadonlyArray<Batch> => {
  const batches: Array<{ documents: Array<MatchedDocument>; gone: Array<KnownSource>; length: number }> = []
  const room = (length: number) => {
    const last = batches.at(-1)
    const isFree = last !== undefined && last.documents.length + last.gone.length < most.documents && last.length + length <= most.length
    const batch = isFree ? last : { documents: [], gone: [], length: 0 }
    if (!isFree) batches.push(batch)
    batch.length += length
    return batch
  }
  for (const document of documents) room(document.length).documents.push(document)
  for (const source of gone) room(0).gone.push(source)
  if (batches.length === 0) room(0)
  return batches.map(({ documents, gone }, i) => {
    const goneLater = batches.slice(i + 1).flatMap((later) => later.gone)
    return { documents, gone, goneLater, number: i + 1, of: batches.length }
  })
}

interface BatchSize {
  readonly documents: number
  /** Length of all texts of a batch in UTF-16 units. A longer text is a batch of its own. */
  readonly length: number
}

interface Read {
  readonly documents: ReadonlyArray<MatchedDocument>
  /** Live passages of the documents that no batch has. */
  readonly same: number
  readonly skipped: IngestAnswer['skipped']
}

const answerOf = (
  brain: OpenBrain,
  read: Read,
  outcomes: ReadonlyArray<Outcome>,
  joined: { readonly linked: number; readonly pruned: number },
): IngestAnswer => {
  const sum = (count: (outcome: Outcome) => number): number => outcomes.reduce((all, one) => all + count(one), 0)
  const taken = outcomes.flatMap(({ read }) => read)
  const skipped = [...read.skipped, ...outcomes.flatMap((one) => one.skipped)]
  // Changed or not: what is not read of a document is as little known after the second reading as after the first.
  const whole = read.documents.filter(({ key }) => !skipped.some(({ path }) => path === key))
  const unreadParts = whole.flatMap(({ key, problems }) => problems.map((reason) => ({ path: key, reason })))
  const lacks = whole.flatMap(({ key, lacks: all }) =>
    [...Map.groupBy(all, ({ kind }) => kind).values()].flatMap(([first, ...more]) =>
      first === undefined ? [] : { path: key, ...first, ...(more.length === 0 ? {} : { count: 1 + more.length }) },
    ),
  )
  return {
    brain: brain.key,
    documents: read.documents.length - sum(({ leftOut }) => leftOut),
    nodes: {
      added: sum(({ counts }) => counts.added),
      revised: sum(({ counts }) => counts.revised),
      unchanged: read.same + sum(({ counts }) => counts.unchanged),
      retired: sum(({ counts }) => counts.retired),
    },
    edges: { linked: sum(({ counts }) => counts.linked) + joined.linked, pruned: sum(({ counts }) => counts.pruned) + joined.pruned },
    renamed: outcomes.flatMap(({ renamed }) => renamed),
    retired: outcomes.flatMap(({ retired }) => retired),
    skipped: [...skipped, ...unreadParts],
    ...(lacks.length === 0 ? {} : { lacks }),
    repaired: taken.reduce((all, { repaired }) => all + repaired, 0),
    redacted: redactedIn(taken),
    position: brain.state.position,
  }
}

const redactedIn = (documents: ReadonlyArray<MatchedDocument>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { redacted } of documents) {
    for (const [kind, count] of Object.entries(redacted)) counts[kind] = (counts[kind] ?? 0) + count
  }
  return counts
}

const unlearnedPassages = Effect.fnUntraced(function* (brain: OpenBrain, outcomes: ReadonlyArray<Outcome>) {
  const { graph } = brain.state
  const out = [...new Set(outcomes.flatMap(({ unlearned }) => unlearned.out))].sort((a, b) => a - b)
  const replaced = new Set(outcomes.flatMap(({ unlearned }) => unlearned.replaced))
  if (out.length === 0 && replaced.size === 0) return {}
  const names = yield* nodeNames(brain, graph, out, 'names')
  const requests = [...byRequests(brain, out)].map(({ nodes, withdrawn }) => {
    const back = comesBack(brain.state, withdrawn)
    // After a dry run, what it would read in is still retired.
    const isOther = (node: NodeNumber) => isItem(graph.typeOf(node)) && !nodes.includes(node) && !replaced.has(node)
    const others = back.nodes.filter(isOther).length
    return { withdrawn, nodes: nodes.map(names.id), others, signals: back.signals }
  })
  const unlearned: IngestAnswer['unlearned'] = { nodes: out.length, replaced: replaced.size, requests }
  return { unlearned }
})

/** Groups memories by the requests that keep them out. */
const byRequests = ({ state }: OpenBrain, nodes: ReadonlyArray<NodeNumber>) => {
  const requests = keptOut(state)
  const groups = Map.groupBy(
    nodes.filter((node) => requests.has(node)),
    (node) => (requests.get(node) ?? []).join(' '),
  )
  return [...groups.values()]
    .map((group) => ({ nodes: group, withdrawn: requests.get(group[0] ?? 0) ?? [] }))
    .sort((one, other) => (one.withdrawn[0] ?? 0) - (other.withdrawn[0] ?? 0))
}

/** Names that an answer lists at most, and things that one of them may mean. */
const [namesMost, candidatesMost] = [100, 20]

const withoutEffect = Effect.fnUntraced(function* (
  brain: OpenBrain,
  unresolved: ReadonlyArray<Unresolved>,
  uncounted: ReadonlyArray<UncountedAlias & { readonly node: NodeNumber }>,
) {
  const all = [
    ...unresolved.map(({ candidates, name, said }) => ({
      ...{ node: said, name, candidates: candidates.slice(0, candidatesMost) },
      reason: candidates.length === 0 ? ('unknown' as const) : ('ambiguous' as const),
    })),
    ...uncounted.map((one) => ({ ...one, candidates: [] })),
  ]
  if (all.length === 0) return {}
  const told = all.slice(0, namesMost)
  const names = yield* nodeNames(
    brain,
    brain.state.graph,
    told.map(({ node }) => node),
    'names',
  )
  return { withoutEffect: told.map((one) => ({ ...one, node: names.id(one.node) })) }
})
