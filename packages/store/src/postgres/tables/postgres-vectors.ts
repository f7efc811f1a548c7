/** Vectors in PostgreSQL, as bytes. Foreign keys delete a vector together with the contents that it was made of. */
import type { BrainKey, NodeNumber, NodeVector, StoreUnavailable } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { sql } from 'kysely'
import { bytesIn, vectorOf } from '../../rows/vector-bytes.ts'
import { postgresStatement } from '../../statements/statement.ts'
import { vectorStatements } from '../../statements/vector-statements.ts'
import { isOrphan } from '../server/failure.ts'
import { type PostgresServer, Raised, type Session } from '../server/server.ts'

export class PostgresVectors {
  readonly #server: PostgresServer

  constructor(server: PostgresServer) {
    this.#server = server
  }

  embedders(brain: BrainKey): Effect.Effect<ReadonlyArray<{ readonly embedder: string; readonly vectors: number }>, StoreUnavailable> {
    return this.#server.all(vectorStatements.embedders.postgres, { brain })
  }

  page(brain: BrainKey, embedder: string, after: NodeNumber, limit: number): Effect.Effect<ReadonlyArray<NodeVector>, StoreUnavailable> {
    return Effect.map(this.#server.all(vectorStatements.page.postgres, { brain, embedder, after, limit: Math.max(0, limit) }), (rows) =>
      rows.map(vectorOf),
    )
  }

  of(brain: BrainKey, embedder: string, nodes: ReadonlyArray<NodeNumber>): Effect.Effect<ReadonlyArray<NodeVector>, StoreUnavailable> {
    return Effect.map(this.#server.all(vectorStatements.of.postgres, { brain, embedder, nodes: JSON.stringify(nodes) }), (rows) =>
      rows.map(vectorOf),
    )
  }

  /** The last vector of a node counts, where a node has several. */
  put(key: BrainKey, embedder: string, vectors: ReadonlyArray<NodeVector>): Effect.Effect<void, StoreUnavailable> {
    const ofNodes = [...new Map(vectors.map((one) => [one.node, one])).values()]
    return this.#server.change(key, (session, brain) =>
      untilWhole(
        session,
        session.run(put, {
          ...{ brain, embedder },
          nodes: ofNodes.map(({ node }) => node),
          texts: ofNodes.map(({ madeOf }) => madeOf.text),
          titles: ofNodes.map(({ madeOf }) => madeOf.title ?? null),
          vectors: ofNodes.map(({ vector }) => bytesIn(vector)),
        }),
      ),
    )
  }

  remove(key: BrainKey, embedder: string, nodes: ReadonlyArray<NodeNumber>): Effect.Effect<void, StoreUnavailable> {
    return this.#server.change(key, (session, brain) =>
      Effect.asVoid(session.run(vectorStatements.remove.postgres, { brain, embedder, nodes: JSON.stringify(nodes) })),
    )
  }

  drop(key: BrainKey, embedder: string | undefined): Effect.Effect<void, StoreUnavailable> {
    return this.#server.change(key, (session, brain) =>
      Effect.asVoid(session.run(vectorStatements.drop.postgres, { brain, embedder: embedder ?? null })),
    )
  }
}

/** Runs a write again whose contents were erased between its look at them and its insert. */
const untilWhole = (session: Session, write: Effect.Effect<number, Raised>): Effect.Effect<void, Raised> =>
  Effect.gen(function* () {
    yield* session.execute('savepoint vectors')
    for (let tries = 3; ; tries--) {
      const done = yield* Effect.result(write)
      if (done._tag === 'Success') return
      if (tries === 0 || !isOrphan(done.failure.cause)) return yield* Effect.fail(new Raised(done.failure.cause))
      yield* session.execute('rollback to vectors')
    }
  })

/** Inserts only where the contents exist. */
const put = postgresStatement<{
  brain: number
  embedder: string
  nodes: ReadonlyArray<number>
  texts: ReadonlyArray<string>
  titles: ReadonlyArray<string | null>
  vectors: ReadonlyArray<Uint8Array>
}>()(
  (p) => sql<never>`
    insert into crabtrail.vectors (brain, embedder, node, text, title, vector)
    select ${p('brain')}::bigint, ${p('embedder')}::text, v.node, decode(v.text, 'hex'), decode(v.title, 'hex'), v.vector
    from unnest(${p('nodes')}::bigint[], ${p('texts')}::text[], ${p('titles')}::text[], ${p('vectors')}::bytea[])
      as v (node, text, title, vector)
    where exists (select 1 from crabtrail.contents as c where c.brain = ${p('brain')}::bigint and c.ref = decode(v.text, 'hex'))
      and (v.title is null
        or exists (select 1 from crabtrail.contents as c where c.brain = ${p('brain')}::bigint and c.ref = decode(v.title, 'hex')))
    on conflict (brain, embedder, node) do update set text = excluded.text, title = excluded.title, vector = excluded.vector`,
)

type Erased = { readonly brain: number; readonly refs: ReadonlyArray<string>; readonly nodes: ReadonlyArray<number> }

/** Deletes the vectors of nodes and of contents, in the transaction of their erasure. Returns the bytes of each. */
export const eraseVectors = postgresStatement<Erased>()(
  (p) => sql<{ bytes: number }>`
    delete from crabtrail.vectors where brain = ${p('brain')}::bigint and (
      node = any (${p('nodes')}::bigint[])
      or text in (select decode(r, 'hex') from unnest(${p('refs')}::text[]) as r)
      or title in (select decode(r, 'hex') from unnest(${p('refs')}::text[]) as r))
    returning octet_length(vector) as bytes`,
)
