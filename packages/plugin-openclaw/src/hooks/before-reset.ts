/** A session is emptied: told before the end of the session, or behind its next beginning. */
import { sessionTalk } from '../access/run-access.ts'
import { guarded } from '../guarded.ts'
import type { PluginParts } from '../parts.ts'
import { renew } from '../session-renewal.ts'
import type { HeardContext } from '../signals.ts'

export const beforeReset = (parts: PluginParts) =>
  guarded('before_reset', parts, (_event: unknown, context: HeardContext) => {
    const talk = sessionTalk(parts, context)
    if (talk !== undefined) renew(parts, talk, 'reset', 'reset')
  })
