/** A log with every event there is, written by hand: also those that no part of the program makes yet. */
import { ContentStore, EventStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { catchUp, openBrain } from '../../packages/core/src/application/brain/brain.ts'
import { commitRow } from '../../packages/core/src/application/brain/commit-row.ts'
import { contentDrafts, fingerprintWith } from '../../packages/core/src/application/brain/contents.ts'
import { allIndexChanges } from '../../packages/core/src/application/commands/index-upkeep.ts'
import { Cryptography } from '../../packages/core/src/application/ports/cryptography.ts'
import { SearchIndex } from '../../packages/core/src/application/ports/search-index.ts'
import { type ContentRef, parseBrainKey } from '../../packages/core/src/domain/identity.ts'
import { handClock, morning } from './hand-clock.ts'
import { museum } from './museum.ts'
import { openStore } from './open-store.ts'

const key = Result.getOrThrow(parseBrainKey('museum/main/events'))
const fingerprintKey = '5e'.repeat(32)

/** Lines of its export. */
export const everyEvent = async (): Promise<ReadonlyArray<string>> => {
  const store = openStore({ seed: 'museum', clock: handClock(morning) })
  try {
    await store.run(write)
    return (await (await store.memory()).export({})).lines
  } finally {
    await store.close()
  }
}

const write = Effect.gen(function* () {
  const events = yield* EventStore
  const crypto = yield* Cryptography
  const drafts = yield* contentDrafts
  const fingerprint = fingerprintWith(crypto, fingerprintKey)
  const brain = openBrain(key, fingerprintKey, fingerprint)
  const refs = new Map<string, ContentRef>()
  const ref = (body: string): ContentRef => {
    const known = refs.get(body) ?? drafts.add(body)
    refs.set(body, known)
    return known
  }
  const gone = new Set(['erased text', 'erased context'].map(ref))
  for (const [i, { events: list, session }] of museum(ref).entries()) {
    const row = commitRow(crypto, list, {
      prev: brain.hash,
      first: brain.state.position + 1,
      at: morning + 1_000 * i,
      actor: i % 2,
      session,
    })
    const contents = drafts.rows(list, fingerprint).filter((content) => !gone.has(content.ref))
    yield* events.append({
      brain: key,
      row,
      contents,
      index: [],
      durability: 'process',
      ...(i === 0 ? { create: { fingerprintKey } } : {}),
    })
    yield* catchUp(brain)
  }
  yield* (yield* ContentStore).bury(key, [fingerprint('source-key', 'secrets.md')])
  yield* (yield* SearchIndex).rebuild(key, yield* allIndexChanges(brain))
})
