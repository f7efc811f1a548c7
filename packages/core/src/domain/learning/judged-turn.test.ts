import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { judgedTurn, type SaidMeanwhile } from './feedback.ts'

const record = (turn: number, session: number, included: ReadonlyArray<number>, shown: ReadonlyArray<number>): TurnRecord => ({
  turn,
  session,
  included,
  shown: [...new Set([...included, ...shown])],
  position: turn,
  at: turn,
  question: undefined,
  seeds: [],
  cues: [],
  fired: new Map(),
  followed: [],
  inhibited: new Map(),
  verdicts: [],
  unanswered: new Map(),
  cue: undefined,
  outcome: undefined,
  drew: undefined,
  uses: [],
})

const stateOf = (turns: ReadonlyArray<TurnRecord>, absent?: number): Parameters<typeof judgedTurn>[0] => ({
  recentTurns: () => turns.toReversed(),
  turn: (number) => turns.find(({ turn }) => turn === number),
  lastAbsence: (_, before = Number.POSITIVE_INFINITY) => (absent !== undefined && absent < before ? absent : undefined),
})

const said = (change: Partial<SaidMeanwhile>): SaidMeanwhile => ({
  session: 1,
  own: undefined,
  message: 'how are releases deployed',
  verdict: 'wrong',
  nodes: [],
  named: undefined,
  ...change,
})
const correction = 'No, that is wrong.'

const blame = fc.constantFrom('wrong', 'not-relevant', 'not-useful')
const corrections = fc.constantFrom(correction, 'Das stimmt nicht.', 'No, 5433.', '5433, not 5432.')

const nodes = fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 3 })
const talks = fc
  .array(fc.record({ session: fc.constantFrom(1, 2), included: nodes, shown: nodes }), { minLength: 1, maxLength: 8 })
  .map((turns) => turns.map(({ included, session, shown }, at) => record(at + 1, session, included, shown)))
const meanwhile = fc.record({
  own: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
  message: fc.constantFrom(correction, 'Das stimmt nicht.', 'No, 5433.', 'thanks', undefined),
  verdict: fc.constantFrom('wrong', 'not-relevant', 'not-useful', 'used'),
  nodes,
})

describe('the turn that an agent judges while it answers', () => {
  test('INV-81 is of its own session, and gave or showed what is judged', () => {
    fc.assert(
      fc.property(talks, meanwhile, (turns, about) => {
        const turn = judgedTurn(stateOf(turns), said(about))

        if (turn === undefined) return
        expect(turn.session).toBe(1)
        const held = about.nodes.length === 0 ? turn.included : about.nodes.filter((node) => turn.shown.includes(node))
        expect(held).not.toEqual([])
      }),
    )
  })

  test('INV-81 is found for every note that a turn of the session gave', () => {
    fc.assert(
      fc.property(talks, meanwhile, (turns, about) => {
        for (const node of turns.filter(({ session }) => session === 1).flatMap(({ included }) => included))
          expect(judgedTurn(stateOf(turns), said({ ...about, nodes: [node] }))?.included).toContain(node)
      }),
    )
  })

  test('INV-81 is before a message that corrects, whatever its own recall gave, where a turn before gave the note', () => {
    fc.assert(
      fc.property(talks, fc.integer({ min: 1, max: 5 }), blame, corrections, (turns, node, verdict, message) => {
        const gave = turns.filter(({ included, session }) => session === 1 && included.includes(node))
        const own = turns.length
        fc.pre(gave.some(({ turn }) => turn < own))

        const turn = judgedTurn(stateOf(turns), said({ own, message, verdict, nodes: [node] }))

        expect(turn).toBe(gave.findLast(({ turn: one }) => one < own))
      }),
    )
  })

  test('is that of the message itself where it corrects nothing, and for praise', () => {
    const turns = [record(1, 1, [1], []), record(2, 1, [1], [])]

    expect(judgedTurn(stateOf(turns), said({ own: 2, nodes: [1] }))?.turn).toBe(2)
    expect(judgedTurn(stateOf(turns), said({ own: 2 }))?.turn).toBe(2)
    expect(judgedTurn(stateOf(turns), said({ own: 2, message: correction, verdict: 'used' }))?.turn).toBe(2)
  })

  test('is none where the answer before was given nothing and no note is named', () => {
    const turns = [record(1, 1, [1], []), record(3, 1, [], [1]), record(4, 1, [2], [])]

    expect(judgedTurn(stateOf(turns), said({ own: 4, message: correction }))).toBeUndefined()
    expect(judgedTurn(stateOf(turns.toSpliced(1, 1), 2), said({ own: 4, message: correction }))).toBeUndefined()
    expect(judgedTurn(stateOf(turns.toSpliced(1, 1)), said({ own: 4, message: correction }))?.turn).toBe(1)
  })

  test('is the one that is named, unless that showed none of the notes', () => {
    const turns = [record(1, 1, [1], []), record(2, 1, [2], [3]), record(3, 2, [2], [])]

    expect(judgedTurn(stateOf(turns), said({ named: 2, nodes: [3] }))?.turn).toBe(2)
    expect(judgedTurn(stateOf(turns), said({ named: 3, nodes: [2] }))?.turn).toBe(3)
    expect(judgedTurn(stateOf(turns), said({ named: 2, nodes: [1] }))?.turn).toBe(1)
    expect(judgedTurn(stateOf(turns), said({ named: 2, own: 2, message: correction, nodes: [2] }))?.turn).toBe(2)
    expect(judgedTurn(stateOf(turns), said({ named: 2, own: 2, message: correction }))?.turn).toBe(1)
  })
})
