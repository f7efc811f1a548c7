import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { copyOf } from './copy-of.ts'
import {
  foldUnlearnings,
  foldWords,
  noUnlearnings,
  noWords,
  type OwnersWords,
  signalsOut,
  standingRequests,
  stretchesInForce,
} from './standing.ts'

const wordsOf = (...events: ReadonlyArray<NewEvent>): OwnersWords => {
  const words = noWords()
  for (const [i, event] of events.entries()) foldWords(words, placed(event, i + 1, { at: 0, actor: 1 }))
  return words
}

describe('protections', () => {
  test('last, also where it went with its document, until it is let go; a copy keeps to itself', () => {
    const protection = (node: number, is: 'on' | 'off'): NewEvent => ({ type: 'NodeProtected', data: { node, protection: is } })
    const words = wordsOf(protection(1, 'on'), protection(2, 'on'), protection(2, 'off'))

    const copy = copyOf(words)
    copy.protections.add(4)
    expect(words.protections).toEqual(new Set([1]))
  })

  test.each<readonly [keeps: boolean, event: NewEvent]>([
    [true, { type: 'NodeRetired', data: { node: 1, reason: 'source' } }],
    [true, { type: 'NodeRetired', data: { node: 1, reason: 'unlearned' } }],
    [false, { type: 'NodeRetired', data: { node: 1, reason: 'death' } }],
    [false, { type: 'NodeRetired', data: { node: 1, reason: 'forgotten' } }],
    [false, { type: 'NodeRetired', data: { node: 1, reason: 'forgotten' } }],
    [false, { type: 'NodeMerged', data: { node: 1, into: 2 } }],
    [false, { type: 'NodePromoted', data: { node: 1, reason: 'success' } }],
    [true, { type: 'NodeRestored', data: { node: 1, state: 'protected' } }],
    [false, { type: 'NodeRestored', data: { node: 1, state: 'normal' } }],
  ])('are kept: %s, after %j', (keeps, event) => {
    const on: NewEvent = { type: 'NodeProtected', data: { node: 1, protection: 'on' } }

    expect(wordsOf(on, event).protections.has(1)).toBe(keeps)
  })
})

describe('what the owner said', () => {
  const said = (node: number, outcome: number, instead?: number): NewEvent => ({
    type: 'FeedbackGiven',
    origin: 'owner',
    data: {
      feedback: 1,
      verdict: outcome > 0 ? 'used' : 'wrong',
      applied: outcome > 0 ? 'used' : 'wrong',
      outcome,
      tier: 'conscious',
      given: 'explicit',
      cue: 9,
      nodes: [node],
      ...(instead === undefined ? {} : { instead: [instead] }),
    },
  })
  const back = (to: number): NewEvent => ({ type: 'RollbackRequested', origin: 'owner', data: { to, through: to } })
  const told = ({ replacements, standing }: OwnersWords) => ({
    words: [...(standing.get(9) ?? [])].map(([node, { is, position }]) => [node, is, position]),
    replaced: [...replacements].map(([node, list]) => [node, list.map(({ by }) => by)]),
  })

  test('is what it was at the position of a rollback, and after a rollback of that', () => {
    const events = [said(1, 1), said(1, -1, 2)]

    expect(told(wordsOf(...events, back(1)))).toEqual({ words: [[1, 'for', 1]], replaced: [] })
    expect(told(wordsOf(...events, back(0)))).toEqual({ words: [], replaced: [] })
    const again = told(wordsOf(...events, back(1), back(2)))
    expect(again).toEqual(told(wordsOf(...events)))
    expect(again.replaced).toEqual([[1, [2]]])
    expect(told(wordsOf(...events, back(1), said(3, 1), back(3)))).toEqual({ words: [[1, 'for', 1]], replaced: [] })
  })
})

const unlearn = (...signals: ReadonlyArray<number>): NewEvent => ({
  type: 'UnlearnRequested',
  data: { selector: 'feedback', selected: [1], signals },
})
const withdraw = (request: number): NewEvent => ({ type: 'UnlearnWithdrawn', data: { request } })
const rollBack = (to: number): NewEvent => ({ type: 'RollbackRequested', data: { to, through: to } })

const recordsOf = (...events: ReadonlyArray<NewEvent>) => {
  const records = noUnlearnings()
  for (const [i, event] of events.entries()) foldUnlearnings(records, placed(event, i + 1, { at: 0, actor: 1 }))
  return records
}
const outOf = (...events: ReadonlyArray<NewEvent>) => {
  const records = recordsOf(...events)
  return [...signalsOut(records, standingRequests(records))].sort((a, b) => a - b)
}

test('a signal is out while at least one standing request names it', () => {
  expect(outOf(unlearn(11, 12), unlearn(12, 13))).toEqual([11, 12, 13])
  expect(outOf(unlearn(11, 12), unlearn(12, 13), withdraw(1))).toEqual([12, 13])
  expect(outOf(unlearn(11, 12), unlearn(12, 13), withdraw(1), withdraw(2))).toEqual([])
})

test('a withdrawal of what is no request changes nothing', () => {
  expect(recordsOf(unlearn(11), withdraw(7)).changes).toEqual([{ at: 1, request: 1, stands: true }])
})

test('a rollback restores which requests stood, also those that were withdrawn since', () => {
  expect(outOf(unlearn(11), unlearn(12), rollBack(1))).toEqual([11])
  expect(outOf(unlearn(11), withdraw(1), rollBack(1))).toEqual([11])
  expect(outOf(unlearn(11), rollBack(0), rollBack(1))).toEqual([11])
})

test('what stood at an earlier position is known', () => {
  const records = recordsOf(unlearn(11), unlearn(12), withdraw(1))

  expect([0, 1, 2, 3].map((at) => [...standingRequests(records, at)])).toEqual([[], [1], [1, 2], [2]])
})

test('what counts at a position goes on from where the last rollback before it went back to', () => {
  const rollbacks = [
    { at: 10, to: 4 },
    { at: 20, to: 9 },
    { at: 30, to: 15 },
  ]
  const at = (position: number) => stretchesInForce(rollbacks, position).map(({ after, to }) => [after, to])

  expect(at(9)).toEqual([[0, 9]])
  expect(at(12)).toEqual([
    [0, 4],
    [10, 12],
  ])
  expect(at(25)).toEqual([
    [0, 9],
    [20, 25],
  ])
  expect(at(31)).toEqual([
    [0, 4],
    [10, 15],
    [30, 31],
  ])
})
