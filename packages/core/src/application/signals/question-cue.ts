/** Finds the cue that stands for the question of a turn. */
import * as Effect from 'effect/Effect'
import type { TurnNumber } from '../../domain/identity.ts'
import { normalise } from '../../domain/text/normalise.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import type { ContentDrafts } from '../brain/content-drafts.ts'
import { keptBodies } from '../brain/kept-bodies.ts'
import { cleanText } from '../brain/text-input.ts'
import { Cryptography } from '../ports/cryptography.ts'

/**
 * The cue of exactly the turn's question, and what a new one would be stored as (S0.50: `auto:` and twelve digits of a sha1). A question
 * that was forgotten is no kind of question any more: it has none, and gets none.
 */
export const gatherCue = Effect.fnUntraced(function* (brain: OpenBrain, drafts: ContentDrafts, access: Access, turn: TurnNumber) {
  const crypto = yield* Cryptography
  const ref = brain.state.turn(turn)?.question
  const question = ref === undefined ? undefined : (yield* keptBodies(brain, [ref], access.bodies)).get(ref)
  if (question === undefined) return { id: undefined, knownCue: undefined, newCue: undefined }
  const normalised = normalise(question)
  // A question without any word is told from others by its characters.
  const id = `auto:${crypto.sha1(normalised === '' ? question : normalised).slice(0, 12)}`
  // A document may have any name, that of a cue included.
  const known = (yield* access.find('node-id', id)).find(({ number }) => brain.state.graph.node(number)?.type === 'cue')
  return { id, knownCue: known?.number, newCue: { id: drafts.add(id), text: drafts.add((yield* cleanText(question)).text) } }
})
