/** Compares a database with what its processes were told: nothing acknowledged is missing, and nothing is there twice. */
import { type BrainKey, canonicalJson, commitsPerRead, EventStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { expect } from 'vitest'
import { postgresStore } from '../contracts/postgres-stores.ts'
import { brainNamed, sha256 } from '../contracts/sample-log.ts'
import { complaints } from '../models/log-rules.ts'
import { openStore } from '../models/open-store.ts'
import { eventsOf, readLog } from '../models/recorded-log.ts'
import type { TeamTold } from './postgres-team.ts'
import type { AcknowledgedSignal } from './postgres-teammate.ts'

export interface TeamLeft {
  readonly events: number
  readonly commits: number
  /** Commits that are there though their acknowledgement got lost; of the set-up by this process as well. */
  readonly unacknowledged: number
  readonly signals: number
}

/** Fails by an expectation. */
export const inspectTeam = async ({ brains, commits, met, signals, url }: TeamTold): Promise<TeamLeft> => {
  expect(met.flatMap(({ errors, name }) => errors.map((error) => `${name}: ${error}`))).toEqual([])
  const store = openStore({ layer: postgresStore(url), seed: 'inspection' })
  const told = Map.groupBy(commits, ({ brain }) => brain)
  const asked = Map.groupBy(signals, ({ brain }) => brain)
  const left = { events: 0, commits: 0, unacknowledged: 0, signals: 0 }
  try {
    const memory = await store.memory()
    for (const brain of brains) {
      const names = await store.run(storedCommits(brainNamed(brain)))
      const own = (told.get(brain) ?? []).map(nameOf)
      expect(own.filter((name) => !names.has(name))).toEqual([])
      expect(new Set(own).size).toBe(own.length)

      const recorded = readLog((await memory.export({ brain })).lines)
      expect(complaints(recorded)).toEqual([])
      const mine = asked.get(brain) ?? []
      expectOnce(
        mine,
        'recall',
        eventsOf(recorded, 'TurnStarted').map(({ turn }) => `t${turn}`),
      )
      expectOnce(
        mine,
        'feedback',
        eventsOf(recorded, 'FeedbackGiven').map(({ data }) => `f${data.feedback}`),
      )
      const keys = recorded.commits.flatMap(({ key }) => key ?? [])
      expect(new Set(keys).size).toBe(keys.length)

      const { checks, events } = await memory.verify({ brain, rederive: true })
      expect(checks.filter(({ ok }) => !ok)).toEqual([])
      left.events += events
      left.commits += names.size
      left.unacknowledged += names.size - own.length
      left.signals += mine.length
    }
  } finally {
    await store.close()
  }
  return left
}

/** Each signal that was answered has one event, the event that the answer named, and no other event of that type is there. */
const expectOnce = (signals: ReadonlyArray<AcknowledgedSignal>, kind: AcknowledgedSignal['kind'], events: ReadonlyArray<string>): void => {
  const answered = signals.filter((signal) => signal.kind === kind).map(({ event }) => event)
  expect(answered.toSorted()).toEqual(events.toSorted())
}

const nameOf = ({ count, first, hash }: { readonly first: number; readonly count: number; readonly hash: string }): string =>
  `${first}+${count} ${hash}`

/** Names of all commits of a brain, after proving that their positions are dense and that each has a right hash over the one before. */
const storedCommits = Effect.fnUntraced(function* (brain: BrainKey) {
  const store = yield* EventStore
  const names = new Set<string>()
  for (let [prev, position] = ['', 0]; ; ) {
    const page = yield* store.read(brain, position + 1, commitsPerRead)
    if (page.length === 0) {
      expect(yield* store.brain(brain)).toMatchObject({ position, hash: prev })
      return names
    }
    for (const row of page) {
      const { actor, at, body, count, first, hash, session } = row
      expect([first, row.prev]).toEqual([position + 1, prev])
      expect(sha256(canonicalJson([prev, first, count, at, actor, session ?? null, body]))).toBe(hash)
      names.add(nameOf(row))
      ;[prev, position] = [hash, first + count - 1]
    }
  }
})

/** One line for people. */
export const teamLine = ({ cpuMs, kills, met, ms, perTurn }: TeamTold, left: TeamLeft): string => {
  const turns = met.flatMap(({ turnMs }) => turnMs).toSorted((a, b) => a - b)
  const at = (share: number) => (turns[Math.floor(turns.length * share)] ?? 0).toFixed(1)
  const sum = (pick: (one: TeamTold['met'][number]) => number) => met.reduce((all, one) => all + pick(one), 0)
  return [
    `${turns.length} turns of ${met.length} processes in ${Math.round(ms / 1_000)} s (${Math.round((turns.length * 1_000) / ms)}/s)`,
    `a turn p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${turns.at(-1)?.toFixed(0)} ms`,
    `${sum(({ conflicts }) => conflicts)} conflicts, ${sum(({ locks }) => locks)} locks`,
    ...(perTurn === undefined
      ? []
      : [`${perTurn.statements.toFixed(1)} statements and ${perTurn.roundTrips.toFixed(1)} round trips a turn`]),
    `CPU a turn ${cpuMs.client.toFixed(1)} ms client, ${cpuMs.server?.toFixed(1) ?? 'unknown'} ms server`,
    `kills ${kills.map((kill) => `after ${kill.turns} turns, back in ${Math.round(kill.downMs)} ms`).join('; ') || 'none'}`,
    `${left.commits} commits, ${left.events} events, ${left.signals} keyed signals, ${left.unacknowledged} commits not acknowledged to a process`,
  ].join('\n')
}
