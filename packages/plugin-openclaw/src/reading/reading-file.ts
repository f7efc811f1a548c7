/**
 * When agents wrote under the influence of others' text, in a small file beside the database: a gateway that ends between a write and its
 * reading must not take a page for the agent's own words. Times and digests; no text, and no name.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { emptyReading, type Reading } from './reading.ts'

export const readingPath = (database: string): string => `${database}.reading.json`

interface KeptReading {
  readonly influenced: ReadonlyArray<string>
  /** Null: it was under way. */
  readonly spans: ReadonlyArray<readonly [from: number, to: number | null]>
  readonly marked: ReadonlyArray<string>
}

interface ReadingFile {
  readonly format: 1
  readonly brains: Readonly<Record<string, KeptReading>>
}

/** All of it or nothing, for its owner only. */
export const writeReading = async (path: string, readings: ReadonlyMap<string, Reading>): Promise<void> => {
  const beside = `${path}.${randomUUID()}.part`
  const file: ReadingFile = {
    format: 1,
    brains: Object.fromEntries([...readings].flatMap(([brain, reading]) => (isEmpty(reading) ? [] : [[brain, keptOf(reading)]]))),
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await writeFile(beside, `${JSON.stringify(file)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {})
    throw error
  }
}

/** The readings of an earlier process. A run that was under way then counts as ended at `now`. Empty where no such file can be read. */
export const readReading = async (path: string, now: number): Promise<ReadonlyMap<string, Reading>> => {
  try {
    const file: unknown = JSON.parse(await readFile(path, 'utf8'))
    if (!isFile(file)) return new Map()
    return new Map(Object.entries(file.brains).map(([brain, kept]) => [brain, readingOf(kept, now)]))
  } catch {
    return new Map()
  }
}

const isEmpty = ({ influenced, marked, spans }: Reading): boolean => influenced.size + marked.size + spans.length === 0

const keptOf = ({ influenced, marked, spans }: Reading): KeptReading => ({
  influenced: [...influenced],
  spans: spans.map(({ from, to }) => [from, to ?? null]),
  marked: [...marked],
})

const readingOf = ({ influenced, marked, spans }: KeptReading, now: number): Reading => ({
  ...emptyReading(),
  influenced: new Set(influenced),
  spans: spans.map(([from, to]) => ({ run: '', from, to: to ?? now })),
  marked: new Set(marked),
})

const isFile = (file: unknown): file is ReadingFile =>
  typeof file === 'object' && file !== null && 'format' in file && file.format === 1 && 'brains' in file
