/** Records a person's next message as a correction of the memories that the previous reply drew on, if the message surely is one. */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { dayOfTime } from '../../domain/days/calendar.ts'
import { isRecallable } from '../../domain/graph.ts'
import { type HeardEvidence, isDrawnOn, isHeard, lastAnswered, lastAsked, mayCorrect } from '../../domain/hearing/hearing.ts'
import { statedBeside } from '../../domain/hearing/spoken-aside.ts'
import type { WordedMemory } from '../../domain/hearing/spoken-holder.ts'
import { hearSaying } from '../../domain/hearing/spoken-verdict.ts'
import { type NodeNumber, printedFeedback, printedTurn } from '../../domain/identity.ts'
import type { TurnRecord } from '../../domain/projections/turns/turn-record.ts'
import { units } from '../../domain/strength.ts'
import type { HeardStatement } from '../../domain/superseding/keep.ts'
import type { HearAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { type ContentDrafts, cleanText, keptBodies } from '../brain/contents.ts'
import { beginSignal, begunSession, runCommand } from '../brain/run-command.ts'
import { nodeNames } from '../naming/names.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { passagesOf } from '../recall/recall-answer.ts'
import type { HearRequest } from '../requests.ts'
import { supersedingEvidence } from '../superseding/gather.ts'
import { wordSearch } from '../superseding/word-search.ts'
import { askedTurn, gatherCue } from './turn-lookup.ts'

/**
 * Hears a message. Only an owner is heard: what a message states as true now is kept where memories state otherwise; else it may correct a
 * recent turn of the same session that put memories before the model. An unsure case has no effect.
 */
export const hear = Effect.fnUntraced(function* (brain: OpenBrain, request: HearRequest) {
  const nothing: HearAnswer = {
    ...{ brain: brain.key, feedback: null, turn: null, reason: null, doubted: [], kept: null, superseded: [] },
    position: brain.state.position,
  }
  const text = (yield* cleanText(request.text)).text
  const isOwner = (request.origin ?? 'owner') === 'owner' && (request.actorKind ?? 'owner') === 'owner'
  const stated = isHeard(text) ? text : statedBeside(text)
  if (!isOwner || stated === undefined) return nothing
  const spoken = hearSaying(text)
  const before = request.recallKey === undefined ? undefined : yield* askedTurn(brain, request)
  const signal = yield* beginSignal(brain, request, 'hear')
  const { drafts } = signal
  const now = yield* Clock.currentTimeMillis
  const { answer } = yield* runCommand(signal, {
    durability: 'power',
    gather: Effect.fnUntraced(function* ({ access, profile, speaker, state }) {
      const window = { since: now - 1_000 * profile.learning.spokenSeconds, before }
      const session = begunSession(speaker)
      const said = yield* statementOf(brain, drafts, { text: stated, now }, lastAsked(state, session, window))
      const turn = lastAnswered(state, session, window)
      const isAbout = stated === text && turn !== undefined && mayCorrect({ spoken, turn, session: speaker.session }, profile)
      if (said === undefined && !isAbout) return undefined
      const heard = { _tag: 'HearCorrection' as const, text: drafts.add(text), statement: said, now }
      if (!isAbout) return { ...heard, about: undefined }
      const evidence = yield* evidenceFor(brain, turn, text)
      const { knownCue, newCue } = yield* gatherCue(brain, drafts, access, turn.turn)
      return { ...heard, about: { spoken, message: text, turn, evidence, knownCue, newCue } }
    }),
  })
  if (answer === undefined) return { ...nothing, position: brain.state.position }
  const { doubted, feedback, kept, reason, superseded, turn } = answer
  const names = yield* nodeNames(brain, brain.state.graph, [...doubted, ...superseded, ...(kept === undefined ? [] : [kept])], 'names')
  return {
    brain: brain.key,
    feedback: reason === null ? printedFeedback(feedback) : null,
    turn: turn === undefined ? null : printedTurn(turn),
    reason,
    doubted: doubted.map((node) => names.id(node)),
    kept: kept === undefined ? null : names.id(kept),
    superseded: superseded.map((node) => names.id(node)),
    position: brain.state.position,
  } satisfies HearAnswer
})

/** Looks up what a message states and what states otherwise. A value alone is kept with the question that it answers. */
const statementOf = Effect.fnUntraced(function* (
  brain: OpenBrain,
  drafts: ContentDrafts,
  { now, text }: { readonly text: string; readonly now: number },
  asked: TurnRecord | undefined,
) {
  const ref = asked?.question
  const question = ref === undefined ? undefined : (yield* keptBodies(brain, [ref])).get(ref)
  // A line that ends with a colon introduces the next one: "Tomasz wrote:".
  const said = text.replace(/(?<=[:：])\s*\n\s*/gu, ' ')
  const found = yield* supersedingEvidence(brain, yield* wordSearch(brain), { title: '', text: said, question, isSaid: true }, () => false)
  if (found === undefined) return undefined
  const crypto = yield* Cryptography
  const title = found.contrasts.alone === undefined || question === undefined ? undefined : drafts.add(question)
  const contents = { id: drafts.add(`said:${crypto.randomHex(6)}`), text: drafts.add(text), title }
  return { ...found, ...contents, day: dayOfTime(now) } satisfies HeardStatement
})

/** Returns title and text of the memories that may be put before a model, in the order of `nodes`. */
const worded = Effect.fnUntraced(function* (brain: OpenBrain, nodes: ReadonlyArray<NodeNumber>) {
  const { graph } = brain.state
  const passages = yield* passagesOf(brain, graph, nodes)
  return nodes.flatMap((node): ReadonlyArray<WordedMemory> => {
    const passage = passages.get(node)
    const isUsable = isRecallable(graph, node) && graph.isTrusted(node)
    return passage === undefined || !isUsable ? [] : [{ node, title: passage.title, text: passage.text }]
  })
})

/**
 * Gathers the texts that decide whether a message is a correction: the memories of the turn, and those that may hold what the message says.
 */
const evidenceFor = Effect.fnUntraced(function* (brain: OpenBrain, turn: TurnRecord, text: string) {
  const question = turn.question === undefined ? '' : ((yield* keptBodies(brain, [turn.question])).get(turn.question) ?? '')
  const shares = new Map(turn.drew?.map(({ node, share }) => [node, units(share)]))
  const shown = (yield* worded(brain, turn.included)).map((memory) => ({ ...memory, share: shares.get(memory.node) ?? 0 }))
  // Memories near one that the answer drew on show whether another memory is about the same.
  const drawn = shown.filter(({ share }) => isDrawnOn(share)).map((memory) => `${memory.title}\n${memory.text}`)
  const search = yield* wordSearch(brain)
  const found: Array<NodeNumber> = []
  for (const words of [text, question, ...drawn]) found.push(...(yield* search(words)))
  return { question, shown, others: yield* worded(brain, [...new Set(found)]) } satisfies HeardEvidence
})
