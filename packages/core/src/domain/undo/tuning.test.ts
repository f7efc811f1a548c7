import { expect, test } from 'vitest'
import { settings } from '../profiles/profile.ts'
import { balanced } from '../profiles/profiles.ts'
import { ndcg10, neighboursOf, temporalSplit, tunable } from './tuning.ts'

test('a split by time holds the newest three of ten out', () => {
  expect(temporalSplit([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toEqual({ before: [1, 2, 3, 4, 5, 6, 7], after: [8, 9, 10] })
  expect(temporalSplit([])).toEqual({ before: [], after: [] })
})

test('each tunable setting is one of the profile, and has another value to try', () => {
  for (const name of tunable) {
    expect(settings.has(name)).toBe(true)
    expect(neighboursOf(balanced, name).length).toBeGreaterThan(0)
  }
})

test('a setting is tried at half and at one and a half times its value, or at whole numbers beside these where one is no value of it', () => {
  expect(neighboursOf(balanced, 'walk.words').map(({ walk }) => walk.words)).toEqual([1.5, 4.5])
  expect(neighboursOf(balanced, 'walk.blame').map(({ walk }) => walk.blame)).toEqual([3, 8])
  expect(neighboursOf(balanced, 'walk.doubt').map(({ walk }) => walk.doubt)).toEqual([0.35, 0, 1])
  expect(neighboursOf(balanced, 'walk.speed')).toEqual([])
})

test('NDCG@10 is 1 where the good memories are first, and falls with their places', () => {
  expect(ndcg10([1, 2, 3], new Set([1, 2]))).toBe(1)
  expect(ndcg10([3, 1], new Set([1]))).toBeCloseTo(1 / Math.log2(3), 8)
  expect(ndcg10([4, 5], new Set([1]))).toBe(0)
  expect(ndcg10([], new Set())).toBe(0)
})
