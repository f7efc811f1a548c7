/** Table of contents: bodies by reference, by fingerprint and by prefix. */
import type { ContentRef, ContentRow, FoundContent } from '@crabtrail/core'
import { sql } from 'kysely'
import { referenceOf } from '../../cryptography.ts'
import { foundOf, kindAbbreviated, kindCode, kindOf, kindsLookedUp, ownerCode } from '../../rows/columns.ts'
import {
  brainNumber,
  bytesOf,
  columnValues,
  headOf,
  hexOf,
  indexedRef,
  type Named,
  queries,
  statement,
  textsBeginning,
} from '../../statements/statement.ts'
import type { DirectStore } from '../../turnstile.ts'
import type { Connection } from '../file/connection.ts'

export const contentTable = (connection: Connection): DirectStore['contents'] => {
  const contents: DirectStore['contents'] = {
    /** A body that was changed in the file does not match its reference and is left out, like a missing one. */
    bodies: (brain, refs) => {
      const bodies = new Map<ContentRef, string>()
      for (const [at, body, salt] of connection.rows(contentStatements.bodies, { brain, refs: JSON.stringify(refs) })) {
        const ref = refs[Number(at)]
        if (ref !== undefined && typeof body === 'string' && referenceOf(String(salt), body) === ref) bodies.set(ref, body)
      }
      return bodies
    },
    find: (brain, kind, fingerprint) => {
      const code = kindCode(kind)
      const query = code < kindsLookedUp ? contentStatements.find : contentStatements.findUnindexed
      return connection.all(query, { brain, kind: code, fingerprint }).map(foundOf)
    },
    findAll: (brain, kind, fingerprints) => {
      const code = kindCode(kind)
      if (code < kindsLookedUp) return fingerprints.map((fingerprint) => contents.find(brain, kind, fingerprint))
      const found = new Map(fingerprints.map((fingerprint): [string, Array<FoundContent>] => [fingerprint, []]))
      const asked = { brain, kind: code, fingerprints: JSON.stringify([...found.keys()]) }
      if (found.size > 0)
        for (const row of connection.all(contentStatements.findAllUnindexed, asked)) found.get(row.fingerprint)?.push(foundOf(row))
      return fingerprints.map((fingerprint) => found.get(fingerprint) ?? [])
    },
    findByPrefix: (brain, kind, prefix, limit) => {
      const query = kind === kindAbbreviated ? contentStatements.findNames : contentStatements.findTexts
      return textsBeginning(prefix, limit, ({ high = null, low, most }) =>
        connection
          .all(query, { brain, kind: kindCode(kind), low, high, limit: most })
          .map((row) => ({ ...foundOf(row), body: row.body ?? '' })),
      )
    },
    page: (brain, after = '' as ContentRef, limit) =>
      connection
        .all(contentStatements.page, { brain, after, limit: Math.max(0, limit) })
        .map(({ body, fingerprint, kind, salt, ...row }) => ({
          ...foundOf(row),
          ...{ kind: kindOf(kind), salt, body: body ?? undefined, fingerprint },
        })),
    tombstones: (brain) => connection.all(contentStatements.tombstones, { brain }).map((row) => row.fingerprint),
    bury: (key, fingerprints) => connection.change('power', key, (brain) => bury(connection, brain, fingerprints)),
  }
  return contents
}

/** Keeps an existing row with the same reference, because a reference names the same bytes. */
export const insertContent = (connection: Connection, brain: number, { kind, owner, ...row }: ContentRow): void => {
  connection.run(contentStatements.insert, { ...row, brain, kind: kindCode(kind), owner: ownerCode(owner), body: row.body ?? null })
}

/** Writes tombstones in the transaction of the erasure. */
export const bury = (connection: Connection, brain: number, fingerprints: ReadonlyArray<string>): void => {
  for (const fingerprint of fingerprints) connection.run(contentStatements.bury, { brain, fingerprint })
}

const found = ['owner', 'number', hexOf('ref').as('ref')] as const

type OfKind = { readonly brain: string; readonly kind: number }
type Prefixed = OfKind & { readonly low: string; readonly high: string | null; readonly limit: number }
type Fingerprinted = OfKind & { readonly fingerprint: string }

const ofBrain = (p: Named<{ brain: string }>) => sql<boolean>`brain = ${brainNumber(p('brain'))}`
const ofKind = (p: Named<OfKind>) => sql<boolean>`${ofBrain(p)} and kind = ${p('kind')}`

