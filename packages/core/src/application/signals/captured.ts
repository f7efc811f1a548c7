/** Gathers what is kept of what was said in a turn: cleaned, without what is known already, and as many texts a day as the limits allow. */

import { withoutContexts } from '@crabtrail/text/words/context-fence'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import type { TurnNumber } from '../../domain/identity.ts'
import { type CapturedText, capturedText } from '../../domain/ingest/note.ts'
import { saidOn } from '../../domain/projections/growth.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import { type ContentDrafts, cleanText } from '../brain/contents.ts'
import { memoryOf, passageOf, repeatsOthers } from '../ingest/note.ts'
import { limits } from '../limits.ts'
import { nodeNames } from '../naming/names.ts'
import { todayOf } from '../naming/today.ts'
import type { CompleteRequest } from '../requests.ts'

export const gatherCaptured = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: CompleteRequest,
  turn: TurnNumber,
  drafts: ContentDrafts,
  access: Access,
) {
  const found = new Map<string, CapturedText>()
  const { captured } = request
  if (captured === undefined) return []
  const day = yield* todayOf(request)
  const { background, reply = '', said = '' } = captured
  const { at, graph, said: kept, turn: recordOf } = brain.state
  const now = yield* Clock.currentTimeMillis
  const room = limits.dayCaptured - saidOn(kept, Math.max(at, now)).captured
  const included = recordOf(turn)?.included ?? []
  const names = yield* nodeNames(brain, graph, included, 'texts')
  const given = included.map((node) => names.text(node) ?? '')
  for (const [origin, text] of [['owner', said] as const, ['agent', reply] as const]) {
    const clean = yield* cleanText(text)
    const worth = capturedText(withoutContexts(clean.text, 'context'), given, limits.noteBytes)
    if (worth === undefined || found.size >= room || (yield* passageOf(brain, access, worth)) !== undefined) continue
    const { id, known } = yield* memoryOf(brain, access, worth)
    if ((known !== undefined && !kept.died.has(known)) || found.has(id)) continue
    const isOthers = yield* repeatsOthers(brain, access, { origin, ...(background === undefined ? {} : { background }) }, worth)
    found.set(id, { id: drafts.add(id), text: drafts.add(worth), day, origin: isOthers ? 'untrusted' : origin, known })
  }
  return [...found.values()]
})
