/** A session begins, for the first time or after a reset. The signal also opens the store and the brain, before the first question does. */

import { sessionTalk } from '../access/run-access.ts'
import { guarded } from '../guarded.ts'
import type { PluginParts } from '../parts.ts'
import { renew, startSession } from '../session-renewal.ts'
import type { SessionContext, SessionEvent } from './session-end.ts'

export const sessionStart = (parts: PluginParts) =>
  guarded('session_start', parts, (event: SessionEvent & { readonly resumedFrom?: string }, context: SessionContext) => {
    const talk = sessionTalk(parts, { ...event, ...context })
    if (talk === undefined) return
    if (event.resumedFrom === undefined) startSession(parts, talk)
    else renew(parts, talk, 'start', 'reset')
  })
