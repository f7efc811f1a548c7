import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { usedItems } from '../../packages/text/src/evidence/use-evidence.ts'
import { conversation } from '../arbitraries/conversation.ts'
import { answered, withMore } from '../arbitraries/use.ts'
import { type Step, transcriptOf } from '../models/conversation.ts'
import { conversationComplaints } from '../models/conversation-rules.ts'
import { runs } from './runs.ts'

/** Counts how often a step of a kind left an event, so that no rule holds only because its events are absent. */
const count = (reached: Map<string, number>, steps: ReadonlyArray<Step>): void => {
  for (const { events, refused, said } of steps) {
    const left = new Set([...events.map(({ type }) => type), refused ?? (events.length === 0 ? 'nothing' : 'something')])
    for (const what of left) reached.set(`${said.kind} ${what}`, (reached.get(`${said.kind} ${what}`) ?? 0) + 1)
    for (const event of events) {
      if (event.type === 'SeedsSelected' && event.data.sources.includes('hit')) reached.set('hit', 1)
      if (event.type === 'TurnStarted' && event.data.hints !== undefined) reached.set('hinted', 1)
    }
  }
}

/** A conversation that breaks a rule is made smaller for minutes before it is told. */
const patience = { timeout: 3_600_000 }

const toReach = [
  'complete TurnCompleted',
  'complete FeedbackGiven',
  'complete NotFound',
  'complete nothing',
  'session SessionEnded',
  'recall SessionStarted',
  'hear FeedbackGiven',
  'hear nothing',
  'heartbeat HeartbeatObserved',
  'feedback NotFound',
  'learn StrengthAdjusted',
  'recall nothing',
  'hit',
  'hinted',
]

describe('what a host says of its conversations', () => {
  test(
    'INV-43 INV-44 INV-45 INV-46 INV-47 INV-48 leaves in the log what the rules of conversations allow, and nothing else',
    patience,
    () => {
      const reached = new Map<string, number>()
      fc.assert(
        fc.property(conversation, (said) => {
          const steps = transcriptOf(said)

          count(reached, steps)
          expect(conversationComplaints(steps)).toEqual([])
        }),
        runs,
      )
      if (runs.numRuns >= 100) expect(toReach.filter((what) => !reached.has(what))).toEqual([])
    },
  )
})

describe('what an answer used', () => {
  test('INV-47 is the same when it also repeats what was put before the model, in its fence', () => {
    fc.assert(
      fc.property(withMore, ({ given, quoted }) => {
        expect(usedItems(quoted)).toEqual(usedItems(given))
      }),
      runs,
    )
  })

  test('INV-47 is of what was given, each once, and no more than the settings say', () => {
    fc.assert(
      fc.property(answered, (given) => {
        const used = usedItems(given).map(({ node }) => node)

        expect(new Set(used).size).toBe(used.length)
        expect(used.length).toBeLessThanOrEqual(given.settings.perTurn)
        expect(given.items.map(({ node }) => node)).toEqual(expect.arrayContaining(used))
      }),
      runs,
    )
  })
})
