/**
 * Asks a model by which other words people may ask for passages: for those of the documents of a run, and tells what the calls will take before the first
 * one; and for those of a brain that wait, a call at a time, while nobody does.
 *
 * Guarantees: a passage about which a model answered is not asked about again with the same text, whatever ends a run. Nothing is sent that no model may be given, no secret, and no alias.
 */

import { dayOfTime } from '@crabtrail/text/days/calendar'
import { languages } from '@crabtrail/text/languages/function-words'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { aliasText } from '../../domain/aliases/aliases.ts'
import {
  type AliasesOffer,
  type AliasesRead,
  aliasesPrompt,
  aliasesTask,
  type FoundAliases,
  followedAliases,
  isToBeNamed,
  type OfferedPassage,
  passagesMost,
} from '../../domain/aliases/aliases-call.ts'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import type { ModelFallback } from '../../domain/events/model-events.ts'
import type { GraphView, Origin } from '../../domain/graph.ts'
import { typeSubject } from '../../domain/history/segments.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import { callCost, nanoUsd } from '../../domain/model/model-call.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { IngestAnswer, NameAliasesAnswer, StatsAnswer } from '../answers.ts'
import { type OpenBrain, storedAccess } from '../brain/brain.ts'
import { type ContentDrafts, cleanText, contentDrafts } from '../brain/contents.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { documentsInOrder, passagesAhead } from '../causes/name-causes.ts'
import type { OpenBrains, PassedOver } from '../commands/open-brains.ts'
import type { Attempt } from '../commands/run-command.ts'
import { askInTurn, estimateOf, rehearsedCalls } from '../documents/asked-in-turn.ts'
import { changedDocument } from '../documents/changed-documents.ts'
import type { CallsEstimate } from '../documents/ingest-progress.ts'
import { type Bodies, othersMarks } from '../documents/known-sources.ts'
import type { MatchedDocument } from '../documents/matching.ts'
import { askAndRecord, type ModelAround, type ModelMeans, modelMeansOf } from '../model/ask-model.ts'
import { placesOf, visitNewestFirst } from '../naming/segments.ts'
import type { IngestRequest, InSession, NameAliasesRequest, Speaker } from '../requests.ts'
import { languagesIn } from '../text-index/weighed-words.ts'

type AliasesAnswer = NonNullable<IngestAnswer['aliases']>

/** Returns the field of the answer; nothing where aliases are not asked for. `interrupted` is told what was done so far. */
export const nameRead = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: IngestRequest,
  documents: ReadonlyArray<MatchedDocument>,
  around: ModelAround,
  interrupted: (aliases: AliasesAnswer) => Effect.Effect<void>,
) {
  if (request.aliases !== true) return {}
  const spoken = yield* languagesAsked(brain)
  if (request.dryRun === true) {
    const expected = yield* estimatedAhead(brain, documents, request.origin ?? 'owner', spoken)
    return { aliases: { ...rehearsedCalls(expected), passages: 0 } satisfies AliasesAnswer }
  }
  const { means } = yield* modelMeansOf(around, 'behind')
  if (means === undefined) return {}
  const ordered = yield* documentsInOrder(brain, documents)
  // A run offers no passage twice, whatever became of the call about it, and never one with a secret.
  const passed: PassedOver = new Map()
  const open = ({ graph }: BrainState) => ordered.flatMap(({ passages }) => passages.filter((node) => isToBeNamed(graph, node)))
  const waiting = (state: BrainState) => open(state).filter((node) => !isPassedOver(passed, state, node))
  const aliases = yield* askedFor(brain, request, {
    ...{ means, waiting, passed, spoken },
    estimate: yield* estimated(brain, waiting(brain.state), spoken),
    left: () => open(brain.state).filter((node) => passed.get(node)?.because !== 'secret').length,
    interrupted,
  })
  return { aliases }
})

const isPassedOver = (passed: PassedOver, { graph }: BrainState, node: NodeNumber): boolean => {
  const over = passed.get(node)
  return over !== undefined && over.text === graph.node(node)?.text
}

