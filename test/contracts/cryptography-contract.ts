/** Contract of every source of digests and randomness: the published test vectors, byte for byte. */
import { Cryptography } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import type * as Layer from 'effect/Layer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

export const cryptographyContract = (name: string, layer: Layer.Layer<Cryptography>): void => {
  const use = <A>(read: (crypto: Cryptography['Service']) => A): A =>
    Effect.runSync(Effect.provide(Cryptography.useSync(read), layer, { local: true }))

  describe(`${name} as cryptography`, () => {
    test('digests as the standards say', () => {
      const digests = use((crypto) => [
        crypto.sha256('abc'),
        crypto.sha256(''),
        crypto.sha1('abc'),
        crypto.hmac('4a656665', 'what do ya want for nothing?'),
      ])

      expect(digests).toEqual([
        'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
        'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        'a9993e364706816aba3e25717850c26c9cd0d89d',
        '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
      ])
    })

    test('a salt stands before the text as the bytes it names', () => {
      expect(use((crypto) => crypto.sha256Salted('6162', 'c'))).toBe(use((crypto) => crypto.sha256('abc')))
      expect(use((crypto) => crypto.sha256Salted('', 'é'))).toBe(use((crypto) => crypto.sha256('é')))
    })

    test('lines are digested each with its line feed, however many and however long', () => {
      const line = fc.string({ unit: 'grapheme', maxLength: 20 })
      fc.assert(
        fc.property(fc.array(line), fc.constantFrom(1, 10_000), (lines, times) => {
          const many = Array.from({ length: times }, () => lines)
            .flat()
            .slice(0, 20_000)

          const digest = use((crypto) => crypto.sha256Lines(many))

          expect(digest).toBe(use((crypto) => crypto.sha256(many.map((one) => `${one}\n`).join(''))))
        }),
        { numRuns: 20 },
      )
    })

    test('random bytes are as many as asked, in hex, and differ', () => {
      const [none, one, other] = use((crypto) => [crypto.randomHex(0), crypto.randomHex(32), crypto.randomHex(32)])

      expect(none).toBe('')
      expect(one).toMatch(/^[0-9a-f]{64}$/)
      expect(other).not.toBe(one)
    })
  })
}
