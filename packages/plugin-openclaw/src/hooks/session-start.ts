/** A session begins, for the first time or after a reset. The signal also opens the store and the brain, before the first question does. */
import * as Result from 'effect/Result'
import { guarded } from '../guarded.ts'
import type { PluginParts } from '../parts.ts'
import { renew, startSession } from '../session-renewal.ts'
import { talkOf } from '../signals.ts'
import type { SessionContext, SessionEvent } from './session-end.ts'

export const sessionStart = (parts: PluginParts) =>
  guarded('session_start', parts, (event: SessionEvent & { readonly resumedFrom?: string }, context: SessionContext) => {
    const talk = talkOf({ ...event, ...context })
    if (Result.isFailure(talk)) return
    if (event.resumedFrom === undefined) startSession(parts, talk.success)
    else renew(parts, talk.success, 'start', 'reset')
  })
