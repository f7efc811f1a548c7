/** Runs of postings: the postings of one term that one commit brought. */
import { decodePostings, mergeValues } from '../text-index/posting-blocks.ts'
import { originalText } from './stored-text.ts'

/** The postings of each term, by node and first position. */
export type Runs = ReadonlyMap<string, ReadonlyArray<number>>

interface RunRow {
  readonly part?: string
  readonly term: string | null
  readonly data: Uint8Array | null
}

/** Merges the runs of each term. Rows of other parts of an answer are left out. */
export const runsIn = (rows: ReadonlyArray<RunRow>): Runs => {
  const runs = new Map<string, ReadonlyArray<number>>()
  for (const { data, part = 'run', term } of rows) {
    if (part !== 'run' || data === null || term === null) continue
    const text = originalText(term)
    runs.set(text, mergeValues(runs.get(text) ?? [], decodePostings(data)))
  }
  return runs
}

export const valuesIn = (runs: Runs, term: string): ReadonlyArray<number> => runs.get(term) ?? []
