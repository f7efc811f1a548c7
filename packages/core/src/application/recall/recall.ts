/** Answers a question from the memory, and records how: one turn, one commit. */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { isRecallable } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber, Position, SessionNumber, TurnNumber } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { isVouchedBy } from '../../domain/projections/owners-words.ts'
import type { TurnRecord } from '../../domain/projections/turns/turn-record.ts'
import type { candidatesOf } from '../../domain/recall/candidate-edges.ts'
import { isFollowUp, isRemark } from '../../domain/recall/confidence.ts'
import { standsIn } from '../../domain/recall/readings.ts'
import { type Evidence, giveContext, type RankInput, rankMemories, withSaidLater } from '../../domain/recall/recall.ts'
import { type Hints, noHints, type ScoredNode, type TextEvidence } from '../../domain/recall/text-evidence.ts'
import { nextTurn, type TurnAsker } from '../../domain/recording/turn.ts'
import { terms } from '../../domain/text/tokenise.ts'
import { asOf } from '../brain/as-of.ts'
import { type Access, type OpenBrain, profileOf } from '../brain/brain.ts'
import { type ContentDrafts, cleanText, keptBodies } from '../brain/contents.ts'
import { beginSignal, runCommand } from '../brain/run-command.ts'
import { Counters } from '../counters.ts'
import { resolvePosition } from '../naming/positions.ts'
import { ContentStore } from '../ports/content-store.ts'
import type { CommitGate } from '../ports/event-store.ts'
import type { Asker, RecallRequest, SearchHit } from '../requests.ts'
import { nearQuestion } from '../vectors/near-question.ts'
import { gatherEvidence } from './evidence.ts'
import { gatherNovelty } from './question-cue.ts'
import { answerRecall, correctionsOf, hintsTold, itemWith, passagesOf, replacementsOf, saidWords } from './recall-answer.ts'
import { recordedRecall } from './recorded-turn.ts'

export const recall = Effect.fnUntraced(function* (brain: OpenBrain, request: RecallRequest, gate?: CommitGate) {
  const began = yield* Clock.currentTimeNanos
  const counts = yield* Counters
  counts.recalls++
  const question = (yield* cleanText(request.question)).text
  const answer =
    request.at !== undefined
      ? yield* lookBack(brain, request, question, yield* resolvePosition(brain, request.at))
      : request.record === false
        ? yield* look(brain, brain.state, request, question, undefined)
        : yield* recordTurn(brain, request, question, gate)
  const ended = yield* Clock.currentTimeNanos
  return { ...answer, latencyMs: Number((ended - began) / 1_000n) / 1_000 }
})

const recordTurn = Effect.fnUntraced(function* (brain: OpenBrain, request: RecallRequest, question: string, gate: CommitGate | undefined) {
  const settings = withBudget(yield* profileOf(brain.state, brain.key), request)
  const { engine = settings.engine } = request
  const evidence = yield* gatherEvidence(brain, brain.state.graph, settings, question, undefined)
  const { growth } = settings
  const isAssessed = growth.mode !== 'off' && growth.compare === 'vectors'
  const near = yield* nearQuestion(brain, brain.state, settings, question, evidence, isAssessed)
  const signal = yield* beginSignal(brain, request, 'recall')
  const { drafts } = signal
  const questionRef = drafts.add(question)
  const asker = yield* gatherAsker(request.asker, drafts)
  const now = yield* Clock.currentTimeMillis
  const hints = yield* gatherHints(brain, settings, request, askedWith(question, evidence), drafts, now)
  const last: { recalled?: Effect.Success<ReturnType<typeof recallIn>> } = {}
  const { answer, recorded } = yield* runCommand(signal, {
    durability: 'process',
    gate,
    gather: Effect.fnUntraced(function* ({ access, state }) {
      const turn = nextTurn(state)
      const about = { question, settings, evidence, compared: near.compared, hits: hints.hits, request, now }
      const novelty = yield* gatherNovelty(brain, drafts, access, about)
      const asked = { settings, engine, evidence, near, hints, question, turn, inPrompt: request.inPrompt }
      const recalled = yield* recallIn(brain, state, asked, access)
      last.recalled = recalled
      const context = recalled.bundle.text === '' ? undefined : drafts.seal(recalled.bundle.text)
      const { cues, kernel } = evidence
      const told = { novelty, question: questionRef, asker, hints: hints.refs, context, engine, kernel, budget: settings.budget, cues }
      return { _tag: 'RecordRecall' as const, ...recalled, ...told }
    }),
  })
  if (recorded !== undefined) return yield* recordedRecall(brain, recorded, request, question)
  if (last.recalled === undefined || answer === undefined)
    return yield* Effect.die(new Error('a recall is recorded now or was recorded before'))
  const recalled = { ...last.recalled, novelty: answer.novelty }
  return yield* answerRecall(brain, brain.state, request, recalled, answer.turn, saidWords(evidence, question))
})

