/**
 * Finds the names that a mistyped name most likely means, by edit distance and by common words.
 *
 * Each candidate is read; the most promising are compared first, and only while a bound on the work lasts.
 */
import { normalWords } from '../languages/unicode.ts'

/** Characters of a name that are compared. */
const comparedMost = 120
/** Cells of tables of edit distances that are computed at most: some 50 ms. Beyond, texts are alike only if they are equal. */
export const cellsMost = 4_000_000
/** Share of its longer form that two names must have in common to be near. */
const nearLeast = 0.6
/** A part of a candidate, as its file name, is a weaker sign than the whole. */
const partWeight = 0.95
/** Common words alone are a weaker sign than the same spelling. */
const wordWeight = 0.9

/**
 * Returns at most `most` of the candidates, the nearest first; equal ones by code unit. Empty if none is near. A candidate is near if at least
 * 60 % of it, of its file name or of its heading is spelled like the name, or if it has most of the words of the name.
 */
export const nearestNames = (
  name: string,
  candidates: Iterable<string>,
  most: number,
  work: Work = { cells: 0 },
): ReadonlyArray<string> => {
  const asked = comparable(name)
  if (asked.text === '') return []
  const alikeWord = rememberedWords(asked.words, work)
  const sketched = [...new Set(candidates)].map((candidate) => sketch(asked.text, candidate, alikeWord))
  sketched.sort((a, b) => b.bound - a.bound || (a.candidate < b.candidate ? -1 : 1))
  const found: Array<{ readonly candidate: string; readonly likeness: number }> = []
  for (const { bound, candidate, forms, words } of sketched) {
    if (bound < (found[most - 1]?.likeness ?? nearLeast)) break
    const likeness = Math.max(words, ...forms.map(({ text, weight }) => weight * alike(asked.text, text, work)))
    if (likeness < nearLeast) continue
    found.push({ candidate, likeness })
    found.sort((one, other) => other.likeness - one.likeness || (one.candidate < other.candidate ? -1 : 1))
    found.length = Math.min(found.length, most)
  }
  return found.map(({ candidate }) => candidate)
}

/** The work done so far. */
export interface Work {
  cells: number
}

/** A candidate with what is cheap to know about it. */
interface Sketch {
  readonly candidate: string
  /** Its whole name and its parts, with how much each counts. */
  readonly forms: ReadonlyArray<{ readonly text: string; readonly weight: number }>
  /** Its likeness by common words. */
  readonly words: number
  /** The most that its likeness can be. */
  readonly bound: number
}

const sketch = (asked: string, candidate: string, alikeWord: (words: ReadonlyArray<string>) => number): Sketch => {
  const whole = comparable(candidate)
  const parts = partsOf(candidate).map((part) => ({ text: comparable(part).text, weight: partWeight }))
  const forms = [{ text: whole.text, weight: 1 }, ...parts]
  const words = wordWeight * alikeWord(whole.words)
  return { candidate, forms, words, bound: Math.max(words, ...forms.map(({ text, weight }) => weight * mostAlike(asked, text))) }
}

const comparable = (name: string) => {
  const words = normalWords(name.slice(0, comparedMost))
  return { text: words.join(' '), words }
}

/** The file name of an id, its file name without its ending, and its heading. */
const partsOf = (candidate: string): ReadonlyArray<string> => {
  const [path = '', heading] = candidate.split('#', 2)
  const file = path.slice(path.lastIndexOf('/') + 1)
  return [file, file.replace(/\.[^.]*$/, ''), ...(heading === undefined ? [] : [heading, `${file}#${heading}`])]
}

/** Returns a function that gives the share of the asked words that a candidate has, each as near as its nearest word there. */
const rememberedWords = (asked: ReadonlyArray<string>, work: Work) => {
  const known = new Map<string, ReadonlyArray<number>>()
  const alikeTo = (other: string): ReadonlyArray<number> => {
    const before = known.get(other)
    if (before !== undefined) return before
    const each = asked.map((word) => (mostAlike(word, other) < nearLeast ? 0 : alike(word, other, work)))
    known.set(other, each)
    return each
  }
  return (words: ReadonlyArray<string>): number => {
    const each = words.map(alikeTo)
    return asked.reduce((sum, _, place) => sum + Math.max(0, ...each.map((one) => one[place] ?? 0)), 0) / asked.length
  }
}

/** Returns the most that `alike` can give, by the characters of each text alone: every edit changes at most one character on either side. */
const mostAlike = (one: string, other: string): number => {
  const longer = Math.max(one.length, other.length)
  const counts = new Int16Array(64)
  for (let at = 0; at < one.length; at++) add(counts, one, at, 1)
  for (let at = 0; at < other.length; at++) add(counts, other, at, -1)
  let [more, less] = [0, 0]
  for (const count of counts) {
    if (count > 0) more += count
    else less -= count
  }
  return longer === 0 ? 0 : 1 - Math.max(more, less) / longer
}

/** Counts a character. Some characters share a place, which makes the bound wider and never wrong. */
const add = (counts: Int16Array, text: string, at: number, by: number): void => {
  const place = text.charCodeAt(at) & 63
  counts[place] = (counts[place] ?? 0) + by
}

/** Returns 1 for equal texts, and 0 where less than `nearLeast` of the longer one is common, or the bound on the work is reached. */
const alike = (one: string, other: string, work: Work): number => {
  if (one === other) return one === '' ? 0 : 1
  const longer = Math.max(one.length, other.length)
  const most = Math.floor(longer * (1 - nearLeast))
  const distance = editDistance(one, other, most, work)
  return distance > most ? 0 : 1 - distance / longer
}

/**
 * Returns how many characters have to be inserted, removed, replaced or exchanged with their neighbour; any number above `most` where it is
 * more than `most`. Computes only the cells that a distance of `most` can reach.
 */
const editDistance = (one: string, other: string, most: number, work: Work): number => {
  const far = most + 1
  if (Math.abs(one.length - other.length) > most || work.cells >= cellsMost) return far
  const rows = [0, 1, 2].map(() => new Uint8Array(other.length + 2).fill(far))
  let [before, last, row] = rows as [Uint8Array, Uint8Array, Uint8Array]
  for (let j = 0; j <= Math.min(other.length, most); j++) last[j] = j
  for (let i = 1; i <= one.length; i++) {
    const [from, to] = [Math.max(1, i - most), Math.min(other.length, i + most)]
    row.fill(far)
    if (i <= most) row[0] = i
    let least = row[0] ?? far
    for (let j = from; j <= to; j++) {
      const same = one[i - 1] === other[j - 1]
      let cost = Math.min((last[j] ?? far) + 1, (row[j - 1] ?? far) + 1, (last[j - 1] ?? far) + (same ? 0 : 1), far)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) cost = Math.min(cost, (before[j - 2] ?? far) + 1)
      row[j] = cost
      least = Math.min(least, cost)
    }
    work.cells += to - from + 1
    // An exchange may still use the row before.
    if (least >= far && !last.some((cost) => cost < far)) return far
    ;[before, last, row] = [last, row, before]
  }
  return last[other.length] ?? far
}
