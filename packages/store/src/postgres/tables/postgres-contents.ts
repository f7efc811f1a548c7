/** Contents in PostgreSQL: bodies by reference, by fingerprint and by prefix. */
import type { ContentRef, ContentStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { type RawBuilder, sql } from 'kysely'
import { referenceOf } from '../../cryptography.ts'
import { foundOf, kindAbbreviated, kindCode, kindOf, kindsLookedUp } from '../../rows/columns.ts'
import {
  inCodeUnitOrder,
  type Named,
  type PostgresValue,
  postgresStatement,
  rangeOf,
  type TextRange,
  widerRange,
} from '../../statements/statement.ts'
import { indexedNameCharacters } from '../schema/schema.ts'
import type { PostgresServer } from '../server/server.ts'
import { originalText, storedText } from '../stored-text.ts'

export const postgresContents = (server: PostgresServer): ContentStore['Service'] => {
  const contents: ContentStore['Service'] = {
    /** A body that does not match its reference is left out, like a missing one. */
    bodies: (brain, refs) => {
      if (refs.length === 0) return Effect.succeed(new Map())
      return Effect.map(server.all(bodies, { brain, refs }), (rows) => {
        const found = new Map<ContentRef, string>()
        for (const { body, ref, salt } of rows) {
          const text = originalText(body)
          if (referenceOf(salt, text) === ref) found.set(ref as ContentRef, text)
        }
        return found
      })
    },
    find: (brain, kind, fingerprint) => Effect.map(contents.findAll(brain, kind, [fingerprint]), ([found = []]) => found),
    findAll: (brain, kind, fingerprints) => {
      if (fingerprints.length === 0) return Effect.succeed([])
      const code = kindCode(kind)
      const statement = code < kindsLookedUp ? find : findUnindexed
      return Effect.map(server.all(statement, { brain, kind: code, fingerprints: [...new Set(fingerprints)] }), (rows) => {
        const found = Map.groupBy(rows, ({ fingerprint }) => fingerprint)
        return fingerprints.map((fingerprint) => (found.get(fingerprint) ?? []).map(foundOf))
      })
    },
    findByPrefix: Effect.fnUntraced(function* (brain, kind, prefix, limit) {
      const statement = kind === kindAbbreviated ? findNames : findTexts
      const pageOf = ({ high, low, most }: TextRange) =>
        Effect.map(
          server.all(statement, {
            ...{ brain, kind: kindCode(kind), limit: most },
            low: storedText(low),
            high: high === undefined ? null : storedText(high),
          }),
          (rows) => rows.map((row) => ({ ...foundOf(row), body: originalText(row.body) })),
        )
      const range = rangeOf(prefix, limit)
      const first = yield* pageOf(range)
      const wider = widerRange(first, range)
      return inCodeUnitOrder(wider === undefined ? first : yield* pageOf(wider), range)
    }),
    page: (brain, after = '' as ContentRef, limit) =>
      Effect.map(server.all(page, { brain, after, limit: Math.max(0, limit) }), (rows) =>
        rows.map(({ body, fingerprint, kind, salt, ...row }) => ({
          ...foundOf(row),
          ...{ kind: kindOf(kind), salt, body: body === null ? undefined : originalText(body), fingerprint },
        })),
      ),
    tombstones: (brain) => Effect.map(server.all(tombstones, { brain }), (rows) => rows.map(({ fingerprint }) => fingerprint)),
    bury: (key, fingerprints) => server.change(key, (session, brain) => Effect.asVoid(session.run(bury, { brain, fingerprints }))),
  }
  return contents
}

const ofBrain = <P extends { readonly brain: PostgresValue }>(p: Named<P>) =>
  sql<boolean>`c.brain = (select id from crabtrail.brains where key = ${p('brain')})`

/** SQL for the bytes of hex texts, as one array: the planner looks each up in an index. It may join all rows of the brain with a list instead. */
const anyOf = (hex: RawBuilder<ReadonlyArray<string>>) => sql`any (array(select decode(h, 'hex') from unnest(${hex}::text[]) as h))`

const bodies = postgresStatement<{ brain: string; refs: ReadonlyArray<string> }>()(
  (p) => sql<{ ref: string; body: string; salt: string }>`
    select encode(c.ref, 'hex') as ref, c.body, encode(c.salt, 'hex') as salt
    from crabtrail.contents as c
    where ${ofBrain(p)} and c.ref = ${anyOf(p('refs'))} and c.body is not null`,
)

type Fingerprinted = { readonly brain: string; readonly kind: number; readonly fingerprints: ReadonlyArray<string> }
type Fingerprint = { readonly ref: string; readonly owner: number; readonly number: number; readonly fingerprint: string }

const withFingerprints = (p: Named<Fingerprinted>) => sql<Fingerprint>`
  select encode(c.ref, 'hex') as ref, c.owner, c.number, encode(c.fingerprint, 'hex') as fingerprint
  from crabtrail.contents as c
  where ${ofBrain(p)} and c.kind = ${p('kind')}::smallint
    and c.fingerprint = ${anyOf(p('fingerprints'))}`

/** The literal bound repeats the condition of the partial index: the index is used only with it. */
const find = postgresStatement<Fingerprinted>()(
  (p) => sql<Fingerprint>`${withFingerprints(p)} and c.kind < ${sql.lit(kindsLookedUp)} order by c.position, c.place`,
)

/** Reads all contents of the brain. */
const findUnindexed = postgresStatement<Fingerprinted>()((p) => sql<Fingerprint>`${withFingerprints(p)} order by c.position, c.place`)

type Prefixed = {
  readonly brain: string
  readonly kind: number
  readonly low: string
  readonly high: string | null
  readonly limit: number
}
type FoundText = { readonly ref: string; readonly owner: number; readonly number: number; readonly body: string }

const beginning = (p: Named<Prefixed>) => sql<FoundText>`
  select encode(c.ref, 'hex') as ref, c.owner, c.number, c.body
  from crabtrail.contents as c
  where ${ofBrain(p)} and c.kind = ${p('kind')}::smallint and c.body >= ${p('low')}::text
    and (${p('high')}::text is null or c.body < ${p('high')}::text)`

/** The last of all characters. */
const highest = sql.lit('\u{10FFFF}')

const inOrder = (p: Named<Prefixed>) => sql`order by c.body, c.position, c.place limit ${p('limit')}::bigint`

const indexedName = sql.lit(indexedNameCharacters)

/**
 * The index holds the beginnings of names, so a name is looked up by its beginning first. There is always an upper bound: with a lower one
 * alone the server expects a third of all names, and reads them all.
 */
export const findNames = postgresStatement<Prefixed>()(
  (p) => sql<FoundText>`${beginning(p)} and c.kind = ${sql.lit(kindCode(kindAbbreviated))}
    and left(c.body, ${indexedName}) >= left(${p('low')}::text, ${indexedName})
    and left(c.body, ${indexedName}) <= coalesce(left(${p('high')}::text, ${indexedName}), repeat(${highest}, ${indexedName}))
    ${inOrder(p)}`,
)

const findTexts = postgresStatement<Prefixed>()((p) => sql<FoundText>`${beginning(p)} ${inOrder(p)}`)

const page = postgresStatement<{ brain: string; after: string; limit: number }>()(
  (p) => sql<FoundText & { kind: number; salt: string; fingerprint: string; body: string | null }>`
    select encode(c.ref, 'hex') as ref, c.owner, c.number, c.kind, c.body, encode(c.salt, 'hex') as salt,
      encode(c.fingerprint, 'hex') as fingerprint
    from crabtrail.contents as c
    where ${ofBrain(p)} and c.ref > decode(${p('after')}, 'hex')
    order by c.ref limit ${p('limit')}::bigint`,
)

const tombstones = postgresStatement<{ brain: string }>()(
  (p) => sql<{ fingerprint: string }>`
    select encode(c.fingerprint, 'hex') as fingerprint from crabtrail.tombstones as c where ${ofBrain(p)} order by c.fingerprint`,
)

/** Writes tombstones in the transaction of an erasure, or in one of their own. */
export const bury = postgresStatement<{ brain: number; fingerprints: ReadonlyArray<string> }>()(
  (p) => sql<never>`
    insert into crabtrail.tombstones (brain, fingerprint)
    select ${p('brain')}::bigint, decode(f, 'hex') from unnest(${p('fingerprints')}::text[]) as f
    on conflict do nothing`,
)
