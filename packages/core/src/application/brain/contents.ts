/** Contents: bodies that are about to be stored, with fresh salts and the owners that the events naming them give, and stored bodies. */

import { repair } from '@crabtrail/text/languages/unicode'
import * as Effect from 'effect/Effect'
import { erasedContents, type NamedContent, type NewEvent, namedContents } from '../../domain/events/brain-event.ts'
import type { ContentKind } from '../../domain/events/event-definition.ts'
import type { BrainKey, ContentRef, Position } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { ContentStore } from '../ports/content-store.ts'
import { Cryptography, Redactor } from '../ports/cryptography.ts'
import type { ContentRow } from '../ports/event-store.ts'
import type { StoreUnavailable } from '../ports/store-errors.ts'
import { IntegrityBroken } from '../request-errors.ts'
import { forEachEvent } from './commit-row.ts'

export const keyDigest = (
  crypto: Cryptography['Service'],
  { fingerprintKey }: { readonly fingerprintKey: string },
  key: string,
  space: 'key' | 'routing key' | 'judge key' = 'key',
): string => crypto.hmac(fingerprintKey, `${space}\n${key}`).slice(0, 32)

const contentsPerPage = 1_000

/** Visits the stored contents of a brain in the order of their references, one page after the other, until `visit` returns false. */
export const visitContentPages = Effect.fnUntraced(function* <E, R>(
  key: BrainKey,
  visit: (rows: ReadonlyArray<ContentRow>) => Effect.Effect<boolean, E, R>,
) {
  const contents = yield* ContentStore
  for (let after: ContentRef | undefined; ; ) {
    const rows = yield* contents.page(key, after, contentsPerPage)
    after = rows.at(-1)?.ref
    if (!(yield* visit(rows)) || rows.length < contentsPerPage || after === undefined) return
  }
})

export const visitContents = (key: BrainKey, visit: (row: ContentRow) => void) =>
  visitContentPages(key, (rows) => {
    for (const row of rows) visit(row)
    return Effect.succeed(true)
  })

export const storedContents = Effect.fnUntraced(function* (key: BrainKey) {
  const rows = new Map<ContentRef, ContentRow>()
  yield* visitContents(key, (row) => rows.set(row.ref, row))
  return rows
})

/** Removes from `rows` the contents that are named, and returns them in the order in which they are named first. */
export const takeNamed = (named: ReadonlyArray<NamedContent>, rows: Map<ContentRef, ContentRow>): ReadonlyArray<ContentRow> =>
  named.flatMap(({ ref }) => {
    const found = rows.get(ref)
    rows.delete(ref)
    return found ?? []
  })

interface Draft {
  readonly salt: string
  readonly body: string
  readonly sealed: boolean
}

/** Gathers contents for one signal. Only those that its events name are stored. */
export interface ContentDrafts {
  /** The reference of a body that will be stored if an event names it. */
  readonly add: (body: string) => ContentRef
  /** The reference of a body that is proven but not kept: only its salt is stored. */
  readonly seal: (body: string) => ContentRef
  readonly body: (ref: ContentRef) => string | undefined
  readonly rows: (events: ReadonlyArray<NewEvent>, fingerprint: Fingerprint) => ReadonlyArray<ContentRow>
}

/** Returns a digest under the brain's key, so that nobody without the key can test a guess. */
export type Fingerprint = (kind: ContentKind, body: string) => string

export const contentDrafts: Effect.Effect<ContentDrafts, never, Cryptography> = Effect.map(Cryptography, (crypto) => {
  const drafts = new Map<ContentRef, Draft>()
  const draft = (body: string, sealed: boolean): ContentRef => {
    const salt = crypto.randomHex(16)
    const ref = crypto.sha256Salted(salt, body) as ContentRef
    drafts.set(ref, { salt, body, sealed })
    return ref
  }
  return {
    add: (body) => draft(body, false),
    seal: (body) => draft(body, true),
    body: (ref) => drafts.get(ref)?.body,
    rows: (events, fingerprint) =>
      uniqueBy(events.flatMap(namedContents), ({ ref }) => ref).flatMap(({ kind, number, owner, ref }): ReadonlyArray<ContentRow> => {
        const found = drafts.get(ref)
        if (found === undefined) return []
        const { body, salt, sealed } = found
        return [{ ref, kind, owner, number, salt, body: sealed ? undefined : body, fingerprint: sealed ? '' : fingerprint(kind, body) }]
      }),
  }
})

/** Returns the first element for each key: many events may name one content. */
const uniqueBy = <A>(all: ReadonlyArray<A>, key: (one: A) => string): ReadonlyArray<A> => {
  const seen = new Set<string>()
  return all.filter((one) => !seen.has(key(one)) && seen.add(key(one)))
}

