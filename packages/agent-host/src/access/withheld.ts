/** A turn that gets no memory because of its place or sender: only its reason is recorded, and the log of the gateway explains each reason once. */
import type { AbsenceReason, Request } from '@crabtrail/core'
import type { Access, HeardContext, Talk, Withheld } from '../conversation/conversation.ts'
import { channelOf } from '../conversation/conversation.ts'
import { type HostFacts, type HostParts, tell } from '../state/parts.ts'
import { ownerListCause, raise, settle } from '../state/problems.ts'
import { beginRun } from '../state/runs.ts'
import type { Run } from '../state/shared-state.ts'

export interface WithheldTurn {
  readonly access: Extract<Access, { readonly memory: 'none' }>
  readonly context: HeardContext
  readonly interactive: boolean
  readonly talk: Talk
  /** The request has an empty question. */
  readonly request: Request.RecallRequest
  readonly saidDigest: string
}

/** Keeps the run, so that its tool calls later get the same access. */
export const withhold = (parts: HostParts, turn: WithheldTurn): Run => {
  const { access, context, interactive, request, saidDigest, talk } = turn
  const { health } = parts.state
  const reason: AbsenceReason = interactive ? access.reason : 'not-interactive'
  health.absences[reason] = (health.absences[reason] ?? 0) + 1
  parts.memory.worker().skip(request, reason)
  if (interactive) sayWhy(parts, access.reason, channelOf(context))
  return beginRun(parts.state, context, { talk, access, interactive: false, request, saidDigest })
}

const sayWhy = (parts: HostParts, reason: Withheld, channel: string | undefined): void => {
  const { host, owners: ownersNow, state } = parts
  tell(parts, host.handlers.recall, reason, `turns like this one go without memory (${reason}): ${reasons[reason](host)}`)
  const owners = ownersNow()
  if (reason !== 'not-owner' || channel === undefined || !owners.isOutside(channel) || owners.namesAnybody(channel)) return
  const cause = ownerListCause(channel)
  raise(state, cause, owners.advice(channel), (text) => {
    parts.warn(text)
    state.health.owed.set(cause, text)
  })
}

/** The problem lasts until the host's configuration names an owner on that channel; turns on other channels do not end it. */
export const settleOwnerLists = ({ owners, state }: Pick<HostParts, 'owners' | 'state'>): void => {
  const every = ownerListCause('')
  for (const cause of [...state.health.problems.keys()].filter((one) => one.startsWith(every)))
    if (owners().namesAnybody(cause.slice(every.length))) settle(state, cause)
}

const reasons: Readonly<Record<Withheld, (host: HostFacts) => string>> = {
  group: ({ setting }) => `others read along in groups and channels; ${setting('groups')} can give each a memory of its own`,
  'not-owner': () => 'the host does not know the sender as the owner, or the chat is somebody else’s',
  'unknown-asker': () => 'the host did not say who asks',
  disputed: ({ ownerList }) =>
    `the owner list of the host and the host itself disagree about the sender; ${ownerList} is to name the owner as CHANNEL:ID`,
}
