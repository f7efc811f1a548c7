/**
 * Postings of the text index on two levels: rows for postings of small commits, and blocks of many terms for all others.
 *
 * A posting is written once. It holds as long as its text holds, which the table of documents records. So ending a text changes no posting.
 */
import { crc32 } from 'node:zlib'
import type { IndexChange, NodeNumber, Position, Postings } from '@crabtrail/core'
import { Damage } from '../../failures.ts'
import { isIntact } from '../../rows/columns.ts'
import type { SqlValue } from '../../statements/statement.ts'
import {
  compareTerms,
  decodeBlock,
  encodeBlocks,
  mergeTerms,
  mergeValues,
  postingNumbers,
  scanBlock,
  sortedTerms,
  type TermPostings,
} from '../../text-index/posting-blocks.ts'
import { type EndedTexts, hasPosting, type IndexedText, keptOf, validAt } from '../../text-index/postings.ts'
import type { Connection } from '../file/connection.ts'
import { indexStatements, postingsTogether } from './index-statements.ts'

export type Added = Extract<IndexChange, { readonly change: 'add' }>

/** A space of a brain, both as numbers. */
export interface SpaceOf {
  readonly brain: number
  readonly space: number
}

export interface TextOfTerm extends IndexedText {
  readonly term: string
}

interface Reading {
  readonly ended: EndedTexts
  /** False where all postings of the space are in blocks. */
  readonly hasRows: boolean
  /** Undefined: now. */
  readonly at: Position | undefined
}

const noRows: ReadonlyMap<string, ReadonlyArray<number>> = new Map()

export interface PostingLimits {
  /** Number of postings of one commit and space from which they are written into blocks directly. */
  readonly bulkLeast: number
  /** Rows of a space above which each commit moves some rows into blocks. */
  readonly rowsMost: number
  /** Most blocks that a commit writes to move rows. This bounds the work of a commit. */
  readonly blocksPerCommit: number
}

const usualLimits: PostingLimits = { bulkLeast: 2_048, rowsMost: 8_192, blocksPerCommit: 16 }

export class PostingTables {
  readonly #connection: Connection
  readonly #limits: PostingLimits

  constructor(connection: Connection, limits = usualLimits) {
    this.#connection = connection
    this.#limits = limits
  }

  /** Adds the postings of texts. `rows`: number of rows outside blocks before. Returns the change of that number. */
  add(of: SpaceOf, texts: ReadonlyArray<Added>, rows: number): number {
    const terms = termsOf(texts)
    const count = texts.reduce((sum, text) => sum + text.terms.length, 0)
    if (count >= this.#limits.bulkLeast) {
      this.#merge(of, terms)
      return 0
    }
    this.#insert(of, terms)
    return rows + count > this.#limits.rowsMost ? count - this.#moveRows(of) : count
  }