/** HMAC over kind and body, cut to 128 bits. */
export const fingerprintWith =
  (crypto: Cryptography['Service'], keyHex: string): Fingerprint =>
  (kind, body) =>
    crypto.hmac(keyHex, `${kind}\n${body}`).slice(0, 32)

/* Cleans every text before it is stored: repairs it and takes secrets out. Lengths are checked by the descriptions of operations. */

export interface CleanText {
  readonly text: string
  readonly repaired: number
  readonly redacted: ReadonlyArray<{ readonly kind: string; readonly count: number }>
}

/** Drops NUL and invisible characters, replaces a lone surrogate by U+FFFD, then takes secrets out: nothing invisible can hide a secret. */
export const cleanText = (text: string): Effect.Effect<CleanText, never, Redactor> =>
  Effect.map(Redactor, (redactor) => {
    const whole = repair(text)
    return { ...redactor.redact(whole.text), repaired: whole.repaired }
  })

interface FoldedBrain {
  readonly key: BrainKey
  readonly state: Pick<BrainState, 'erased' | 'position'>
}

type ReadBodies = (refs: ReadonlyArray<ContentRef>) => Effect.Effect<ReadonlyMap<ContentRef, string>, StoreUnavailable>

/**
 * Returns the bodies by reference, without the erased ones. `read` reads them, by default from the store outside the lock. References of
 * sealed contents are not allowed. Fails if a body is missing that nobody erased: a memory that lost its words must not pass for one that
 * was forgotten on purpose.
 */
export const keptBodies = Effect.fnUntraced(function* (brain: FoldedBrain, refs: ReadonlyArray<ContentRef>, read?: ReadBodies) {
  const contents = yield* ContentStore
  const bodies = yield* read === undefined ? contents.bodies(brain.key, refs) : read(refs)
  const missing = refs.filter((ref) => !bodies.has(ref) && !brain.state.erased.has(ref))
  if (missing.length > 0) {
    const erased = yield* erasedSince(brain)
    const lost = new Set(missing.filter((ref) => !erased.has(ref)))
    if (lost.size > 0) return yield* isGone(brain, lost)
  }
  return bodies
})

/** Returns a body like {@link keptBodies}; undefined for no reference, too. */
export const keptBody = (brain: FoldedBrain, ref: ContentRef | undefined, read?: ReadBodies) =>
  ref === undefined ? Effect.undefined : Effect.map(keptBodies(brain, [ref], read), (bodies) => bodies.get(ref))

/**
 * Reads contents through a cache: `known` looks one up there, `keep` puts one in. Returns a function from a reference to what is kept of it;
 * undefined for no reference and for an erased content.
 */
export const readThrough = Effect.fnUntraced(function* <Kept>(
  brain: FoldedBrain,
  refs: Iterable<ContentRef>,
  known: (ref: ContentRef) => Kept | undefined,
  keep: (ref: ContentRef, body: string) => Kept,
  read?: ReadBodies,
) {
  const found = new Map<ContentRef, Kept>()
  const unread: Array<ContentRef> = []
  for (const ref of new Set(refs)) {
    const kept = known(ref)
    if (kept === undefined) unread.push(ref)
    else found.set(ref, kept)
  }
  if (unread.length > 0) for (const [ref, body] of yield* keptBodies(brain, unread, read)) found.set(ref, keep(ref, body))
  return (ref: ContentRef | undefined): Kept | undefined => (ref === undefined ? undefined : found.get(ref))
})

/** Finds the contents that another process erased after the log was last folded. */
const erasedSince = Effect.fnUntraced(function* (brain: FoldedBrain) {
  const erased = new Set<ContentRef>()
  yield* forEachEvent(brain, brain.state.position + 1, Number.MAX_SAFE_INTEGER, (event) => {
    for (const ref of erasedContents(event)) erased.add(ref)
  })
  return erased
})

const isGone = Effect.fnUntraced(function* ({ key }: FoldedBrain, lost: ReadonlySet<ContentRef>) {
  let named: { readonly position: Position; readonly ref: ContentRef | undefined } | undefined
  yield* forEachEvent({ key }, 1, Number.MAX_SAFE_INTEGER, (event) => {
    const found = namedContents(event).find(({ ref }) => lost.has(ref))
    if (found !== undefined) named ??= { position: event.position, ref: found.ref }
  })
  const { position, ref } = named ?? { position: 0, ref: [...lost][0] }
  const problem = `content ${ref} is named there and was never erased, but is gone or is not what its reference says`
  return yield* new IntegrityBroken({ brain: key, position, problem })
})