/**
 * Names aliases of memories that wait, at most as many calls as are asked for. A memory about which its call gave no answer is asked about again the next day,
 * or by the next process, so one that no model answers holds nobody up.
 */
export const nameWaiting = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: NameAliasesRequest,
  around: ModelAround & Pick<OpenBrains, 'unnamed'>,
) {
  const { means } = yield* modelMeansOf(around, 'behind')
  const passed = around.unnamed.get(brain.key) ?? new Map()
  around.unnamed.set(brain.key, passed)
  const today = dayOfTime(yield* Clock.currentTimeMillis)
  for (const [node, { because, day }] of passed) if (because !== 'secret' && day !== today) passed.delete(node)
  const waiting = (state: BrainState) => waitingIn(state.graph).filter((node) => !isPassedOver(passed, state, node))
  const postponed = ({ state }: OpenBrain) =>
    waitingIn(state.graph).filter((node) => isPassedOver(passed, state, node) && passed.get(node)?.because !== 'secret').length
  const told = { brain: brain.key, position: brain.state.position }
  if (means === undefined) {
    const left = callsFor(waiting(brain.state).length)
    const asked = rehearsedCalls({ ...nothingExpected, calls: left })
    return { ...told, ...asked, passages: 0, postponed: postponed(brain), stopped: 'no-model' } satisfies NameAliasesAnswer
  }
  const aliases = yield* askedFor(brain, request, {
    ...{ means, waiting, passed, most: request.calls ?? 1, estimate: nothingExpected },
    spoken: yield* languagesAsked(brain),
    left: () => waiting(brain.state).length,
    interrupted: () => Effect.void,
  })
  // The passages are not to blame, so the next run asks about them: they are left.
  for (const [node, { because }] of passed) if (because === 'untaken') passed.delete(node)
  const left = callsFor(waiting(brain.state).length)
  return { ...told, ...aliases, left, postponed: postponed(brain), position: brain.state.position } satisfies NameAliasesAnswer
})

const nothingExpected: CallsEstimate = { calls: 0, tokensIn: 0, costUsd: 0, milliseconds: 0 }

/**
 * Returns the memories of a brain that a model is to be asked about: in turn the newest and the one that was recalled most often. One on probation may die,
 * and one that is superseded as a whole is given no more, so neither is worth a call.
 */
const waitingIn = (graph: GraphView): ReadonlyArray<NodeNumber> => {
  const due: Array<NodeNumber> = []
  for (let node = 1; node <= graph.nodes; node++) {
    const holds = graph.stateOf(node) !== 'probation' && graph.supersededBy(node).every(({ part }) => part !== undefined)
    if (holds && isToBeNamed(graph, node)) due.push(node)
  }
  const newest = due.toSorted((a, b) => graph.readAt(b) - graph.readAt(a) || b - a)
  const recalled = due.filter((node) => graph.lifeOf(node).fired > 0)
  recalled.sort((a, b) => graph.lifeOf(b).fired - graph.lifeOf(a).fired || a - b)
  return [...new Set(newest.flatMap((node, i) => [node, ...recalled.slice(i, i + 1)]))]
}

/** Tells how many memories wait to be asked about, and what that takes: by the mean of the calls so far, at most before the first one. */
export const aliasesStats = ({ graph, model }: BrainState, profile: Profile): NonNullable<StatsAnswer['aliases']> => {
  const { tokensIn, tokensOut } = aliasesTask.limits(profile)
  const { answered, nanoUsd: spent } = model.spent.aliases
  const waiting = waitingIn(graph).length
  const ofCall = answered === 0 ? callCost(tokensIn, tokensOut, profile.model) : spent / answered
  const calls = callsFor(waiting)
  return { named: graph.aliases, waiting, expected: { calls, costUsd: (calls * ofCall) / nanoUsd } }
}

interface Naming {
  readonly means: ModelMeans
  /** The languages of the questions, as codes. */
  readonly spoken: ReadonlyArray<string>
  /** Returns the passages that may be offered, in their order. */
  readonly waiting: (state: BrainState) => ReadonlyArray<NodeNumber>
  /** The number of passages that are left. */
  readonly left: () => number
  readonly passed: PassedOver
  readonly most?: number
  readonly estimate: CallsEstimate
  readonly interrupted: (aliases: AliasesAnswer) => Effect.Effect<void>
}

