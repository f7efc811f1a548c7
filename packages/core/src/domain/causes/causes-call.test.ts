import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { balanced } from '../profiles/profiles.ts'
import { given, note, ref } from '../testing/given.ts'
import { type CausesEnd, withdrawnCauses } from './causes-call.ts'

const requested = (...passages: ReadonlyArray<number>): NewEvent => ({
  type: 'CausesRequested',
  data: {
    source: 1,
    passages,
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
const end = (change: Partial<CausesEnd> = {}): CausesEnd => ({
  source: 1,
  window: [
    { node: 1, place: 0, isNew: true },
    { node: 2, place: 1, isNew: false },
  ],
  texts: new Map([
    [1, ref('1')],
    [2, ref('1')],
  ]),
  pairs: [{ cause: 1, effect: 2, confidence: 800_000_000 }],
  refused: 0,
  fallback: undefined,
  tokensIn: 700,
  tokensOut: 60,
  latencyMs: 80,
  ...change,
})
const named = {
  source: 1,
  passages: [1],
  causes: [1],
  effects: [2],
  confidence: [800_000_000],
  refused: 0,
  tokensIn: 700,
  tokensOut: 60,
  costNanoUsd: 141_000,
  latencyMs: 80,
  outcome: 'answered',
} as const
const revised = (node: number): NewEvent => ({ type: 'NodeRevised', data: { node, text: ref('c') } })
const causal = (edge: number, source: number, target: number, reason: 'model' | 'manual' = 'model'): NewEvent => ({
  type: 'EdgeLinked',
  data: { edge, source, target, kind: 'causal', strength: 580_000_000, reason },
})

test('a request says which passages are new and which were asked about before', () => {
  const window = [
    { node: 1, place: 0, isNew: false },
    { node: 2, place: 1, isNew: true },
  ]
  const asked = { source: 1, window, model: ref('a'), template: 'causes.1', digest: '0'.repeat(16), prompt: ref('b'), tokens: 7 }

  given(note(1), note(2))
    .when({ _tag: 'RequestCauses', ...asked })
    .gives([{ ...requested(2), data: { ...requested(2).data, passages: [2], beside: [1], tokens: 7, costNanoUsd: 109_050 } } as NewEvent])
})

describe('a named cause becomes edges', () => {
  const known = given(note(1), note(2), note(3), requested(1, 2, 3))

  test('S1.30 both ways with one strength: habitual + slope · confidence', () =>
    known
      .when({ _tag: 'NameCauses', ...end() })
      .gives([{ type: 'CausesNamed', data: named }, causal(1, 1, 2), causal(2, 2, 1)])
      .answers({ linked: 2, refused: 0, costNanoUsd: 141_000 }))

  test('not with little confidence, but it is recorded', () =>
    known
      .when({ _tag: 'NameCauses', ...end({ pairs: [{ cause: 1, effect: 2, confidence: 499_999_999 }] }) })
      .gives([{ type: 'CausesNamed', data: { ...named, confidence: [499_999_999] } }]))

  test('by the weight of the settings', () => {
    const settings = { ...balanced, ingest: { ...balanced.ingest, cause: 0.5, causeLeast: 0 } }
    const events = known.when({ _tag: 'NameCauses', ...end() }, { settings }).events()

    expect(events.flatMap(({ data, type }) => (type === 'EdgeLinked' ? [data.strength] : []))).toEqual([440_000_000, 440_000_000])
  })

  test('not a second one where there is one', () =>
    given(note(1), note(2), requested(1, 2), causal(1, 2, 1, 'manual'))
      .when({ _tag: 'NameCauses', ...end() })
      .gives([{ type: 'CausesNamed', data: named }, causal(2, 1, 2)]))

  test('not where a passage got another text, was retired or is no longer trusted meanwhile', () => {
    const refused = { type: 'CausesNamed', data: { ...named, causes: [], effects: [], confidence: [], refused: 1 } } as const
    const changes: ReadonlyArray<NewEvent> = [
      revised(2),
      { type: 'NodeRetired', data: { node: 1, reason: 'source' } },
      { type: 'NodeRevised', origin: 'untrusted', data: { node: 1 } },
    ]
    for (const change of changes) {
      given(note(1), note(2), requested(1, 2), change)
        .when({ _tag: 'NameCauses', ...end() })
        .gives([refused])
        .answers({ linked: 0, refused: 1, costNanoUsd: 141_000 })
    }
  })
})

test('a call without an answer is recorded with its reason', () =>
  given()
    .when({ _tag: 'NameCauses', ...end({ pairs: [], fallback: 'timeout', tokensIn: 0, tokensOut: 0 }) })
    .gives([
      {
        type: 'CausesNamed',
        data: {
          ...named,
          causes: [],
          effects: [],
          confidence: [],
          tokensIn: 0,
          tokensOut: 0,
          costNanoUsd: 0,
          outcome: 'fell-back',
          fallback: 'timeout',
        },
      },
    ]))

describe('a passage that gets another text', () => {
  const { state } = given(note(1), note(2), note(3), requested(1, 2, 3), causal(1, 1, 2), causal(2, 2, 1), causal(3, 2, 3, 'manual'))

  test('may be asked about again', () => expect([...given(note(1), note(2), requested(1, 2), revised(2)).state.causes.asked]).toEqual([1]))

  test('loses the edges that a model made from and to it, and none that a person set', () => {
    const pruned = (edge: number) => ({ type: 'EdgePruned', data: { edge, reason: 'source' } })

    expect(withdrawnCauses([revised(2)], state)).toEqual([pruned(1), pruned(2)])
    expect(withdrawnCauses([revised(3)], state)).toEqual([])
  })

  test('not one that only moved', () => {
    const moved: NewEvent = { type: 'NodeRevised', data: { node: 2, id: ref('d') } }

    expect(withdrawnCauses([moved], state)).toEqual([])
    expect([...given(note(1), note(2), requested(1, 2), moved).state.causes.asked]).toEqual([1, 2])
  })
})
