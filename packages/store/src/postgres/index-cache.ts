/**
 * Cache of the text index of a process, by brain and space: postings by term, ended texts, and answers about beginnings. Every entry belongs
 * to a version of its space; an entry of another version is not used.
 */
import type { BrainKey, ComingReads, IndexSpace, Postings } from '@crabtrail/core'
import { spaceCode } from '../codes.ts'
import { type EndedTexts, endedTexts, validAt } from '../text-index/posting-tables.ts'
import { PostingsCache } from '../text-index/postings-cache.ts'
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

export class IndexCache {
  readonly #postings = new PostingsCache()
  readonly #ended = new Map<string, { readonly version: number; readonly ended: EndedTexts }>()
  readonly #begins = new Map<string, { readonly version: number; readonly answers: ReadonlyMap<string, boolean> }>()

  uncached(brain: BrainKey, { beginnings, space, terms }: ComingReads, version: number): Uncached {
    const beginning = beginningOf(brain, space)
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

  begins(brain: BrainKey, space: IndexSpace, low: string): boolean {
    return this.#begins.get(beginningOf(brain, space))?.answers.get(low) === true
  }

  /** Drops what is cached of spaces whose version is known to be another one. */
  dropStale(versionOf: (brain: BrainKey, space: IndexSpace) => number | undefined): void {
    for (const beginning of this.#ended.keys()) {
      const [space = '', ...key] = beginning.trimEnd().split(' ')
      const version = versionOf(key.join(' ') as BrainKey, space as IndexSpace)
      if (version !== undefined) this.#postings.keepOnly(beginning, version)
    }
  }

  clear(): void {
    this.#postings.clear()
    this.#ended.clear()
    this.#begins.clear()
  }
}

const beginningOf = (brain: BrainKey, space: IndexSpace): string => `${space} ${brain} `

export const endedIn = (rows: ReadonlyArray<FoundRow>): EndedTexts =>
  endedTexts(rows.flatMap(({ from, node, part, until }) => (part === 'ended' ? [[node, from, until]] : [])))
