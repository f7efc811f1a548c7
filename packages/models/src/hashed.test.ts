import { createHash } from 'node:crypto'
import { embedderLimits } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashedDimension, hashedEmbedder, hashedVector } from './hashed.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc
    .array(fc.constantFrom('the', 'deploy', 'deploying', 'getUser', '記憶する', 'a', '!', 'crab'), { minLength: 1 })
    .map((words) => words.join(' ')),
)
const said = text.filter((one) => one.trim() !== '')
const embed = (texts: ReadonlyArray<string>) => Effect.runPromise(hashedEmbedder.embed(texts, 'document'))
const cosine = (one: Float32Array, other: Float32Array): number => one.reduce((sum, x, at) => sum + x * (other[at] ?? 0), 0)

describe('the hashed embedder', () => {
  test('INV-52 gives these bytes for these texts, everywhere and for good', () => {
    const texts = [
      'The deploy failed on Friday',
      'crab, crab and crab once more',
      'getUser() in src/auth.ts',
      '記憶は力なり',
      'Übergrößenträger, naïve café',
      '🦀',
      '!?',
      '',
    ]
    const bytes = texts.map((one) =>
      createHash('sha256')
        .update(new Uint8Array(hashedVector(one).buffer))
        .digest('hex')
        .slice(0, 16),
    )

    expect(hashedEmbedder.id).toBe('hashed/v1.3/384')
    expect(bytes).toMatchInlineSnapshot(`
      [
        "95d32cec7b596e7a",
        "e692997e4d202d17",
        "549f6b855383e41d",
        "86f8115fb40d4fc4",
        "893edadbe2489030",
        "fdcee352b9347cac",
        "dc12b75b93187a11",
        "189e28579c062a7c",
      ]
    `)
  })

  test('gives every text a vector of unit length, the same each time', () => {
    fc.assert(
      fc.property(text, (one) => {
        const vector = hashedVector(one)

        expect(vector).toHaveLength(hashedDimension)
        expect(Math.abs(Math.sqrt(cosine(vector, vector)) - 1)).toBeLessThan(1e-6)
        expect(hashedVector(one)).toEqual(vector)
      }),
    )
  })

  test('INV-52 gives a text of a batch what it has alone, wherever it stands', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(said, fc.nat()), { maxLength: 8 }), async (drawn) => {
        const texts = drawn.map(([one]) => one)
        const order = drawn.map((_, at) => at).sort((a, b) => (drawn[a]?.[1] ?? 0) - (drawn[b]?.[1] ?? 0))
        const vectors = await embed(texts)

        expect(vectors).toEqual(texts.map(hashedVector))
        expect(await embed(order.map((at) => texts[at] ?? ''))).toEqual(order.map((at) => vectors[at]))
      }),
    )
  })

  test('finds texts of the same words, endings and spellings nearer than others', () => {
    const asked = hashedVector('deploying the billing service')
    const alike = (one: string) => cosine(asked, hashedVector(one))

    expect(alike('The billing service was deployed on Friday')).toBeGreaterThan(0.5)
    expect(alike('deployment of billing-services')).toBeGreaterThan(0.3)
    expect(Math.abs(alike('A recipe for bread with olives'))).toBeLessThan(0.2)
  })

  test('refuses what no embedder takes', async () => {
    const reasonFor = async (texts: ReadonlyArray<string>) =>
      (await Effect.runPromise(Effect.flip(hashedEmbedder.embed(texts, 'document')))).reason

    expect(await embed([])).toEqual([])
    expect(await reasonFor(['a', ' '])).toBe('empty')
    expect(await reasonFor(['a'.repeat(embedderLimits.textCharacters + 1)])).toBe('tooLong')
    expect(await reasonFor(new Array<string>(embedderLimits.texts + 1).fill('a'))).toBe('tooLong')
  })
})
