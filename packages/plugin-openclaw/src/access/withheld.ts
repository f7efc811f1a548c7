/** A turn that gets no memory because of where it is or who asks: recorded with its reason alone, and said once, for nobody is to wonder. */

import type { AbsenceReason, Request } from '@crabtrail/core'
import { ownerListCause, raise, settle } from '../health/problems.ts'
import type { Access, HeardContext, Talk, Withheld } from '../host/conversation.ts'
import { channelOf } from '../host/conversation.ts'
import { type PluginParts, tell } from '../host/handler.ts'
import type { Run } from '../host/shared-state.ts'
import { beginRun } from '../turn/runs.ts'
import { namesAnybody, ownerAdvice } from './owners.ts'

export interface WithheldTurn {
  readonly access: Extract<Access, { readonly memory: 'none' }>
  readonly context: HeardContext
  /** True where a person asked. */
  readonly interactive: boolean
  readonly talk: Talk
  /** Without a question. */
  readonly request: Request.RecallRequest
  readonly saidDigest: string
}

const name = 'before_prompt_build'

/** The run is kept all the same: what it asks of tools later is answered by what it may see. */
export const withhold = (parts: PluginParts, turn: WithheldTurn): Run => {
  const { access, context, interactive, request, saidDigest, talk } = turn
  const { health } = parts.state
  const reason: AbsenceReason = interactive ? access.reason : 'not-interactive'
  health.absences[reason] = (health.absences[reason] ?? 0) + 1
  parts.memory.worker().skip(request, reason)
  if (interactive) sayWhy(parts, access.reason, channelOf(context))
  return beginRun(parts.state, context, { talk, access, interactive: false, request, saidDigest })
}

const sayWhy = (parts: PluginParts, reason: Withheld, channel: string | undefined): void => {
  const { hostConfig, state } = parts
  tell(parts, name, reason, `turns like this one go without memory (${reason}): ${reasons[reason]}`)
  if (reason !== 'not-owner' || channel === undefined || channel === 'webchat' || namesAnybody(hostConfig(), channel)) return
  const cause = ownerListCause(channel)
  raise(state, cause, ownerAdvice(channel), (text) => {
    parts.warn(text)
    state.health.owed.set(cause, text)
  })
}

/** A missing owner list lasts until the host's configuration names somebody of that channel; no turn elsewhere ends it. */
export const settleOwnerLists = ({ hostConfig, state }: Pick<PluginParts, 'hostConfig' | 'state'>): void => {
  const every = ownerListCause('')
  for (const cause of [...state.health.problems.keys()].filter((one) => one.startsWith(every)))
    if (namesAnybody(hostConfig(), cause.slice(every.length))) settle(state, cause)
}

const reasons: Readonly<Record<Withheld, string>> = {
  group: 'others read along in groups and channels; plugins.entries.crabtrail.config.groups can give each a memory of its own',
  'not-owner': 'the host does not know the sender as the owner, or the chat is somebody else’s',
  'unknown-asker': 'the host did not say who asks',
  disputed:
    'the owner list of the host and the host itself disagree about the sender; commands.ownerAllowFrom is to name the owner as CHANNEL:ID',
}
