/**
 * The text index in tables: a posting holds from one position up to another, so every past state of the index can be read.
 *
 * A node has at most one open document in a space: adding another ends it. A document that ends where it began was never seen and goes.
 *
 * All of a brain's index was made by one tokeniser, and another program may build it anew with another one at any time: so every search and
 * every change looks at whose it is.
 */
import {
  type BrainKey,
  type IndexChange,
  type IndexSpace,
  type IndexStatistics,
  type NodeNumber,
  type Position,
  type Postings,
  postingLine,
  type StoreUnavailable,
  termsLine,
  textLine,
  tokeniserVersion,
} from '@crabtrail/core'
import * as Result from 'effect/Result'
import { AddedPostings } from './added-postings.ts'
import { missingBrain, numberOf } from './brain-number.ts'
import { spaceCode } from './codes.ts'
import { Damage } from './damage.ts'
import { erasureStatements } from './erasure-statements.ts'
import { indexStatements } from './index-statements.ts'
import { noPostings, PostingsCache } from './postings-cache.ts'
import type { Connection } from './sqlite/connection.ts'
import { unavailable } from './sqlite/failure.ts'
import type { SqlValue } from './statement.ts'

/** So many terms of a text are looked up to say that it is held. */
const termsSampled = 16

export class IndexTables {
  readonly #connection: Connection
  readonly #cache = new PostingsCache()
  /** What keys of the cache begin with, and the index they are of. */
  readonly #searched = new Map<string, { readonly brain: BrainKey; readonly space: number }>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Within the transaction of the commit that it belongs to. */
  apply(brain: number, changes: ReadonlyArray<IndexChange>): void {
    this.#requireOurs(this.#madeBy(brain))
    const totals = new Map<IndexSpace, Totals>()
    const added = new AddedPostings(this.#connection, brain)
    for (const change of changes) {
      const total = totals.get(change.space) ?? { documents: 0, length: 0, words: 0 }
      totals.set(change.space, total)
      if (added.holds(change)) added.write()
      this.#end(brain, change, total)
      if (change.change !== 'add') continue
      this.#add(brain, change, total)
      added.add(change)
    }
    added.write()
    for (const [space, total] of totals) this.#connection.run(indexStatements.addTotals, { brain, space: spaceCode(space), ...total })
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
    if (at !== undefined) return terms.map((term) => postingsOf(this.#connection.rows(indexStatements.postingsAt, { ...asked, term, at })))
    const read = (term: string) => postingsOf(this.#connection.rows(indexStatements.postings, { ...asked, term }))
    // What may be rolled back yet must not be remembered under a version that somebody else can still take.
    if (this.#connection.unsettled) return terms.map(read)
    const beginning = `${asked.space} ${brain} `
    this.#searched.set(beginning, asked)
    this.#cache.keepOnly(beginning, made?.version ?? 0)
    return terms.map((term) => this.#cache.get(beginning + term, made?.version ?? 0, () => read(term)))
  }

  begins(brain: BrainKey, space: IndexSpace, beginnings: ReadonlyArray<string>): ReadonlyArray<boolean> {
    const asked = { brain, space: spaceCode(space) }
    this.#requireOurs(this.#connection.get(indexStatements.version, asked)?.tokeniser)
    return beginnings.map((low) => this.#connection.get(indexStatements.nextTerm, { ...asked, low })?.term.startsWith(low) === true)
  }

  /** Drops what is kept of an index that is another by now: words that another process erased are not kept here until somebody searches again. */
  dropStale(): void {
    for (const [beginning, asked] of this.#searched) {
      this.#cache.keepOnly(beginning, this.#connection.get(indexStatements.version, asked)?.version ?? 0)
    }
  }

  /** How much is kept, in postings. */
  get cached(): number {
    return this.#cache.size
  }

  rebuild(key: BrainKey, changes: ReadonlyArray<IndexChange>): Result.Result<void, StoreUnavailable> {
    return this.#connection.write('process', () => {
      const brain = numberOf(this.#connection, key)
      if (brain === undefined) return Result.fail(missingBrain(this.#connection.place, key))
      requireNotNewer(this.#connection.place, this.#madeBy(brain))
      this.#connection.run(indexStatements.clearPostings, { brain })
      this.#connection.run(indexStatements.clearDocuments, { brain })
      this.#connection.run(indexStatements.clearTerms, { brain })
      this.#connection.run(indexStatements.clearTotals, { brain })
      this.apply(brain, changes)
      return Result.succeed(undefined)
    })
  }

  /** Everything that was ever held of these nodes, within the transaction of their erasure. Answers how much that was. */
  drop(brain: number, nodes: ReadonlyArray<NodeNumber>): { readonly rows: number; readonly bytes: number } {
    const dropped = { rows: 0, bytes: 0 }
    for (const space of spaces) {
      const of = { brain, space: spaceCode(space), nodes: JSON.stringify(nodes) }
      const open = this.#connection.get(erasureStatements.openTotals, of) ?? { documents: 0, length: 0, words: 0 }
      for (const measure of [erasureStatements.measurePostings, erasureStatements.measureTerms]) {
        dropped.bytes += this.#connection.get(measure, of)?.bytes ?? 0
      }
      for (const drop of [erasureStatements.dropPostings, erasureStatements.dropTerms, erasureStatements.dropDocuments]) {
        dropped.rows += this.#connection.run(drop, of)
      }
      this.#connection.run(erasureStatements.takeTotals, { brain, space: of.space, ...open })
    }
    this.#cache.clear()
    return dropped
  }

  tokeniser(key: BrainKey): number | undefined {
    const brain = numberOf(this.#connection, key)
    return brain === undefined ? undefined : this.#madeBy(brain)
  }

  /** A few lookups by key for each node, however large the index is. */
  holds(key: BrainKey, space: IndexSpace, nodes: ReadonlyArray<NodeNumber>): boolean {
    const brain = numberOf(this.#connection, key)
    return nodes.every((node) => brain !== undefined && this.#holds({ brain, space: spaceCode(space), node }))
  }

  /** Postings by space, term, node and first position, then texts and their terms by space, node and first position; words by code unit. */
  lines(key: BrainKey): ReadonlyArray<string> {
    const brain = { brain: key }
    const postings = this.#connection.all(indexStatements.everything, brain).map(named)
    const texts = this.#connection.all(indexStatements.texts, brain).map(named).sort(byText)
    const terms = this.#connection.all(indexStatements.allTerms, brain).map(named).sort(byText)
    postings.sort((a, b) => compare(a.space, b.space) || compare(a.term, b.term) || a.node - b.node || a.valid_from - b.valid_from)
    return [
      ...postings.map((one) => postingLine(one.space, one.term, one.node, one.valid_from, one.valid_until, one.count, one.length)),
      ...texts.map((one) => textLine(one.space, one.node, one.valid_from, one.valid_until, one.length, one.words)),
      ...terms.map((one) => termsLine(one.space, one.node, one.valid_from, one.terms)),
    ]
  }

  #holds(node: { readonly brain: number; readonly space: number; readonly node: NodeNumber }): boolean {
    const open = this.#connection.get(indexStatements.open, node)
    if (open === undefined) return false
    const document = { ...node, from: open.valid_from }
    const some = spread(termsIn(this.#connection.get(indexStatements.terms, document)?.terms ?? null), termsSampled)
    const asked = { ...document, length: open.length, terms: JSON.stringify(some) }
    return some !== undefined && this.#connection.get(indexStatements.held, asked)?.postings === some.length
  }

  #madeBy(brain: number): number | undefined {
    return this.#connection.get(indexStatements.tokeniser, { brain })?.tokeniser ?? undefined
  }

  #requireOurs(made: number | undefined): void {
    requireNotNewer(this.#connection.place, made)
    if (made !== undefined && made < tokeniserVersion) throw unavailable(this.#connection.place, 'moved', madeByOlder)
  }

  /** Its postings follow. */
  #add(brain: number, { space, node, terms, length, words, from }: Added, total: Totals): void {
    const document = { brain, space: spaceCode(space), node, from }
    this.#connection.run(indexStatements.insertDocument, { ...document, length, words })
    this.#connection.run(indexStatements.insertTerms, { ...document, terms: JSON.stringify(terms) })
    total.documents++
    total.length += length
    total.words += words
  }

  /** Ends the open document of a node, if there is one. */
  #end(brain: number, change: IndexChange, total: Totals): void {
    const until = change.change === 'add' ? change.from : change.until
    const node = { brain, space: spaceCode(change.space), node: change.node }
    const open = this.#connection.get(indexStatements.open, node)
    if (open === undefined) return
    const document = { ...node, from: open.valid_from }
    const terms = termsOf(this.#connection.get(indexStatements.terms, document)?.terms)
    if (until > open.valid_from) {
      this.#connection.run(indexStatements.endDocument, { ...document, until })
      for (const term of terms) this.#connection.run(indexStatements.endPosting, { ...document, term, until })
    } else {
      this.#connection.run(indexStatements.dropDocument, document)
      this.#connection.run(indexStatements.dropTerms, document)
      for (const term of terms) this.#connection.run(indexStatements.dropPosting, { ...document, term })
    }
    total.documents--
    total.length -= open.length
    total.words -= open.words
  }
}

/** Its words are told apart in a way that is not known here: beside ours, neither would be found. */
const requireNotNewer = (place: string, made: number | undefined): void => {
  if (made !== undefined && made > tokeniserVersion) {
    const versions = `version ${made}, this one has ${tokeniserVersion}`
    throw unavailable(place, 'newer', `its text index was made by a newer Crabtrail (${versions}): install the newest Crabtrail`)
  }
}

/** Opening the brain anew builds it anew. */
const madeByOlder = 'its text index was made by an older Crabtrail, and not built anew yet: try again'

type Added = Extract<IndexChange, { readonly change: 'add' }>

interface Totals {
  documents: number
  length: number
  words: number
}

/** The terms of a document as `#add` wrote them; undefined where they are no list of words. */
const termsIn = (text: string | null): ReadonlyArray<string> | undefined => {
  try {
    const terms: unknown = JSON.parse(text ?? '')
    return Array.isArray(terms) && terms.every((term) => typeof term === 'string') ? terms : undefined
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    return undefined
  }
}

const termsOf = (text: string | undefined): ReadonlyArray<string> => {
  const terms = termsIn(text ?? null)
  if (terms === undefined) throw new Damage('the terms of a document are no list of words')
  return terms
}

/** At most so many, evenly from all of them. */
const spread = (terms: ReadonlyArray<string> | undefined, most: number): ReadonlyArray<string> | undefined => {
  const stride = Math.max(1, Math.ceil((terms?.length ?? 0) / most))
  return terms?.filter((_, i) => i % stride === 0)
}

/** With its space in words; a code that stands for none stays as it is, for whoever compares. */
const named = <Row extends { readonly space: number }>(row: Row) => ({ ...row, space: spaceName(row.space) })
const spaceName = (code: number): string => spaces.find((space) => spaceCode(space) === code) ?? String(code)
const spaces = ['document', 'cue', 'phrase'] as const

interface InOrder {
  readonly space: string
  readonly node: number
  readonly valid_from: number
}
const byText = (a: InOrder, b: InOrder): number => compare(a.space, b.space) || a.node - b.node || a.valid_from - b.valid_from
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Rows of node, count and length, by rising node. */
const postingsOf = (rows: ReadonlyArray<ReadonlyArray<SqlValue>>): Postings => {
  if (rows.length === 0) return noPostings
  const [nodes, counts, lengths] = [new Int32Array(rows.length), new Int32Array(rows.length), new Int32Array(rows.length)]
  for (const [i, row] of rows.entries()) {
    nodes[i] = Number(row[0])
    counts[i] = Number(row[1])
    lengths[i] = Number(row[2])
  }
  return { nodes, counts, lengths }
}
