/** The memory that a gateway keeps in a PostgreSQL database: its URL in the plugin's settings, and a look into it from the test. */
import type { Answer } from '@crabtrail/core'
import { serverChoice } from '@crabtrail/store/store-choice'
import { type MemoryWorker, openMemoryWorker } from '@crabtrail/store/worker'
import * as Result from 'effect/Result'
import { expect, vi } from 'vitest'
import { patient } from './stage.ts'

export type Events = ReadonlyArray<Answer.LoggedEvent>

export interface ServerMemory {
  /** A client of its own beside the gateways, which only reads. */
  readonly worker: MemoryWorker
  /** All events of the brain, the walks of recalls among them. Rejects while there is no brain. */
  readonly events: () => Promise<Events>
  /** Returns the events as soon as they fit: what follows a reply is written behind it. */
  readonly eventsWith: (what: string, fits: (events: Events) => boolean) => Promise<Events>
  /** Expects that every commit verifies, and that every effect follows from what was recorded. */
  readonly expectProven: () => Promise<void>
}

export const serverMemory = (url: string, brain: string): ServerMemory => {
  // Only to read: the gateway makes the store.
  const worker = openMemoryWorker({ store: Result.getOrThrow(serverChoice(url, {})), readOnly: true })
  const events = async () => {
    const { events, more } = await worker.ask('log', { brain, limit: 10_000, walks: true }, patient)
    return more ? expect.unreachable('the log is longer than one answer') : events
  }
  return {
    worker,
    events,
    eventsWith: (what, fits) =>
      vi.waitFor(
        async () => {
          const now = await events()
          if (!fits(now)) throw new Error(`the log has not ${what}`)
          return now
        },
        { timeout: 120_000, interval: 200 },
      ),
    expectProven: async () => {
      const { checks } = await worker.ask('verify', { brain, rederive: true }, { deadlineMs: 60_000 })
      expect(checks.filter(({ ok }) => !ok)).toEqual([])
      expect(checks.map(({ name }) => name)).toContain('effects')
    },
  }
}

export const ofType = (events: Events, type: string): Events => events.filter((event) => event.type === type)

/** The password of a URL. */
export const passwordOf = (url: string): string => new URL(url.replace('@/', '@socket/')).password || expect.unreachable('no password')

/** Settings of the plugin, for the configuration of the host. */
export const storedAt = (storePath: string, more: object = {}): object => ({
  plugins: { entries: { crabtrail: { config: { storePath, deadlineMs: 5_000, ...more } } } },
})
