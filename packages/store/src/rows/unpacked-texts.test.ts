import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { packText, unpackText } from './columns.ts'
import { UnpackedTexts } from './unpacked-texts.ts'

const textOf = (word: string): string => `${word} `.repeat(10_000)
const packedOf = (word: string): Uint8Array => {
  const packed = packText(textOf(word))
  if (typeof packed === 'string') throw new Error('it is not packed')
  return packed
}

/** Texts, and how often one was unpacked. */
const counted = (most?: number) => {
  const count = { unpacked: 0 }
  const unpack = (packed: Uint8Array) => {
    count.unpacked++
    return unpackText(packed)
  }
  return { count, texts: new UnpackedTexts(unpack, most) }
}

test('a text that is read again is unpacked twice, and never a third time', () => {
  const { count, texts } = counted()

  for (let read = 0; read < 5; read++) expect(texts.of('a', packedOf('one'))).toBe(textOf('one'))

  expect(count.unpacked).toBe(2)
})

test('of texts that are read once each, none is kept', () => {
  const { count, texts } = counted()

  for (let i = 0; i < 50; i++) texts.of(`${i}`, packedOf('one'))

  expect([count.unpacked, texts.bytes]).toEqual([50, 0])
})

test('bytes that have changed are unpacked anew, and damage is not hidden', () => {
  const { texts } = counted()
  for (let read = 0; read < 3; read++) texts.of('a', packedOf('one'))
  const damaged = randomBytes(packedOf('one').byteLength)

  expect(texts.of('a', packedOf('two'))).toBe(textOf('two'))
  expect(texts.of('a', damaged)).toBe(damaged)
  expect(texts.of('a', packedOf('one'))).toBe(textOf('one'))
})

test('no more bytes are kept than the bound, and those that were used last stay', () => {
  const each = textOf('one').length + packedOf('one').byteLength
  const { count, texts } = counted(2 * each)
  for (const name of ['a', 'a', 'b', 'b', 'a', 'c', 'c']) texts.of(name, packedOf('one'))
  expect(texts.bytes).toBe(2 * each)
  const before = count.unpacked

  texts.of('a', packedOf('one'))
  expect(count.unpacked).toBe(before)
  texts.of('b', packedOf('one'))
  expect(count.unpacked).toBe(before + 1)
})
