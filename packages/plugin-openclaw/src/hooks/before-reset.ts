/** A session is emptied: told before the end of the session, or behind its next beginning. */
import * as Result from 'effect/Result'
import { guarded } from '../guarded.ts'
import type { PluginParts } from '../parts.ts'
import { renew } from '../session-renewal.ts'
import { type HeardContext, talkOf } from '../signals.ts'

export const beforeReset = (parts: PluginParts) =>
  guarded('before_reset', parts, (_event: unknown, context: HeardContext) => {
    const talk = talkOf(context)
    if (Result.isSuccess(talk)) renew(parts, talk.success, 'reset', 'reset')
  })
