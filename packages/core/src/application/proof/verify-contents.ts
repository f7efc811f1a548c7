/** Proves the contents against the events that name them, and the keys of answered commands against the commits they stand for. */
import * as Effect from 'effect/Effect'
import type { NamedContent } from '../../domain/events/brain-event.ts'
import { sealedKinds } from '../../domain/events/event-definition.ts'
import type { ContentRef } from '../../domain/identity.ts'
import type { VerifyCheck } from '../answers.ts'
import { forEachEvent } from '../brain/as-of.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { ContentStore } from '../ports/content-store.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type ContentRow, EventStore } from '../ports/event-store.ts'
import type { Chain } from './verify-chain.ts'

const contentsPerPage = 1_000

export const verifyContents = Effect.fnUntraced(function* (brain: OpenBrain, { erased, named }: Chain) {
  const contents = yield* ContentStore
  const crypto = yield* Cryptography
  const missing = new Set(named.keys())
  let fault: string | undefined
  let unnamed: string | undefined
  let after: ContentRef | undefined
  do {
    const rows = yield* contents.page(brain.key, after, contentsPerPage)
    for (const row of rows) {
      missing.delete(row.ref)
      const content = named.get(row.ref)
      if (content === undefined) unnamed ??= `no event names content ${row.ref}`
      else fault ??= erased.has(row.ref) ? notGone(row.ref) : faultOf(crypto, brain, row, content)
    }
    after = rows.length < contentsPerPage ? undefined : rows.at(-1)?.ref
  } while (fault === undefined && after !== undefined)
  const lost = [...missing].some((ref) => !erased.has(ref))
    ? yield* lostOf(
        brain,
        [...missing].filter((ref) => !erased.has(ref)),
      )
    : undefined
  // Somebody who writes meanwhile stores contents of events that were not read.
  if (unnamed !== undefined && (yield* isAt(brain))) fault ??= unnamed
  if (lost !== undefined) fault ??= `content ${lost} is named by an event and was never erased, but is gone`
  const kept = named.size - missing.size
  const detail = fault ?? `${kept} fit their references${missing.size === 0 ? '' : `, ${missing.size} are erased`}`
  return { name: 'contents', ok: fault === undefined, detail } satisfies VerifyCheck
})

const notGone = (ref: ContentRef): string => `content ${ref} was erased, and is there all the same: forget it again`

/** The first that is gone and that nobody erased; somebody may have, after the log was read. */
const lostOf = Effect.fnUntraced(function* (brain: OpenBrain, missing: ReadonlyArray<ContentRef>) {
  const erased = new Set<ContentRef>()
  yield* forEachEvent(brain, brain.state.position + 1, Number.MAX_SAFE_INTEGER, (event) => {
    if (event.type === 'ContentErased') for (const ref of event.data.contents) erased.add(ref)
  })
  return missing.find((ref) => !erased.has(ref))
})

const faultOf = (crypto: Cryptography['Service'], brain: OpenBrain, row: ContentRow, named: NamedContent): string | undefined => {
  const { body, fingerprint, kind, number, owner, ref, salt } = row
  if (kind !== named.kind || owner !== named.owner || number !== named.number)
    return `content ${ref} is filed under what it does not belong to`
  if (body === undefined) return sealedKinds.has(kind) ? undefined : `content ${ref} has lost its body`
  if (typeof body !== 'string') return `content ${ref} has a body that is no text`
  const fits = crypto.sha256Salted(salt, body) === ref && brain.fingerprint(kind, body) === fingerprint
  return fits ? undefined : `content ${ref} is not what its reference says: it was changed`
}

/** Whether the log still ends where this brain stands. */
const isAt = Effect.fnUntraced(function* ({ key, state }: OpenBrain) {
  const store = yield* EventStore
  return (yield* store.brain(key))?.position === state.position
})

/**
 * A key that stands for no commit would make a signal look answered that never was. Keys are under no hash: one that was taken away, or
 * that stands for another commit than it did, cannot be found.
 */
export const verifyCommands = Effect.fnUntraced(function* (brain: OpenBrain) {
  const store = yield* EventStore
  const commands = yield* store.commands(brain.key)
  for (const { count, first } of commands) {
    const [row] = yield* store.read(brain.key, first, 1)
    if (row?.first === first && row.count === count) continue
    return {
      name: 'commands',
      ok: false,
      detail: `a key stands for ${count} events at ${first}, where no such commit is`,
      position: first,
    } satisfies VerifyCheck
  }
  return { name: 'commands', ok: true, detail: `${commands.length} keys stand for their commits` } satisfies VerifyCheck
})
