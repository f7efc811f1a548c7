/** Asks the questions of a set of two brains, one of which grows, and compares every ranking to the bit (INV-120). */
import { hashedEmbedder } from '@crabtrail/models'
import type { QuestionSet } from '../../packages/eval/src/sets/question-set.ts'
import { type AskedMemory, openStore } from '../models/open-store.ts'

const lifted = { 'growth.cooldown': 0, 'growth.perSession': 1_000_000, 'growth.perHour': 100_000, 'growth.words.noise': 0 }
/** Between so many questions both brains run their maintenance. */
const maintainedEvery = 100

export interface ComparedRankings {
  /** Questions that were asked of both brains. */
  readonly questions: number
  /** Cues that the growing one had made. */
  readonly cues: number
  /** Questions whose ranking differed, in the turn itself or after all turns. */
  readonly different: ReadonlyArray<string>
}

const rankingOf = ({ confidence, context, items }: Awaited<ReturnType<AskedMemory['recall']>>): string =>
  JSON.stringify({ confidence, context, items: items.map(({ node, parts, score }) => [node, score, parts]) })
/** The context names its turn, which an answer without a record has not. */
const withoutTurn = (text: string): string => text.replace(/\bt\d+\b/g, 't')

/** Asks every `nth` question of each scope in a conversation, and all of them again at its end. */
export const compareRankings = async (set: QuestionSet, nth: number, vectors = false): Promise<ComparedRankings> => {
  const store = openStore(vectors ? { embedder: hashedEmbedder } : {})
  const memory = await store.memory()
  const different: Array<string> = []
  let [cues, questions] = [0, 0]
  try {
    for (const [i, scope] of [...new Set(set.rows.map((row) => row.scope))].entries()) {
      const brains = [`growing-${i}`, `plain-${i}`]
      const rows = set.rows.filter((row) => row.scope === scope && row.until === undefined)
      for (const brain of brains) await filled(memory, brain, rows)
      const asked = set.questions.filter((one) => one.scope === scope).filter((_, at) => at % nth === 0)
      for (const [at, { text: question }] of asked.entries()) {
        const ask = (brain: string, autoNeurogenesis: boolean) =>
          memory.recall({ brain, question, autoNeurogenesis, session: 'talk', sessionKind: 'interactive', limit: 100 })
        const [growing, plain] = [await ask(`growing-${i}`, true), await ask(`plain-${i}`, false)]
        if (growing.novelty.created === true) cues++
        if (withoutTurn(rankingOf(growing)) !== withoutTurn(rankingOf(plain))) different.push(question)
        if (at % maintainedEvery === maintainedEvery - 1) for (const brain of brains) await memory.maintain({ brain })
      }
      for (const { text: question } of asked) {
        const [growing, plain] = [
          await memory.recall({ brain: `growing-${i}`, question, record: false, limit: 100 }),
          await memory.recall({ brain: `plain-${i}`, question, record: false, limit: 100 }),
        ]
        if (rankingOf(growing) !== rankingOf(plain)) different.push(question)
      }
      questions += asked.length
    }
  } finally {
    await store.close()
  }
  return { questions, cues, different }
}

const filled = async (memory: AskedMemory, brain: string, rows: QuestionSet['rows']) => {
  await memory.init({ brain, settings: lifted })
  for (let at = 0; at < rows.length; at += 500) {
    const documents = rows.slice(at, at + 500).map(({ text, title }, i) => ({
      source: `${at + i}.txt`,
      format: 'text' as const,
      text: title === undefined ? text : `${title}\n${text}`,
    }))
    await memory.ingest({ brain, documents })
  }
  while (((await memory.upkeep({ part: 'vectors' })).embedded ?? 0) > 0);
}
