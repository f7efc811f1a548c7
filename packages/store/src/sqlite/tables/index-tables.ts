/**
 * Text index in tables. A text is valid from one position up to another, so every past state of the index can be read.
 *
 * A node has at most one open document in a space: adding another ends it. A document that ends where it began was never visible and is
 * deleted.
 *
 * One tokeniser makes the whole index of a brain. Another program may rebuild the index with another tokeniser at any time, so every search
 * and every change checks the version of the tokeniser.
 */

import {
  type BrainKey,
  byTextOfIndex,
  type FiledText,
  type IndexChange,
  type IndexSpace,
  type IndexStatistics,
  type NodeNumber,
  type Position,
  type PostingNumbers,
  type Postings,
  type StoreUnavailable,
  type TextOfIndex,
  type WholeIndex,
} from '@crabtrail/core'
import { tokeniserVersion } from '@crabtrail/text/words/tokenise'
import * as Result from 'effect/Result'
import { withoutDamage } from '../../failures/damage.ts'
import { missingBrain, unavailable } from '../../failures/unavailable.ts'
import { spaceCode } from '../../rows/codes.ts'
import { erasureStatements } from '../../statements/erasure-statements.ts'
import { mergeValues, postingNumbers } from '../../text-index/posting-blocks.ts'
import { PostingsCache } from '../../text-index/postings-cache.ts'
import { type EndedTexts, endedTexts } from '../../text-index/valid-postings.ts'
import type { Connection } from '../file/connection.ts'
import { numberOf } from './brain-number.ts'
import { indexStatements } from './index-statements.ts'
import { type PostingLimits, PostingTables, type SpaceOf, type TextOfTerm } from './posting-tables.ts'

export class IndexTables {
  readonly #connection: Connection
  readonly #cache = new PostingsCache()
  readonly #postings: PostingTables
  /** Ended texts of each space that was searched, with the version of its index. */
  readonly #ended = new Map<string, { readonly version: number; readonly ended: EndedTexts }>()
  /** With what terms of each space begin, of what was asked at this version of its index: every question asks it of each language. */
  readonly #begun = new Map<string, { readonly version: number; readonly found: Map<string, boolean> }>()
  /** Prefix of cache keys → the index that they belong to. */
  readonly #searched = new Map<string, { readonly brain: BrainKey; readonly space: number }>()

  constructor(connection: Connection, limits?: PostingLimits) {
    this.#connection = connection
    this.#postings = new PostingTables(connection, limits)
  }

  /** Applies the changes in the transaction of the commit. */
  apply(brain: number, changes: ReadonlyArray<IndexChange>): void {
    this.#requireOurs(this.#madeBy(brain))
    const totals = new Map<IndexSpace, Totals>()
    const added = new Map<IndexSpace, Array<Added>>()
    for (const change of changes) {
      const total = totals.get(change.space) ?? { documents: 0, length: 0, words: 0, rows: 0 }
      totals.set(change.space, total)
      const waiting = added.get(change.space) ?? []
      added.set(change.space, waiting)
      this.#end(brain, change, total, waiting)
      if (change.change !== 'add') continue
      this.#add(brain, change, total)
      waiting.push(change)
    }
    for (const [space, total] of totals) {
      const of = { brain, space: spaceCode(space) }
      total.rows += this.#postings.add(
        of,
        added.get(space) ?? [],
        (this.#connection.get(indexStatements.postingRows, of)?.rows ?? 0) + total.rows,
      )
      this.#connection.run(indexStatements.addTotals, { ...of, ...total })
    }
  }

  statistics(brain: BrainKey, space: IndexSpace, at?: Position): IndexStatistics {
    const asked = { brain, space: spaceCode(space) }
    const head = this.#connection.get(indexStatements.statistics, asked)
    this.#requireOurs(head?.tokeniser)
    const found = at === undefined ? head : this.#connection.get(indexStatements.statisticsAt, { ...asked, at })
    return { documents: found?.documents ?? 0, totalLength: found?.totalLength ?? 0, totalWords: found?.totalWords ?? 0 }
  }

  statisticsOf(brain: BrainKey, space: IndexSpace, nodes: ReadonlyArray<NodeNumber>, at = Number.MAX_SAFE_INTEGER): IndexStatistics {
    const asked = { brain, space: spaceCode(space) }
    this.#requireOurs(this.#connection.get(indexStatements.version, asked)?.tokeniser)
    const found = this.#connection.get(indexStatements.statisticsOf, { ...asked, nodes: JSON.stringify(nodes), at })
    return { documents: found?.documents ?? 0, totalLength: found?.totalLength ?? 0, totalWords: found?.totalWords ?? 0 }
  }

