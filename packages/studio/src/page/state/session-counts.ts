/** How many turns each session had, and how many verdicts: counted from the newest of both. */

import { answerTo } from './ask.ts'
import { head } from './brain.ts'

export interface Counts {
  readonly turns: number
  readonly verdicts: number
  /** Verdicts that say that a memory was wrong. */
  readonly wrong: number
}

/** Events of a type that are counted at most. */
const eventsMost = 20_000

/** Verdicts against a memory. */
const against: ReadonlySet<unknown> = new Set(['wrong', 'not-relevant', 'not-useful'])

/** By the number of the session, as `s17`. Undefined until it is known, and where nobody can be asked. */
export const countsOfSessions = (): ReadonlyMap<string, Counts> | undefined => {
  const [turns, verdicts] = (['TurnStarted', 'FeedbackGiven'] as const).map(
    (type) => answerTo('log', { type, limit: eventsMost }, head.value).value,
  )
  if (turns?.state !== 'told' || verdicts?.state !== 'told') return undefined
  const counts = new Map<string, Counts>()
  const add = (session: string | null, change: Partial<Counts>): void => {
    if (session === null) return
    const { turns: t = 0, verdicts: v = 0, wrong: w = 0 } = counts.get(session) ?? {}
    counts.set(session, { turns: t + (change.turns ?? 0), verdicts: v + (change.verdicts ?? 0), wrong: w + (change.wrong ?? 0) })
  }
  for (const { session } of turns.answer.events) add(session, { turns: 1 })
  for (const { data, session } of verdicts.answer.events) add(session, { verdicts: 1, wrong: against.has(data['verdict']) ? 1 : 0 })
  return counts
}
