/** Erasure in tables: deletes rows, measures their size and returns the remaining data that has to be read again. */
import type {
  BrainKey,
  ContentKind,
  ContentOwner,
  ContentRef,
  ErasedPlace,
  Erasing,
  NodeNumber,
  OwnedContent,
  Owners,
  StoreUnavailable,
} from '@crabtrail/core'
import * as Result from 'effect/Result'
import { missingBrain, numberOf } from './brain-number.ts'
import { kindOf, ownerCode, ownerOf } from './codes.ts'
import type { ContentTable } from './content-table.ts'
import { erasureStatements } from './erasure-statements.ts'
import type { IndexTables } from './index-tables.ts'
import type { Connection } from './sqlite/connection.ts'
import type { VectorRows } from './vector-rows.ts'

interface ErasedTables {
  readonly contents: ContentTable
  readonly index: IndexTables
  readonly vectors: VectorRows
}

export class ErasureTables {
  readonly #connection: Connection
  readonly #contents: ContentTable
  readonly #index: IndexTables
  readonly #vectors: VectorRows

  constructor(connection: Connection, { contents, index, vectors }: ErasedTables) {
    this.#connection = connection
    this.#contents = contents
    this.#index = index
    this.#vectors = vectors
  }

  owned(brain: BrainKey, owners: ReadonlyArray<Owners>): ReadonlyArray<OwnedContent> {
    const found = owners.flatMap(({ numbers, owner }) =>
      this.#connection.all(erasureStatements.owned, { brain, owner: ownerCode(owner), numbers: JSON.stringify(numbers) }),
    )
    return found.sort((a, b) => a.id - b.id).map(ownedOf)
  }

  wordsOnlyIn(key: BrainKey, nodes: ReadonlyArray<NodeNumber>): ReadonlySet<string> {
    return this.#index.wordsOnlyIn(numberOf(this.#connection, key) ?? 0, nodes)
  }

  /** Deletes the rows in one transaction, which also records that the files have to be cleaned. */
  erase(
    key: BrainKey,
    { bury, contents, index, nodes, position, signals }: Erasing,
  ): Result.Result<ReadonlyArray<ErasedPlace>, StoreUnavailable> {
    return this.#connection.write('power', () => {
      const brain = numberOf(this.#connection, key)
      if (brain === undefined) return Result.fail(missingBrain(this.#connection.place, key))
      const refs = JSON.stringify(contents)
      const held = this.#connection.get(erasureStatements.measureContents, { brain, refs })
      const embedded = this.#vectors.eraseIn(brain, contents, nodes)
      this.#connection.run(erasureStatements.dropContents, { brain, refs })
      const indexed = this.#index.drop(brain, nodes)
      if (index.length > 0) this.#index.apply(brain, index)
      let answered = 0
      for (const { first, instead } of signals) answered += this.#connection.run(erasureStatements.dropSignal, { brain, first, instead })
      this.#contents.buryIn(brain, bury)
      this.#connection.run(erasureStatements.begin, { brain, position })
      return Result.succeed([
        { place: 'contents', rows: held?.rows ?? 0, bytes: held?.bytes ?? 0 },
        { place: 'text index', ...indexed },
        { place: 'vectors', ...embedded },
        { place: 'digests of answered requests', rows: answered, bytes: answered * signalBytes },
      ])
    })
  }

  unbury(key: BrainKey, fingerprints: ReadonlyArray<string>): Result.Result<void, StoreUnavailable> {
    return this.#connection.write('power', () => {
      const brain = numberOf(this.#connection, key)
      if (brain === undefined) return Result.fail(missingBrain(this.#connection.place, key))
      for (const fingerprint of fingerprints) this.#connection.run(erasureStatements.unbury, { brain, fingerprint })
      return Result.succeed(undefined)
    })
  }
}

const signalBytes = 16

interface OwnedRow {
  readonly id: number
  readonly ref: string
  readonly kind: number
  readonly owner: number
  readonly number: number
}

const ownedOf = ({ kind, number, owner, ref }: OwnedRow): OwnedContent => ({
  ref: ref as ContentRef,
  kind: kindOf(kind) satisfies ContentKind,
  owner: ownerOf(owner) satisfies ContentOwner,
  number,
})
