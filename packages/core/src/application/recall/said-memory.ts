/** Finds the memory of words that were said. Its id is made from them, so that said twice they are one memory. */

import { normalise } from '@crabtrail/text/languages/unicode'
import * as Effect from 'effect/Effect'
import type { Access, OpenBrain } from '../brain/brain.ts'
import { keptBody } from '../brain/contents.ts'
import { Cryptography } from '../ports/cryptography.ts'

const [shortId, longId] = [12, 40]

/** Returns the id of the note and its memory. Another text with the same short id gets a long one. */
export const memoryOf = Effect.fnUntraced(function* (brain: OpenBrain, access: Access, text: string) {
  const crypto = yield* Cryptography
  const words = normalise(text)
  const digest = crypto.sha1(words)
  for (const length of [shortId, longId]) {
    const id = `note:${digest.slice(0, length)}`
    const known = yield* noteWithId(brain, access, id)
    if (known === undefined) return { id, known }
    const stored = yield* keptBody(brain, brain.state.graph.node(known)?.text, access.bodies)
    if (stored !== undefined && normalise(stored) === words) return { id, known }
  }
  return { id: `note:${digest}`, known: undefined }
})

const noteWithId = Effect.fnUntraced(function* ({ state: { graph } }: OpenBrain, access: Access, id: string) {
  const found = yield* access.find('node-id', id)
  return found.find(({ number, ref }) => graph.sourceNumberOf(number) === 0 && graph.node(number)?.id === ref)?.number
})
