/** The turns and the time line of a log, against a pass over all of its events. */

import { EventStore } from '@crabtrail/core'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commitsPerRead } from '../../packages/core/src/application/ports/event-store.ts'
import type { BrainEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { play } from '../arbitraries/plausible-log.ts'
import { brain } from '../arbitraries/running-memory.ts'
import { evenShare } from '../arbitraries/share.ts'
import { signals } from '../arbitraries/signal.ts'
import { runs } from './runs.ts'
import { standingIn, takeBack, takings } from './standing-signals.ts'

const half = { ...runs, numRuns: Math.max(1, Math.floor(runs.numRuns / 2)) }

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((all, count) => all + count, 0)

const part = fc.record({ from: fc.double({ min: 0, max: 1, noNaN: true }), to: fc.double({ min: 0, max: 1, noNaN: true }) })
const placed = (share: number, end: number): number => 1 + Math.round(share * (end - 1))

test('INV-255 a time line counts every commit once, in the part that it begins in', () => {
  let seen = 0
  fc.assert(
    fc.property(signals(), part, fc.integer({ min: 1, max: 40 }), (asked, shares, buckets) => {
      const { memory } = play(asked)
      const log = memory.log()
      const ends = [placed(shares.from, log.length), placed(shares.to, log.length)]
      const [from, to] = [Math.min(...ends), Math.max(...ends)]
      const firsts = memory.run(EventStore.use((store) => store.read(brain, 1, commitsPerRead, log.length))).map(({ first }) => first)
      const eventsOf = (first: number): ReadonlyArray<BrainEvent> => {
        const next = firsts.find((other) => other > first) ?? Number.POSITIVE_INFINITY
        return log.filter(({ position }) => position >= first && position < next)
      }
      const isTurn = ({ type }: BrainEvent) => type === 'TurnStarted' || type === 'RecallSkipped'
      const isVerdict = ({ type }: BrainEvent) => ['FeedbackGiven', 'OutcomeGiven', 'StrengthSet', 'MessageJudged'].includes(type)

      const told = Result.getOrThrow(memory.ask((methods) => methods.timeline({ from: String(from), to: String(to), buckets })))

      expect(told.buckets.length).toBeLessThanOrEqual(buckets)
      const ranges = told.buckets.map((bucket, i) => ({ bucket, until: told.buckets[i + 1]?.from ?? to + 1 }))
      for (const { bucket, until } of ranges) {
        const within = firsts.filter((first) => first >= bucket.from && first < until && first <= to)
        expect(bucket.turns).toBe(within.filter((first) => eventsOf(first).some(isTurn)).length)
        expect(bucket.verdicts).toBe(within.filter((first) => eventsOf(first).some(isVerdict)).length)
        seen += bucket.turns + bucket.verdicts
      }
    }),
    half,
  )
  if (runs.numRuns >= 25) expect(seen).toBeGreaterThan(0)
})

test('INV-255 pages of turns are all turns that the log has, newest first, each with its verdicts', () => {
  fc.assert(
    fc.property(signals(), takings, fc.integer({ min: 1, max: 4 }), evenShare, (asked, taken, limit, share) => {
      const { memory } = play(asked)
      takeBack(memory, taken)
      const log = memory.log()
      const at = placed(share, log.length)
      const until = log.filter(({ position }) => position <= at)
      const begun = new Map(
        until.flatMap((event) => (event.type === 'TurnStarted' || event.type === 'RecallSkipped' ? [[event.turn, event] as const] : [])),
      )
      const verdictsOf = (turn: number) =>
        until.filter((event) => {
          if (event.type === 'OutcomeGiven') return event.data.turns.includes(turn)
          return event.type === 'FeedbackGiven' && event.turn === turn
        })
      const standing = standingIn(until)

      const pages: Array<string> = []
      let before: string | undefined
      for (let isMore = true; isMore; ) {
        const asking = { limit, at: String(at), ...(before === undefined ? {} : { before }) }
        const { more, turns } = Result.getOrThrow(memory.ask((methods) => methods.turns(asking)))
        for (const { end, position, takenBack = {}, turn, verdicts } of turns) {
          pages.push(turn)
          const { commit } = log.find((event) => event.position === position) ?? expect.unreachable()
          expect(end).toBe(
            Math.max(...until.filter((event) => event.commit === commit && event.turn !== undefined).map((event) => event.position)),
          )
          const said = verdictsOf(Number(turn.slice(1)))
          expect(sum(verdicts)).toBe(said.filter(standing).length)
          expect(sum(takenBack)).toBe(said.length - said.filter(standing).length)
        }
        expect(turns.length).toBeLessThanOrEqual(limit)
        isMore = more
        before = turns.at(-1)?.turn
      }

      expect(pages).toEqual([...begun.keys()].reverse().map((turn) => `t${turn}`))
    }),
    half,
  )
})
