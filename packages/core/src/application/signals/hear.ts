/** Takes a person's next message as a correction of the turn before, if it surely is one, and of what that turn's reply drew on. */
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
import type { OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/kept-bodies.ts'
import { beginSignal, begunSession, runCommand } from '../brain/run-command.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import { cleanText } from '../brain/text-input.ts'
import { nodeNames } from '../naming/names.ts'
import { gatherEvidence } from '../recall/evidence.ts'
import { passagesOf } from '../recall/passages.ts'
import type { HearRequest } from '../requests.ts'
import { askedTurn, gatherCue } from './turn-lookup.ts'

/** Only an owner's word counts, on a turn of the same session that put something before the model not long ago. Unsure means nothing. */
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

/** So many memories are looked at that may hold what a message says. */
const holdersMost = 20

/** Memories that have words of a text, the likeliest first; none where nothing can be searched. */
const likelyHolders = Effect.fnUntraced(function* (brain: OpenBrain, text: string) {
  if (!brain.indexed) return []
  const { graph } = brain.state
  const { text: found } = yield* gatherEvidence(brain, graph, yield* profileOf(brain.state, brain.key), text, undefined)
  return found.pool.slice(0, holdersMost).map(({ node }) => node)
})

/** Those that may be put before a model, in words and in order. */
const worded = Effect.fnUntraced(function* (brain: OpenBrain, nodes: ReadonlyArray<NodeNumber>) {
  const { graph } = brain.state
  const passages = yield* passagesOf(brain, graph, nodes)
  return nodes.flatMap((node): ReadonlyArray<WordedMemory> => {
    const passage = passages.get(node)
    const isUsable = isRecallable(graph, node) && graph.isTrusted(node)
    return passage === undefined || !isUsable ? [] : [{ node, title: passage.title, text: passage.text }]
  })
})

/** What decides whether a message is a correction, in words: the memories of the turn, and those that may hold what it says. */
const evidenceFor = Effect.fnUntraced(function* (brain: OpenBrain, turn: TurnRecord, text: string) {
  const question = turn.question === undefined ? '' : ((yield* keptBodies(brain, [turn.question])).get(turn.question) ?? '')
  const shares = new Map(turn.drew?.map(({ node, share }) => [node, units(share)]))
  const shown = (yield* worded(brain, turn.included)).map((memory) => ({ ...memory, share: shares.get(memory.node) ?? 0 }))
  // Neighbours of a memory that the answer came out of show whether another one is about the same.
  const drawn = shown.filter(({ share }) => isDrawnOn(share)).map((memory) => `${memory.title}\n${memory.text}`)
  const found: Array<NodeNumber> = []
  for (const words of [text, question, ...drawn]) found.push(...(yield* likelyHolders(brain, words)))
  return { question, shown, others: yield* worded(brain, [...new Set(found)]) } satisfies HeardEvidence
})
