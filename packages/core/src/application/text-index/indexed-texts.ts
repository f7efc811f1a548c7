/** Texts that the text index must hold by the log, and the comparison of a stored index with them. */

import type { IndexChange, IndexSpace } from '../ports/event-store.ts'
import {
  byTextOfIndex,
  type IndexStatistics,
  numbersOfPosting,
  type PostingNumbers,
  type TextOfIndex,
  type WholeIndex,
} from '../ports/search-index.ts'

export interface IndexedText extends TextOfIndex {
  readonly space: IndexSpace
  readonly terms: ReadonlyArray<string>
  readonly counts: ReadonlyArray<number>
}

/** Returns the texts that changes since the first event add up to, by space, node and first position. */
export const indexedTexts = (changes: ReadonlyArray<IndexChange>): ReadonlyArray<IndexedText> => {
  const open = new Map<string, IndexedText>()
  const ended: Array<IndexedText> = []
  for (const change of changes) {
    const { node, space } = change
    const name = `${space} ${node}`
    const known = open.get(name)
    if (known !== undefined) ended.push({ ...known, until: change.change === 'add' ? change.from : change.until })
    open.delete(name)
    if (change.change === 'add') open.set(name, { ...change, until: 0 })
  }
  return [...ended, ...open.values()].sort(byTextOfIndex)
}

/** Returns the statistics of the texts of a space that are valid now. */
export const totalsOf = (texts: ReadonlyArray<IndexedText>, space: IndexSpace): IndexStatistics => {
  const open = texts.filter((text) => text.space === space && text.until === 0)
  const sum = (field: 'length' | 'words') => open.reduce((total, text) => total + text[field], 0)
  return { documents: open.length, totalLength: sum('length'), totalWords: sum('words') }
}

export const postingsIn = (texts: ReadonlyArray<IndexedText>): number => texts.reduce((sum, { terms }) => sum + terms.length, 0)

export const wholeOf = (texts: ReadonlyArray<IndexedText>): WholeIndex => {
  const postings = new Map<string, Map<string, Array<number>>>()
  for (const { counts, from, length, node, space, terms } of texts) {
    const known = postings.get(space) ?? new Map<string, Array<number>>()
    postings.set(space, known)
    for (const [i, term] of terms.entries()) {
      const numbers = known.get(term)
      if (numbers === undefined) known.set(term, [node, from, counts[i] ?? 0, length])
      else numbers.push(node, from, counts[i] ?? 0, length)
    }
  }
  return { postings, texts }
}

/**
 * True if a stored index holds these texts and nothing else: the quick comparison, never true where the lines of {@link wholeOf} differ. It may be
 * false for another order. No two postings have the same space, term, node and first position, so all of them and as many are nothing else.
 */
export const holdsOnly = ({ postings, texts: stored }: WholeIndex, texts: ReadonlyArray<IndexedText>): boolean => {
  if (stored.length !== texts.length || !texts.every((text, i) => isSameText(text, stored[i]))) return false
  let numbers = 0
  for (const terms of postings.values()) for (const own of terms.values()) numbers += own.length
  return numbers === numbersOfPosting * postingsIn(texts) && texts.every((text) => hasPostings(postings.get(text.space) ?? noTerms, text))
}

const noTerms: ReadonlyMap<string, PostingNumbers> = new Map()

const isSameText = (a: TextOfIndex, b: TextOfIndex | undefined): boolean =>
  a.node === b?.node && a.from === b.from && a.until === b.until && a.length === b.length && a.words === b.words && a.space === b.space

const hasPostings = (postings: ReadonlyMap<string, PostingNumbers>, text: IndexedText): boolean => {
  const { counts, from, length, node, terms } = text
  for (let i = 0; i < terms.length; i++) {
    const numbers = postings.get(terms[i] ?? '')
    if (numbers === undefined) return false
    const at = numbers.length === numbersOfPosting ? 0 : placeOf(numbers, text)
    if (numbers[at] !== node || numbers[at + 1] !== from || numbers[at + 2] !== counts[i] || numbers[at + 3] !== length) return false
  }
  return true
}

/** Returns the place of the first posting that is not before the text, by bisection. */
const placeOf = (numbers: PostingNumbers, { from, node }: TextOfIndex): number => {
  let [low, high] = [0, numbers.length / numbersOfPosting]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = numbers[numbersOfPosting * middle] ?? 0
    if (other < node || (other === node && (numbers[numbersOfPosting * middle + 1] ?? 0) < from)) low = middle + 1
    else high = middle
  }
  return numbersOfPosting * low
}
