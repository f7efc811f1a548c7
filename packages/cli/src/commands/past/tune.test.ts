import type { Answer } from '@crabtrail/core'
import { expect, test } from 'vitest'
import { pageOf } from '../../render/page.ts'
import { tuned } from './tune.ts'

const page = pageOf(100, false)
const plan: Answer.TuneAnswer = {
  brain: 'local/main/default',
  position: 40,
  profile: 'balanced',
  plan: { trials: 20, judged: 100, train: 21, heldOut: 30 },
  tried: [],
  chosen: [],
  applied: false,
  reason: 'dry-run',
}
const chosen = [{ setting: 'walk.words', from: 3, to: 4.5 }]

test('a plan says what would be tried and what judges', () => {
  expect(tuned(plan, page)).toEqual([
    '20 to try around balanced: 21 questions choose, 30 prove  local/main/default at 40',
    '  this is only the plan',
  ])
})

test('a search prints the settings found, and both parts', () => {
  const { reason: _, ...answer } = plan
  const heldOut = { questions: 30, before: 0.5, after: 0.52, gain: 0.02, interval: [-0.01, 0.05] }
  const found = { ...answer, tried: [{ settings: chosen, ndcg: 0.6 }], chosen, train: { before: 0.55, after: 0.6 }, heldOut, applied: true }

  expect(tuned(found, page)).toEqual([
    '1 tried around balanced: 21 questions choose, 30 prove  local/main/default at 40',
    '  walk.words  3 → 4.5',
    '  train     NDCG@10 55.0 → 60.0',
    '  held out  NDCG@10 50.0 → 52.0: +2.0, 95 % interval −1.0 to +5.0',
    '  the settings are changed',
  ])
})
