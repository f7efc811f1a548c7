/**
 * The postings of one commit, on their way into the table in the order in which it lies.
 *
 * The words of a text lie all over the table: written text by text, each page is touched, and perhaps written out, again and again.
 */
import type { IndexChange, IndexSpace } from '@crabtrail/core'
import { spaceCode } from './codes.ts'
import { indexStatements, postingsTogether } from './index-statements.ts'
import type { Connection } from './sqlite/connection.ts'
import type { SqlValue } from './statement.ts'

type Added = Extract<IndexChange, { readonly change: 'add' }>

interface Posting {
  readonly document: Added
  readonly count: number
}

/** So many are held at most: some twenty megabytes. */
const heldMost = 250_000

export class AddedPostings {
  readonly #connection: Connection
  readonly #brain: number
  readonly #nodes = new Set<string>()
  /** By term, in each space. */
  #postings = new Map<IndexSpace, Map<string, Array<Posting>>>()
  #held = 0

  constructor(connection: Connection, brain: number) {
    this.#connection = connection
    this.#brain = brain
  }

  add(document: Added): void {
    const { counts, space, terms } = document
    this.#nodes.add(nodeKey(document))
    const ofSpace = this.#postings.get(space) ?? new Map<string, Array<Posting>>()
    this.#postings.set(space, ofSpace)
    for (const [i, term] of terms.entries()) {
      const posting = { document, count: counts[i] ?? 0 }
      const ofTerm = ofSpace.get(term)
      if (ofTerm === undefined) ofSpace.set(term, [posting])
      else ofTerm.push(posting)
    }
    this.#held += terms.length
    if (this.#held > heldMost) this.write()
  }

  /** Whether postings of this node wait here. */
  holds(node: Pick<IndexChange, 'space' | 'node'>): boolean {
    return this.#nodes.has(nodeKey(node))
  }

  write(): void {
    let values: Array<SqlValue> = []
    let rows = 0
    for (const space of [...this.#postings.keys()].sort((a, b) => spaceCode(a) - spaceCode(b))) {
      const code = spaceCode(space)
      const ofSpace = this.#postings.get(space) ?? new Map<string, Array<Posting>>()
      for (const term of [...ofSpace.keys()].sort()) {
        for (const { count, document } of ofSpace.get(term) ?? []) {
          // In the order of the columns.
          values.push(this.#brain, code, term, document.node, document.from, 0, count, document.length)
          rows++
          if (rows < postingsTogether) continue
          this.#connection.run(indexStatements.insertPostings, values)
          values = []
          rows = 0
        }
      }
    }
    const columns = values.length / Math.max(1, rows)
    for (let row = 0; row < rows; row++) {
      this.#connection.run(indexStatements.insertPosting, values.slice(row * columns, (row + 1) * columns))
    }
    this.#nodes.clear()
    this.#postings = new Map()
    this.#held = 0
  }
}

const nodeKey = ({ node, space }: Pick<IndexChange, 'space' | 'node'>): string => `${space} ${node}`
