/** Table of contents: bodies by reference, by fingerprint and by prefix. */
import type { BrainKey, ContentKind, ContentRef, ContentRow, FoundContent, StoreUnavailable } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { sql } from 'kysely'
import { referenceOf } from '../../cryptography.ts'
import { missingBrain } from '../../failures/unavailable.ts'
import { kindAbbreviated, kindCode, kindOf, kindsLookedUp, ownerCode, ownerOf } from '../../rows/codes.ts'
import {
  brainNumber,
  bytesOf,
  headOf,
  hexOf,
  indexedRef,
  type Named,
  queries,
  statement,
  type TextRange,
  textsBeginning,
} from '../../statements/statement.ts'
import type { Connection } from '../file/connection.ts'
import { numberOf } from './brain-number.ts'

export class ContentTable {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Keeps an existing row with the same reference, because a reference names the same bytes. */
  insert(brain: number, { ref, kind, owner, number, salt, body, fingerprint }: ContentRow): void {
    this.#connection.run(contentStatements.insert, {
      brain,
      ref,
      kind: kindCode(kind),
      owner: ownerCode(owner),
      number,
      salt,
      body: body ?? null,
      fingerprint,
    })
  }

  /**
   * Returns the bodies by reference. A body that was changed in the file does not match its reference and is left out, like a missing one.
   */
  bodies(brain: BrainKey, refs: ReadonlyArray<ContentRef>): ReadonlyMap<ContentRef, string> {
    const bodies = new Map<ContentRef, string>()
    for (const [at, body, salt] of this.#connection.rows(contentStatements.bodies, { brain, refs: JSON.stringify(refs) })) {
      const ref = refs[Number(at)]
      if (ref !== undefined && typeof body === 'string' && referenceOf(String(salt), body) === ref) bodies.set(ref, body)
    }
    return bodies
  }

  find(brain: BrainKey, kind: ContentKind, fingerprint: string): ReadonlyArray<FoundContent> {
    const code = kindCode(kind)
    const query = code < kindsLookedUp ? contentStatements.find : contentStatements.findUnindexed
    return this.#connection.all(query, { brain, kind: code, fingerprint }).map(foundOf)
  }

  findAll(brain: BrainKey, kind: ContentKind, fingerprints: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<FoundContent>> {
    const code = kindCode(kind)
    if (code < kindsLookedUp) return fingerprints.map((fingerprint) => this.find(brain, kind, fingerprint))
    const found = new Map(fingerprints.map((fingerprint): [string, Array<FoundContent>] => [fingerprint, []]))
    const asked = { brain, kind: code, fingerprints: JSON.stringify([...found.keys()]) }
    if (found.size > 0)
      for (const row of this.#connection.all(contentStatements.findAllUnindexed, asked)) found.get(row.fingerprint)?.push(foundOf(row))
    return fingerprints.map((fingerprint) => found.get(fingerprint) ?? [])
  }

  findByPrefix(brain: BrainKey, kind: ContentKind, prefix: string, limit: number): ReadonlyArray<FoundContent & { readonly body: string }> {
    const query = kind === kindAbbreviated ? contentStatements.findNames : contentStatements.findTexts
    const fetch = ({ high, low, most }: TextRange) =>
      this.#connection
        .all(query, { brain, kind: kindCode(kind), low, high: high ?? null, limit: most })
        .map((row) => ({ ...foundOf(row), body: row.body ?? '' }))
    return textsBeginning(prefix, limit, fetch)
  }

  page(brain: BrainKey, after: ContentRef | undefined, limit: number): ReadonlyArray<ContentRow> {
    return this.#connection.all(contentStatements.page, { brain, after: after ?? '', limit: Math.max(0, limit) }).map((row) => ({
      ...foundOf(row),
      kind: kindOf(row.kind),
      salt: row.salt,
      body: row.body ?? undefined,
      fingerprint: row.fingerprint,
    }))
  }

  tombstones(brain: BrainKey): ReadonlyArray<string> {
    return this.#connection.all(contentStatements.tombstones, { brain }).map((row) => row.fingerprint)
  }

  bury(key: BrainKey, fingerprints: ReadonlyArray<string>): Result.Result<void, StoreUnavailable> {
    return this.#connection.write('power', () => {
      const brain = numberOf(this.#connection, key)
      return brain === undefined ? Result.fail(missingBrain(this.#connection.place, key)) : Result.succeed(this.buryIn(brain, fingerprints))
    })
  }

  /** Writes tombstones in the transaction of the erasure. */
  buryIn(brain: number, fingerprints: ReadonlyArray<string>): void {
    for (const fingerprint of fingerprints) this.#connection.run(contentStatements.bury, { brain, fingerprint })
  }
}

