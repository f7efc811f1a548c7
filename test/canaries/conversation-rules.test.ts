import type { Request } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BrainEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { usedItems } from '../../packages/text/src/evidence/use-evidence.ts'
import { conversation } from '../arbitraries/conversation.ts'
import { withMore } from '../arbitraries/use.ts'
import { type Broken, type Step, spoken, transcriptOf } from '../models/conversation.ts'
import { conversationComplaints } from '../models/conversation-rules.ts'

const whole: Broken = (methods) => methods
const heard = new Map<string, ReadonlyArray<Step>>()
/** Once for all logs that are altered. */
const heardWhole = (said: Parameters<typeof transcriptOf>[0]): ReadonlyArray<Step> => {
  const key = JSON.stringify(said)
  const steps = heard.get(key) ?? transcriptOf(said)
  heard.set(key, steps)
  return steps
}

/** Tells whether a rule, in as many conversations as `pnpm test` has, says anything. */
const complains = (rule: string, broken: Broken, tamper: (steps: ReadonlyArray<Step>) => ReadonlyArray<Step>, seed = 1): boolean =>
  fc.check(
    fc.property(
      conversation,
      (said) =>
        !conversationComplaints(tamper(broken === whole ? heardWhole(said) : transcriptOf(said, broken))).some((one) =>
          one.startsWith(rule),
        ),
    ),
    { numRuns: 100, seed, endOnFailure: true },
  ).failed

const asTold = (steps: ReadonlyArray<Step>) => steps

/** A memory that keeps the hits of one recall for the next. */
const stickyHits = (): Broken => {
  let kept: Request.RecallRequest['hits']
  return (methods) => ({
    ...methods,
    recall: (request) => {
      const hits = request.hits ?? kept
      kept = hits
      return methods.recall(hits === undefined ? request : { ...request, hits })
    },
  })
}

/** `seed`: of conversations among which one of the first shows it. */
const memories: ReadonlyArray<readonly [name: string, rule: string, broken: Broken, seed?: number]> = [
  [
    'takes an unknown turn for the first',
    'a turn ends once',
    (methods) => ({
      ...methods,
      complete: (request) => {
        const { recallKey: _, ...rest } = request
        return Effect.catchTag(methods.complete(request), 'NotFound', () => methods.complete({ ...rest, turn: 't1' }))
      },
    }),
  ],
  [
    'never ends a session',
    'one key names one session',
    (methods) => ({ ...methods, session: (request) => methods.session({ ...request, event: 'started' }) }),
  ],
  [
    'begins a session with every question',
    'one key names one session',
    (methods) => ({
      ...methods,
      recall: (request) => {
        const { question, ...where } = request
        const { actor: _actor, key: _key, hits: _hits, record: _record, limit: _limit, ...talk } = where
        return Effect.andThen(methods.session({ ...talk, event: 'ended' }), methods.recall(request))
      },
    }),
  ],
  [
    'hears a correction from anybody',
    'a heard correction',
    (methods) => ({ ...methods, hear: (request) => methods.hear({ ...request, origin: 'owner' }) }),
  ],
  [
    'hears a correction in every word',
    'a heard correction',
    (methods) => ({ ...methods, hear: (request) => methods.hear({ ...request, text: spoken[0] }) }),
    2,
  ],
  [
    'hears what was said of the newest turn of all',
    'a heard correction',
    (methods) => ({
      ...methods,
      hear: ({ recallKey: _, ...request }) => methods.hear({ ...request, session: 'cli', sessionKind: 'cli' }),
    }),
  ],
  [
    'learns from a heartbeat',
    'strengths move only',
    (methods) => ({
      ...methods,
      heartbeat: (request) =>
        Effect.tap(methods.heartbeat(request), () => methods.strength({ source: 'erased:1', target: 'erased:3', value: 0.5 })),
    }),
  ],
  [
    'forgets a tag of a heartbeat',
    'a heartbeat leaves its own event',
    (methods) => ({ ...methods, heartbeat: (request) => methods.heartbeat({ ...request, tags: request.tags.slice(1) }) }),
  ],
  [
    'keeps a record of looks',
    'a look leaves no trace',
    (methods) => ({ ...methods, recall: (request) => methods.recall({ ...request, record: true }) }),
  ],
  ['keeps the hits of a question for the next', 'a recall begins with its texts', stickyHits()],
  [
    'heeds no hits',
    'a recall begins with its texts',
    (methods) => ({ ...methods, recall: ({ hits: _, ...request }) => methods.recall(request) }),
  ],
  [
    'takes what is repeated for what is used',
    'a reply uses what its turn was given',
    (methods) => ({
      ...methods,
      complete: ({ reply = '', ...request }) => methods.complete({ ...request, reply: reply.replaceAll('crabtrail-memory', 'note') }),
    }),
  ],
  [
    'takes no reply for use',
    'a reply uses what its turn was given',
    (methods) => ({ ...methods, complete: ({ reply: _, toolTexts: __, ...request }) => methods.complete(request) }),
  ],
]

