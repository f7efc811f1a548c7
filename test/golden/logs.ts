/** The golden logs of format 1, and what was recorded of them. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { askedByWhom } from './asked-by-whom.ts'
import { corrections } from './corrections.ts'
import { delayedOutcomes } from './delayed-outcomes.ts'
import { everyEvent } from './every-event.ts'
import { fadingStrengths } from './fading-strengths.ts'
import { fewNotes } from './few-notes.ts'
import { scriptedMemory } from './scripted-memory.ts'
import { trustedMemory } from './trusted-memory.ts'
import { untitledRecords } from './untitled-records.ts'

export const folder = fileURLToPath(new URL('./format-1/', import.meta.url))

/** File name → how it was made. Once frozen, files are added here and never made again. */
export const makers: Readonly<Record<string, () => Promise<ReadonlyArray<string>>>> = {
  'memory.jsonl': scriptedMemory,
  'every-event.jsonl': everyEvent,
  'untitled-records.jsonl': untitledRecords,
  'delayed-outcomes.jsonl': delayedOutcomes,
  'fading-strengths.jsonl': fadingStrengths,
  'corrections.jsonl': corrections,
  'asked-by-whom.jsonl': askedByWhom,
  'trusted-memory.jsonl': trustedMemory,
  'few-notes.jsonl': fewNotes,
}

export interface GoldenLog {
  readonly position: number
  /** Of the newest commit. */
  readonly hash: string
  readonly digest: string
  /** Position of each commit end → digest there. */
  readonly digests: Readonly<Record<string, string>>
}

export interface Recorded {
  readonly frozen: boolean
  readonly logs: Readonly<Record<string, GoldenLog>>
}

export const recordFile = `${folder}recorded.json`

export const recorded = (): Recorded =>
  existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : { frozen: false, logs: {} }

export const linesOf = (name: string): ReadonlyArray<string> => readFileSync(`${folder}${name}`, 'utf8').split('\n').slice(0, -1)
