/** Table of vectors, as bytes. A trigger in `file/schema.ts` deletes a vector together with the contents that it was made from. */
import type { BrainKey, ContentRef, NodeNumber, NodeVector, StoreUnavailable } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { sql } from 'kysely'
import { missingBrain } from '../../failures/unavailable.ts'
import { bytesIn, vectorOf } from '../../rows/vector-bytes.ts'
import { type Named, queries, statement } from '../../statements/statement.ts'
import { vectorStatements } from '../../statements/vector-statements.ts'
import type { Connection } from '../file/connection.ts'
import { numberOf } from './brain-number.ts'

export class VectorRows {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  embedders(brain: BrainKey): ReadonlyArray<{ readonly embedder: string; readonly vectors: number }> {
    return this.#connection.all(vectorStatements.embedders, { brain })
  }

  page(brain: BrainKey, embedder: string, after: NodeNumber, limit: number): ReadonlyArray<NodeVector> {
    return this.#connection.all(vectorStatements.page, { brain, embedder, after, limit: Math.max(0, limit) }).map(vectorOf)
  }

  of(brain: BrainKey, embedder: string, nodes: ReadonlyArray<NodeNumber>): ReadonlyArray<NodeVector> {
    return this.#connection.all(vectorStatements.of, { brain, embedder, nodes: JSON.stringify(nodes) }).map(vectorOf)
  }

  put(key: BrainKey, embedder: string, vectors: ReadonlyArray<NodeVector>): Result.Result<void, StoreUnavailable> {
    return this.#change(key, (brain) => {
      for (const { madeOf, node, vector } of vectors) {
        const { text, title = null } = madeOf
        this.#connection.run(vectorWrites.put, { brain, embedder, node, text, title, vector: bytesIn(vector) })
      }
    })
  }

  remove(key: BrainKey, embedder: string, nodes: ReadonlyArray<NodeNumber>): Result.Result<void, StoreUnavailable> {
    return this.#change(key, (brain) => {
      this.#connection.run(vectorStatements.remove, { brain, embedder, nodes: JSON.stringify(nodes) })
    })
  }

  drop(key: BrainKey, embedder: string | undefined): Result.Result<void, StoreUnavailable> {
    return this.#change(key, (brain) => {
      this.#connection.run(vectorStatements.drop, { brain, embedder: embedder ?? null })
    })
  }

  /** Deletes vectors in the transaction of the erasure, before the contents are deleted. */
  eraseIn(brain: number, contents: ReadonlyArray<ContentRef>, nodes: ReadonlyArray<NodeNumber>) {
    const erased = { brain, refs: JSON.stringify(contents), nodes: JSON.stringify(nodes) }
    const { bytes = 0, rows = 0 } = this.#connection.get(vectorWrites.measureErased, erased) ?? {}
    this.#connection.run(vectorWrites.erase, erased)
    return { rows, bytes }
  }

  #change(key: BrainKey, change: (brain: number) => void): Result.Result<void, StoreUnavailable> {
    return this.#connection.write('process', () => {
      const brain = numberOf(this.#connection, key)
      return brain === undefined ? Result.fail(missingBrain(this.#connection.place, key)) : Result.succeed(change(brain))
    })
  }
}

type Erased = { readonly brain: number; readonly refs: string; readonly nodes: string }

const erasedRows = (p: Named<Erased>) => sql<boolean>`brain = ${p('brain')} and (
  node in (select value from json_each(${p('nodes')}))
  or text in (select unhex(value) from json_each(${p('refs')}))
  or title in (select unhex(value) from json_each(${p('refs')})))`

const vectorWrites = {
  /**
   * Inserts only if the contents exist. An erasure has the lock before or after this statement, so no vector of an erased content remains.
   */
  put: statement<{ brain: number; embedder: string; node: number; text: string; title: string | null; vector: Uint8Array }>()((p) =>
    queries
      .replaceInto('vectors')
      .columns(['brain', 'embedder', 'node', 'text', 'title', 'vector'])
      .expression(
        sql`select ${p('brain')}, ${p('embedder')}, ${p('node')}, unhex(${p('text')}), unhex(${p('title')}), ${p('vector')}
          where exists (select 1 from contents where brain = ${p('brain')} and ref = unhex(${p('text')}))
          and (${p('title')} is null or exists (select 1 from contents where brain = ${p('brain')} and ref = unhex(${p('title')})))`,
      ),
  ),

  measureErased: statement<Erased>()((p) =>
    queries
      .selectFrom('vectors')
      .select((row) => [row.fn.countAll<number>().as('rows'), sql<number>`coalesce(sum(octet_length(vector)), 0)`.as('bytes')])
      .where(erasedRows(p)),
  ),

  erase: statement<Erased>()((p) => queries.deleteFrom('vectors').where(erasedRows(p))),
}
