/** Records a person's next message as a correction of the memories that the previous reply drew on, if the message surely is one. */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { isRecallable } from '../../domain/graph.ts'
import { type HeardEvidence, isDrawnOn, lastAnswered, mayCorrect } from '../../domain/hearing/hearing.ts'
import type { WordedMemory } from '../../domain/hearing/spoken-holder.ts'
import { mayState } from '../../domain/hearing/spoken-statement.ts'
import { hearSaying } from '../../domain/hearing/spoken-verdict.ts'
import { type NodeNumber, printedFeedback, printedTurn } from '../../domain/identity.ts'
import type { TurnRecord } from '../../domain/projections/turns/turn-record.ts'
import { units } from '../../domain/strength.ts'
import type { HearAnswer } from '../answers.ts'
import { type OpenBrain, profileOf } from '../brain/brain.ts'
import { cleanText, keptBodies } from '../brain/contents.ts'
import { beginSignal, begunSession, runCommand } from '../brain/run-command.ts'
import { nodeNames } from '../naming/names.ts'
import { gatherEvidence } from '../recall/evidence.ts'
import { passagesOf } from '../recall/recall-answer.ts'
import type { HearRequest } from '../requests.ts'
import { askedTurn, gatherCue } from './turn-lookup.ts'

/**
 * Hears a message. Only an owner is heard, about a recent turn of the same session that put memories before the model. An unsure case has
 * no effect.
 */
export const hear = Effect.fnUntraced(function* (brain: OpenBrain, request: HearRequest) {
  const nothing: HearAnswer = { brain: brain.key, feedback: null, turn: null, reason: null, doubted: [], position: brain.state.position }
  const text = (yield* cleanText(request.text)).text
  const spoken = hearSaying(text)
  if ((request.origin ?? 'owner') !== 'owner' || (spoken === undefined && !mayState(text, text))) return nothing
  const before = request.recallKey === undefined ? undefined : yield* askedTurn(brain, request)
  const signal = yield* beginSignal(brain, request, 'hear')
  const { drafts } = signal
  const now = yield* Clock.currentTimeMillis
  const { answer } = yield* runCommand(signal, {
    durability: 'power',
    gather: Effect.fnUntraced(function* ({ access, profile, speaker, state }) {
      const since = now - 1_000 * profile.learning.spokenSeconds
      const turn = lastAnswered(state, begunSession(speaker), { since, before })
      if (turn === undefined || !mayCorrect({ spoken, turn, session: speaker.session }, profile)) return undefined
      const evidence = yield* evidenceFor(brain, turn, text)
      const { knownCue, newCue } = yield* gatherCue(brain, drafts, access, turn.turn)
      return { _tag: 'HearCorrection' as const, spoken, message: text, text: drafts.add(text), turn, evidence, now, knownCue, newCue }
    }),
  })
  if (answer === undefined) return { ...nothing, position: brain.state.position }
  const names = yield* nodeNames(brain, brain.state.graph, answer.doubted, 'names')
  return {
    brain: brain.key,
    feedback: answer.reason === null ? printedFeedback(answer.feedback) : null,
    turn: printedTurn(answer.turn),
    reason: answer.reason,
    doubted: answer.doubted.map((node) => names.id(node)),
    position: brain.state.position,
  } satisfies HearAnswer
})

/** Most memories that are compared with a message for each text that is searched for. */
const holdersMost = 20

/** Finds memories that share words with a text, the likeliest first; none while the text index is missing. */
const likelyHolders = Effect.fnUntraced(function* (brain: OpenBrain, text: string) {
  if (!brain.indexed) return []
  const { graph } = brain.state
  const { text: found } = yield* gatherEvidence(brain, graph, yield* profileOf(brain.state, brain.key), text, undefined)
  return found.pool.slice(0, holdersMost).map(({ node }) => node)
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
  const found: Array<NodeNumber> = []
  for (const words of [text, question, ...drawn]) found.push(...(yield* likelyHolders(brain, words)))
  return { question, shown, others: yield* worded(brain, [...new Set(found)]) } satisfies HeardEvidence
})
