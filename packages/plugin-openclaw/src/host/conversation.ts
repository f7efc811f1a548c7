/** Translates the host's shapes (context, prompt, configuration) into requests to the memory. Pure: no clock, no host runtime. */
import { hash } from 'node:crypto'
import type { AbsenceReason, ChatKind, Request } from '@crabtrail/core'
import { spokenText } from '@crabtrail/text/words/spoken-text'
import * as Result from 'effect/Result'
import { brainNamed, type Naming, sessionNamed } from './naming.ts'
import { todayOfPrompt } from './today.ts'

export type Withheld = Extract<AbsenceReason, 'group' | 'not-owner' | 'unknown-asker' | 'disputed'>

export type Access =
  | { readonly memory: 'owner'; readonly chatKind: ChatKind }
  /** `name`: the brain beside the agent's own that this group or sender has. */
  | { readonly memory: 'apart'; readonly chatKind: ChatKind; readonly name: string }
  | { readonly memory: 'none'; readonly chatKind: ChatKind; readonly reason: Withheld }

export interface HeardPrompt {
  readonly prompt: string
  /** The message of this turn without history. Empty when it has no text; absent on hosts that do not give it. */
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

/**
 * The host's `agent:bootstrap` event. Handlers of other plugins may still replace the files, so the recall reads them as late as it can.
 */
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

/** Agent, session and actor of a signal: equal in all signals of a session. */
export interface Talk extends Pick<Request.RecallRequest, 'agent' | 'workspace' | 'channel'> {
  readonly brain: string
  readonly session: string
  readonly sessionKind: 'interactive' | 'heartbeat' | 'cron' | 'subagent'
  readonly actor: string
  readonly actorKind: 'host' | 'owner'
}

export type RecallSignal =
  | {
      /** `nothing`: the message has no text, for example an image; the question is then empty. */
      readonly heard: 'question' | 'nothing'
      readonly talk: Talk
      readonly request: Request.RecallRequest
      /** False when no person asked: the turn gets no memory and teaches nothing. */
      readonly interactive: boolean
    }
  /** The host did not name a valid agent, or this gateway has no name, so no brain is used. */
  | { readonly heard: 'unknown-agent'; readonly detail: string }

interface Asking {
  readonly naming: Naming
  readonly access: Access
  readonly tokens?: number | undefined
}

export const recallSignal = (prompt: HeardPrompt, context: HeardContext, { access, naming, tokens }: Asking): RecallSignal => {
  const known = talkOf(naming, context, access)
  if (Result.isFailure(known)) return { heard: 'unknown-agent', detail: known.failure }
  const talk = known.success
  const question = spokenText(prompt.currentUserMessage ?? prompt.prompt)
  const interactive = isAsked(context)
  const request = {
    ...talk,
    question: access.memory === 'none' ? '' : question,
    today: todayOfPrompt(prompt),
    ...(access.memory === 'none' ? {} : { asker: askerOf(context, access) }),
    ...(tokens === undefined ? {} : { budget: tokens }),
    // The host repeats the hook within a run, for example after a compaction. The key makes both the same turn.
    ...(interactive && access.memory !== 'none' && context.runId !== undefined
      ? { key: turnKeyOf(talk.session, context.runId, question) }
      : {}),
    // Creates the agent's brain at its first turn.
    ensure: true,
  } as const
  return { heard: question === '' ? 'nothing' : 'question', talk, request, interactive }
}

/** The key is a digest because clients choose run ids: an id may repeat across sessions and questions, and may be long. */
const turnKeyOf = (session: string, runId: string, question: string): string =>
  `recall:${hash('sha256', JSON.stringify([session, runId, question]))}`

/** The host's own web chat passes the session key as chat id; the turn has that already, so it is left out. */
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

/** A turn without memory is recorded under this session and actor, so that the brain holds neither the asker nor the place. */
const withheldTalk = { session: 'withheld', sessionKind: 'interactive', actor: 'openclaw', actorKind: 'host' } as const

/** True for a talk that names neither the asker nor the place. */
export const isWithheld = ({ session }: Pick<Talk, 'session'>): boolean => session === withheldTalk.session

/**
 * The talk belongs to the agent's own brain, or to the brain that {@link Access} names. Fails when the agent is unknown, or when the gateway
 * needs a name and has none.
 */
export const talkOf = (naming: Naming, context: HeardContext, access?: Access): Result.Result<Talk, string> =>
  Result.gen(function* () {
    const { agentId, channel, workspaceDir } = context
    if (agentId === undefined) return yield* Result.fail('the host did not say which agent this is')
    const brain = yield* brainNamed(naming, agentId, access?.memory === 'apart' ? access.name : undefined)
    const sessionKind = sessionKindOf(context)
    // A subagent with an unknown parent keeps its own session.
    const isStray = sessionKind === 'subagent' && access?.memory === 'none' && access.reason === 'unknown-asker'
    if (access?.memory === 'none' && !isStray) return { brain, ...withheldTalk }
    return {
      brain,
      session: yield* sessionNamed(naming, agentId, hostSession(context, sessionKind)),
      sessionKind,
      actor: 'openclaw',
      actorKind: 'host',
      agent: agentId,
      ...(workspaceDir === undefined ? {} : { workspace: workspaceDir }),
      ...(channel === undefined ? {} : { channel }),
    }
  })

/** The agent's owner as a speaker. */
export const owner = { actor: 'owner', actorKind: 'owner', origin: 'owner' } as const

/** Returns the talk with the agent's owner as the speaker. */
export const asOwner = (talk: Talk) => ({ ...talk, ...owner })

/**
 * Heartbeats and some crons use the session of a person. They get a session of their own here, because the first signal of a session fixes
 * its kind, and a session that a heartbeat opened teaches nothing.
 */
const hostSession = (context: HeardContext, kind: Talk['sessionKind']): string => {
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

/** True when a person asks, whoever that is. All other turns only read. */
export const isAsked = (context: HeardContext): boolean => sessionKindOf(context) === 'interactive' && isPerson(context)

/**
 * `manual` means that a program of the host asks an agent. Hosts without a trigger mark turns that no person set off by their provenance.
 */
const isPerson = ({ inputProvenance, trigger = 'user' }: HeardContext): boolean =>
  trigger === 'user' && (inputProvenance === undefined || inputProvenance.kind === 'external_user')

interface Configuration {
  readonly agents?: { readonly entries?: object | undefined } | undefined
}

/** Names of the agents in the host's configuration. A host without an entry has one agent, `main`. */
export const agentsOf = ({ agents }: Configuration): readonly [string, ...ReadonlyArray<string>] => {
  const [first = 'main', ...others] = Object.keys(agents?.entries ?? {})
  return [first, ...others]
}
