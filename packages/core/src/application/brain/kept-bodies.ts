/**
 * Reads bodies of contents and fails if one is missing that nobody erased: a memory that lost its words must not pass for one that was
 * forgotten on purpose.
 */

import * as Effect from 'effect/Effect'
import { namedContents } from '../../domain/events/brain-event.ts'
import type { ContentRef, Position } from '../../domain/identity.ts'
import { ContentStore } from '../ports/content-store.ts'
import { IntegrityBroken } from '../request-errors.ts'
import type { Access, OpenBrain } from './brain.ts'
import { forEachEvent } from './read-row.ts'

/**
 * Returns the bodies by reference, without the erased ones. `read` reads them, by default from the store outside the lock. References of
 * sealed contents are not allowed.
 */
export const keptBodies = Effect.fnUntraced(function* (brain: OpenBrain, refs: ReadonlyArray<ContentRef>, read?: Access['bodies']) {
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

/** Finds the contents that another process erased after the log was last folded. */
const erasedSince = Effect.fnUntraced(function* (brain: OpenBrain) {
  const erased = new Set<ContentRef>()
  yield* forEachEvent(brain, brain.state.position + 1, Number.MAX_SAFE_INTEGER, (event) => {
    if (event.type === 'ContentErased') for (const ref of event.data.contents) erased.add(ref)
  })
  return erased
})

const isGone = Effect.fnUntraced(function* (brain: OpenBrain, lost: ReadonlySet<ContentRef>) {
  let named: { readonly position: Position; readonly ref: ContentRef | undefined } | undefined
  yield* forEachEvent(brain, 1, Number.MAX_SAFE_INTEGER, (event) => {
    const found = namedContents(event).find(({ ref }) => lost.has(ref))
    if (found !== undefined) named ??= { position: event.position, ref: found.ref }
  })
  const { position, ref } = named ?? { position: 0, ref: [...lost][0] }
  return yield* new IntegrityBroken({
    brain: brain.key,
    position,
    problem: `content ${ref} is named there and was never erased, but is gone or is not what its reference says`,
  })
})
