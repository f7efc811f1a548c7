/**
 * Cache of the text index of a process, by brain and space: postings by term, ended texts, and answers about beginnings. Every entry belongs
 * to a version of its space; an entry of another version is not used.
 */
import { type BrainKey, type ComingReads, type IndexSpace, indexSpaces, type Postings } from '@crabtrail/core'
import { spaceCode } from '../../rows/columns.ts'
import { type EndedTexts, endedTexts, PostingsCache, validAt } from '../../text-index/postings.ts'
import type { FoundRow } from './index-reads.ts'
import { runsIn, valuesIn } from './posting-runs.ts'

/** The part of coming reads of a space that is not cached. */
export interface Uncached {
  /** Beginning of the keys of the caches. */
  readonly beginning: string
  readonly code: number
  /** Version of the space at the known head. */
  readonly version: number
  /** True if the ended texts of that version are cached. */
  readonly isEnded: boolean
  readonly terms: ReadonlyArray<string>
  readonly beginnings: ReadonlyArray<string>
}

/** Milliseconds for which a space stays cached that is not read. */
const keptMs = 300_000

export class IndexCache {
  readonly #postings = new PostingsCache()
  /** Time of the last read of each cached space. */
  readonly #readAt = new Map<string, number>()
  readonly #ended = new Map<string, { readonly version: number; readonly ended: EndedTexts }>()
  readonly #begins = new Map<string, { readonly version: number; readonly answers: ReadonlyMap<string, boolean> }>()

  uncached(brain: BrainKey, { beginnings, space, terms }: ComingReads, { now, version }: { now: number; version: number }): Uncached {
    const beginning = beginningOf(brain, space)
    this.#readAt.set(beginning, now)
    const begins = this.#begins.get(beginning)
    return {
      ...{ beginning, version, code: spaceCode(space) },
      isEnded: this.#ended.get(beginning)?.version === version,
      terms: this.#postings.unread(beginning, terms, version),
      beginnings: beginnings.filter((low) => begins?.version !== version || !begins.answers.has(low)),
    }
  }

  /** Caches the rows of a space that were read for what was not cached. */
  keep(
    { beginning, isEnded, terms, version }: Uncached,
    rows: ReadonlyArray<FoundRow>,
    began: ReadonlyArray<readonly [string, boolean]>,
  ): void {
    const known = this.#ended.get(beginning)
    const ended = isEnded && known !== undefined ? known.ended : endedIn(rows)
    this.#ended.set(beginning, { version, ended })
    const runs = runsIn(rows)
    this.#postings.keepOnly(beginning, version)
    this.#postings.get(beginning, terms, version, (some) => some.map((term) => validAt(valuesIn(runs, term), ended, undefined)))
    const begins = this.#begins.get(beginning)
    this.#begins.set(beginning, { version, answers: new Map([...(begins?.version === version ? begins.answers : []), ...began]) })
  }

  /** Postings of terms at this version; undefined if one of them is not cached, or not any more. */
  postings(brain: BrainKey, space: IndexSpace, terms: ReadonlyArray<string>, version: number): ReadonlyArray<Postings> | undefined {
    const beginning = beginningOf(brain, space)
    return this.#postings.unread(beginning, terms, version).length > 0 ? undefined : this.#postings.get(beginning, terms, version, () => [])
  }

  /** Answers about beginnings at this version; undefined if one of them is not cached, or not any more. */
  begins(brain: BrainKey, space: IndexSpace, lows: ReadonlyArray<string>, version: number): ReadonlyArray<boolean> | undefined {
    const known = this.#begins.get(beginningOf(brain, space))
    const answers = lows.flatMap((low) => (known?.version === version ? (known.answers.get(low) ?? []) : []))
    return answers.length < lows.length ? undefined : answers
  }

  /** Drops the spaces that were not read for some minutes, and those of which another version is known. */
  dropStale(versionOf: (brain: BrainKey, space: IndexSpace) => number | undefined, now: number): void {
    for (const [beginning, readAt] of this.#readAt) {
      const [space = '', ...key] = beginning.trimEnd().split(' ')
      const version = versionOf(key.join(' ') as BrainKey, space as IndexSpace)
      const isChanged = version !== undefined && version !== this.#ended.get(beginning)?.version
      if (isChanged || now - readAt > keptMs) this.#drop(beginning)
    }
  }

  drop(brain: BrainKey): void {
    for (const space of indexSpaces) this.#drop(beginningOf(brain, space))
  }

  #drop(beginning: string): void {
    this.#postings.keepOnly(beginning, noVersion)
    this.#ended.delete(beginning)
    this.#begins.delete(beginning)
    this.#readAt.delete(beginning)
  }
}

/** No space has it. */
const noVersion = -1

const beginningOf = (brain: BrainKey, space: IndexSpace): string => `${space} ${brain} `

export const endedIn = (rows: ReadonlyArray<FoundRow>): EndedTexts =>
  endedTexts(rows.flatMap(({ from, node, part, until }) => (part === 'ended' ? [[node, from, until]] : [])))
