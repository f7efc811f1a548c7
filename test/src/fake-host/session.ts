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
  /** What the next turn of it waits for. */
  busy: Promise<unknown>
}

/** Through the HTTP door, as web chat, by a heartbeat, or by another session. */
export type Door = 'http' | 'chat' | 'heartbeat' | 'subagent'

export interface Turn {
  readonly session: Session
  readonly door: Door
  readonly runId: string
  readonly prompt: string
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

export const ofPerson = ({ door }: Turn): boolean => door === 'http' || door === 'chat' || door === 'subagent'

export const channelIdOf = ({ door, session }: Turn): string =>
  door === 'heartbeat' ? 'heartbeat' : door === 'chat' ? session.key : 'webchat'