/** Recalls at an earlier position, with the graph, index and settings of that time, and records nothing. */
const lookBack = Effect.fnUntraced(function* (brain: OpenBrain, request: RecallRequest, question: string, at: Position) {
  const then = yield* asOf(brain, at)
  return yield* look(brain, then.state, request, question, at)
})

const look = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: BrainState,
  request: RecallRequest,
  question: string,
  at: Position | undefined,
) {
  const { approximate, evidence, recalled } = yield* rehearseRecall(brain, state, request, question, at)
  const answer = yield* answerRecall(brain, state, request, recalled, undefined, saidWords(evidence, question))
  const { confidence } = recalled
  return {
    ...answer,
    ...(confidence === undefined ? {} : { confidence: { score: confidence.score, signs: confidence.signs } }),
    ...(approximate === undefined ? {} : { approximate }),
  }
})

/**
 * Recalls over one state and records nothing: no turn, no hint, no session. `question` is clean. `at` is the position of a state of the past;
 * undefined for the present.
 */
export const rehearseRecall = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: BrainState,
  request: Pick<RecallRequest, 'budget' | 'engine' | 'inPrompt'>,
  question: string,
  at: Position | undefined,
) {
  const contents = yield* ContentStore
  const settings = withBudget(yield* profileOf(state, brain.key), request)
  const { engine = settings.engine } = request
  const evidence = yield* gatherEvidence(brain, state.graph, settings, question, at)
  const { approximate, ...near } = yield* nearQuestion(brain, state, settings, question, evidence)
  const hints = { ...noHints, goesOnWith: noHints.hits }
  const asked = { settings, engine, evidence, near, hints, question, inPrompt: request.inPrompt, turn: undefined }
  const recalled = yield* recallIn(brain, state, asked, { bodies: (refs) => contents.bodies(brain.key, refs) })
  return { settings, evidence, recalled, approximate }
})

const withBudget = (profile: Profile, { budget }: Pick<RecallRequest, 'budget'>): Profile =>
  budget === undefined ? profile : { ...profile, budget: { ...profile.budget, tokens: budget } }

/** A question with everything that was looked up for it. */
interface Asked extends Omit<RankInput, 'graph' | 'isVouched' | 'candidates'> {
  readonly question: string
  readonly hints: Omit<GatheredHints, 'refs'>
  /** See {@link RecallRequest.inPrompt}. */
  readonly inPrompt: string | undefined
  readonly turn: TurnNumber | undefined
}

