/** Finds the memories that the host hinted at: found by another search of the session, or of the area that the last heartbeat named. */

import { isElliptical, isFollowUp } from '@crabtrail/text/evidence/message-reading'
import { terms } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import { isRecallable } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber, SessionNumber, TurnNumber } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { TurnRecord } from '../../domain/projections/turns/turn-record.ts'
import type { Evidence } from '../../domain/recall/recall.ts'
import type { Hints, ScoredNode, TextEvidence } from '../../domain/walk/text-evidence.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { storedAccess } from '../brain/brain.ts'
import { type ContentDrafts, cleanText, keptBodies, keptBody } from '../brain/contents.ts'
import { passagesOf } from '../passages/passages.ts'
import type { RecallRequest, SearchHit } from '../requests.ts'
import { isPassingRemark } from './question-words.ts'

export interface GatheredHints extends Hints {
  /** The hints, as contents of the turn. */
  readonly refs: ReadonlyArray<ContentRef>
  /** The tags in force: of a heartbeat that came with the question, else of the last one. */
  readonly tags: ReadonlyArray<string>
  /** The tags of a heartbeat that came with the question, as contents of its session; undefined where none came. */
  readonly heartbeat: ReadonlyArray<ContentRef> | undefined
  /** The memories that a follow-up asks about; empty for any other question. */
  readonly goesOnWith: ReadonlySet<NodeNumber>
}

/** Most passages that are compared with the hits of one recall, taken from the documents that were found first. */
const passagesCompared = 256
/** Least share of the words that a hit and a passage must have in common to count as the same, relative to the one with fewer words. */
const sharedLeast = 0.5
/** Milliseconds for which a heartbeat says what the host is busy with: a day. */
const heartbeatMs = 86_400_000

export const gatherHints = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { learning, seeding }: Profile,
  { heartbeat, hits = [], session }: Pick<RecallRequest, 'heartbeat' | 'hits' | 'session'>,
  { isFollowUp, text }: HintedQuestion,
  drafts: ContentDrafts,
  now: number,
) {
  const found = new Set<NodeNumber>()
  const refs: Array<ContentRef> = []
  let left = passagesCompared
  for (const [source, ofSource] of Map.groupBy(hits, (hit) => hit.source)) {
    const passages = yield* livingPassages(brain, source, left)
    left -= passages.length
    for (const hit of ofSource) {
      const node = passageOf(passages, hit)
      if (node === undefined || !(isFollowUp || text.score(node) > 0)) continue
      found.add(node)
      refs.push(drafts.add((yield* cleanText(printedHit(hit))).text))
    }
  }
  const come = heartbeat === undefined ? undefined : yield* cleanTags(heartbeat)
  const tags = come ?? (yield* tagsInForce(brain, seeding.tagTurns, now))
  const favoured = tags.length === 0 ? new Set<NodeNumber>() : yield* ofAreas(brain, tags, text.pool)
  for (const tag of tags) refs.push(drafts.add(`#${tag}`))
  const oldest = now - learning.delayed.seconds * 1_000
  const before = isFollowUp && session !== undefined ? yield* turnsBefore(brain, session, oldest, seeding.warmTurns) : []
  const goesOnWith = new Set(isFollowUp ? [...found, ...(before[0]?.included ?? [])] : [])
  const observed = come?.map((tag) => drafts.add(tag))
  const warm = warmth(before, seeding.warmFade)
  return { hits: found, warm, favoured, refs, goesOnWith, tags, heartbeat: observed } satisfies GatheredHints
})

/** A question as the hints need it. Hits and earlier memories of another subject are not added to a question with a subject of its own. */
export interface HintedQuestion {
  readonly text: Pick<TextEvidence, 'pool' | 'score'>
  readonly isFollowUp: boolean
}

export const askedWith = (question: string, { text, unknown }: Pick<Evidence, 'text' | 'unknown'>): HintedQuestion => {
  const known = new Set(text.words.filter((_, place) => !unknown.has(place)))
  return { text, isFollowUp: isFollowUp(question, (word) => known.has(word)) }
}

interface EarlierQuestion {
  readonly turn: TurnNumber
  readonly text: string
}

/** Finds the question that one may go on with, and the one before it if that goes on, too, newest first. Old and erased ones do not count. */
export const earlierQuestions = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { learning }: Profile,
  session: string | undefined,
  now: number,
) {
  const number = session === undefined ? undefined : yield* openSession(brain, session)
  if (number === undefined) return []
  const turns = lastTurns(brain.state.recentTurns(), number, now - learning.delayed.seconds * 1_000, 2)
  return yield* questionsOf(brain, turns)
})

/** Reads the questions of turns, newest first, up to the first that does not leave out its subject. */
const questionsOf = Effect.fnUntraced(function* (brain: OpenBrain, turns: ReadonlyArray<TurnRecord>) {
  const refs = turns.flatMap(({ question }) => question ?? [])
  if (refs.length === 0) return []
  const bodies = yield* keptBodies(brain, refs)
  const found: Array<EarlierQuestion> = []
  for (const { question, turn } of turns) {
    const text = question === undefined ? undefined : bodies.get(question)
    if (text === undefined) break
    found.push({ turn, text })
    if (!isElliptical(text)) break
  }
  return found
})

/** Reads the questions that a recorded turn goes on with, newest first; undefined where one of them was erased. `state` is that of its time. */
export const continuedQuestions = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: { readonly turn: (turn: TurnNumber) => Pick<TurnRecord, 'question'> | undefined },
  continues: ReadonlyArray<TurnNumber> = [],
) {
  const refs = continues.flatMap((turn) => state.turn(turn)?.question ?? [])
  const bodies = refs.length === 0 ? new Map<ContentRef, string>() : yield* keptBodies(brain, refs)
  const texts = refs.flatMap((ref) => bodies.get(ref) ?? [])
  return texts.length === continues.length ? texts : undefined
})

