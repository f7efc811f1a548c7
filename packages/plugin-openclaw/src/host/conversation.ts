/** Which memory a conversation may see. */

import { hash } from 'node:crypto'
import { type AbsenceReason, type ChatKind, parseBrainKey, type Request, spokenText } from '@crabtrail/core'
import * as Result from 'effect/Result'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'

export type Withheld = Extract<AbsenceReason, 'group' | 'not-owner' | 'unknown-asker' | 'disputed'>

export type Access =
  | { readonly memory: 'owner'; readonly chatKind: ChatKind }
  /** `name` is that of a brain beside the agent's own. */
  | { readonly memory: 'apart'; readonly chatKind: ChatKind; readonly name: string }
  | { readonly memory: 'none'; readonly chatKind: ChatKind; readonly reason: Withheld }

/** What the host says, as a request to the memory. Pure: no clock, no host types, nothing decided. */

export interface HeardPrompt {
  readonly prompt: string
  /** The message of this turn without history; empty when it has no text, absent on hosts that do not say it. */
  readonly currentUserMessage?: string
}

export interface HeardContext {
  readonly runId?: string
  readonly agentId?: string
  readonly sessionKey?: string
  readonly sessionId?: string
  readonly workspaceDir?: string
  readonly channel?: string
  readonly messageProvider?: string
  readonly chatId?: string
  readonly senderId?: string
  readonly trigger?: string
  readonly inputProvenance?: { readonly kind: string }
}

export const channelOf = ({ channel, messageProvider }: HeardContext): string | undefined => channel ?? messageProvider

export interface PromptFile {
  readonly name: string
  readonly path: string
  readonly missing: boolean
  readonly content?: string
}

export interface PromptLimits {
  readonly bootstrapMaxChars?: number | undefined
  readonly bootstrapTotalMaxChars?: number | undefined
}

/** As the host's event holds it. Handlers of other plugins may still replace the files, so they are read when the recall asks. */
export interface Bootstrap {
  readonly workspaceDir: string
  readonly agentId?: string | undefined
  readonly sessionKey?: string | undefined
  readonly bootstrapFiles: ReadonlyArray<PromptFile>
  readonly cfg?: {
    readonly agents?:
      | { readonly defaults?: PromptLimits | undefined; readonly entries?: Readonly<Record<string, PromptLimits>> | undefined }
      | undefined
  }
}

/** Who speaks where: the same in every signal of a session. */
export interface Talk extends Pick<Request.RecallRequest, 'agent' | 'workspace' | 'channel'> {
  readonly brain: string
  readonly session: string
  readonly sessionKind: 'interactive' | 'heartbeat' | 'cron' | 'subagent'
  readonly actor: string
  readonly actorKind: 'host' | 'owner'
}

export type RecallSignal =
  | {
      /** `nothing`: an image, a continuation; the question is empty. */
      readonly heard: 'question' | 'nothing'
      readonly talk: Talk
      readonly request: Request.RecallRequest
      /** False: nobody asked; the turn goes without memory, and teaches nothing. */
      readonly interactive: boolean
    }
  /** Whose memory this would be is not known, so it is nobody's. */
  | { readonly heard: 'unknown-agent'; readonly detail: string }

interface Asking {
  readonly access: Access
  readonly tokens?: number | undefined
}

export const recallSignal = (prompt: HeardPrompt, context: HeardContext, { access, tokens }: Asking): RecallSignal => {
  const known = talkOf(context, access)
  if (Result.isFailure(known)) return { heard: 'unknown-agent', detail: known.failure }
  const talk = known.success
  const question = spokenText(prompt.currentUserMessage ?? prompt.prompt)
  const interactive = isAsked(context)
  const request = {
    ...talk,
    question: access.memory === 'none' ? '' : question,
    ...(access.memory === 'none' ? {} : { asker: askerOf(context, access) }),
    ...(tokens === undefined ? {} : { budget: tokens }),
    // The host asks again within a run, after a compaction for one: that is the same turn.
    ...(interactive && access.memory !== 'none' && context.runId !== undefined
      ? { key: turnKeyOf(talk.session, context.runId, question) }
      : {}),
    // The first turn of an agent makes its brain.
    ensure: true,
  } as const
  return { heard: question === '' ? 'nothing' : 'question', talk, request, interactive }
}

/** Ids of runs are a client's, who may use one in several sessions and for several questions, and may make it long. */
const turnKeyOf = (session: string, runId: string, question: string): string =>
  `recall:${hash('sha256', JSON.stringify([session, runId, question]))}`

