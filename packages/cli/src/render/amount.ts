/** How numbers of a memory read: short, and never so short that a change looks like none. */
import type { Page } from './page.ts'

const fewest = 3
const most = 9

/** A strength or utility: three places, more where three would say 0 of something that is not. */
export const amount = (value: number): string => {
  const text = value.toFixed(placesThat((places) => value === 0 || Number(value.toFixed(places)) !== 0))
  return short(text)
}

/** A score. */
export const score = (value: number): string => value.toFixed(fewest)

/** `0 → 0.6 ▲`: green where it rises, red where it falls. */
export const change = (from: number, to: number, page: Page): string => {
  const places = placesThat((count) => from === to || from.toFixed(count) !== to.toFixed(count))
  const text = `${short(from.toFixed(places))} → ${short(to.toFixed(places))}`
  if (from === to) return page.faint(`${text} =`)
  return to > from ? page.good(`${text} ▲`) : page.bad(`${text} ▼`)
}

/** With its sign, as a step. */
export const step = (delta: number): string => `${delta > 0 ? '+' : ''}${amount(delta)}`

const placesThat = (tell: (places: number) => boolean): number => {
  for (let places = fewest; places < most; places++) if (tell(places)) return places
  return most
}

const short = (text: string): string => text.replace(/\.?0+$/, '').replace(/^-0$/, '0')
