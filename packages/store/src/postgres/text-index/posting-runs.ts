/** Runs of postings: the postings of one term that one commit brought. Each has a CRC-32 of its bytes. */
import { crc32 } from 'node:zlib'
import { Damage } from '../../failures/damage.ts'
import { isIntact } from '../../rows/packed-block.ts'
import { decodePostings, encodePostings, mergeValues } from '../../text-index/posting-blocks.ts'
import { originalText } from '../stored-text.ts'

/** The postings of each term, by node and first position. */
export type Runs = ReadonlyMap<string, ReadonlyArray<number>>

/** A run as it is stored. */
export interface StoredRun {
  readonly checksum: number
  readonly data: Uint8Array
}

interface RunRow {
  readonly part?: string
  readonly term: string | null
  readonly checksum: number | null
  readonly data: Uint8Array | null
}

export const encodeRun = (values: ReadonlyArray<number>): StoredRun => {
  const data = encodePostings(values)
  return { checksum: crc32(data), data }
}

/** Returns the postings of a run. Throws {@link Damage} if its bytes are not those that were stored. */
export const decodeRun = (run: StoredRun): ReadonlyArray<number> => {
  if (!isIntact(run)) throw new Damage('a run of the text index is not what was stored')
  return decodePostings(run.data)
}

/** Merges the runs of each term. Rows of other parts of an answer are left out. Throws {@link Damage}. */
export const runsIn = (rows: ReadonlyArray<RunRow>): Runs => {
  const runs = new Map<string, ReadonlyArray<number>>()
  for (const { checksum, data, part = 'run', term } of rows) {
    if (part !== 'run' || data === null || checksum === null || term === null) continue
    const text = originalText(term)
    runs.set(text, mergeValues(runs.get(text) ?? [], decodeRun({ checksum, data })))
  }
  return runs
}

export const valuesIn = (runs: Runs, term: string): ReadonlyArray<number> => runs.get(term) ?? []
