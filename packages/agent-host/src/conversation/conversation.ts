/** A conversation as an adapter describes it, and the requests that follow from it. Pure: no clock, no host. */
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

/** The place of a conversation. Channel and peer are in lower case; the channel is absent where the host does not name it. */
export type Chat =
  | { readonly kind: 'main' }
  | { readonly kind: 'direct' | 'group'; readonly channel: string | undefined; readonly peer: string }
  /** A client such as web chat or a terminal chose the name. */
  | { readonly kind: 'named' }

export type SessionKind = 'interactive' | 'heartbeat' | 'cron' | 'subagent'

/** The conversation of a call, as an adapter describes it. A field is absent where the host does not say it. */
export interface HeardContext {
  readonly agentId?: string
  /** Names one answer to one message, all attempts together, within its session. */
  readonly runId?: string
  /** The session as the host names it. */
  readonly sessionKey?: string
  /** Names the session where it has no key. */
  readonly sessionId?: string
  /** The session as the memory names it. Default: its key, else its id. */
  readonly session?: string
  /** Default: interactive. */
  readonly kind?: SessionKind
  /** False for a turn of an interactive session that no person set off. Default: true. */
  readonly byPerson?: boolean
  /** Default: named. */
  readonly chat?: Chat
  readonly workspaceDir?: string
  readonly channel?: string
  /** The channel where `channel` is absent. The memory does not record it with the session. */
  readonly messageProvider?: string
  readonly chatId?: string
  readonly senderId?: string
  /** Set in the run of a heartbeat: the tags that are known so far. */
  readonly beat?: ReadonlyArray<string>
}

export const channelOf = ({ channel, messageProvider }: HeardContext): string | undefined => channel ?? messageProvider

/** Agent, session and actor of a signal: equal in all signals of a session. */
export interface Talk extends Pick<Request.RecallRequest, 'agent' | 'workspace' | 'channel'> {
  readonly brain: string
  readonly session: string
  readonly sessionKind: SessionKind
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
  const question = saidIn(prompt)
  const interactive = isAsked(context)
  const isGiven = access.memory !== 'none'
  const request = {
    ...talk,
    question: isGiven ? question : '',
    today: todayOfPrompt(prompt),
    ...(isGiven ? { asker: askerOf(context, access) } : {}),
    ...(tokens === undefined ? {} : { budget: tokens }),
    // A host repeats the call within a run, for example after a compaction. The key makes both the same turn.
    ...(interactive && isGiven && context.runId !== undefined ? { key: turnKeyOf(talk.session, context.runId, question) } : {}),
    // Creates the agent's brain at its first turn.
    ensure: true,
  } as const
  return { heard: question === '' ? 'nothing' : 'question', talk, request, interactive }
}

export const saidIn = ({ currentUserMessage, prompt }: HeardPrompt): string => spokenText(currentUserMessage ?? prompt)

/** The key is a digest because clients choose run ids: an id may repeat across sessions and questions, and may be long. */
const turnKeyOf = (session: string, runId: string, question: string): string =>
  `recall:${hash('sha256', JSON.stringify([session, runId, question]))}`

/** A client of the host itself may pass the session key as chat id; the turn has that already, so it is left out. */
const askerOf = (context: HeardContext, { chatKind }: Access): Request.Asker => {
  const { chatId, senderId, sessionKey } = context
  const channel = channelOf(context)
  return {
    chatKind,
    ...(channel === undefined ? {} : { channel }),
    ...(chatId === undefined || chatId === sessionKey ? {} : { chat: chatId }),
    ...(senderId === undefined ? {} : { sender: senderId }),
  }
}

/** A turn without memory is recorded under this session, so that the brain holds neither the asker nor the place. */
const withheldSession = 'withheld'

/** True for a talk that names neither the asker nor the place. */
export const isWithheld = ({ session }: Pick<Talk, 'session'>): boolean => session === withheldSession

/** The talk with the agent's own brain, or with the one that `access` names. Fails when the agent, or a needed name of the gateway, is unknown. */
export const talkOf = (naming: Naming, context: HeardContext, access?: Access): Result.Result<Talk, string> =>
  Result.gen(function* () {
    const { agentId, channel, kind: sessionKind = 'interactive', session, sessionId, sessionKey, workspaceDir } = context
    if (agentId === undefined) return yield* Result.fail('the host did not say which agent this is')
    const brain = yield* brainNamed(naming, agentId, access?.memory === 'apart' ? access.name : undefined)
    const host = { actor: naming.actor, actorKind: 'host' } as const
    // A subagent with an unknown parent keeps its own session.
    const isStray = sessionKind === 'subagent' && access?.memory === 'none' && access.reason === 'unknown-asker'
    if (access?.memory === 'none' && !isStray) return { brain, session: withheldSession, sessionKind: 'interactive', ...host }
    return {
      brain,
      session: yield* sessionNamed(naming, agentId, session ?? sessionKey ?? sessionId ?? 'unknown'),
      sessionKind,
      ...host,
      agent: agentId,
      ...(workspaceDir === undefined ? {} : { workspace: workspaceDir }),
      ...(channel === undefined ? {} : { channel }),
    }
  })

export const owner = { actor: 'owner', actorKind: 'owner', origin: 'owner' } as const

export const asOwner = (talk: Talk) => ({ ...talk, ...owner })

export const asAgent = (talk: Talk) => ({ ...talk, actor: talk.agent ?? 'agent', actorKind: 'agent', origin: 'agent' }) as const

/** True when a person asks, whoever that is. All other turns only read. */
const isAsked = ({ byPerson = true, kind = 'interactive' }: HeardContext): boolean => kind === 'interactive' && byPerson