/** The host's own web chat gives the key of the session for a chat, which the turn has already. */
const askerOf = (context: HeardContext, { chatKind }: Access): Request.Asker => {
  const { channel, chatId, messageProvider, senderId, sessionKey } = context
  const from = channel ?? messageProvider
  return {
    chatKind,
    ...(from === undefined ? {} : { channel: from }),
    ...(chatId === undefined || chatId === sessionKey ? {} : { chat: chatId }),
    ...(senderId === undefined ? {} : { sender: senderId }),
  }
}

/** The talk of a turn without memory: the agent's brain learns that a turn went without, and neither whose nor where. */
const withheldTalk = { session: 'withheld', sessionKind: 'interactive', actor: 'openclaw', actorKind: 'host' } as const

/** True for a talk that names neither the asker nor the place. */
export const isWithheld = ({ session }: Pick<Talk, 'session'>): boolean => session === withheldTalk.session

/** In the brain of the agent, or in the one that {@link Access} names. Fails where the agent is not known. */
export const talkOf = (context: HeardContext, access?: Access): Result.Result<Talk, string> =>
  Result.map(brainOf(context.agentId, access), (brain) => {
    const sessionKind = sessionKindOf(context)
    // A subagent of which nobody knows who made it is a conversation of the agent’s own.
    const isStray = sessionKind === 'subagent' && access?.memory === 'none' && access.reason === 'unknown-asker'
    if (access?.memory === 'none' && !isStray) return { brain, ...withheldTalk }
    return {
      brain,
      session: sessionOf(context, sessionKind),
      sessionKind,
      actor: 'openclaw',
      actorKind: 'host',
      ...(context.agentId === undefined ? {} : { agent: context.agentId }),
      ...(context.workspaceDir === undefined ? {} : { workspace: context.workspaceDir }),
      ...(context.channel === undefined ? {} : { channel: context.channel }),
    }
  })

/** What the owner of the agent says there, in person. */
export const asOwner = (talk: Talk) => ({ ...talk, actor: 'owner', actorKind: 'owner', origin: 'owner' }) as const

/** One brain an agent, `local/AGENT/default`, and beside it those of groups and senders. */
const brainOf = (agentId: string | undefined, access: Access | undefined): Result.Result<string, string> =>
  agentId === undefined
    ? Result.fail('the host did not say which agent this is')
    : parseBrainKey(`local/${agentId}/${access?.memory === 'apart' ? access.name : 'default'}`)

/**
 * Heartbeats, and some crons, run in a session that is a person's otherwise. They get one of their own: what kind a session is of is
 * settled by its first signal, and one that a heartbeat began would teach nothing.
 */
const sessionOf = (context: HeardContext, kind: Talk['sessionKind']): string => {
  const key = context.sessionKey ?? context.sessionId ?? 'unknown'
  return kindOfKey(key) === kind ? key : `${key}:${kind}`
}

export const sessionKindOf = ({ sessionKey = '', trigger }: HeardContext): Talk['sessionKind'] =>
  trigger === 'heartbeat' || trigger === 'cron' ? trigger : kindOfKey(sessionKey)

const kindOfKey = (sessionKey: string): Talk['sessionKind'] => {
  const rest = sessionKey.toLowerCase().replace(/^agent:[^:]*:/, '')
  if (rest.startsWith('subagent:')) return 'subagent'
  if (rest.endsWith(':heartbeat')) return 'heartbeat'
  return rest.startsWith('cron:') ? 'cron' : 'interactive'
}

/** A person asks, whoever that is; all other turns only read. */
export const isAsked = (context: HeardContext): boolean => sessionKindOf(context) === 'interactive' && isPerson(context)

/**
 * A person set the turn off; `manual` is a program of the host that asks an agent. Hosts that do not name a trigger name the
 * provenance of what is not a person's.
 */
const isPerson = ({ inputProvenance, trigger = 'user' }: HeardContext): boolean =>
  trigger === 'user' && (inputProvenance === undefined || inputProvenance.kind === 'external_user')

/** The agents that the host's configuration names. */

/** Who configured none has one, called `main`. */
export const agentsOf = ({ agents }: OpenClawPluginApi['config']): readonly [string, ...ReadonlyArray<string>] => {
  const [first = 'main', ...others] = Object.keys(agents?.entries ?? {})
  return [first, ...others]
}
