import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import type { CallEnd } from '../model/model-call.ts'
import { balanced } from '../profiles/profiles.ts'
import { given, note, ref } from '../testing/given.ts'
import { type CausesOffer, causesTask, followedCauses, withdrawnCauses } from './causes-call.ts'

const asked = (...offered: ReadonlyArray<number>): NewEvent => ({
  type: 'ModelAsked',
  data: {
    task: 'causes',
    call: 1,
    source: 1,
    offered,
    beside: [],
    model: ref('a'),
    template: 'causes.1',
    digest: '0'.repeat(16),
    prompt: ref('b'),
    tokens: 1,
    tokensOut: 180,
    costNanoUsd: 108_150,
  },
})
const window = [
  { node: 1, place: 0, isNew: true },
  { node: 2, place: 1, isNew: false },
]
const offer: CausesOffer = {
  source: 1,
  window,
  text: () => '',
  texts: new Map([
    [1, ref('1')],
    [2, ref('1')],
  ]),
}
const end: CallEnd = {
  task: 'causes',
  call: 1,
  turn: undefined,
  limits: balanced.routing,
  fallback: undefined,
  explanation: undefined,
  refused: 0,
  tokensIn: 700,
  tokensOut: 60,
  latencyMs: 80,
  at: 0,
}
const answer = (confidence = 800_000_000, change: Partial<CallEnd> = {}) => ({
  _tag: 'RecordAnswer' as const,
  end: { ...end, ...change },
  follow: followedCauses({ pairs: [{ cause: 1, effect: 2, confidence }], refused: 0 }, offer),
})
const answered = {
  task: 'causes',
  call: 1,
  refused: 0,
  tokensIn: 700,
  tokensOut: 60,
  costNanoUsd: 141_000,
  latencyMs: 80,
  outcome: 'answered',
} as const
const named = { source: 1, passages: [1], causes: [1], effects: [2], confidence: [800_000_000] }
const recorded = (change: Partial<typeof named> = {}, refused = 0): ReadonlyArray<NewEvent> => [
  { type: 'ModelAnswered', data: { ...answered, refused } },
  { type: 'CausesNamed', data: { ...named, ...change } },
]
const revised = (node: number): NewEvent => ({ type: 'NodeRevised', data: { node, text: ref('c') } })
const causal = (edge: number, source: number, target: number, reason: 'model' | 'manual' = 'model'): NewEvent => ({
  type: 'EdgeLinked',
  data: { edge, source, target, kind: 'causal', strength: 580_000_000, reason },
})

test('a question says which passages are new and which were asked about before', () =>
  expect(causesTask.subject(offer, given().state)).toEqual({ source: 1, offered: [1], beside: [2] }))

describe('a named cause becomes edges', () => {
  const known = given(note(1), note(2), note(3), asked(1, 2, 3))

  test('S1.30 both ways with one strength: habitual + slope · confidence', () =>
    known.when(answer()).gives([...recorded(), causal(1, 1, 2), causal(2, 2, 1)]))

  test('not with little confidence, but it is recorded', () =>
    known.when(answer(499_999_999)).gives(recorded({ confidence: [499_999_999] })))

  test('by the weight of the settings', () => {
    const settings = { ...balanced, ingest: { ...balanced.ingest, cause: 0.5, causeLeast: 0 } }
    const events = known.when(answer(), { settings }).events()

    expect(events.flatMap(({ data, type }) => (type === 'EdgeLinked' ? [data.strength] : []))).toEqual([440_000_000, 440_000_000])
  })

  test('not a second one where there is one', () =>
    given(note(1), note(2), asked(1, 2), causal(1, 2, 1, 'manual'))
      .when(answer())
      .gives([...recorded(), causal(2, 1, 2)]))

  test('not where a passage got another text, was retired or is no longer trusted meanwhile', () => {
    const changes: ReadonlyArray<NewEvent> = [
      revised(2),
      { type: 'NodeRetired', data: { node: 1, reason: 'source' } },
      { type: 'NodeRevised', origin: 'untrusted', data: { node: 1 } },
    ]
    for (const change of changes)
      given(note(1), note(2), asked(1, 2), change)
        .when(answer())
        .gives(recorded({ causes: [], effects: [], confidence: [] }, 1))
  })

  test('not where the call has no answer, and only its end is recorded', () =>
    given()
      .when({ ...answer(800_000_000, { fallback: 'unreachable', tokensIn: 0, tokensOut: 0 }), follow: undefined })
      .gives([
        {
          type: 'ModelAnswered',
          data: { ...answered, tokensIn: 0, tokensOut: 0, costNanoUsd: 0, outcome: 'fell-back', fallback: 'unreachable', over: true },
        },
      ]))
})

describe('a passage that gets another text', () => {
  const { state } = given(note(1), note(2), note(3), asked(1, 2, 3), causal(1, 1, 2), causal(2, 2, 1), causal(3, 2, 3, 'manual'))

  test('may be asked about again', () =>
    expect([...given(note(1), note(2), asked(1, 2), revised(2)).state.causes.asked.keys()]).toEqual([1]))

  test('loses the edges that a model made from and to it, and none that a person set', () => {
    const pruned = (edge: number) => ({ type: 'EdgePruned', data: { edge, reason: 'source' } })

    expect(withdrawnCauses([revised(2)], state)).toEqual([pruned(1), pruned(2)])
    expect(withdrawnCauses([revised(3)], state)).toEqual([])
  })

  test('not one that only moved', () => {
    const moved: NewEvent = { type: 'NodeRevised', data: { node: 2, id: ref('d') } }

    expect(withdrawnCauses([moved], state)).toEqual([])
    expect([...given(note(1), note(2), asked(1, 2), moved).state.causes.asked.keys()]).toEqual([1, 2])
  })
})