  postings(brain: BrainKey, space: IndexSpace, terms: ReadonlyArray<string>, at?: Position): ReadonlyArray<Postings> {
    const asked = { brain, space: spaceCode(space) }
    const made = this.#connection.get(indexStatements.version, asked)
    this.#requireOurs(made?.tokeniser)
    const of = { brain: numberOf(this.#connection, brain) ?? 0, space: asked.space }
    const version = made?.version ?? 0
    // Data that may be rolled back is not cached: another writer can still take the same version.
    const isKept = at === undefined && !this.#connection.unsettled
    const beginning = `${asked.space} ${brain} `
    const ended = this.#endedIn(of, beginning, version, isKept)
    const read = (some: ReadonlyArray<string>) => this.#postings.read(of, some, ended, at)
    if (!isKept) return read(terms)
    this.#searched.set(beginning, asked)
    this.#cache.keepOnly(beginning, version)
    return this.#cache.get(beginning, terms, version, read)
  }

  #endedIn(of: SpaceOf, beginning: string, version: number, isKept: boolean): EndedTexts {
    const known = this.#ended.get(beginning)
    if (isKept && known?.version === version) return known.ended
    const ended = endedTexts(this.#connection.rows(indexStatements.ended, { ...of }))
    if (isKept) this.#ended.set(beginning, { version, ended })
    return ended
  }

  begins(brain: BrainKey, space: IndexSpace, beginnings: ReadonlyArray<string>): ReadonlyArray<boolean> {
    const asked = { brain, space: spaceCode(space) }
    const made = this.#connection.get(indexStatements.version, asked)
    this.#requireOurs(made?.tokeniser)
    const of = { brain: numberOf(this.#connection, brain) ?? 0, space: asked.space }
    const found = this.#begunIn(`${asked.space} ${brain} `, made?.version ?? 0)
    return beginnings.map((low) => {
      const known = found.get(low) ?? this.#postings.begins(of, low)
      found.set(low, known)
      return known
    })
  }

  #begunIn(beginning: string, version: number): Map<string, boolean> {
    // As with postings: what may be rolled back is not kept.
    if (this.#connection.unsettled) return new Map()
    const known = this.#begun.get(beginning)
    if (known?.version === version) return known.found
    const found = new Map<string, boolean>()
    this.#begun.set(beginning, { version, found })
    return found
  }

  /** Drops cached postings of indexes that have changed, so that words that another process erased do not stay in memory. */
  dropStale(): void {
    for (const [beginning, asked] of this.#searched) {
      this.#cache.keepOnly(beginning, this.#connection.get(indexStatements.version, asked)?.version ?? 0)
    }
  }

  /** Size of the cache, in postings. */
  get cached(): number {
    return this.#cache.size
  }

  rebuild(key: BrainKey, changes: ReadonlyArray<IndexChange>): Result.Result<void, StoreUnavailable> {
    return this.#connection.write('process', () => {
      const brain = numberOf(this.#connection, key)
      if (brain === undefined) return Result.fail(missingBrain(this.#connection.place, key))
      requireNotNewer(this.#connection.place, this.#madeBy(brain))
      this.#postings.clear(brain)
      this.#connection.run(indexStatements.clearDocuments, { brain })
      this.#connection.run(indexStatements.clearTotals, { brain })
      this.apply(brain, changes)
      return Result.succeed(undefined)
    })
  }

  /** Deletes all texts of these nodes in the transaction of their erasure. Returns the deleted rows and bytes. */
  drop(brain: number, nodes: ReadonlyArray<NodeNumber>): { readonly rows: number; readonly bytes: number } {
    const dropped = { rows: 0, bytes: 0 }
    const isDropped = new Set(nodes)
    for (const space of spaces) {
      const of = { brain, space: spaceCode(space), nodes: JSON.stringify(nodes) }
      const open = this.#connection.get(erasureStatements.openTotals, of) ?? { documents: 0, length: 0, words: 0 }
      const gone = this.#postings.drop({ brain, space: of.space }, (node) => isDropped.has(node))
      dropped.bytes += gone.bytes
      dropped.rows += gone.postings + this.#connection.run(erasureStatements.dropDocuments, of)
      this.#connection.run(erasureStatements.takeTotals, { brain, space: of.space, ...open, rows: gone.rows })
    }
    this.#cache.clear()
    this.#ended.clear()
    this.#begun.clear()
    return dropped
  }

  /** Returns the words of documents that only texts of these nodes contain or contained. */
  wordsOnlyIn(brain: number, nodes: ReadonlyArray<NodeNumber>): ReadonlySet<string> {
    const of = { brain, space: spaceCode('document') }
    const asked = new Set(nodes)
    const words = new Set<string>()
    const elsewhere = new Set<string>()
    this.#postings.each(of, ({ term, values }) => {
      let [inside, outside] = [false, false]
      for (let i = 0; i < values.length; i += postingNumbers) {
        if (asked.has(values[i] ?? 0)) inside = true
        else outside = true
      }
      if (inside) words.add(term)
      if (outside) elsewhere.add(term)
    })
    return new Set([...words].filter((word) => !elsewhere.has(word)))
  }

  tokeniser(key: BrainKey): number | undefined {
    const brain = numberOf(this.#connection, key)
    return brain === undefined ? undefined : this.#madeBy(brain)
  }

  /** Makes one lookup by key for each text and each block that has a term of them, whatever the size of the index. */
  holds(key: BrainKey, space: IndexSpace, texts: ReadonlyArray<FiledText>): boolean {
    const brain = numberOf(this.#connection, key)
    if (brain === undefined) return texts.length === 0
    const of = { brain, space: spaceCode(space) }
    return withoutDamage(() => {
      const held: Array<TextOfTerm> = []
      for (const { node, terms } of texts) {
        const open = this.#connection.get(indexStatements.open, { ...of, node })
        if (open === undefined) return false
        for (const term of terms) held.push({ term, node, from: open.valid_from, length: open.length })
      }
      return this.#postings.hasAll(of, held)
    })
  }

  whole(key: BrainKey): WholeIndex {
    const brain = numberOf(this.#connection, key) ?? 0
    const rows = this.#connection.all(indexStatements.texts, { brain: key })
    const texts = rows.map(
      ({ length, node, space, valid_from: from, valid_until: until, words }): TextOfIndex => ({
        space: spaceName(space),
        node,
        from,
        until,
        length,
        words,
      }),
    )
    const postings = new Map<string, Map<string, PostingNumbers>>()
    for (const { space } of this.#connection.all(indexStatements.spaces, { brain })) {
      const terms = new Map<string, PostingNumbers>()
      this.#postings.each({ brain, space }, ({ term, values }) => {
        const known = terms.get(term)
        terms.set(term, known === undefined ? values : mergeValues(known, values))
      })
      postings.set(spaceName(space), terms)
    }
    return { postings, texts: texts.sort(byTextOfIndex) }
  }

  #madeBy(brain: number): number | undefined {
    return this.#connection.get(indexStatements.tokeniser, { brain })?.tokeniser ?? undefined
  }

  #requireOurs(made: number | undefined): void {
    requireNotNewer(this.#connection.place, made)
    if (made !== undefined && made < tokeniserVersion) throw unavailable(this.#connection.place, 'moved', madeByOlder)
  }

  /** Adds a text; the caller writes its postings later. */
  #add(brain: number, { space, node, length, words, from }: Added, total: Totals): void {
    const document = { brain, space: spaceCode(space), node, from }
    this.#connection.run(indexStatements.insertDocument, { ...document, length, words })
    total.documents++
    total.length += length
    total.words += words
  }

  /** Ends the open text of a node, if there is one. `added`: texts of this commit whose postings are not written yet. */
  #end(brain: number, change: IndexChange, total: Totals, added: Array<Added>): void {
    const until = change.change === 'add' ? change.from : change.until
    const of = { brain, space: spaceCode(change.space) }
    const node = { ...of, node: change.node }
    const open = this.#connection.get(indexStatements.open, node)
    if (open === undefined) return
    const document = { ...node, from: open.valid_from }
    if (until > open.valid_from) this.#connection.run(indexStatements.endDocument, { ...document, until })
    else {
      this.#connection.run(indexStatements.dropDocument, document)
      const waiting = added.findIndex((one) => one.node === change.node && one.from === open.valid_from)
      if (waiting >= 0) added.splice(waiting, 1)
      else total.rows -= this.#postings.drop(of, (one, from) => one === change.node && from === open.valid_from).rows
    }
    total.documents--
    total.length -= open.length
    total.words -= open.words
  }
}

/** Throws if a newer tokeniser made the index: its words are separated differently, so neither side would find the other's texts. */
const requireNotNewer = (place: string, made: number | undefined): void => {
  if (made !== undefined && made > tokeniserVersion) {
    const versions = `version ${made}, this one has ${tokeniserVersion}`
    throw unavailable(place, 'newer', `its text index was made by a newer Crabtrail (${versions}): install the newest Crabtrail`)
  }
}

/** The index is rebuilt when the brain is opened again. */
const madeByOlder = 'its text index was made by an older Crabtrail, and not built anew yet: try again'

type Added = Extract<IndexChange, { readonly change: 'add' }>

interface Totals {
  documents: number
  length: number
  words: number
  /** Change of the number of rows in `postings`. */
  rows: number
}

/** Returns the name of a space; an unknown code stays a number, for comparison. */
const spaceName = (code: number): string => spaces.find((space) => spaceCode(space) === code) ?? String(code)
const spaces = ['document', 'cue', 'phrase'] as const