/** Runs the pure pipeline over one state, and reads the texts that it needs between its two halves. */
const recallIn = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState, asked: Asked, { bodies }: Pick<Access, 'bodies'>) {
  const { graph, owner } = state
  const { evidence, hints, inPrompt, question, settings, turn } = asked
  // Candidate rows are cached for the present graph only; a graph of the past computes its own candidates.
  const candidates: typeof candidatesOf | undefined = graph === brain.state.graph ? (...of) => brain.rows.of(...of) : undefined
  const found = rankMemories({ ...asked, graph, isVouched: isVouchedBy(owner), candidates })
  const { blamed, considered, sourceOf } = found
  const passages = yield* passagesOf(brain, graph, [...considered, ...blamed], bodies)
  const corrections = yield* correctionsOf(brain, graph, considered, bodies)
  const replaced = yield* replacementsOf(brain, graph, considered, owner.replacements, bodies)
  const item = (node: NodeNumber) => itemWith(graph, passages.get(node)?.item, corrections(node))
  const ranked = withSaidLater(found, { graph, item, question })
  const given = giveContext({
    graph,
    settings,
    evidence,
    question,
    ranked,
    goesOnWith: hints.goesOnWith,
    turn,
    isInPrompt: inPrompt === undefined ? undefined : standsIn(inPrompt),
    item,
    reading: (node) => {
      const passage = passages.get(node)
      return passage === undefined ? undefined : brain.words.reading(passage)
    },
    ...replaced,
  })
  const told = (node: NodeNumber) => hintsTold(sourceOf(node), hints.favoured.has(node))
  return { ...ranked, ...given, told }
})

const askerParts = ['channel', 'chat', 'sender'] as const

/**
 * Turns the asker and the chat of a question into closed words and contents, for the event of its turn. Fields that are empty or hold no
 * visible character are left out.
 */
const gatherAsker = Effect.fnUntraced(function* (asker: Asker | undefined, drafts: ContentDrafts) {
  if (asker === undefined) return {}
  const gathered: { -readonly [Part in keyof TurnAsker]: TurnAsker[Part] } = { chatKind: asker.chatKind }
  for (const part of askerParts) {
    const { text } = yield* cleanText(asker[part] ?? '')
    if (text !== '') gathered[part] = drafts.add(text)
  }
  return gathered satisfies TurnAsker
})

/*
 * Finds the memories that the host hinted at: those that another search of the session found, and those of the area that the last heartbeat
 * named.
 */

interface GatheredHints extends Hints {
  /** The hints, as contents of the turn. */
  readonly refs: ReadonlyArray<ContentRef>
  /** The memories that a follow-up asks about; empty for any other question. */
  readonly goesOnWith: ReadonlySet<NodeNumber>
}

/** Most passages that are compared with the hits of one recall, taken from the documents that were found first. */
const passagesCompared = 256
/** Least share of the words that a hit and a passage must have in common to count as the same, relative to the one with fewer words. */
const sharedLeast = 0.5
/** Milliseconds for which a heartbeat says what the host is busy with: a day. */
const heartbeatMs = 86_400_000

const gatherHints = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { learning, seeding }: Profile,
  { hits = [], session }: Pick<RecallRequest, 'hits' | 'session'>,
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
  const tags = yield* tagsInForce(brain, seeding.tagTurns, now)
  const favoured = tags.length === 0 ? new Set<NodeNumber>() : yield* ofAreas(brain, tags, text.pool)
  for (const tag of tags) refs.push(drafts.add(`#${tag}`))
  const oldest = now - learning.delayed.seconds * 1_000
  const before = isFollowUp && session !== undefined ? yield* givenBefore(brain, session, oldest) : new Set<NodeNumber>()
  const goesOnWith = isFollowUp ? new Set([...found, ...before]) : before
  return { hits: found, before, favoured, refs, goesOnWith } satisfies GatheredHints
})

/** A question as the hints need it. Hits and earlier memories of another subject are not added to a question with a subject of its own. */
interface HintedQuestion {
  readonly text: Pick<TextEvidence, 'pool' | 'score'>
  readonly isFollowUp: boolean
}

const askedWith = (question: string, { text, unknown }: Pick<Evidence, 'text' | 'unknown'>): HintedQuestion => {
  const known = new Set(text.words.filter((_, place) => !unknown.has(place)))
  return { text, isFollowUp: isFollowUp(question, (word) => known.has(word)) }
}

