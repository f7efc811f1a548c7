/**
 * Encoding of a block of the text index: terms in code-point order, each with its postings.
 *
 * A term is stored as the length of the prefix that it shares with the previous term, the rest in UTF-8, and the bytes of its postings. A
 * posting is four numbers: node, first position, count, length. The node is stored as the difference from the previous posting of the term.
 * The first position is stored as its difference less that of the node, because an ingest gives passages and positions their numbers in one
 * order. Its lowest bit says whether a count follows: most are 1.
 */

import { Damage } from '../failures.ts'

/** Postings of one term: node, first position, count and length of each, ordered by node and first position. */
export interface TermPostings {
  readonly term: string
  readonly values: ReadonlyArray<number>
}

/** Numbers that one posting has in {@link TermPostings.values}. */
export const postingNumbers = 4

/**
 * Target size of a block in bytes, and the size above which a block is split. A page of the file holds about six, so little of it stays
 * empty: of blocks twice as long it holds two or three, and a third stays empty.
 */
const blockBytes = 640
const blockBytesMost = 960

/**
 * Compares terms by code point, as SQLite orders texts. JavaScript orders strings by code unit, which differs for surrogates and U+E000 to
 * U+FFFF.
 */
export const compareTerms = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [one, other] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (one !== other) return codePointRank(one) - codePointRank(other)
  }
  return a.length - b.length
}

const codePointRank = (unit: number): number => (unit < 0xd800 ? unit : unit >= 0xe000 ? unit - 0x800 : unit + 0x2000)

/** Returns the terms in the order of {@link compareTerms}. Without surrogates and what follows them, that is the order of JavaScript, which is faster. */
export const sortedTerms = (terms: ReadonlyArray<string>): ReadonlyArray<string> =>
  terms.some((term) => /[\ud800-\uffff]/.test(term)) ? terms.toSorted(compareTerms) : terms.toSorted()

/** Merges two ordered lists of terms. The postings of a term in both lists are merged. */
export const mergeTerms = (one: ReadonlyArray<TermPostings>, other: ReadonlyArray<TermPostings>): ReadonlyArray<TermPostings> => {
  const merged: Array<TermPostings> = []
  let [i, j] = [0, 0]
  for (let a = one[i], b = other[j]; a !== undefined || b !== undefined; a = one[i], b = other[j]) {
    const order = a === undefined ? 1 : b === undefined ? -1 : compareTerms(a.term, b.term)
    if (a !== undefined && order < 0) merged.push(a)
    else if (b !== undefined && order > 0) merged.push(b)
    else if (a !== undefined && b !== undefined) merged.push({ term: a.term, values: mergeValues(a.values, b.values) })
    if (order <= 0) i++
    if (order >= 0) j++
  }
  return merged
}

/** Merges postings ordered by node and first position. */
export const mergeValues = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): ReadonlyArray<number> => {
  if (one.length === 0) return other
  const merged: Array<number> = []
  const push = (values: ReadonlyArray<number>, at: number) => {
    for (let k = 0; k < postingNumbers; k++) merged.push(values[at + k] ?? 0)
  }
  let [i, j] = [0, 0]
  while (i < one.length || j < other.length) {
    const isFirst = j >= other.length || (i < one.length && isBefore(one, i, other, j))
    push(isFirst ? one : other, isFirst ? i : j)
    if (isFirst) i += postingNumbers
    else j += postingNumbers
  }
  return merged
}

const isBefore = (one: ReadonlyArray<number>, i: number, other: ReadonlyArray<number>, j: number): boolean => {
  const [node, otherNode] = [one[i] ?? 0, other[j] ?? 0]
  return node < otherNode || (node === otherNode && (one[i + 1] ?? 0) < (other[j + 1] ?? 0))
}

/** Returns the blocks of ordered terms. `low` is the first term of a block. */
export const encodeBlocks = (terms: ReadonlyArray<TermPostings>): ReadonlyArray<{ readonly low: string; readonly data: Uint8Array }> => {
  const whole = encode(terms, Number.POSITIVE_INFINITY)
  const bytes = whole.reduce((sum, { data }) => sum + data.byteLength, 0)
  return bytes <= blockBytesMost ? whole : encode(terms, Math.ceil(bytes / Math.round(bytes / blockBytes)))
}

const encode = (terms: ReadonlyArray<TermPostings>, cutAt: number) => {
  const blocks: Array<{ readonly low: string; readonly data: Uint8Array }> = []
  const bytes = new Bytes()
  const postings = new Bytes()
  let [low, before] = ['', '']
  const close = () => {
    if (bytes.length > 0) blocks.push({ low, data: bytes.take() })
  }
  for (const { term, values } of terms) {
    if (bytes.length >= cutAt) close()
    if (bytes.length === 0) [low, before] = [term, '']
    const shared = sharedLength(before, term)
    bytes.number(shared)
    bytes.text(term.slice(shared))
    writePostings(postings, values)
    bytes.append(postings)
    before = term
  }
  close()
  return blocks
}