  /** True if every text has a posting of its term with its length. Reads a block once, however many of the terms it holds. */
  hasAll(of: SpaceOf, texts: ReadonlyArray<TextOfTerm>): boolean {
    const terms = [...new Set(texts.map(({ term }) => term))].sort(compareTerms)
    const [inRows, inBlocks] = [this.#rowsOfTerms(of, terms), this.#blocksOfTerms(of, terms)]
    return texts.every(({ term, ...text }) => hasPosting(inRows.get(term), text) || hasPosting(inBlocks.get(term), text))
  }

  /** Returns, for each term, the postings that are valid at `at`, or now, by rising node. Reads a block once, however many of the terms it holds. */
  read(of: SpaceOf, terms: ReadonlyArray<string>, { at, ended, hasRows }: Reading): ReadonlyArray<Postings> {
    if (terms.length === 0) return []
    const sorted = [...new Set(terms)].sort(compareTerms)
    const [inRows, inBlocks] = [hasRows ? this.#rowsOfTerms(of, sorted) : noRows, this.#blocksOfTerms(of, sorted)]
    return terms.map((term) => validAt(mergeValues(inRows.get(term) ?? [], inBlocks.get(term) ?? []), ended, at))
  }

  /** True if a term of the space begins with `low`, whether or not a text with the term is still valid. */
  begins(of: SpaceOf, low: string): boolean {
    if (this.#connection.get(indexStatements.nextTerm, { ...of, low })?.term.startsWith(low) === true) return true
    const block = this.#connection.get(indexStatements.blockOf, { ...of, term: low })
    let found = false
    if (block !== undefined) {
      scanBlock(dataOf(block), (term) => {
        found = term.startsWith(low)
        return found || compareTerms(term, low) > 0
      })
    }
    return found || this.#connection.get(indexStatements.blockAfter, { ...of, term: low })?.low.startsWith(low) === true
  }

  /** Gives every term of the space, in no order. A term that is on both levels comes twice. */
  *each(of: SpaceOf): Iterable<TermPostings> {
    for (const [term, ...values] of this.#connection.rows(indexStatements.allRows, { ...of })) {
      yield { term: String(term), values: values.map(Number) }
    }
    for (const { id } of this.#connection.all(indexStatements.blocks, { ...of })) {
      const block = this.#connection.get(indexStatements.block, { id })
      if (block !== undefined) yield* decodeBlock(dataOf(block))
    }
  }

  /**
   * Deletes the postings for which `isGone` is true, on both levels. Returns the number of postings, the bytes of their terms and the
   * number of rows.
   */
  drop(of: SpaceOf, isGone: (node: NodeNumber, from: Position) => boolean) {
    const gone = { postings: 0, bytes: 0, rows: 0 }
    for (const [term, node, from] of this.#connection.rows(indexStatements.allRows, { ...of })) {
      if (!isGone(Number(node), Number(from))) continue
      this.#connection.run(indexStatements.dropRow, { ...of, term: String(term), node: Number(node), from: Number(from) })
      gone.postings++
      gone.rows++
      gone.bytes += Buffer.byteLength(String(term))
    }
    for (const { id, low } of this.#connection.all(indexStatements.blocks, { ...of })) {
      const block = this.#connection.get(indexStatements.block, { id })
      if (block === undefined) continue
      const before = gone.postings
      const left = decodeBlock(dataOf(block)).flatMap(({ term, values }) => {
        const kept = keptOf(values, isGone)
        gone.postings += (values.length - kept.length) / postingNumbers
        gone.bytes += ((values.length - kept.length) / postingNumbers) * Buffer.byteLength(term)
        return kept.length === 0 ? [] : [{ term, values: kept }]
      })
      if (gone.postings > before) this.#replace(of, { id, low }, left)
    }
    return gone
  }

  clear(brain: number): void {
    this.#connection.run(indexStatements.clearPostings, { brain })
    this.#connection.run(indexStatements.clearBlocks, { brain })
  }

  /** Postings outside blocks by their term. */
  #rowsOfTerms(of: SpaceOf, terms: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<number>> {
    const found = new Map<string, Array<number>>()
    for (const [text, ...values] of this.#connection.rows(indexStatements.rowsOfTerms, { ...of, terms: JSON.stringify(terms) })) {
      const term = String(text)
      const known = found.get(term)
      if (known === undefined) found.set(term, values.map(Number))
      else known.push(...values.map(Number))
    }
    return found
  }

  /** Postings in blocks by their term. `terms`: ordered, each once. */
  #blocksOfTerms(of: SpaceOf, terms: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<number>> {
    const found = new Map<string, ReadonlyArray<number>>()
    const blocks = this.#connection
      .all(indexStatements.blocksOfTerms, { ...of, terms: JSON.stringify(terms) })
      .toSorted((a, b) => compareTerms(a.low, b.low))
    let at = 0
    for (const [i, block] of blocks.entries()) {
      const next = blocks[i + 1]
      const isDone = () => {
        const term = terms[at]
        return term === undefined || (next !== undefined && compareTerms(term, next.low) >= 0)
      }
      scanBlock(dataOf(block), (one, values) => {
        while (at < terms.length && compareTerms(terms[at] ?? '', one) < 0) at++
        if (terms[at] === one) {
          found.set(one, values())
          at++
        }
        return isDone()
      })
    }
    return found
  }

  #insert({ brain, space }: SpaceOf, terms: ReadonlyArray<TermPostings>): void {
    let row: Array<SqlValue> = []
    const columns = postingNumbers + 3
    for (const { term, values } of terms) {
      for (let i = 0; i < values.length; i += postingNumbers) {
        row.push(brain, space, term, ...values.slice(i, i + postingNumbers))
        if (row.length < postingsTogether * columns) continue
        this.#connection.run(indexStatements.insertPostings, row)
        row = []
      }
    }
    for (let i = 0; i < row.length; i += columns) this.#connection.run(indexStatements.insertPosting, row.slice(i, i + columns))
  }

