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

/** A text with its terms. */
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

/** Returns the number of postings of texts. */
export const postingsIn = (texts: ReadonlyArray<IndexedText>): number => texts.reduce((sum, { terms }) => sum + terms.length, 0)

/** Returns the index that holds these texts and nothing else. */
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
 * True if a stored index holds these texts and nothing else. Never true for an index whose lines differ from those of {@link wholeOf}: this
 * is the quick comparison, which neither sorts nor writes a line. It may be false for an index that holds them in another order.
 */
export const holdsOnly = ({ postings, texts: stored }: WholeIndex, texts: ReadonlyArray<IndexedText>): boolean => {
  if (stored.length !== texts.length || !texts.every((text, i) => isSameText(text, stored[i]))) return false
  const left = new Map([...postings].map(([space, terms]) => [space, cursorsOf(terms)]))
  for (const text of texts) {
    const cursors = left.get(text.space)
    if (text.terms.length > 0 && (cursors === undefined || !advance(cursors, text))) return false
  }
  return [...left.values()].every((cursors) => [...cursors.values()].every(({ at, numbers }) => at === numbers.length))
}

const isSameText = (a: TextOfIndex, b: TextOfIndex | undefined): boolean =>
  a.node === b?.node && a.from === b.from && a.until === b.until && a.length === b.length && a.words === b.words && a.space === b.space

/** The postings of a term, of which those before `at` were compared. */
interface Cursor {
  readonly numbers: PostingNumbers
  at: number
}

const cursorsOf = (terms: ReadonlyMap<string, PostingNumbers>): Map<string, Cursor> => {
  const cursors = new Map<string, Cursor>()
  for (const [term, numbers] of terms) cursors.set(term, { numbers, at: 0 })
  return cursors
}

/** Returns false where the next posting of a term of the text is not that of the text. */
const advance = (cursors: ReadonlyMap<string, Cursor>, { counts, from, length, node, terms }: IndexedText): boolean => {
  for (let i = 0; i < terms.length; i++) {
    const cursor = cursors.get(terms[i] ?? '')
    if (cursor === undefined) return false
    const { at, numbers } = cursor
    if (numbers[at] !== node || numbers[at + 1] !== from || numbers[at + 2] !== counts[i] || numbers[at + 3] !== length) return false
    cursor.at = at + numbersOfPosting
  }
  return true
}