/**
 * Finds the memories that the last turn of a session was given, or the turn before it if the last one was a remark. Older turns do not
 * count.
 */
const givenBefore = Effect.fnUntraced(function* (brain: OpenBrain, session: string, oldest: number) {
  const contents = yield* ContentStore
  const { text } = yield* cleanText(session)
  const begun = yield* contents.find(brain.key, 'session-key', brain.fingerprint('session-key', text))
  const number = begun.at(-1)?.number
  if (number === undefined || brain.state.participants.sessions.get(number)?.ended !== false) return new Set<NodeNumber>()
  const [last, before] = lastTurns(brain.state.recentTurns(), number, oldest)
  if (last === undefined || last.included.length > 0 || before === undefined) return new Set(last?.included)
  const isBetween = yield* isRemarkTurn(brain, last)
  return new Set(isBetween ? before.included : [])
})

/** Returns the last turns of a session, at most two, newest first. */
const lastTurns = (recent: Iterable<TurnRecord>, session: SessionNumber, oldest: number): ReadonlyArray<TurnRecord> => {
  const found: Array<TurnRecord> = []
  for (const turn of recent) {
    if (turn.at < oldest || found.length === 2) break
    if (turn.session === session) found.push(turn)
  }
  return found
}

/** True if the message of a turn is a remark. An erased message is none. */
const isRemarkTurn = Effect.fnUntraced(function* (brain: OpenBrain, { question }: TurnRecord) {
  if (question === undefined) return false
  const said = (yield* keptBodies(brain, [question])).get(question)
  return said !== undefined && isRemark(said)
})

const printedHit = ({ from, source, to }: SearchHit): string => (from === undefined ? source : `${source}:${from}-${to ?? from}`)

interface Passage {
  readonly node: NodeNumber
  readonly words: ReadonlySet<string>
}

/** Returns the live passages of a document, with their words. */
const livingPassages = Effect.fnUntraced(function* (brain: OpenBrain, source: string, most: number) {
  const contents = yield* ContentStore
  const { graph, sources } = brain.state
  const known = yield* contents.find(brain.key, 'source-key', brain.fingerprint('source-key', source))
  const views = known
    .flatMap(({ number }) => sources.byNumber.get(number)?.nodes ?? [])
    .filter((node) => isRecallable(graph, node))
    .slice(0, most)
    .flatMap((node) => graph.node(node) ?? [])
  const bodies = yield* keptBodies(
    brain,
    views.map(({ text }) => text),
  )
  return views.map(({ node, text }): Passage => ({ node, words: new Set(terms(bodies.get(text) ?? '')) }))
})

/** Finds the passage that shares most words with a hit. */
const passageOf = (passages: ReadonlyArray<Passage>, { text }: SearchHit): NodeNumber | undefined => {
  const wanted = new Set(terms(text))
  let best: { readonly node: NodeNumber; readonly shared: number } | undefined
  for (const { node, words } of passages) {
    const shared = [...wanted].filter((word) => words.has(word)).length
    if (shared > (best?.shared ?? 0) && shared >= sharedLeast * Math.min(wanted.size, words.size)) best = { node, shared }
  }
  return best?.node
}

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

/** Finds the memories whose id or title has all words of one of the tags. */
const ofAreas = Effect.fnUntraced(function* (brain: OpenBrain, tags: ReadonlyArray<string>, pool: ReadonlyArray<ScoredNode>) {
  const { graph } = brain.state
  const areas = tags.map((tag) => [...new Set(terms(tag))]).filter((words) => words.length > 0)
  // The recall needs the same passages, and most of them are cached: a tag holds for many turns.
  const passages = yield* passagesOf(
    brain,
    graph,
    pool.map(({ node }) => node),
  )
  const favoured = new Set<NodeNumber>()
  for (const [node, { id, refs, title }] of passages) {
    const words = new Set(terms(refs.title === undefined ? id : `${id} ${title}`))
    if (areas.some((area) => area.every((word) => words.has(word)))) favoured.add(node)
  }
  return favoured
})
