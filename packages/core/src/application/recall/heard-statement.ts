/** Grows a memory from a statement of the owner that is heard, where the settings make memories of statements (S0.1). */

import { ownWords } from '@crabtrail/text/words/sentences'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { type OpenBrain, storedAccess } from '../brain/brain.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import { nodeNames, todayOf } from '../naming/names.ts'
import type { HearRequest } from '../requests.ts'
import { nearQuestion } from '../vectors/near-question.ts'
import { gatherEvidence } from './evidence.ts'
import { gatherNovelty } from './novelty.ts'
import { memoryOf } from './said-memory.ts'

/** Returns the memory that the message became, or was already; undefined for none. The message must be clean. */
export const growHeard = Effect.fnUntraced(function* (brain: OpenBrain, request: HearRequest, text: string) {
  const { growth } = yield* profileOf(brain.state, brain.key)
  if (growth.statements !== 'memory' || growth.mode !== 'grow' || text !== ownWords(text)) return undefined
  const signal = yield* beginSignal(brain, request, 'hear')
  const now = yield* Clock.currentTimeMillis
  const today = yield* todayOf(request)
  const { answer, recorded } = yield* runCommand(signal, {
    durability: 'power',
    gather: Effect.fnUntraced(function* ({ access, profile, state }) {
      const evidence = yield* gatherEvidence(brain, state.graph, profile, text, undefined, { today })
      const near = yield* nearQuestion(brain, state, profile, text, evidence, { always: growth.compare === 'vectors', vector: {} })
      const assessed = {
        question: text,
        settings: profile,
        evidence,
        compared: near.compared,
        hits: new Set<never>(),
        request: { autoNeurogenesis: true },
        now,
        today,
      }
      const novelty = yield* gatherNovelty(brain, signal.drafts, access, assessed)
      if (novelty?.statement === undefined) return undefined
      return { _tag: 'HearStatement' as const, novelty, seeds: evidence.text.pool.slice(0, profile.budget.seeds) }
    }),
  })
  const node = recorded === undefined ? answer : (yield* memoryOf(brain, yield* storedAccess(brain), text)).known
  return node === undefined ? undefined : (yield* nodeNames(brain, brain.state.graph, [node], 'names')).id(node)
})