const altered = (type: BrainEvent['type'], change: (event: BrainEvent) => ReadonlyArray<BrainEvent>) => (steps: ReadonlyArray<Step>) =>
  steps.map((step) => ({ ...step, events: step.events.flatMap((event) => (event.type === type ? change(event) : [event])) }))
const withData = (type: BrainEvent['type'], data: object) =>
  altered(type, (event) => [{ ...event, data: { ...event.data, ...data } } as BrainEvent])

const logs: ReadonlyArray<readonly [name: string, rule: string, tamper: typeof asTold]> = [
  ['in which a turn ends twice', 'a turn ends once', altered('TurnCompleted', (event) => [event, event])],
  ['in which a turn ended otherwise', 'a turn ends once', withData('TurnCompleted', { outcome: 'unheard' })],
  ['in which a new session has another number', 'one key names one session', withData('SessionStarted', { session: 7 })],
  [
    'in which something stands in another session',
    'one key names one session',
    altered('TurnStarted', (event) => [{ ...event, commit: { ...event.commit, session: 9 } }]),
  ],
  ['in which a heard correction weighs more', 'a heard correction', withData('FeedbackGiven', { outcome: -1_000_000_000 })],
  ['in which an hour passed unheard', 'a heard correction', (steps) => steps.map((step, i) => ({ ...step, at: step.at + i * 3_600_000 }))],
  ['in which use was said out loud', 'a reply uses what its turn was given', withData('FeedbackGiven', { tier: 'conscious' })],
  ['in which use is of everything', 'a reply uses what its turn was given', withData('FeedbackGiven', { nodes: [1, 2, 3, 4] })],
  ['in which use moves a lot', 'implicit use only strengthens', withData('StrengthAdjusted', { asked: 600_000_000 })],
  ['in which use weakens', 'implicit use only strengthens', withData('StrengthAdjusted', { asked: -1 })],
  [
    'in which what is only heard moves a ranking',
    'a heartbeat leaves its own event',
    (steps) => steps.map((step) => (step.looks.after === undefined ? step : { ...step, looks: { ...step.looks, after: [['x', 1]] } })),
  ],
]

describe('the rules of conversations', () => {
  test('find nothing in the memory', () => {
    for (const said of fc.sample(conversation, { numRuns: 4, seed: 1 })) expect(conversationComplaints(transcriptOf(said))).toEqual([])
  })

  test.each(memories.map(([name, rule, broken, seed = 1]) => ({ name, rule, broken, seed })))('find a memory that $name', (one) => {
    expect(complains(one.rule, one.broken, asTold, one.seed)).toBe(true)
  })

  test.each(logs)('find a log %s', (_, rule, tamper) => {
    expect(complains(rule, whole, tamper)).toBe(true)
  })
})

test('the check of repeated memories finds an answer whose fences are not seen', () => {
  const { failed } = fc.check(
    fc.property(withMore, ({ given, quoted }) => {
      const reply = quoted.reply.replaceAll('crabtrail-memory', 'note')
      expect(usedItems({ ...quoted, reply })).toEqual(usedItems(given))
    }),
    { numRuns: 100, seed: 1 },
  )

  expect(failed).toBe(true)
})
