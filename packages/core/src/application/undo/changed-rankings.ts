/** Compares the rankings of recorded questions on the present graph with those on another one. It writes nothing. */
import * as Effect from 'effect/Effect'
import type { BrainEvent, EventData } from '../../domain/events/brain-event.ts'
import { type ContentRef, type EdgeNumber, type NodeNumber, type Position, printedTurn, type TurnNumber } from '../../domain/identity.ts'
import { type BrainState, brainState, cloneFold, foldEvent } from '../../domain/projections/brain-fold.ts'
import { vouchingOf } from '../../domain/projections/standing.ts'
import { rankMemories } from '../../domain/recall/recall.ts'
import { units } from '../../domain/strength.ts'
import type { RankedNode } from '../../domain/walk/ranking.ts'
import { noHints } from '../../domain/walk/text-evidence.ts'
import type { ChangedRanking } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { eachCommitBack } from '../brain/commit-row.ts'
import { cleanText } from '../brain/contents.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { nodeNames } from '../naming/names.ts'
import { ContentStore } from '../ports/content-store.ts'
import type { IndexChange, IndexSpace } from '../ports/event-store.ts'
import { type IndexStatistics, type Postings, SearchIndex } from '../ports/search-index.ts'
import { gatherEvidence } from '../recall/evidence.ts'
import { followIndex } from '../text-index/index-changes.ts'
import { nearQuestion } from '../vectors/near-question.ts'

/** Most recorded questions that are looked at. */
const questionsMost = 100
/** Most commits that are read to find them. */
const commitsMost = 2_000
/** Memories that are told of each ranking. */
const shownMost = 5

/** Returns the recorded questions whose rankings differ after these events, newest first. */
export const changedRankings = Effect.fnUntraced(function* (brain: OpenBrain, events: ReadonlyArray<BrainEvent>) {
  const fold = cloneFold(brain.fold)
  for (const event of events) foldEvent(fold, event)
  const then = brainState(fold)
  const filed = yield* indexAfter(brain, events)
  const changed: Array<ChangedRanking> = []
  for (const { before: texts, day, question, turn } of yield* recordedQuestions(brain, changesOf(brain.state, events))) {
    const { after, before } = yield* rankings(brain, then, { question, texts, day }, filed)
    if (isSame(before, after)) continue
    const named = [...before, ...after].map(({ node }) => node)
    const names = yield* nodeNames(brain, brain.state.graph, named, 'names')
    const told = (list: ReadonlyArray<RankedNode>) => list.map(({ node, score }) => ({ node: names.id(node), score: units(score) }))
    changed.push({ question, turn: printedTurn(turn), before: told(before), after: told(after) })
  }
  return changed
})

const isSame = (one: ReadonlyArray<RankedNode>, other: ReadonlyArray<RankedNode>): boolean =>
  one.length === other.length && one.every(({ node, score }, i) => node === other[i]?.node && score === other[i]?.score)

const rankings = Effect.fnUntraced(function* (
  brain: OpenBrain,
  then: BrainState,
  { day, question, texts }: { readonly question: string; readonly texts: ReadonlyArray<string>; readonly day: number | undefined },
  filed: SearchIndex['Service'] | undefined,
) {
  const settings = yield* profileOf(brain.state, brain.key)
  const seen = Effect.fnUntraced(function* (state: BrainState) {
    const evidence = yield* gatherEvidence(brain, state.graph, settings, question, undefined, { today: day, before: texts })
    return { evidence, near: yield* nearQuestion(brain, state, settings, question, evidence) }
  })
  const rankingOf = ({ graph, owner }: BrainState, from: Effect.Success<ReturnType<typeof seen>>) =>
    rankMemories({ graph, settings, engine: settings.engine, ...from, hints: noHints, ...vouchingOf(owner) }).ranking.slice(0, shownMost)
  const now = yield* seen(brain.state)
  const after = filed === undefined ? now : yield* seen(then).pipe(Effect.provideService(SearchIndex, filed))
  return { before: rankingOf(brain.state, now), after: rankingOf(then, after) }
})

/**
 * Edges and memories that events change, and the newest position before which any turn may be touched: that of a signal which is taken out or
 * teaches again, and the end of the log where texts come or go or with a rollback.
 */
interface Changes {
  readonly edges: ReadonlySet<EdgeNumber>
  readonly nodes: ReadonlySet<NodeNumber>
  readonly newest: Position
}

/** Events after which any question may rank otherwise: words are weighed by how many texts have them. */
const movesTexts: ReadonlySet<string> = new Set(['RollbackRequested', 'NodeRestored', 'NodeRetired'])

