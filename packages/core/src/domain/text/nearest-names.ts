/**
 * Finds the names that a mistyped name most likely means, by edit distance and by common words.
 *
 * The caller chooses the candidates: the function reads each of them, so their number bounds the time.
 */
import { normalise } from './unicode.ts'

/** Characters of a name that are compared. */
const comparedMost = 120
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
export const nearestNames = (name: string, candidates: Iterable<string>, most: number): ReadonlyArray<string> => {
  const asked = comparable(name)
  if (asked.text === '') return []
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, likeness: likenessOf(asked, candidate) }))
    .filter(({ likeness }) => likeness >= nearLeast)
    .sort((a, b) => b.likeness - a.likeness || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, most)
    .map(({ candidate }) => candidate)
}

interface Comparable {
  readonly text: string
  readonly words: ReadonlyArray<string>
}

const comparable = (name: string): Comparable => {
  const text = normalise(name.slice(0, comparedMost))
  return { text, words: text === '' ? [] : text.split(' ') }
}

/** Returns from 0 to 1 how alike a name and a candidate are. */
const likenessOf = (asked: Comparable, candidate: string): number => {
  const whole = comparable(candidate)
  const parts = partsOf(candidate).map((part) => partWeight * alike(asked.text, comparable(part).text))
  return Math.max(alike(asked.text, whole.text), wordWeight * wordsShared(asked.words, whole.words), ...parts)
}

/** The file name of an id, its file name without its ending, and its heading. */
const partsOf = (candidate: string): ReadonlyArray<string> => {
  const [path = '', heading] = candidate.split('#', 2)
  const file = path.slice(path.lastIndexOf('/') + 1)
  return [file, file.replace(/\.[^.]*$/, ''), ...(heading === undefined ? [] : [heading, `${file}#${heading}`])]
}

/** Returns which share of the words of the name the candidate has, each as near as its nearest word there. */
const wordsShared = (asked: ReadonlyArray<string>, others: ReadonlyArray<string>): number =>
  asked.reduce((sum, word) => sum + Math.max(0, ...others.map((other) => alike(word, other))), 0) / asked.length

/** Returns 1 for equal texts, and 0 where less than `nearLeast` of the longer one is common. */
const alike = (one: string, other: string): number => {
  if (one === other) return one === '' ? 0 : 1
  const longer = Math.max(one.length, other.length)
  const most = Math.floor(longer * (1 - nearLeast))
  const distance = editDistance(one, other, most)
  return distance > most ? 0 : 1 - distance / longer
}

/**
 * Returns how many characters have to be inserted, removed, replaced or exchanged with their neighbour; any number above `most` where it is
 * more than `most`.
 */
const editDistance = (one: string, other: string, most: number): number => {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let [before, last]: [ReadonlyArray<number>, ReadonlyArray<number>] = [[], Array.from({ length: other.length + 1 }, (_, i) => i)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1]
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      row.push(cost)
      least = Math.min(least, cost)
    }
    // An exchange may still use the row before, which is at least as good as `least` less one.
    if (least > most + 1) return most + 1
    ;[before, last] = [last, row]
  }
  return last[other.length] ?? 0
}
