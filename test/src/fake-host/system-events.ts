/** Events that the next heartbeat of a session is told beside its prompt. */
import type { HostClock } from './host-clock.ts'

export interface SystemEvents {
  readonly add: (text: string, options: { readonly sessionKey: string }) => void
  /** In order; they are told once. */
  readonly take: (sessionKey: string) => ReadonlyArray<string>
}

export const systemEvents = (clock: HostClock): SystemEvents => {
  const waiting = new Map<string, ReadonlyArray<string>>()
  return {
    add: (text, { sessionKey }) => {
      const time = new Date(clock.now()).toISOString().slice(0, 19).replace('T', ' ')
      waiting.set(sessionKey, [...(waiting.get(sessionKey) ?? []), `[${time} UTC] ${text}`])
    },
    take: (sessionKey) => {
      const events = waiting.get(sessionKey) ?? []
      waiting.delete(sessionKey)
      return events
    },
  }
}
