import { describe, expect, test } from 'vitest'
import type { BrainEvent } from '../events/brain-event.ts'
import { attributionReader } from './attribution.ts'

const event = (type: string, data: object, turn?: number) => ({ type, data, turn }) as unknown as BrainEvent
const given = (turn: number, ...included: ReadonlyArray<number>) => event('ContextBundled', { included }, turn)
const ended = (turn: number, drew?: ReadonlyArray<number>) => event('TurnCompleted', drew === undefined ? {} : { drew }, turn)
const verdict = (turn: number, nodes: ReadonlyArray<number>, more: object = {}) =>
  event('FeedbackGiven', { nodes, outcome: 1, ...more }, turn)
const after = (...events: ReadonlyArray<BrainEvent>) => {
  const { attribution, read } = attributionReader()
  events.forEach(read)
  return attribution()
}

describe('S3.114 the precision of attribution', () => {
  test('is the share of what verdicts reached that the reply drew on, whether the verdict or the end of the turn comes first', () => {
    expect(after(given(1, 5, 6, 7), ended(1, [5]), verdict(1, [5, 6]), verdict(1, [6], { outcome: -1 }))).toEqual({
      reached: 3,
      drawnOn: 1,
    })
    expect(after(given(1, 5), verdict(1, [5]), ended(1, [5]))).toEqual({ reached: 1, drawnOn: 1 })
  })

  test('counts a verdict that names no turn for what was given in each turn that got a share', () => {
    const turns = [given(1, 5, 6), ended(1, [5]), given(2, 7), ended(2, []), given(3, 8), ended(3, [8])]
    const outcome = event('OutcomeGiven', { feedback: 4 })
    const shares = event('FeedbackAttributed', { feedback: 4, turns: [3, 2, 1], shares: [0, 3, 7] })

    expect(after(...turns, outcome, shares)).toEqual({ reached: 3, drawnOn: 1 })
    expect(after(...turns, shares)).toEqual({ reached: 0, drawnOn: 0 })
  })

  test('leaves out what was inferred from the reply, what is worth nothing, and turns whose reply is not known', () => {
    const inferred = verdict(1, [5], { given: 'inferred' })
    const told = event('OutcomeGiven', { feedback: 4, given: 'inferred' })
    const shares = event('FeedbackAttributed', { feedback: 4, turns: [1], shares: [1] })

    expect(after(given(1, 5), ended(1, [5]), inferred, told, shares, verdict(1, [5], { outcome: 0 }))).toEqual({ reached: 0, drawnOn: 0 })
    expect(after(given(1, 5), ended(1), verdict(1, [5]), verdict(9, [5]))).toEqual({ reached: 0, drawnOn: 0 })
  })
})