const fallbackOf = (events: ReadonlyArray<BrainEvent>): ModelFallback | undefined =>
  events.flatMap((event) => (event.type === 'ModelAnswered' ? (event.data.fallback ?? []) : [])).at(0)

const askedFor = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: Speaker & InSession,
  { estimate, interrupted, left, means, most, passed, spoken, waiting }: Naming,
) {
  const day = dayOfTime(yield* Clock.currentTimeMillis)
  let passages = 0
  let elsewhere = 0
  const told = yield* askInTurn({
    ...{ brain, task: 'aliases' as const, things: [undefined], estimate, most },
    ask: Effect.fnUntraced(function* () {
      let offered: ReadonlyArray<OfferedPassage> = []
      const offer = Effect.fnUntraced(function* ({ access, state }: Attempt) {
        const claimed = yield* askedElsewhere(brain, means)
        const free = waiting(state).filter((node) => !claimed.has(node))
        elsewhere = waiting(state).length - free.length
        const next = yield* offerOf(free, state, access.bodies)
        for (const node of next.secret) passed.set(node, { text: state.graph.node(node)?.text, because: 'secret', day })
        offered = next.passages
        return offered.length === 0 ? undefined : { passages: offered, languages: spoken }
      })
      const answered = new Set<NodeNumber>()
      const called = yield* askAndRecord(brain, aliasesTask, means, { request, durability: 'power', offer }, (answer) =>
        Effect.map(cleaned(answer.offer, answer.read.questions, answer.drafts), ({ found, refused }) => {
          for (const { node } of found) answered.add(node)
          return followedAliases({ found, call: answer.call, refused, erased: answer.erased })
        }),
      )
      if ('unasked' in called) return called
      // A passage that got an answer has a record and waits no more. If a content was erased meanwhile, it has none and is asked about anew.
      const without = offered.filter(({ node }) => !answered.has(node))
      const fallback = fallbackOf(called.recorded)
      const because = fallback === 'unreachable' || fallback === 'rate-limited' ? 'untaken' : 'unanswered'
      for (const { node, ref } of without) passed.set(node, { text: ref, because, day })
      // A model that remembers its answers would give the next run the same one, which cannot be read or leaves passages out.
      if (without.length > 0 && (fallback === undefined || fallback === 'malformed')) yield* means.model.forget
      return called
    }),
    left: () => callsFor(left()),
    heard: (event) => {
      if (event.type === 'AliasesNamed' && event.data.names !== undefined) passages++
    },
    interrupted: (soFar) => interrupted({ ...soFar, passages }),
  })
  return { ...told, passages, ...(elsewhere === 0 ? {} : { elsewhere }) } satisfies AliasesAnswer
})

/** Milliseconds that a process may take to record the end of a call. */
const recordingMs = 10_000

/**
 * Returns the passages about which a call is under way that another process makes: the request of each call is in the log before it. Of one that ended
 * without a word its passages are free when its time is over. A process that gives its calls more time than this one may pay beside it.
 */
const askedElsewhere = Effect.fnUntraced(function* (brain: OpenBrain, { modelMs }: ModelMeans) {
  const { model, position } = brain.state
  const claimed = new Set<NodeNumber>()
  const open = new Set(model.open.keys())
  if (open.size === 0) return claimed
  const since = (yield* Clock.currentTimeMillis) - modelMs - recordingMs
  const places = yield* placesOf(brain, [[typeSubject('ModelAsked')]], position)
  yield* visitNewestFirst(brain, places, 1, position, ({ commit, data, type }) => {
    if (commit.at < since) return false
    if (type !== 'ModelAsked' || !open.delete(data.call)) return true
    if (data.task === 'aliases') for (const node of data.offered) claimed.add(node)
    return open.size > 0
  })
  return claimed
})

/** Returns the languages of the settings, else those of the texts and questions of the brain. */
const languagesAsked = Effect.fnUntraced(function* (brain: OpenBrain) {
  const { aliases }: Profile = yield* profileOf(brain.state, brain.key)
  if (aliases.languages.length > 0) return aliases.languages
  const found = new Set<string>(['en', ...(yield* languagesIn(brain))])
  return languages.filter((language) => found.has(language))
})

