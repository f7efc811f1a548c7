/** Counts the effects of verdicts on the rankings of a conversation's questions. */
import type { Answer } from '@crabtrail/core'
import type { AskedMemory } from '../models/open-store.ts'
import type { Conversation } from './conversations.ts'

type Ranking = ReadonlyArray<Answer.RecallAnswer['items'][number]>

const look = async (memory: AskedMemory, question: string): Promise<Ranking> =>
  (await memory.recall({ question, record: false, limit: 24 })).items

const topFive = (ranking: Ranking): ReadonlyArray<string> => ranking.slice(0, 5).map(({ node }) => node)
const told = (ranking: Ranking): string => JSON.stringify(ranking.map(({ node, parts, score }) => [node, score, parts]))

/** The question without every third word, beginning with word `first`. */
const withoutEveryThird = (question: string, first: number): string =>
  question
    .split(/\s+/)
    .filter((_, place) => (place + first) % 3 !== 0)
    .join(' ')

interface Blamed {
  readonly questions: number
  /** Questions whose next ranking was unchanged after a verdict on the first memory. */
  readonly unmoved: ReadonlyArray<string>
  /** Questions whose first memory was still among the first five after three verdicts on similar questions. */
  readonly stayed: ReadonlyArray<string>
  /** Rankings without the memory and without an end of a moved edge; and how many of these changed. */
  readonly apart: number
  readonly changed: ReadonlyArray<string>
}

/** Calls the first memory of every `nth` question not relevant to three similar questions, then compares all rankings. */
export const blameFirst = async ({ memory, questions }: Conversation, nth: number): Promise<Blamed> => {
  const [unmoved, stayed, changed] = [[], [], []] as [Array<string>, Array<string>, Array<string>]
  let apart = 0
  const judged = questions.filter((_, place) => place % nth === 0)
  for (const question of judged) {
    const others = questions.filter((_, place) => place % nth === 1)
    const before = new Map<string, Ranking>()
    for (const other of others) before.set(other, await look(memory, other))
    const [first] = await look(memory, question)
    if (first === undefined) continue
    const touched = new Set([first.node])
    for (const left of [0, 1, 2]) {
      const similar = withoutEveryThird(question, left)
      const then = await look(memory, similar)
      const { items, turn } = await memory.recall({ question: similar })
      if (turn === null || !items.some(({ node }) => node === first.node)) continue
      const { adjustments } = await memory.feedback({ verdict: 'not-relevant', turn, nodes: [first.node] })
      for (const { source, target } of adjustments) for (const end of [source, target]) touched.add(end)
      if (left === 0 && then[0]?.node === first.node && told(await look(memory, similar)) === told(then)) unmoved.push(similar)
    }
    if (topFive(await look(memory, question)).includes(first.node)) stayed.push(question)
    for (const [other, was] of before) {
      const now = await look(memory, other)
      if ([...was, ...now].some(({ node }) => touched.has(node))) continue
      apart++
      if (told(now) !== told(was)) changed.push(`${other} (after ${question})`)
    }
  }
  return { questions: judged.length, unmoved, stayed, apart, changed }
}
