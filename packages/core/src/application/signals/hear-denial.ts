/** Hears, by its words alone, a message that surely says that the reply before was wrong: a correction of the memories that the reply drew on. */

import type { HeardEvidence, WordedMemory } from '@crabtrail/text/signs/denial'
import { mayDeny } from '@crabtrail/text/signs/denial'
import { hasWords } from '@crabtrail/text/words/names'
import { ownWords } from '@crabtrail/text/words/sentences'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { isRecallable } from '../../domain/graph.ts'
import { lastAnswered } from '../../domain/hearing/hearing.ts'
import { type NodeNumber, printedFeedback, printedTurn, type TurnNumber } from '../../domain/identity.ts'
import type { TurnRecord } from '../../domain/projections/turns/turn-record.ts'
import { units } from '../../domain/strength.ts'
import type { HearAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { keptBody } from '../brain/contents.ts'
import { beginSignal, begunSession, runCommand } from '../commands/run-command.ts'
import { nodeNames } from '../naming/names.ts'
import { passagesOf } from '../passages/passages.ts'
import { gatherCue } from '../recall/recorded-turn.ts'
import type { InSession, Keyed, Speaker } from '../requests.ts'
import { wordSearch } from '../superseding/word-search.ts'

/** A message that was heard: `text` is clean, `own` is the turn of which it is the question. */
export interface HeardMessage {
  readonly text: string
  readonly own: TurnNumber | undefined
}

export const nothingHeard = ({ key, state: { position } }: OpenBrain): HearAnswer => ({
  ...{ brain: key, feedback: null, turn: null, reason: null, doubted: [], superseded: [], position },
})

export const hearDenial = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: Speaker & InSession & Keyed,
  { own: before, text }: HeardMessage,
) {
  const said = ownWords(text).trim()
  if (!hasWords(said) || !mayDeny(said)) return nothingHeard(brain)
  const signal = yield* beginSignal(brain, request, 'hear')
  const { drafts } = signal
  const now = yield* Clock.currentTimeMillis
  const { answer } = yield* runCommand(signal, {
    durability: 'power',
    gather: Effect.fnUntraced(function* ({ access, profile, speaker, state }) {
      const window = { since: now - 1_000 * profile.learning.spokenSeconds, before }
      const turn = lastAnswered(state, begunSession(speaker), window)
      if (turn === undefined || profile.learning.muteSessions.includes(speaker.session)) return undefined
      const evidence = yield* evidenceFor(brain, turn, said)
      const { knownCue, newCue } = yield* gatherCue(brain, drafts, access, turn.turn)
      return { _tag: 'HearCorrection' as const, text: drafts.add(text), said, now, turn, evidence, knownCue, newCue }
    }),
  })
  if (answer === undefined) return nothingHeard(brain)
  const { doubted, feedback, reason, turn } = answer
  const names = yield* nodeNames(brain, brain.state.graph, doubted, 'names')
  return {
    ...nothingHeard(brain),
    feedback: reason === null ? printedFeedback(feedback) : null,
    turn: printedTurn(turn),
    reason,
    doubted: doubted.map((node) => names.id(node)),
  } satisfies HearAnswer
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

/** The least share of the reply that was drawn from a memory whose surroundings are searched. */
const drawnLeast = 0.3

/** Gathers the texts that decide what a message denies: the memories of the turn, and those near the message, the question and what the reply drew on. */
const evidenceFor = Effect.fnUntraced(function* (brain: OpenBrain, turn: TurnRecord, text: string) {
  const question = (yield* keptBody(brain, turn.question)) ?? ''
  const shares = new Map(turn.drew?.map(({ node, share }) => [node, units(share)]))
  const shown = (yield* worded(brain, turn.included)).map((memory) => ({ ...memory, share: shares.get(memory.node) ?? 0 }))
  // Memories near one that the answer drew on show whether another memory is about the same.
  const drawn = shown.filter(({ share }) => share >= drawnLeast).map((memory) => `${memory.title}\n${memory.text}`)
  const search = yield* wordSearch(brain)
  const found: Array<NodeNumber> = []
  for (const words of [text, question, ...drawn]) found.push(...(yield* search(words)))
  return { question, shown, others: yield* worded(brain, [...new Set(found)]) } satisfies HeardEvidence
})
