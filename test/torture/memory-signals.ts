/** One signal to a memory, as a seed says: documents read in, turns, verdicts, hands on strengths, going back. */
import { type MemoryError, type MemoryHere, NotFound } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import type { Random } from '../bench/random.ts'
import { harbourSentence, harbourWord } from './harbour-words.ts'

/** The one that a store makes by itself. */
export const tortured = 'local/main/default'

const sentence = (chance: Random): string => `${harbourSentence(chance)}.`

const documents = (chance: Random, count: number) =>
  Array.from({ length: count }, () => {
    const name = `note-${chance.below(40)}.md`
    const passages = Array.from({ length: chance.between(1, 6) }, (_, i) => `## ${harbourWord(chance)} ${i}\n\n${sentence(chance)}\n`)
    return { source: name, format: 'markdown', text: `# ${name}\n\n${passages.join('\n')}` } as const
  })

const reply = (chance: Random) => ({ outcome: 'success', durationMs: 5, reply: sentence(chance) }) as const

/** Answers when it was recorded; what names something that is not there yet is no failure. */
export const memorySignal = (memory: MemoryHere, chance: Random): Effect.Effect<unknown, MemoryError> => {
  const brain = tortured
  const session = `s${chance.below(4)}`
  const question = sentence(chance)
  const asked = memory.recall({ brain, session, question })
  const judged = (verdict: 'used' | 'not-useful' | 'wrong') =>
    Effect.flatMap(asked, ({ items, turn }) =>
      items[0] === undefined || turn === null ? Effect.void : memory.feedback({ brain, session, turn, verdict, nodes: [items[0].node] }),
    )
  const signals: ReadonlyArray<() => Effect.Effect<unknown, MemoryError>> = [
    () => asked,
    () => judged('used'),
    () => judged('wrong'),
    () => judged('not-useful'),
    () => Effect.flatMap(asked, ({ turn }) => memory.complete({ brain, session, turn: turn ?? '', ...reply(chance) })),
    () => memory.heartbeat({ brain, session, tags: [harbourWord(chance)] }),
    () => memory.session({ brain, session, event: 'ended' }),
    () => memory.learn({ brain }),
    () => Effect.flatMap(memory.show({ brain }), ({ position }) => memory.rollback({ brain, to: String(chance.between(1, position)) })),
    () => memory.ingest({ brain, documents: documents(chance, chance.between(1, 4)) }),
    () => memory.ingest({ brain, documents: documents(chance, 30) }),
  ]
  return Effect.catchIf(
    chance.pick(signals)(),
    (error) => error instanceof NotFound,
    () => Effect.void,
  )
}
