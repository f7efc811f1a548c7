/**
 * Plays the learning sets without a verdict: an agent follows the first memory that it is given, its call goes well or fails, as likely as the
 * {@link habits} of an agent at work say, and its owner asks again or goes on.
 */
import { random } from '../bench/random.ts'
import { create } from './adapter.mjs'
import { habits } from './agent-month.ts'
import type { Asked } from './learning-protocol.ts'
import type { LearningQuestion, LearningSet } from './learning-set.ts'

const depth = 20
/** Questions of one conversation. */
const aSession = 20
/** A set asks in minutes what an agent is asked in weeks: the limits of a day would end the learning. */
const unhurried = { 'learning.agent.most.session': 1_000_000, 'learning.agent.most.day': 1_000_000 }

export interface Played extends Asked {
  /** Train questions for which the agent was given a memory, and of these the ones where the first was right. */
  readonly given: number
  readonly right: number
}

/** Asks all questions of a set; the train questions are worked on, the test questions only asked. Rows of timed sets are not supported. */
export const playSet = async (set: LearningSet, seed: number, settings: Readonly<Record<string, number | string>>): Promise<Played> => {
  const system = await create({ dataset: set.name, settings: { ...unhurried, ...settings } })
  const rankings = new Map<LearningQuestion, ReadonlyArray<string>>()
  const { below } = random(seed)
  const chance = (share: number) => below(1_000_000) < share * 1_000_000
  let [given, right, place] = [0, 0, 0]
  try {
    await system.add(set.corpus)
    for (const question of set.questions) {
      const { goldIds, id, question: text, scope, split } = question
      if (split === 'test') {
        rankings.set(question, await system.recall({ id, text, scope, k: depth }))
        continue
      }
      const session = `talk ${Math.floor(place++ / aSession)}`
      const met = await system.meet({ text, scope, session })
      const [first, second] = met.given
      const call = ({ row, text: said }: { readonly row: string; readonly text: string }) => {
        const failed = chance((goldIds.includes(row) ? habits.right : habits.wrong).fails)
        return { tool: 'exec', text: said, ...(failed ? { failed } : {}) }
      }
      const calls = first === undefined ? [] : [call(first)]
      if (second !== undefined && calls[0]?.failed === true && chance(habits.tries)) calls.push(call(second))
      await met.end({ reply: first?.text ?? 'I do not know.', calls })
      if (first === undefined) continue
      const isRight = goldIds.includes(first.row)
      given++
      if (isRight) right++
      if (!chance((isRight ? habits.right : habits.wrong).askedAgain)) continue
      const again = await system.meet({ text, scope, session })
      await again.end({ reply: 'Let me look again.', calls: [] })
    }
    return { rankings, again: new Map(), given, right }
  } finally {
    await system.close()
  }
}
