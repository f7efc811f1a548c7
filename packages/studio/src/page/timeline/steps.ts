/** Steps along the log: to the turn or the session before or after, and one turn after the other by itself. */

import { signal } from '@preact/signals'
import { ask } from '../state/ask.ts'
import { head, shown } from '../state/brain.ts'
import { adjust } from '../state/route.ts'

/** The position under the pointer while it is dragged: the views follow when it rests. */
export const dragged = signal<number | undefined>(undefined)

/** Shows everything as of a position; without one, or at the end of the log, as of now. Ends the steps and the play that were asked for before. */
export const settle = (position: number | undefined): void => {
  stop()
  goTo(position)
}

const goTo = (position: number | undefined): void => {
  dragged.value = undefined
  adjust({ at: position === undefined || position >= (head.value ?? 0) ? undefined : Math.max(1, position) })
}

export const toNow = (): void => {
  settle(undefined)
}

/** Where a step leads to: a position, or the end of the log. */
type Step = () => Promise<number | 'now' | undefined>

/** Steps are taken one after the other: each begins where the one before it ended. */
let stepping: Promise<void> = Promise.resolve()
/** How often something was asked for that ends the steps before it: such a step leads nowhere any more. */
let overtaken = 0

const inTurn = (step: Step): Promise<void> => {
  const asked = overtaken
  stepping = stepping
    .then(async () => {
      const to = asked === overtaken ? await step() : undefined
      if (to !== undefined && asked === overtaken) goTo(to === 'now' ? undefined : to)
    })
    .catch(() => undefined)
  return stepping
}

type Direction = -1 | 1

/** Goes to the end of the turn before or after the position that is shown. */
export const stepTurn = (by: Direction): Promise<void> => inTurn(by < 0 ? turnBefore : turnAfter)

const turnBefore: Step = async () => {
  const here = shown.value
  if (here === undefined) return undefined
  const { turns } = await ask('turns', { at: String(here), limit: 2 })
  return turns.find(({ end }) => end < here)?.end
}

const turnAfter: Step = async () => {
  const here = shown.value
  if (here === undefined) return undefined
  const [{ turns: reached }, { turns: newest }] = await Promise.all([
    ask('turns', { at: String(here), limit: 1 }),
    ask('turns', { limit: 1 }),
  ])
  const [next, last] = [numberOf(reached) + 1, numberOf(newest)]
  if (next >= last) return 'now'
  const { turns } = await ask('turns', { before: `t${next + 1}`, limit: 1 })
  return turns[0]?.end ?? 'now'
}

const numberOf = ([one]: ReadonlyArray<{ readonly turn: string }>): number => Number(one?.turn.slice(1) ?? 0)

/** Goes to where the session before or after the position that is shown began. */
export const stepSession = (by: Direction): Promise<void> => inTurn(by < 0 ? sessionBefore : sessionAfter)

const sessionBefore: Step = async () => {
  const here = shown.value
  if (here === undefined || here <= 1) return undefined
  const { events } = await ask('log', { type: 'SessionStarted', to: String(here - 1), limit: 1 })
  return events[0]?.position ?? 1
}

/** Events that are looked through first; twice as many each time, until there is one. */
const firstStretch = 500

const sessionAfter: Step = async () => {
  const [here, end] = [shown.value, head.value]
  if (here === undefined || end === undefined) return undefined
  for (let stretch = firstStretch; here < end; stretch *= 2) {
    const to = Math.min(end, here + stretch)
    const { events } = await ask('log', { type: 'SessionStarted', from: String(here + 1), to: String(to), limit: 10_000 })
    if (events.length > 0) return Math.min(...events.map(({ position }) => position))
    if (to === end) return 'now'
  }
  return undefined
}

/** Turns a second that are shown while it plays. */
export const speeds = [1, 2, 5, 10] as const
export const speed = signal<number>(2)
export const playing = signal(false)

/** Shows one turn after the other, from the position that is shown on, or from the first turn where that is now. Ends at the end of the log. */
const play = async (): Promise<void> => {
  playing.value = true
  if (shown.value === head.value) goTo(1)
  const begun = overtaken
  while (playing.value && begun === overtaken) {
    const rested = new Promise((resolve) => setTimeout(resolve, 1_000 / speed.value))
    await stepTurn(1)
    if (shown.value === head.value) stop()
    await rested
  }
}

/** Ends the play, and the step that it is taking. */
export const stop = (): void => {
  playing.value = false
  overtaken += 1
}

export const playOrStop = (): void => {
  if (playing.value) stop()
  else void play()
}
