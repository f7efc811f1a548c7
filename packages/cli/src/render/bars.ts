/** Draws strengths as small bars, and places in a ranking as they moved. */
import { change, type Page, wrapped } from './page.ts'

/** Columns on each side of the zero of a bar. */
const half = 5

/**
 * Draws the way of a strength around its zero, in eleven columns: `█` is in both values, `▓` was gained, `░` was lost. A value beyond one
 * fills its side.
 */
export const bar = (from: number, to: number, page: Page): string => {
  const side = (sign: 1 | -1): string => {
    const [was, is] = [from, to].map((value) => Math.min(half, Math.round(Math.max(0, sign * value) * half)))
    const cells = Array.from({ length: half }, (_, at) => cellOf(at < (was ?? 0), at < (is ?? 0)))
    return (sign === 1 ? cells : cells.reverse()).join('')
  }
  const drawn = `${side(-1)}│${side(1)}`
  return from === to ? page.faint(drawn) : to > from ? page.good(drawn) : page.bad(drawn)
}

const cellOf = (was: boolean, is: boolean): string => (was && is ? '█' : is ? '▓' : was ? '░' : ' ')

/** Returns the bar of a change and its numbers: `│▓▓▓    0 → 0.6 ▲`. */
export const drawnChange = (from: number, to: number, page: Page): string => `${bar(from, to, page)}  ${change(from, to, page)}`

/** `4 → 1 ▲`: a smaller place is a better one. `–` stands for a memory that was not found. */
export const placeChange = (from: number | null, to: number | null, page: Page): string => {
  const text = `${from ?? '–'} → ${to ?? '–'}`
  if (from === to) return page.faint(`${text} =`)
  const isUp = to !== null && (from === null || to < from)
  return isUp ? page.good(`${text} ▲`) : page.bad(`${text} ▼`)
}

/** Prints the next step: its sentence, and its commands as they are typed for this store and brain. */
export const nextLines = (
  { commands, says }: { readonly says: string; readonly commands: ReadonlyArray<ReadonlyArray<string>> },
  page: Page,
): ReadonlyArray<string> => [...wrapped(says, page.width, 3), ...commands.map((words) => `  ${page.strong(page.command(...words))}`)]