export const openSession = Effect.fnUntraced(function* (brain: OpenBrain, session: string) {
  const { find } = yield* storedAccess(brain)
  const begun = yield* find('session-key', (yield* cleanText(session)).text)
  const number = begun.at(-1)?.number
  return number === undefined || brain.state.participants.sessions.get(number)?.ended !== false ? undefined : number
})

/** Returns the last turns of a session, at most `most`, newest first. A remark that was given nothing is passed over where it is the last one. */
const turnsBefore = Effect.fnUntraced(function* (brain: OpenBrain, session: string, oldest: number, most: number) {
  const number = yield* openSession(brain, session)
  if (number === undefined) return []
  const turns = lastTurns(brain.state.recentTurns(), number, oldest, most + 1)
  const [last] = turns
  const isBetween = last !== undefined && last.included.length === 0 && (yield* isRemarkTurn(brain, last))
  return isBetween ? turns.slice(1) : turns.slice(0, most)
})

/** Returns what was given in turns, newest first, each with the share that is left of its warmth: all of it in the newest one. */
const warmth = (turns: ReadonlyArray<Pick<TurnRecord, 'included'>>, fade: number): ReadonlyMap<NodeNumber, number> => {
  const warm = new Map<NodeNumber, number>()
  let left = 1
  for (const { included } of turns) {
    for (const node of included) if (!warm.has(node)) warm.set(node, left)
    left *= 1 - fade
  }
  return warm
}

/** Returns the last turns of a session, newest first. */
const lastTurns = (recent: Iterable<TurnRecord>, session: SessionNumber, oldest: number, most: number): ReadonlyArray<TurnRecord> => {
  const found: Array<TurnRecord> = []
  for (const turn of recent) {
    if (turn.at < oldest || found.length === most) break
    if (turn.session === session) found.push(turn)
  }
  return found
}

/** True if the message of a turn is a remark. An erased message is none. */
const isRemarkTurn = Effect.fnUntraced(function* (brain: OpenBrain, { question }: TurnRecord) {
  const said = yield* keptBody(brain, question)
  return said !== undefined && isPassingRemark(said)
})

const printedHit = ({ from, source, to }: SearchHit): string => (from === undefined ? source : `${source}:${from}-${to ?? from}`)

interface Passage {
  readonly node: NodeNumber
  readonly words: ReadonlySet<string>
}

const livingPassages = Effect.fnUntraced(function* (brain: OpenBrain, source: string, most: number) {
  const { find } = yield* storedAccess(brain)
  const { graph, sources } = brain.state
  const known = yield* find('source-key', source)
  const views = known
    .flatMap(({ number }) => [...(sources.byNumber.get(number)?.nodes ?? [])])
    .filter((node) => isRecallable(graph, node))
    .slice(0, most)
    .flatMap((node) => graph.node(node) ?? [])
  const refs = views.map(({ text }) => text)
  const bodies = yield* keptBodies(brain, refs)
  return views.map(({ node, text }): Passage => ({ node, words: new Set(terms(bodies.get(text) ?? '')) }))
})

const passageOf = (passages: ReadonlyArray<Passage>, { text }: SearchHit): NodeNumber | undefined => {
  const wanted = new Set(terms(text))
  let best: { readonly node: NodeNumber; readonly shared: number } | undefined
  for (const { node, words } of passages) {
    const shared = [...wanted].filter((word) => words.has(word)).length
    if (shared > (best?.shared ?? 0) && shared >= sharedLeast * Math.min(wanted.size, words.size)) best = { node, shared }
  }
  return best?.node
}

/** Returns the tags that a host gave, each once and without secrets. */
export const cleanTags = (tags: ReadonlyArray<string>) =>
  Effect.map(Effect.forEach(new Set(tags), cleanText), (cleaned) => cleaned.map(({ text }) => text))

/** Returns the tags of the newest heartbeat, unless it is too many turns or too long ago. */
const tagsInForce = Effect.fnUntraced(function* (brain: OpenBrain, turns: number, now: number) {
  const { heartbeat } = brain.state.participants
  if (heartbeat === undefined || heartbeat.tags.length === 0 || now - heartbeat.at > heartbeatMs) return []
  let since = 0
  for (const { position } of brain.state.recentTurns()) {
    if (position <= heartbeat.position || since >= turns) break
    since++
  }
  if (since >= turns) return []
  const bodies = yield* keptBodies(brain, heartbeat.tags)
  return heartbeat.tags.flatMap((tag) => bodies.get(tag) ?? [])
})

export const ofAreas = Effect.fnUntraced(function* (brain: OpenBrain, tags: ReadonlyArray<string>, pool: ReadonlyArray<ScoredNode>) {
  const { graph } = brain.state
  const areas = tags.map((tag) => [...new Set(terms(tag))]).filter((words) => words.length > 0)
  // The recall needs the same passages, and most of them are cached: a tag holds for many turns.
  const nodes = pool.map(({ node }) => node)
  const passages = yield* passagesOf(brain, graph, nodes)
  const favoured = new Set<NodeNumber>()
  for (const [node, { id, refs, title }] of passages) {
    const words = new Set(terms(refs.title === undefined ? id : `${id} ${title}`))
    if (areas.some((area) => area.every((word) => words.has(word)))) favoured.add(node)
  }
  return favoured
})
