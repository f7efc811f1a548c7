import { describe, expect, test } from 'vitest'
import { balanced } from '../profiles/profiles.ts'
import { asksModel, type RoutingShape, routingReason } from './routing-policy.ts'

const { routing } = balanced
const of = (count: number, score = 1) => new Array<number>(count).fill(score)

/** Eight memories fired, the first by far the best, with room for all: nothing asks for a call. */
const calm: RoutingShape = {
  hasChoice: true,
  scores: [10, ...of(7, 4)],
  seeds: [10, 2, 1],
  covered: 1,
  confidence: 1,
  lowest: 0,
  isFresh: true,
  load: 500,
  room: 1_500,
  failedBefore: false,
}
const of4 = { ...calm, scores: [10, 4, 3, 3] }
const reason = (change: Partial<RoutingShape>, from = calm) => routingReason({ ...from, ...change }, routing)

describe('a call is worth it', () => {
  test.each<[string, Partial<RoutingShape>, string]>([
    ['S3.29 where more than 12 memories fire', { scores: of(13) }, 'many'],
    ['S3.30 where the scores of the seeds are too flat', { seeds: of(20) }, 'flat'],
    ['S3.31 where what fired does not fit into the context', { load: 1_501 }, 'over-context'],
    ['S3.32 where a similar question failed lately', { failedBefore: true }, 'failed-before'],
    ['where one failed lately, however far memories are', { failedBefore: true, confidence: Number.NEGATIVE_INFINITY }, 'failed-before'],
    ['where a memory is near, though none would be given', { scores: of(13), confidence: -1.5 }, 'many'],
  ])('%s', (_, change, wanted) => {
    expect(reason(change)).toBe(wanted)
    expect(asksModel(reason(change))).toBe(true)
  })
})

describe('no call is worth it', () => {
  test.each<[string, Partial<RoutingShape>, string]>([
    ['where nothing habitual leads anywhere', { hasChoice: false, scores: of(24), failedBefore: true }, 'no-choice'],
    ['for thanks and talk, which no memory is near to', { scores: of(24), seeds: of(20), load: 9_999, confidence: -1.6 }, 'unlike'],
    ['S3.33 C27 for 7 to 12 memories without another sign', { scores: [10, ...of(11, 9)] }, 'between'],
    ['S3.31 where what fired just fits into the context', { load: 1_500, isFresh: false }, 'between'],
    ['for memories that are too weak to be given', { scores: [10, ...of(23, 1.9)], isFresh: false }, 'between'],
  ])('%s', (_, change, wanted) => {
    expect(reason(change)).toBe(wanted)
    expect(asksModel(reason(change))).toBe(false)
  })

  test('S3.25 to S3.28 where all signs of sureness are there, although something asks for one', () => {
    expect(reason({ failedBefore: true, load: 9_999 }, of4)).toBe('sure')
  })
})

describe('one sign of sureness less, and the call is made', () => {
  test.each<[string, Partial<RoutingShape>]>([
    ['S3.25 more than 6 memories fired', { scores: [10, ...of(6, 3)] }],
    ['S3.26 the first does not stand out', { scores: [10, 6.5, 3] }],
    ['S3.26 the best text lacks words of the question', { covered: 0.9 }],
    ['S3.27 a strong negative edge touches what fired', { lowest: -0.8 }],
    ['S3.28 the heartbeat is old, or the workspace changed', { isFresh: false }],
  ])('%s', (_, change) => {
    expect(reason({ failedBefore: true, ...change }, of4)).toBe('failed-before')
  })
})

test('S4.38 S4.39 a graph without habitual edges costs nothing: no question of it is worth a call', () => {
  for (const scores of [of(1), of(7), of(13), of(24)])
    expect(asksModel(reason({ hasChoice: false, scores, failedBefore: true }))).toBe(false)
})