/** Returns the postings of one term as bytes, without the term. */
export const encodePostings = (values: ReadonlyArray<number>): Uint8Array => {
  const bytes = new Bytes()
  writePostings(bytes, values)
  return bytes.take()
}

/** Returns the postings that {@link encodePostings} wrote. */
export const decodePostings = (data: Uint8Array): ReadonlyArray<number> => new Reader(data).postings(0, data.byteLength)

const writePostings = (bytes: Bytes, values: ReadonlyArray<number>): void => {
  let [node, from] = [0, 0]
  for (let i = 0; i < values.length; i += postingNumbers) {
    const [newNode = 0, newFrom = 0, count = 0, length = 0] = [values[i], values[i + 1], values[i + 2], values[i + 3]]
    const ahead = newFrom - from - (newNode - node)
    bytes.number(newNode - node)
    bytes.number(2 * (ahead < 0 ? -2 * ahead - 1 : 2 * ahead) + (count === 1 ? 0 : 1))
    if (count !== 1) bytes.number(count)
    bytes.number(length)
    node = newNode
    from = newFrom
  }
}

/** Returns the length of the shared prefix in UTF-16 units. A surrogate pair is not split, so that the rest is well-formed. */
const sharedLength = (before: string, term: string): number => {
  const most = Math.min(before.length, term.length)
  let shared = 0
  while (shared < most && before.charCodeAt(shared) === term.charCodeAt(shared)) shared++
  const next = term.charCodeAt(shared)
  return next >= 0xdc00 && next < 0xe000 ? shared - 1 : shared
}

/** Calls `each` with each term in order and a function that reads its postings, until `each` returns true. */
export const scanBlock = (data: Uint8Array, each: (term: string, values: () => ReadonlyArray<number>) => boolean): void => {
  const reader = new Reader(data)
  let term = ''
  while (!reader.isAtEnd) {
    const shared = reader.number()
    term = term.slice(0, shared) + reader.text()
    const bytes = reader.number()
    const start = reader.at
    if (each(term, () => reader.postings(start, start + bytes))) return
    reader.skipTo(start + bytes)
  }
}

export const decodeBlock = (data: Uint8Array): ReadonlyArray<TermPostings> => {
  const terms: Array<TermPostings> = []
  scanBlock(data, (term, values) => {
    terms.push({ term, values: values() })
    return false
  })
  return terms
}

class Bytes {
  #buffer = Buffer.allocUnsafe(2 * blockBytesMost)
  length = 0

  number(value: number): void {
    this.#reserve(10)
    let rest = value
    while (rest >= 128) {
      this.#buffer[this.length++] = (rest % 128) + 128
      rest = Math.floor(rest / 128)
    }
    this.#buffer[this.length++] = rest
  }

  text(value: string): void {
    const bytes = Buffer.byteLength(value)
    this.number(bytes)
    this.#reserve(bytes)
    this.length += this.#buffer.write(value, this.length)
  }

  /** Writes the bytes of another writer, their number first, and resets that writer. */
  append(other: Bytes): void {
    this.number(other.length)
    this.#reserve(other.length)
    other.#buffer.copy(this.#buffer, this.length, 0, other.length)
    this.length += other.length
    other.length = 0
  }

  /** Returns a copy of the bytes written so far and resets the writer. */
  take(): Uint8Array {
    const taken = Buffer.from(this.#buffer.subarray(0, this.length))
    this.length = 0
    return taken
  }

  #reserve(bytes: number): void {
    if (this.length + bytes <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(2 * (this.length + bytes))
    this.#buffer.copy(larger, 0, 0, this.length)
    this.#buffer = larger
  }
}

class Reader {
  readonly #bytes: Buffer
  at = 0

  constructor(data: Uint8Array) {
    this.#bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length
  }

  number(): number {
    let [value, scale] = [0, 1]
    for (;;) {
      const byte = this.#bytes[this.at++]
      if (byte === undefined) throw new Damage('a block of the text index ends too early')
      if (byte < 128) return value + byte * scale
      value += (byte - 128) * scale
      scale *= 128
    }
  }

  text(): string {
    const end = this.number() + this.at
    const text = this.#bytes.toString('utf8', this.at, end)
    this.at = end
    return text
  }

  skipTo(end: number): void {
    if (end > this.#bytes.length) throw new Damage('a block of the text index ends too early')
    this.at = end
  }

  postings(start: number, end: number): ReadonlyArray<number> {
    this.at = start
    const values: Array<number> = []
    let [node, from] = [0, 0]
    while (this.at < end) {
      const step = this.number()
      const flagged = this.number()
      const signed = Math.floor(flagged / 2)
      node += step
      from += step + (signed % 2 === 0 ? signed / 2 : -(signed + 1) / 2)
      values.push(node, from, flagged % 2 === 0 ? 1 : this.number(), this.number())
    }
    return values
  }
}