const foundOf = ({ ref, owner, number }: { readonly ref: string; readonly owner: number; readonly number: number }): FoundContent => ({
  ref: ref as ContentRef,
  owner: ownerOf(owner),
  number,
})

const found = ['owner', 'number', hexOf('ref').as('ref')] as const

type Prefixed = {
  readonly brain: string
  readonly kind: number
  readonly low: string
  readonly high: string | null
  readonly limit: number
}

type Fingerprinted = { readonly brain: string; readonly kind: number; readonly fingerprint: string }

const withFingerprint = (p: Named<Fingerprinted>) =>
  queries
    .selectFrom('contents')
    .select(found)
    .where('brain', '=', brainNumber(p('brain')))
    .where('kind', '=', p('kind'))
    .where('fingerprint', '=', bytesOf(p('fingerprint')))
    .orderBy('id')

/** An absent upper end becomes a blob, which SQLite sorts after every text. */
const beginning = (p: Named<Prefixed>) =>
  queries
    .selectFrom('contents')
    .select([...found, 'body'])
    .where('brain', '=', brainNumber(p('brain')))
    .where('kind', '=', p('kind'))
    .where('body', '>=', p('low'))
    .where(sql<boolean>`body < coalesce(${p('high')}, x'')`)
    .orderBy('body')
    .orderBy('id')
    .limit(p('limit'))

export const contentStatements = {
  insert: statement<{
    brain: number
    ref: string
    kind: number
    owner: number
    number: number
    salt: string
    body: string | null
    fingerprint: string
  }>()((p) =>
    queries
      .insertInto('contents')
      .values({
        brain: p('brain'),
        ref: bytesOf(p('ref')),
        kind: p('kind'),
        owner: p('owner'),
        number: p('number'),
        salt: bytesOf(p('salt')),
        body: p('body'),
        fingerprint: bytesOf(p('fingerprint')),
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
  findAllUnindexed: statement<{ brain: string; kind: number; fingerprints: string }>()((p) =>
    queries
      .selectFrom('contents')
      .select([...found, hexOf('fingerprint').as('fingerprint')])
      .where('brain', '=', brainNumber(p('brain')))
      .where('kind', '=', p('kind'))
      .where(sql<boolean>`fingerprint in (select unhex(value) from json_each(${p('fingerprints')}))`)
      .orderBy('id'),
  ),

  /** The literal kind repeats the condition of the partial index. */
  findNames: statement<Prefixed>()((p) => beginning(p).where('kind', '=', sql.lit(kindCode(kindAbbreviated)))),

  findTexts: statement<Prefixed>()((p) => beginning(p)),

  page: statement<{ brain: string; after: string; limit: number }>()((p) =>
    queries
      .selectFrom('contents')
      .select([...found, 'kind', 'body', hexOf('salt').as('salt'), hexOf('fingerprint').as('fingerprint')])
      .where('brain', '=', brainNumber(p('brain')))
      // SQLite gives null for the half of no bytes.
      .where(indexedRef, '>=', sql<Uint8Array>`coalesce(${headOf(bytesOf(p('after')))}, x'')`)
      .where('ref', '>', bytesOf(p('after')))
      .orderBy(indexedRef)
      .limit(p('limit')),
  ),

  tombstones: statement<{ brain: string }>()((p) =>
    queries
      .selectFrom('tombstones')
      .select(hexOf('fingerprint').as('fingerprint'))
      .where('brain', '=', brainNumber(p('brain')))
      .orderBy('tombstones.fingerprint'),
  ),

  bury: statement<{ brain: number; fingerprint: string }>()((p) =>
    queries
      .insertInto('tombstones')
      .values({ brain: p('brain'), fingerprint: bytesOf(p('fingerprint')) })
      .onConflict((conflict) => conflict.columns(['brain', 'fingerprint']).doNothing()),
  ),
}