const withFingerprint = (p: Named<Fingerprinted>) =>
  queries
    .selectFrom('contents')
    .select(found)
    .where(sql<boolean>`${ofKind(p)} and fingerprint = ${bytesOf(p('fingerprint'))}`)
    .orderBy('id')

/** An absent upper end becomes a blob, which SQLite sorts after every text. */
const beginning = (p: Named<Prefixed>) =>
  queries
    .selectFrom('contents')
    .select([...found, 'body'])
    .where(sql<boolean>`${ofKind(p)} and body >= ${p('low')} and body < coalesce(${p('high')}, x'')`)
    .orderBy('body')
    .orderBy('id')
    .limit(p('limit'))

type Inserted = { brain: number; kind: number; owner: number; body: string | null } & Omit<ContentRow, 'kind' | 'owner' | 'body'>

export const contentStatements = {
  insert: statement<Inserted>()((p) =>
    queries
      .insertInto('contents')
      .values({
        ...columnValues(p, 'brain', 'kind', 'owner', 'number', 'body'),
        ...{ ref: bytesOf(p('ref')), salt: bytesOf(p('salt')), fingerprint: bytesOf(p('fingerprint')) },
      })
      .onConflict((conflict) => conflict.expression(sql`brain, substr(ref, 1, 16)`).doNothing()),
  ),

  /** `refs` is a JSON array, because one statement a reference is slower. The cross join keeps the array as the outer loop. */
  bodies: statement<{ brain: string; refs: string }>()((p) =>
    queries
      .selectFrom(sql<{ key: number; value: string }>`json_each(${p('refs')})`.as('asked'))
      .crossJoin('contents')
      .select(['asked.key', 'contents.body', hexOf('contents.salt').as('salt')])
      .where('contents.brain', '=', brainNumber(p('brain')))
      .where(indexedRef, '=', headOf(bytesOf(sql.ref('asked.value'))))
      .where('contents.ref', '=', bytesOf(sql.ref('asked.value'))),
  ),

  /** The literal bound repeats the condition of the partial index; SQLite uses the index only with it. */
  find: statement<Fingerprinted>()((p) => withFingerprint(p).where('kind', '<', sql.lit(kindsLookedUp))),

  /** Reads all contents of the brain. */
  findUnindexed: statement<Fingerprinted>()((p) => withFingerprint(p)),

  /** Reads all contents of the brain once. `fingerprints` is a JSON array. */
  findAllUnindexed: statement<OfKind & { readonly fingerprints: string }>()((p) =>
    queries
      .selectFrom('contents')
      .select([...found, hexOf('fingerprint').as('fingerprint')])
      .where(sql<boolean>`${ofKind(p)} and fingerprint in (select unhex(value) from json_each(${p('fingerprints')}))`)
      .orderBy('id'),
  ),

  /** The literal kind repeats the condition of the partial index. */
  findNames: statement<Prefixed>()((p) => beginning(p).where('kind', '=', sql.lit(kindCode(kindAbbreviated)))),

  findTexts: statement<Prefixed>()((p) => beginning(p)),

  page: statement<{ brain: string; after: string; limit: number }>()((p) =>
    queries
      .selectFrom('contents')
      .select([...found, 'kind', 'body', hexOf('salt').as('salt'), hexOf('fingerprint').as('fingerprint')])
      .where(ofBrain(p))
      // SQLite gives null for the half of no bytes.
      .where(indexedRef, '>=', sql<Uint8Array>`coalesce(${headOf(bytesOf(p('after')))}, x'')`)
      .where('ref', '>', bytesOf(p('after')))
      .orderBy(indexedRef)
      .limit(p('limit')),
  ),

  tombstones: statement<{ brain: string }>()((p) =>
    queries.selectFrom('tombstones').select(hexOf('fingerprint').as('fingerprint')).where(ofBrain(p)).orderBy('tombstones.fingerprint'),
  ),

  bury: statement<{ brain: number; fingerprint: string }>()((p) =>
    queries
      .insertInto('tombstones')
      .values({ brain: p('brain'), fingerprint: bytesOf(p('fingerprint')) })
      .onConflict((conflict) => conflict.columns(['brain', 'fingerprint']).doNothing()),
  ),
}
