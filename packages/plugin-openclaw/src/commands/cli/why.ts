/** `why`: what a turn recalled and why, or why it did not recall a memory. */
import type { Answer } from '@crabtrail/core'
import { recallInWords } from '../../recall-in-words.ts'
import { brainOf, type Configured, needStore } from './configured.ts'
import { Refused, type Told } from './told.ts'

const deadlineMs = 60_000
const charactersMost = 20_000

export interface WhyAsked {
  readonly agent?: string
  readonly turn: string | undefined
  readonly node: string | undefined
}

export const why = async (here: Configured, { agent, node, turn }: WhyAsked): Promise<Told> => {
  needStore(here)
  const { brain } = brainOf(here, agent)
  const answer = await here.withMemory(async (worker) => {
    const asked = (at: string) => worker.ask('why', { brain, turn: at, ...(node === undefined ? {} : { node }) }, { deadlineMs })
    if (turn !== undefined) return asked(turn)
    const { counts } = await worker.ask('show', { brain }, { deadlineMs })
    return lastAsked(brain, counts.turns, asked)
  })
  return { lines: recallInWords(answer, charactersMost, { isOwner: true }).split('\n'), json: answer, exit: 0 }
}

/** Heartbeats are turns too, and nobody asks about them. */
const turnsBack = 100

/** Turns are numbered from 1. */
const lastAsked = async (brain: string, turns: number, asked: (turn: string) => Promise<Answer.WhyAnswer>): Promise<Answer.WhyAnswer> => {
  for (let at = turns; at > Math.max(0, turns - turnsBack); at--) {
    const answer = await asked(`t${at}`)
    if (answer.absent !== 'not-interactive') return answer
  }
  throw new Refused({ tag: 'NotFound', message: `${brain} recalled nothing of late: name a turn`, exit: 3 })
}
