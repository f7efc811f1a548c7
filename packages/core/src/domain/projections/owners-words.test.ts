import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { cloneWords, foldWords, noWords, type OwnersWords } from './owners-words.ts'

const wordsOf = (...events: ReadonlyArray<NewEvent>): OwnersWords => {
  const words = noWords()
  for (const [i, event] of events.entries()) foldWords(words, placed(event, i + 1, { at: 0, actor: 1 }))
  return words
}

describe('protections', () => {
  test('last, also where it went with its document, until it is let go; a copy keeps to itself', () => {
    const protection = (node: number, is: 'on' | 'off'): NewEvent => ({ type: 'NodeProtected', data: { node, protection: is } })
    const words = wordsOf(protection(1, 'on'), protection(2, 'on'), protection(2, 'off'))

    const copy = cloneWords(words)
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
