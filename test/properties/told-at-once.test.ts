/** What one answer tells of many things, against asking about each of them alone. */

import * as Result from 'effect/Result'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namesMost } from '../../packages/core/src/application/operations/list.ts'
import type { BrainEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { play } from '../arbitraries/plausible-log.ts'
import type { RunningMemory } from '../arbitraries/running-memory.ts'
import { evenShare } from '../arbitraries/share.ts'
import { signals } from '../arbitraries/signal.ts'
import { oneIn, runs } from './runs.ts'
import { standingIn, takeBack, takings } from './standing-signals.ts'

const shownOf = (memory: RunningMemory, what: string, at?: string) => {
  const shown = memory.ask((methods) => methods.show({ what, limit: 1, ...(at === undefined ? {} : { at }) }))
  return Result.isSuccess(shown) ? shown.success.nodes[0] : undefined
}

test('INV-276 many memories are named at once as each is named alone: as of the position, and as of now where it was not there yet', () => {
  let [later, told] = [0, 0]
  fc.assert(
    fc.property(signals(10), evenShare, (asked, cut) => {
      const { memory } = play(asked)
      const log = memory.log()
      const position = Math.round(cut * log.length)
      const { counts } = Result.getOrThrow(memory.ask((methods) => methods.show({})))
      const numbers = Array.from({ length: Math.min(counts.nodes, namesMost / 2 - 1) }, (_, i) => `erased:${i + 1}`)
      const ids = numbers.flatMap((number) => shownOf(memory, number)?.node ?? [])
      const nodes = [...numbers, ...ids, 'erased:987654', 'nothing-of-this-name']
      const named = Result.getOrThrow(memory.ask((methods) => methods.names({ nodes, at: String(position) })))

      expect(named.position).toBe(position)
      const alone = nodes.flatMap((node) => {
        const then = shownOf(memory, node, String(position))
        const one = then ?? shownOf(memory, node)
        if (then === undefined && one !== undefined) later++
        return one === undefined ? [] : [{ node, title: one.title }]
      })
      expect(named.names).toEqual(alone)
      told += alone.length
    }),
    oneIn(4),
  )
  expect(told).toBeGreaterThan(0)
  expect(later).toBeGreaterThan(0)
})

test('INV-278 the turns and standing verdicts of each session are told at every position as the log up to there has them', () => {
  const seen = { turns: 0, verdicts: 0, wrong: 0, takenBack: 0 }
  fc.assert(
    fc.property(signals(), takings, fc.oneof(evenShare, fc.constant(1)), (asked, taken, cut) => {
      const { memory } = play(asked)
      takeBack(memory, taken)
      const log = memory.log()
      const position = Math.round(cut * log.length)
      const { sessions } = Result.getOrThrow(memory.ask((methods) => methods.sessions({ at: String(position), limit: 10_000 })))
      const told = sessions.map(
        ({ session, takenBack = 0, turns, verdicts, wrong }) => [session, { turns, verdicts, wrong, takenBack }] as const,
      )

      expect(new Map(told)).toEqual(countsIn(log.slice(0, position)))
      for (const [, counts] of told) for (const name of ['turns', 'verdicts', 'wrong', 'takenBack'] as const) seen[name] += counts[name]
    }),
    runs,
  )
  if (runs.numRuns >= 25) for (const counted of Object.values(seen)) expect(counted).toBeGreaterThan(0)
})

test('a comparison counts the verdicts that came and that were taken back between two positions, whatever was compared before', () => {
  const seen = { feedbacks: 0, takenBack: 0, old: 0 }
  fc.assert(
    fc.property(signals(), takings, fc.array(fc.tuple(evenShare, evenShare), { minLength: 1, maxLength: 4 }), (asked, taken, pairs) => {
      const { memory } = play(asked)
      const said = memory.log().length
      takeBack(memory, taken)
      const log = memory.log()
      const positions = pairs.map((shares) => shares.map((share) => Math.round(share * log.length)).toSorted((x, y) => x - y))
      for (const [a = 0, b = 0] of [...positions, [said, log.length]]) {
        const { between } = Result.getOrThrow(memory.ask((methods) => methods.diff({ a: String(a), b: String(b) })))

        const [stood, stands] = [standingIn(log.slice(0, a)), standingIn(log.slice(0, b))]
        const verdicts = log.slice(0, b).filter(isVerdictEvent)
        const isNew = ({ position }: BrainEvent) => position > a
        const back = verdicts.filter((one) => (isNew(one) || stood(one)) && !stands(one))
        const feedbacks = verdicts.filter((one) => isNew(one) && stands(one)).length
        expect([between.feedbacks, between.takenBack ?? 0]).toEqual([feedbacks, back.length])
        seen.feedbacks += feedbacks
        seen.takenBack += back.length
        seen.old += back.filter((one) => !isNew(one)).length
      }
    }),
    runs,
  )
  if (runs.numRuns >= 100) for (const counted of Object.values(seen)) expect(counted).toBeGreaterThan(0)
})

const isVerdictEvent = ({ data, type }: BrainEvent): boolean =>
  type === 'FeedbackGiven' || (type === 'OutcomeGiven' && data.reason === undefined)

/** Every session with its turns, each once, its verdicts that stand, those that are against what they are about, and those that were taken back. */
const countsIn = (log: ReadonlyArray<BrainEvent>) => {
  const begun = new Set<number>()
  const standing = standingIn(log)
  const counts = new Map<string, { turns: number; verdicts: number; wrong: number; takenBack: number }>()
  for (const event of log) {
    const { commit, data, turn, type } = event
    if (type === 'SessionStarted') counts.set(`s${data.session}`, { turns: 0, verdicts: 0, wrong: 0, takenBack: 0 })
    const own = counts.get(`s${commit.session}`)
    if (own === undefined) continue
    if ((type === 'TurnStarted' || type === 'RecallSkipped') && turn !== undefined) {
      if (!begun.has(turn)) own.turns++
      begun.add(turn)
    }
    if (type !== 'FeedbackGiven' && (type !== 'OutcomeGiven' || data.reason !== undefined)) continue
    if (!standing(event)) own.takenBack++
    else {
      own.verdicts++
      if (data.outcome < 0) own.wrong++
    }
  }
  return counts
}