  /** Merges ordered terms into the blocks that they belong to. */
  #merge(of: SpaceOf, terms: ReadonlyArray<TermPostings>, blocks = this.#connection.all(indexStatements.blocks, { ...of })): void {
    let at = 0
    for (let i = 0; i < Math.max(1, blocks.length) && at < terms.length; i++) {
      const next = blocks[i + 1]
      const begin = at
      while (at < terms.length && (next === undefined || compareTerms(terms[at]?.term ?? '', next.low) < 0)) at++
      if (at === begin) continue
      const known = blocks[i]
      const block = known === undefined ? undefined : this.#connection.get(indexStatements.block, { id: known.id })
      const added = terms.slice(begin, at)
      this.#replace(of, known, block === undefined ? added : mergeTerms(decodeBlock(dataOf(block)), added))
    }
  }

  /** Moves the rows of the first few blocks that have rows. Returns the number of rows moved. */
  #moveRows(of: SpaceOf): number {
    const first = this.#connection.get(indexStatements.nextTerm, { ...of, low: '' })?.term
    if (first === undefined) return 0
    const most = this.#limits.blocksPerCommit
    const blocks = this.#connection.all(indexStatements.blocksFrom, { ...of, term: first, limit: most + 1 })
    const below = blocks[most]?.low ?? null
    const terms: Array<{ readonly term: string; readonly values: Array<number> }> = []
    for (const [text, ...values] of this.#connection.rows(indexStatements.rowsBelow, { ...of, below })) {
      const term = String(text)
      const last = terms.at(-1)
      if (last?.term === term) last.values.push(...values.map(Number))
      else terms.push({ term, values: values.map(Number) })
    }
    this.#merge(of, terms, blocks.slice(0, most))
    return this.#connection.run(indexStatements.dropRowsBelow, { ...of, below })
  }

  #replace(of: SpaceOf, known: { readonly id: number; readonly low: string } | undefined, terms: ReadonlyArray<TermPostings>): void {
    const blocks = encodeBlocks(terms)
    const isSame = known !== undefined && known.low === blocks[0]?.low
    if (known !== undefined && !isSame) this.#connection.run(indexStatements.dropBlock, { id: known.id })
    for (const [i, { data, low }] of blocks.entries()) {
      const block = { data, checksum: crc32(data) }
      if (known !== undefined && isSame && i === 0) this.#connection.run(indexStatements.updateBlock, { id: known.id, ...block })
      else this.#connection.run(indexStatements.insertBlock, { ...of, low, ...block })
    }
  }
}

/** Returns the terms of texts with their postings, in block order. */
const termsOf = (texts: ReadonlyArray<Added>): ReadonlyArray<TermPostings> => {
  const postings = new Map<string, Array<number>>()
  for (const { counts, from, length, node, terms } of texts.toSorted((a, b) => a.node - b.node || a.from - b.from)) {
    for (const [i, term] of terms.entries()) {
      const known = postings.get(term)
      if (known === undefined) postings.set(term, [node, from, counts[i] ?? 0, length])
      else known.push(node, from, counts[i] ?? 0, length)
    }
  }
  return sortedTerms([...postings.keys()]).map((term) => ({ term, values: postings.get(term) ?? [] }))
}

/**
 * Returns the data of a block; throws Damage if its checksum differs. Blocks are not compressed: that would save a third of the bytes, but
 * decompression takes several times as long as finding a term.
 */
const dataOf = (block: { readonly checksum: number; readonly data: Uint8Array }): Uint8Array => {
  if (!isIntact(block)) throw new Damage('a block of the text index is not what was stored')
  return block.data
}
