/** Makes closed words and contents of the asker and the chat of a question, for the event of its turn. */
import * as Effect from 'effect/Effect'
import type { TurnAsker } from '../../domain/recording/turn.ts'
import type { ContentDrafts } from '../brain/content-drafts.ts'
import { cleanText } from '../brain/text-input.ts'
import type { Asker } from '../requests.ts'

const parts = ['channel', 'chat', 'sender'] as const

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
