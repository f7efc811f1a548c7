/** Cryptography whose randomness follows from a seed, so that a run can be repeated byte for byte. Digests are the real ones. */
import { hash } from 'node:crypto'
import { Cryptography } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'

/** Every build of the layer starts from the seed again. */
export const layerSeededCryptography = (seed: number | string): Layer.Layer<Cryptography> =>
  Layer.effect(
    Cryptography,
    Effect.map(Cryptography, (real) => {
      let drawn = 0
      const block = () => hash('sha256', `${seed} ${drawn++}`)
      return {
        ...real,
        randomHex: (count) =>
          Array.from({ length: Math.ceil(count / 32) }, block)
            .join('')
            .slice(0, 2 * count),
      }
    }),
  ).pipe(Layer.provide(layerCryptography))
