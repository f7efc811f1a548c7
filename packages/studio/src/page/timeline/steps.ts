/** Steps along the log: to the turn or the session before or after, and one turn after the other by itself. */

import { signal } from '@preact/signals'
import { ask } from '../state/ask.ts'
import { head, shown } from '../state/brain.ts'
import { adjust } from '../state/route.ts'

/** The position under the pointer while it is dragged: the views follow when it rests. */
export const dragged = signal<number | undefined>(undefined)

/** Shows everything as of a position; without one, or at the end of the log, as of now. */
export const settle = (position: number | undefined): void => {
  dragged.value = undefined
  adjust({ at: position === undefined || position >= (head.value ?? 0) ? undefined : Math.max(1, position) })
}

export const toNow = (): void => {
  stop()
  settle(undefined)
}

/** Steps are taken one after the other: each begins where the one before it ended. */
let stepping: Promise<void> = Promise.resolve()

const inTurn = (step: () => Promise<void>): Promise<void> => {
  stepping = stepping.then(step).catch(() => undefined)
  return stepping
}

type Direction = -1 | 1

/** Goes to the end of the turn before or after the position that is shown. */
export const stepTurn = (by: Direction): Promise<void> => inTurn(() => (by < 0 ? turnBefore() : turnAfter()))

const turnBefore = async (): Promise<void> => {
  const here = shown.value
  if (here === undefined) return
  const { turns } = await ask('turns', { at: String(here), limit: 2 })
  const to = turns.find(({ end }) => end < here)
  if (to !== undefined) settle(to.end)
}

const turnAfter = async (): Promise<void> => {
  const here = shown.value
  if (here === undefined) return
  const [{ turns: reached }, { turns: newest }] = await Promise.all([
    ask('turns', { at: String(here), limit: 1 }),
    ask('turns', { limit: 1 }),
  ])
  const [next, last] = [numberOf(reached) + 1, numberOf(newest)]
  if (next >= last) return settle(undefined)
  const { turns } = await ask('turns', { before: `t${next + 1}`, limit: 1 })
  settle(turns[0]?.end)
}

const numberOf = ([one]: ReadonlyArray<{ readonly turn: string }>): number => Number(one?.turn.slice(1) ?? 0)

/** Goes to where the session before or after the position that is shown began. */
export const stepSession = (by: Direction): Promise<void> => inTurn(() => (by < 0 ? sessionBefore() : sessionAfter()))

const sessionBefore = async (): Promise<void> => {
  const here = shown.value
  if (here === undefined || here <= 1) return
  const { events } = await ask('log', { type: 'SessionStarted', to: String(here - 1), limit: 1 })
  settle(events[0]?.position ?? 1)
}

/** Events that are looked through first; twice as many each time, until there is one. */
const firstStretch = 500

const sessionAfter = async (): Promise<void> => {
  const [here, end] = [shown.value, head.value]
  if (here === undefined || end === undefined) return
  for (let stretch = firstStretch; here < end; stretch *= 2) {
    const to = Math.min(end, here + stretch)
    const { events } = await ask('log', { type: 'SessionStarted', from: String(here + 1), to: String(to), limit: 10_000 })
    if (events.length > 0) return settle(Math.min(...events.map(({ position }) => position)))
    if (to === end) return settle(undefined)
  }
}

/** Turns a second that are shown while it plays. */
export const speeds = [1, 2, 5, 10] as const
export const speed = signal<number>(2)
export const playing = signal(false)

/** Shows one turn after the other, from the position that is shown on, or from the first turn where that is now. Ends at the end of the log. */
const play = async (): Promise<void> => {
  if (playing.value) return
  playing.value = true
  if (shown.value === head.value) settle(1)
  while (playing.value) {
    const rested = new Promise((resolve) => setTimeout(resolve, 1_000 / speed.value))
    await stepTurn(1)
    if (shown.value === head.value) stop()
    await rested
  }
}

export const stop = (): void => {
  playing.value = false
}

export const playOrStop = (): void => {
  if (playing.value) stop()
  else void play()
}
