/** Which turn a tool is about: the one that is named, else the newest of the conversation. */
import { isTurnOf, type Looking, recentTurn } from '../recent-turn.ts'
import type { Talk } from '../signals.ts'
import { refusal, type ToolAnswer } from './tool-answer.ts'

interface Meant {
  /** As the tools take it, with or without its `t`. */
  readonly named: string | undefined
  readonly talk: Talk
  readonly byOwner: boolean
  /** Only a turn that put memories before the model. */
  readonly shown: boolean
  /** Said where there is no turn yet. */
  readonly none: string
}

/** What was asked in another conversation is for the owner alone. */
export const meantTurn = async (
  looking: Looking,
  { byOwner, named, none, shown, talk }: Meant,
): Promise<{ readonly turn: string } | { readonly refused: ToolAnswer }> => {
  if (named === undefined) {
    const turn = await recentTurn(looking, talk, { shown })
    return turn === undefined ? { refused: refusal(none) } : { turn }
  }
  const turn = `t${named.replace(/^t/, '')}`
  if (byOwner || (await isTurnOf(looking, talk, turn))) return { turn }
  return { refused: refusal(`${turn} is no turn of this conversation; leave it out for the last one.`) }
}
