/** What is given to the model, and what is not, changes nothing of what is found. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanced } from '../../packages/core/src/domain/profiles/balanced.ts'
import type { OwnSettings } from '../../packages/core/src/domain/profiles/own-settings.ts'
import { openStore } from '../models/open-store.ts'
import { withNotes } from '../models/player.ts'
import { runs } from './runs.ts'

const weight = fc.double({ min: -100, max: 100, noNaN: true })
const share = fc.double({ min: 0, max: 1, noNaN: true })
const given: fc.Arbitrary<OwnSettings> = fc.record({
  'context.coverage': share,
  'context.sure.coverage': weight,
  'context.sure.rarity': weight,
  'context.sure.phrase': weight,
  'context.sure.evidence': weight,
  'context.sure.length': weight,
  'context.sure.least': fc.double({ min: -1_000, max: 1_000, noNaN: true }),
  'context.relative': share,
  'context.rival': share,
  'context.adds': share,
  'context.linked': share,
  'context.duplicate': share,
})
const questions = [
  'How do we roll back a bad deploy of the API?',
  'Jobs pile up in the queue, what do I restart?',
  'ok',
  'Who reads the rota?',
]

const found = async (settings: OwnSettings, prompt: string) => {
  const store = openStore()
  try {
    const memory = await store.memory()
    await memory.init({ profile: balanced.name, settings })
    await withNotes(memory)
    const answers = []
    for (const question of questions) answers.push(await memory.recall({ question, inPrompt: prompt }))
    return answers
  } finally {
    await store.close()
  }
}

describe('what is given to the model', () => {
  test('INV-80 is all that confidence decides: the ranking and its scores are the same to the bit, however sure one must be', async () => {
    const usual = (await found({}, '')).map(({ items }) => items.map(({ node, score }) => [node, score]))
    const numbers = new Set<number>()
    await fc.assert(
      fc.asyncProperty(given, fc.boolean(), async (settings, isAll) => {
        const answers = await found(settings, isAll ? 'The fridge of the office kitchen is emptied on Fridays.' : '')

        expect(answers.map(({ items }) => items.map(({ node, score }) => [node, score]))).toEqual(usual)
        for (const { context } of answers) numbers.add(context.items.length)
      }),
      { ...runs, numRuns: Math.max(10, Math.floor(runs.numRuns / 10)) },
    )
    expect(numbers.size).toBeGreaterThan(1)
  })
})
