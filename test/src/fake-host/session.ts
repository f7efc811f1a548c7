/** A conversation of an agent, and what it is to a turn. */
import type { Message } from './transcript.ts'

export interface Session {
  readonly key: string
  readonly agent: string
  /** Stays when the session is emptied. */
  readonly id: string
  /** Oldest first, as they are kept. */
  messages: ReadonlyArray<Message>
  /** A start of it was told in this process, so its end will be. */
  started: boolean
  /** Work that the next turn of the session waits for. */
  busy: Promise<unknown>
}

/** Through the HTTP door, as web chat, over Telegram, by a heartbeat, by an automation, or by another session. */
export type Door = 'http' | 'chat' | 'telegram' | 'heartbeat' | 'cron' | 'subagent'

/** A person who wrote over Telegram, and the chat. */
export interface Person {
  readonly from: string
  readonly chat: string
  readonly isOwner: boolean
}

/** What comes in while a run is underway, and is handed to it. */
export interface Meanwhile {
  readonly by: 'owner' | 'others' | 'host'
  readonly text: string
}

export interface Turn {
  readonly session: Session
  readonly door: Door
  /** Sender of a message over Telegram. */
  readonly person?: Person | undefined
  readonly runId: string
  /** Of an automation, with the chat of Telegram that its answer is sent to. */
  readonly job?: { readonly id: string; readonly to?: string | undefined } | undefined
  readonly prompt: string
  readonly meanwhile: ReadonlyArray<Meanwhile>
  /** Told to the model beside the conversation, as the host's own words. */
  readonly systemEvents: ReadonlyArray<string>
  readonly workspace: string
  readonly state: string
  readonly trace: Trace
}

export interface Trace {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly traceFlags: string
}

export const ofPerson = ({ door }: Turn): boolean => door !== 'heartbeat' && door !== 'cron'

/** A subagent speaks for nobody; of an automation the host says nothing. */
export const isOwners = ({ door, person }: Turn): boolean | undefined =>
  door === 'cron' ? undefined : door === 'telegram' ? person?.isOwner === true : door === 'http' || door === 'chat'

export const channelOf = (turn: Turn): string | undefined =>
  turn.door === 'telegram' || turn.job?.to !== undefined ? 'telegram' : ofPerson(turn) ? 'webchat' : undefined

export const channelIdOf = ({ door, job, person, session }: Turn): string | undefined =>
  door === 'cron'
    ? job?.to
    : door === 'telegram'
      ? (person?.chat ?? '')
      : door === 'heartbeat'
        ? 'heartbeat'
        : door === 'chat'
          ? session.key
          : 'webchat'
