import { Cryptography } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import * as Effect from 'effect/Effect'
import { expect, test } from 'vitest'
import { cryptographyContract } from '../cryptography-contract.ts'
import { layerSeededCryptography } from '../seeded-cryptography.ts'

cryptographyContract('layerCryptography', layerCryptography)
cryptographyContract('layerSeededCryptography', layerSeededCryptography(1))

test('a seed gives the same randomness again, another seed another', () => {
  const draw = (seed: number) =>
    Effect.runSync(
      Effect.provide(
        Cryptography.useSync(({ randomHex }) => [randomHex(16), randomHex(40)]),
        layerSeededCryptography(seed),
        { local: true },
      ),
    )

  expect(draw(1)).toEqual(draw(1))
  expect(draw(1)).not.toEqual(draw(2))
})
