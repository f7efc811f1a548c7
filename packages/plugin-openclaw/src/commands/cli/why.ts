/** `why`: what a turn recalled and why, or why it did not recall a memory. */
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
    const asked = turn ?? (await lastTurn(brain, () => worker.ask('show', { brain }, { deadlineMs })))
    return worker.ask('why', { brain, turn: asked, ...(node === undefined ? {} : { node }) }, { deadlineMs })
  })
  return { lines: recallInWords(answer, charactersMost).split('\n'), json: answer, exit: 0 }
}

/** Turns are numbered from 1. */
const lastTurn = async (brain: string, show: () => Promise<{ readonly counts: { readonly turns: number } }>): Promise<string> => {
  const { counts } = await show()
  if (counts.turns === 0) throw new Refused({ tag: 'NotFound', message: `${brain} recalled nothing yet`, exit: 3 })
  return `t${counts.turns}`
}