const changesOf = ({ graph, unlearnings }: BrainState, events: ReadonlyArray<BrainEvent>): Changes => {
  const edges = new Set<EdgeNumber>()
  const nodes = new Set<NodeNumber>()
  let newest = 0
  for (const event of events) {
    if (movesTexts.has(event.type)) newest = Math.max(newest, event.position)
    if (event.type === 'RollbackRequested') continue
    if (event.type === 'UnlearnRequested') newest = Math.max(newest, ...event.data.signals)
    else if (event.type === 'UnlearnWithdrawn') newest = Math.max(newest, ...(unlearnings.requests.get(event.data.request)?.signals ?? []))
    else if (event.type === 'StrengthsRestored') {
      for (const edge of event.data.edges) edges.add(edge)
      for (const node of event.data.nodes) nodes.add(node)
    } else if (event.type === 'LearningRestated') for (const cue of event.data.cues) nodes.add(cue)
    else if ('node' in event.data && typeof event.data.node === 'number') nodes.add(event.data.node)
  }
  for (const edge of edges) nodes.add(graph.sourceOf(edge)).add(graph.targetOf(edge))
  return { edges, nodes, newest }
}

/**
 * Returns the questions of recorded turns that a change may touch, newest first, each once. A turn before the newest signal is always among
 * them: the cue that the signal taught may be alike to its question and younger than its walk. One that goes on with an erased question is left out.
 */
const recordedQuestions = Effect.fnUntraced(function* (brain: OpenBrain, { edges, newest, nodes }: Changes) {
  if (edges.size + nodes.size === 0 && newest <= brain.state.position) return []
  const seen = new Set<ContentRef>()
  const started = new Map<TurnNumber, EventData<'TurnStarted'>>()
  const touched: Array<TurnNumber> = []
  yield* eachCommitBack(
    brain,
    (events) => {
      for (const event of events) {
        if (event.type !== 'TurnStarted' || event.turn === undefined || seen.size === questionsMost) continue
        seen.add(event.data.question)
        started.set(event.turn, event.data)
        if (event.position < newest || events.some((one) => one.turn === event.turn && touches(one, edges, nodes))) touched.push(event.turn)
      }
      return seen.size === questionsMost ? true : undefined
    },
    commitsMost,
  )
  const refsOf = (turn: TurnNumber) => [turn, ...(started.get(turn)?.continues ?? [])].map((one) => started.get(one)?.question)
  const contents = yield* ContentStore
  const refs = touched.flatMap(refsOf).flatMap((ref) => ref ?? [])
  const bodies = yield* contents.bodies(brain.key, refs)
  const asked = new Map<string, AskedTurn>()
  for (const turn of touched) {
    const texts = refsOf(turn).map((ref) => (ref === undefined ? '' : (bodies.get(ref) ?? '')))
    const [text = '', ...before] = texts
    const question = (yield* cleanText(text)).text
    const said = [question, ...before].join('\n')
    if (question === '' || texts.includes('') || asked.has(said)) continue
    asked.set(said, { question, before, turn, day: started.get(turn)?.day })
  }
  return [...asked.values()]
})

/** A question with the day on which it was asked, and the questions that it goes on with. */
interface AskedTurn {
  readonly turn: TurnNumber
  readonly question: string
  readonly before: ReadonlyArray<string>
  readonly day: number | undefined
}

const touches = (event: BrainEvent, edges: ReadonlySet<EdgeNumber>, nodes: ReadonlySet<NodeNumber>): boolean => {
  if (event.type === 'EdgeFollowed' || event.type === 'EdgeSkipped') return edges.has(event.data.edge)
  if (event.type === 'NodeFired' || event.type === 'NodeInhibited') return nodes.has(event.data.node)
  return event.type === 'SeedsSelected' && [...event.data.nodes, ...(event.data.cues ?? [])].some((node) => nodes.has(node))
}

/* The text index as it will be after events that retire and restore nodes, for a dry run. It writes nothing. */

type Index = SearchIndex['Service']
type Added = Extract<IndexChange, { readonly change: 'add' }>

