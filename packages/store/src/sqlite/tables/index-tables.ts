/**
 * Text index in tables. A text is valid from one position up to another, so every past state of the index can be read.
 *
 * A node has at most one open document in a space: adding another ends it. A document that ends where it began was never visible and is
 * deleted.
 *
 * One tokeniser makes the whole index of a brain. Another program may rebuild the index with another tokeniser at any time, so every search
 * and every change checks the version of the tokeniser.
 */

import { type BrainKey, type IndexChange, type IndexSpace, type IndexStatistics, indexSpaces, type NodeNumber } from '@crabtrail/core'
import { withoutDamage } from '../../failures.ts'
import { spaceCode } from '../../rows/columns.ts'
import { type EndedTexts, endedTexts, foreignIndex, newerIndex, PostingsCache, wholeIndex, wordsOnlyIn } from '../../text-index/postings.ts'
import type { DirectStore } from '../../turnstile.ts'
import type { Connection } from '../file/connection.ts'
import { indexStatements } from './index-statements.ts'
import { type Added, type PostingLimits, PostingTables, type SpaceOf, type TextOfTerm } from './posting-tables.ts'

type Index = DirectStore['index']

export class IndexTables implements Index {
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

  readonly statistics: Index['statistics'] = (brain, space, at) => {
    const asked = { brain, space: spaceCode(space) }
    const head = this.#connection.get(indexStatements.statistics, asked)
    this.#requireOurs(head?.tokeniser)
    return statisticsIn(at === undefined ? head : this.#connection.get(indexStatements.statisticsAt, { ...asked, at }))
  }

  readonly statisticsOf: Index['statisticsOf'] = (brain, space, nodes, at = Number.MAX_SAFE_INTEGER) => {
    const { asked } = this.#asked(brain, space)
    return statisticsIn(this.#connection.get(indexStatements.statisticsOf, { ...asked, nodes: JSON.stringify(nodes), at }))
  }

  readonly postings: Index['postings'] = (brain, space, terms, at) => {
    const { asked, beginning, hasRows, of, version } = this.#asked(brain, space)
    // Data that may be rolled back is not cached: another writer can still take the same version.
    const isKept = at === undefined && !this.#connection.unsettled
    const ended = this.#endedIn(of, beginning, version, isKept)
    const read = (some: ReadonlyArray<string>) => this.#postings.read(of, some, { ended, hasRows, at })
    if (!isKept) return read(terms)
    this.#searched.set(beginning, asked)
    this.#cache.keepOnly(beginning, version)
    return this.#cache.get(beginning, terms, version, read)
  }

  /** Returns what is asked of a space, its numbers, the prefix of its keys in the caches, its version, and whether postings of it are outside of blocks. */
  #asked(brain: BrainKey, space: IndexSpace) {
    const asked = { brain, space: spaceCode(space) }
    const made = this.#connection.get(indexStatements.version, asked)
    this.#requireOurs(made?.tokeniser)
    const of = { brain: this.#connection.numberOf(brain) ?? 0, space: asked.space }
    return { asked, of, beginning: `${asked.space} ${brain} `, version: made?.version ?? 0, hasRows: (made?.rows ?? 0) > 0 }
  }

  #endedIn(of: SpaceOf, beginning: string, version: number, isKept: boolean): EndedTexts {
    const known = this.#ended.get(beginning)
    if (isKept && known?.version === version) return known.ended
    const ended = endedTexts(this.#connection.rows(indexStatements.ended, { ...of }))
    if (isKept) this.#ended.set(beginning, { version, ended })
    return ended
  }

  readonly begins: Index['begins'] = (brain, space, beginnings) => {
    const { beginning, of, version } = this.#asked(brain, space)
    const found = this.#begunIn(beginning, version)
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

  readonly rebuild: Index['rebuild'] = (key, changes) =>
    this.#connection.change('process', key, (brain) => {
      const newer = newerIndex(this.#connection.place, this.#madeBy(brain))
      if (newer !== undefined) throw newer
      this.#postings.clear(brain)
      this.#connection.run(indexStatements.clearDocuments, { brain })
      this.#connection.run(indexStatements.clearTotals, { brain })
      this.apply(brain, changes)
    })

  /** Deletes all texts of these nodes in the transaction of their erasure. Returns the deleted rows and bytes. */
  drop(brain: number, nodes: ReadonlyArray<NodeNumber>): { readonly rows: number; readonly bytes: number } {
    const dropped = { rows: 0, bytes: 0 }
    const isDropped = new Set(nodes)
    for (const space of indexSpaces) {
      const of = { brain, space: spaceCode(space), nodes: JSON.stringify(nodes) }
      const open = this.#connection.get(indexStatements.openTotals, of) ?? { documents: 0, length: 0, words: 0 }
      const gone = this.#postings.drop({ brain, space: of.space }, (node) => isDropped.has(node))
      dropped.bytes += gone.bytes
      dropped.rows += gone.postings + this.#connection.run(indexStatements.dropDocuments, of)
      this.#connection.run(indexStatements.takeTotals, { brain, space: of.space, ...open, rows: gone.rows })
    }
    this.#cache.clear()
    this.#ended.clear()
    this.#begun.clear()
    return dropped
  }

  /** Returns the words of documents that only texts of these nodes contain or contained. */
  wordsOnlyIn(brain: number, nodes: ReadonlyArray<NodeNumber>): ReadonlySet<string> {
    return wordsOnlyIn(nodes, this.#postings.each({ brain, space: spaceCode('document') }))
  }

  readonly tokeniser: Index['tokeniser'] = (key) => {
    const brain = this.#connection.numberOf(key)
    return brain === undefined ? undefined : this.#madeBy(brain)
  }

  /** Makes one lookup by key for each text and each block that has a term of them, whatever the size of the index. */
  readonly holds: Index['holds'] = (key, space, texts) => {
    const brain = this.#connection.numberOf(key)
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

  readonly whole: Index['whole'] = (key) => {
    const brain = this.#connection.numberOf(key) ?? 0
    const spaces = this.#connection.all(indexStatements.spaces, { brain })
    const postings = new Map(spaces.map(({ space }) => [space, this.#postings.each({ brain, space })]))
    return wholeIndex(this.#connection.all(indexStatements.texts, { brain: key }), postings)
  }

  #madeBy(brain: number): number | undefined {
    return this.#connection.get(indexStatements.tokeniser, { brain })?.tokeniser ?? undefined
  }

  #requireOurs(made: number | undefined): void {
    const foreign = foreignIndex(this.#connection.place, made)
    if (foreign !== undefined) throw foreign
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

interface Totals {
  documents: number
  length: number
  words: number
  /** Change of the number of rows in `postings`. */
  rows: number
}

const statisticsIn = (found: IndexStatistics | undefined): IndexStatistics => ({
  documents: found?.documents ?? 0,
  totalLength: found?.totalLength ?? 0,
  totalWords: found?.totalWords ?? 0,
})
