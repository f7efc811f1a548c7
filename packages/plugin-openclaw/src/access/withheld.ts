/**
 * Handles a turn that gets no memory because of its place or its sender: it is recorded with its reason only, and the log of the gateway
 * explains each reason once.
 */
import type { AbsenceReason, Request } from '@crabtrail/core'
import type { Access, HeardContext, Talk, Withheld } from '../host/conversation.ts'
import { channelOf } from '../host/conversation.ts'
import { type PluginParts, tell } from '../host/handler.ts'
import { ownerListCause, raise, settle } from '../host/problems.ts'
import { beginRun } from '../host/runs.ts'
import type { Run } from '../host/shared-state.ts'
import { namesAnybody, ownerAdvice } from './owners.ts'

export interface WithheldTurn {
  readonly access: Extract<Access, { readonly memory: 'none' }>
  readonly context: HeardContext
  /** True when a person asked. */
  readonly interactive: boolean
  readonly talk: Talk
  /** The request has an empty question. */
  readonly request: Request.RecallRequest
  readonly saidDigest: string
}

const name = 'before_prompt_build'

/** Keeps the run, so that its tool calls later get the same access. */
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

/** The problem lasts until the host's configuration names an owner on that channel; turns on other channels do not end it. */
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