/** Returns the index after these events; undefined where they move no text. Only what it says of the newest position differs. */
const indexAfter = Effect.fnUntraced(function* (brain: OpenBrain, events: ReadonlyArray<BrainEvent>) {
  const index = yield* SearchIndex
  const follower = followIndex(events, brain.state.graph)
  const contents = yield* ContentStore
  const bodies = yield* contents.bodies(brain.key, follower.needs)
  const changes = follower.changes((ref) => bodies.get(ref))
  if (changes.length === 0) return undefined
  const moved = (space: IndexSpace) => known[space]
  const known: Readonly<Record<IndexSpace, MovedTexts>> = {
    document: movedTexts(changes, 'document'),
    cue: movedTexts(changes, 'cue'),
    phrase: movedTexts(changes, 'phrase'),
    alias: movedTexts(changes, 'alias'),
  }
  const statisticsOf: Index['statisticsOf'] = Effect.fnUntraced(function* (key, space, nodes, at) {
    if (at !== undefined) return yield* index.statisticsOf(key, space, nodes, at)
    const { added, ended } = moved(space)
    const kept = nodes.filter((node) => !ended.has(node) && !added.has(node))
    return nodes.flatMap((node) => added.get(node) ?? []).reduce(withText, yield* index.statisticsOf(key, space, kept))
  })
  const statistics: Index['statistics'] = Effect.fnUntraced(function* (key, space, at) {
    const whole = yield* index.statistics(key, space, at)
    if (at !== undefined) return whole
    const { added, ended } = moved(space)
    return [...added.values()].reduce(withText, without(whole, yield* index.statisticsOf(key, space, [...ended])))
  })
  const postings: Index['postings'] = Effect.fnUntraced(function* (key, space, terms, at) {
    const now = yield* index.postings(key, space, terms, at)
    if (at !== undefined) return now
    const { ended, ofTerm } = moved(space)
    return now.map((list, i) => joined(only(list, ended), ofTerm.get(terms[i] ?? '') ?? []))
  })
  return { ...index, readAhead: undefined, statisticsOf, statistics, postings } satisfies Index
})

/** The texts of a space that end and that are filed. */
interface MovedTexts {
  readonly ended: ReadonlySet<NodeNumber>
  readonly added: ReadonlyMap<NodeNumber, Added>
  /** The filed texts that have a term, each with its count. */
  readonly ofTerm: ReadonlyMap<string, ReadonlyArray<Filed>>
}

interface Filed extends Pick<Added, 'node' | 'length'> {
  readonly count: number
}

const movedTexts = (changes: ReadonlyArray<IndexChange>, space: IndexSpace): MovedTexts => {
  const ended = new Set<NodeNumber>()
  const added = new Map<NodeNumber, Added>()
  for (const change of changes) {
    if (change.space !== space) continue
    if (change.change === 'add') added.set(change.node, change)
    else {
      ended.add(change.node)
      added.delete(change.node)
    }
  }
  const ofTerm = new Map<string, Array<Filed>>()
  for (const { counts, length, node, terms } of added.values()) {
    for (const [i, term] of terms.entries()) {
      const filed = { node, length, count: counts[i] ?? 0 }
      const others = ofTerm.get(term)
      if (others === undefined) ofTerm.set(term, [filed])
      else others.push(filed)
    }
  }
  return { ended, added, ofTerm }
}

const withText = (sum: IndexStatistics, { length, words }: Added): IndexStatistics => ({
  documents: sum.documents + 1,
  totalLength: sum.totalLength + length,
  totalWords: sum.totalWords + words,
})

const without = (whole: IndexStatistics, part: IndexStatistics): IndexStatistics => ({
  documents: whole.documents - part.documents,
  totalLength: whole.totalLength - part.totalLength,
  totalWords: whole.totalWords - part.totalWords,
})

const only = ({ counts, lengths, nodes }: Postings, ended: ReadonlySet<NodeNumber>): Postings => {
  const places = Array.from(nodes.keys()).filter((place) => !ended.has(nodes[place] ?? 0))
  if (places.length === nodes.length) return { counts, lengths, nodes }
  return {
    nodes: Int32Array.from(places, (place) => nodes[place] ?? 0),
    counts: Int32Array.from(places, (place) => counts[place] ?? 0),
    lengths: Int32Array.from(places, (place) => lengths[place] ?? 0),
  }
}

const joined = ({ counts, lengths, nodes }: Postings, filed: ReadonlyArray<Filed>): Postings => {
  if (filed.length === 0) return { counts, lengths, nodes }
  const all = [...Array.from(nodes, (node, i): Filed => ({ node, count: counts[i] ?? 0, length: lengths[i] ?? 0 })), ...filed]
  all.sort((a, b) => a.node - b.node)
  return {
    nodes: Int32Array.from(all, ({ node }) => node),
    counts: Int32Array.from(all, ({ count }) => count),
    lengths: Int32Array.from(all, ({ length }) => length),
  }
}