const callsFor = (passages: number): number => Math.ceil(passages / passagesMost)

/** Returns the passages of the next call, and those that are passed over because they hold a secret. */
const offerOf = Effect.fnUntraced(function* (waiting: ReadonlyArray<NodeNumber>, { graph }: Pick<BrainState, 'graph'>, bodies: Bodies) {
  const passages: Array<OfferedPassage> = []
  const secret: Array<NodeNumber> = []
  for (const node of waiting) {
    if (passages.length === passagesMost) break
    const { text: ref, title } = graph.node(node) ?? { text: undefined, title: undefined }
    const said = yield* bodies([ref, title].flatMap((one) => one ?? []))
    const text = ref === undefined ? '' : (said.get(ref) ?? '')
    const one = { node, ref, text, title: title === undefined ? '' : (said.get(title) ?? '') }
    if (text === '' || (yield* hasSecret(`${one.title}\n${text}`))) secret.push(node)
    else passages.push(one)
  }
  return { passages, secret }
})

const hasSecret = (text: string) => Effect.map(cleanText(text), ({ redacted }) => redacted.length > 0)

/** Returns the questions of an answer as contents, of the passages that it has. One that holds a secret does not count. */
const cleaned = Effect.fnUntraced(function* ({ passages }: AliasesOffer, questions: AliasesRead['questions'], drafts: ContentDrafts) {
  const found: Array<FoundAliases> = []
  let refused = 0
  for (const [place, { node, ref }] of passages.entries()) {
    const named = questions[place]
    if (named === undefined) continue
    const kept: Array<string> = []
    for (const question of named) {
      const { redacted, text } = yield* cleanText(question)
      if (redacted.length > 0 || text.trim() === '') refused++
      else kept.push(text)
    }
    found.push({ node, ref, names: kept.length === 0 ? undefined : drafts.add(aliasText(kept)) })
  }
  return { found, refused }
})

const estimated = Effect.fnUntraced(function* (brain: OpenBrain, waiting: ReadonlyArray<NodeNumber>, spoken: ReadonlyArray<string>) {
  const { bodies } = yield* storedAccess(brain)
  const passages: Array<OfferedPassage> = []
  for (let from = 0; from < waiting.length; from += passagesMost)
    passages.push(...(yield* offerOf(waiting.slice(from, from + passagesMost), brain.state, bodies)).passages)
  return yield* estimateFor(brain, passages, spoken)
})

/** Estimates the calls about documents as if they were read in by `origin`. */
const estimatedAhead = Effect.fnUntraced(function* (
  brain: OpenBrain,
  documents: ReadonlyArray<MatchedDocument>,
  origin: Origin,
  spoken: ReadonlyArray<string>,
) {
  const { bodies } = yield* storedAccess(brain)
  const repeated = yield* othersMarks(brain, bodies, documents)
  const { graph } = brain.state
  const ahead: Array<OfferedPassage> = []
  for (const document of documents) {
    // These drafts are never stored.
    const { changed } = yield* changedDocument(brain, yield* contentDrafts, document, repeated)
    if (changed === undefined) continue
    const { of, passages } = passagesAhead(brain, changed, origin)
    for (const node of passages) if (node < 0 || isToBeNamed(graph, node)) ahead.push({ node, ref: undefined, ...of(node) })
  }
  return yield* estimateFor(brain, ahead, spoken)
})

const estimateFor = Effect.fnUntraced(function* (brain: OpenBrain, passages: ReadonlyArray<OfferedPassage>, spoken: ReadonlyArray<string>) {
  const limits = aliasesTask.limits(yield* profileOf(brain.state, brain.key))
  const tokens: Array<number> = []
  for (let from = 0; from < passages.length; from += passagesMost)
    tokens.push(aliasesPrompt({ passages: passages.slice(from, from + passagesMost), languages: spoken }, limits.tokensIn)?.tokens ?? 0)
  return yield* estimateOf(brain, limits, tokens)
})
