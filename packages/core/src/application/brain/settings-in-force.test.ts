import * as Effect from 'effect/Effect'
import { expect, test } from 'vitest'
import { balanced } from '../../domain/profiles/balanced.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { profileOf } from './settings-in-force.ts'

/** The settings of the context that decide confidence, where a log has these. */
const sureBy = (context: Readonly<Record<string, unknown>>) => {
  const settings = { ...balanced, context }
  const state = { position: 1, registers: { settings: { settings, since: 1 } } } as unknown as BrainState
  return Effect.runSync(profileOf(state, 'local/main/default')).context.sure
}

test('weights that a log has stay as they were: a sign that came later counts nothing beside them', () => {
  const { words: _, ...sure } = { ...balanced.context.sure, coverage: 1.72, least: 5.1 }

  expect(sureBy({ ...balanced.context, sure })).toEqual({ ...sure, words: 0 })
})

test('a log without any weights is judged by those of now, and one with all of them by its own', () => {
  const { sure, ...older } = balanced.context

  expect(sureBy(older)).toEqual(sure)
  expect(sureBy({ ...older, sure: { ...sure, words: 1 } })).toEqual({ ...sure, words: 1 })
})
