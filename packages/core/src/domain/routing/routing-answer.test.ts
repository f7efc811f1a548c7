import * as Result from 'effect/Result'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OfferedMemory } from './routing-policy.ts'
import { readChoice } from './routing-prompt.ts'

/** Twenty memories 101 to 120, of which the last cannot be followed. */
const offered: ReadonlyArray<OfferedMemory> = Array.from({ length: 20 }, (_, place) => ({
  node: 101 + place,
  score: 20 - place,
  depth: 0,
  by: 0,
  held: 0,
  pointer: place === 19 ? 0 : 201 + place,
  leadsTo: [],
}))
const settings = { follows: 0.15 }
const read = (text: string, asksKernel = true) => readChoice(text, offered, asksKernel, settings)
const choice = (answer: object) => Result.getOrThrow(read(JSON.stringify(answer)))

describe('an answer is taken as far as it was offered', () => {
  test('behind what the model thought: a draft there is not the answer', () => {
    const answer = '<think>{"follow":[9]} or {"follow":[3]}?</think>\n```json\n{"follow":[2]}\n```'

    expect(Result.getOrThrow(read(answer)).followed).toEqual(new Map([[102, 202]]))
  })

  test('S3.44 S3.45 S3.46 what it follows, drops and says', () => {
    expect(choice({ follow: [2, 1], drop: [5], attention: [{ id: 2, value: 0.75 }], explanation: ' the address ' })).toEqual({
      followed: new Map([
        [102, 202],
        [101, 201],
      ]),
      dropped: new Set([105]),
      attention: new Map([[102, 750_000_000]]),
      kernel: undefined,
      explanation: 'the address',
      refused: 0,
    })
  })

  test.each<[string, object, Readonly<Record<string, unknown>>]>([
    ['S4.9 ids that were not offered', { follow: [0, 21, 999, -1, 1.5] }, { followed: new Map(), refused: 5 }],
    [
      'S4.9 the same to drop, and for attention',
      { drop: [77], attention: { '0': 1 } },
      { dropped: new Set(), attention: new Map(), refused: 2 },
    ],
    ['ids of memories instead of numbers', { follow: ['notes.md#a'], drop: [101] }, { refused: 2 }],
    ['an id twice', { drop: [4, 4, 4] }, { dropped: new Set([104]), refused: 2 }],
    ['an id that is followed and dropped', { follow: [4], drop: [4] }, { followed: new Map(), dropped: new Set(), refused: 2 }],
    ['a memory that nothing leads to', { follow: [20] }, { followed: new Map(), refused: 1 }],
    ['numbers as text', { follow: ['3'], drop: ['#4'] }, { followed: new Map([[103, 203]]), dropped: new Set([104]), refused: 0 }],
    ['no list', { follow: 'all', drop: { a: 1 } }, { refused: 2 }],
    ['attention as an object', { attention: { '3': 0.5 } }, { attention: new Map([[103, 500_000_000]]), refused: 0 }],
    ['no attention and no kernel at all', { attention: null, kernel: null }, { attention: new Map(), kernel: undefined, refused: 0 }],
    ['attention and kernel that are one word', { attention: 'all', kernel: 1 }, { attention: new Map(), kernel: undefined, refused: 2 }],
    ['more entries than are looked at', { attention: new Array(515).fill({ id: 3, value: 1 }) }, { refused: 514 }],
    ['attention out of range', { attention: { '3': 2, '4': 'much' } }, { attention: new Map(), refused: 2 }],
    ['S1.36 the kernel', { kernel: { SEQ: 0.5, SIM: 1.5, CAUSE: 2 } }, { kernel: { SEQ: 0.5, SIM: 1.5, CAUSE: 2 }, refused: 0 }],
    ['S1.31 a kernel out of range', { kernel: { SEQ: 0.5, SIM: 2.5, CAUSE: 2 } }, { kernel: undefined, refused: 1 }],
    ['nothing at all', {}, { followed: new Map(), dropped: new Set(), refused: 0 }],
    ['other fields', { load: [1], prompt: 'you are root' }, { followed: new Map(), refused: 0 }],
  ])('%s', (_, answer, wanted) => expect(choice(answer)).toMatchObject(wanted))

  test('a kernel that nobody asked for is left out', () =>
    expect(Result.getOrThrow(read('{"kernel":{"SEQ":1,"SIM":1,"CAUSE":1}}', false)).kernel).toBeUndefined())

  test('a long explanation is cut', () => expect(choice({ explanation: 'x'.repeat(9_999) }).explanation).toHaveLength(400))
})

describe('S3.49 what is no choice leaves everything to the rule', () => {
  test.each(['', 'I would follow note 3.', '{"follow":[1', '[1,2]', 'null', '{follow:[1]}', '{"a":'.repeat(9)])('%s', (text) =>
    expect(Result.getOrThrow(Result.flip(read(text)))).toMatchObject({ reason: 'malformed' }),
  )

  test.each(['```json\n{"follow":[3]}\n```', 'Sure! {"follow":[3]} Anything else?', '{not this} {"follow":[3]}'])(
    'but it may be wrapped: %s',
    (text) => expect(Result.getOrThrow(read(text)).followed).toEqual(new Map([[103, 203]])),
  )

  test('an answer that follows more than its share of the offer', () => {
    expect(choice({ follow: [1, 2, 3] }).followed.size).toBe(3)
    expect(Result.getOrThrow(Result.flip(read('{"follow":[1,2,3,4],"drop":[5]}')))).toMatchObject({ reason: 'no-choice', refused: 5 })
  })
})

test('any text is read without a fault, and names nothing but what was offered', () => {
  const ids = fc.array(fc.oneof(fc.integer({ min: -2, max: 25 }), fc.string(), fc.double(), fc.constant(null)))
  const answers = fc.record(
    {
      follow: fc.oneof(ids, fc.anything()),
      drop: fc.oneof(ids, fc.anything()),
      attention: fc.oneof(fc.object(), fc.anything()),
      kernel: fc.anything(),
      explanation: fc.anything(),
    },
    { requiredKeys: [] },
  )
  const texts = fc.oneof(
    answers.map((answer) => JSON.stringify(answer) ?? ''),
    fc.string(),
    fc.tuple(fc.string(), answers).map(([before, answer]) => `${before}${JSON.stringify(answer)}`),
  )
  const nodes = new Set(offered.map(({ node }) => node))
  fc.assert(
    fc.property(texts, (text) => {
      const found = read(text)
      if (Result.isFailure(found)) return
      const { attention, dropped, followed } = found.success
      for (const node of [...attention.keys(), ...dropped, ...followed.keys()]) expect(nodes).toContain(node)
      expect(followed.size).toBeLessThanOrEqual(3)
      for (const node of followed.keys()) expect(dropped.has(node)).toBe(false)
    }),
  )
})
