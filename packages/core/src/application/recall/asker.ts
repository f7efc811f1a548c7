/** Checks the asker and the chat of a question, and makes closed words and contents of them for the event of its turn. */
import * as Effect from 'effect/Effect'
import { chatKinds } from '../../domain/events/turn-events.ts'
import type { TurnAsker } from '../../domain/recording/turn.ts'
import type { ContentDrafts } from '../brain/content-drafts.ts'
import { cleanText, utf8Bytes } from '../brain/text-input.ts'
import { limits } from '../limits.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { Asker } from '../requests.ts'

const parts = ['channel', 'chat', 'sender'] as const

export const checkAsker = Effect.fnUntraced(function* (asker: Asker | undefined) {
  if (asker === undefined) return
  const { chatKind } = asker
  if (!chatKinds.includes(chatKind)) {
    const problem = `there is no chat kind ${JSON.stringify(String(chatKind).slice(0, 80))}; choose one of ${chatKinds.join(', ')}`
    return yield* new InvalidRequest({ field: 'asker', problem })
  }
  for (const part of parts) {
    const bytes = utf8Bytes(asker[part] ?? '')
    if (bytes > limits.idBytes) {
      return yield* new InvalidRequest({ field: 'asker', problem: `its ${part} has ${bytes} bytes; at most ${limits.idBytes}` })
    }
  }
})

/** Fields that are empty or hold no visible character are left out. */
export const gatherAsker = Effect.fnUntraced(function* (asker: Asker | undefined, drafts: ContentDrafts) {
  if (asker === undefined) return {}
  const gathered: { -readonly [Part in keyof TurnAsker]: TurnAsker[Part] } = { chatKind: asker.chatKind }
  for (const part of parts) {
    const { text } = yield* cleanText(asker[part] ?? '')
    if (text !== '') gathered[part] = drafts.add(text)
  }
  return gathered satisfies TurnAsker
})
