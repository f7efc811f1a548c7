import * as Effect from 'effect/Effect'
import { describe, expect, test } from 'vitest'
import { layerRedactor } from '../layer.ts'
import { cleanText } from './text-input.ts'

const clean = (text: string) => Effect.runSync(Effect.provide(cleanText(text), layerRedactor))
const secret = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7c'}0fGh`

describe('a text', () => {
  test('keeps everything that can be kept', () => {
    expect(clean('a crab 🦀 walks')).toEqual({ text: 'a crab 🦀 walks', repaired: 0, redacted: [] })
  })

  test('loses NUL, and half a surrogate pair becomes a mark: both are counted', () => {
    expect(clean('a\u0000b\ud83e')).toEqual({ text: 'ab\ufffd', repaired: 2, redacted: [] })
  })

  test('loses its secrets, also one that a NUL had torn', () => {
    const { redacted, text } = clean(`token ${secret.slice(0, 9)}\u0000${secret.slice(9)} here`)

    expect(text).not.toContain(secret)
    expect(redacted).toEqual([{ kind: 'github-token', count: 1 }])
  })
})

describe('a text that hides something', () => {
  test.each(['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u202e', '\u0007'])('loses %j, and what it hid', (hidden) => {
    const { redacted, text } = clean(`pass${hidden}word: Sommer${hidden}2024! and ${secret.slice(0, 9)}${hidden}${secret.slice(9)}`)

    expect(text).toBe('password: [redacted:password] and [redacted:github-token]')
    expect(redacted.map(({ count }) => count)).toEqual([1, 1])
  })

  test('keeps joiners that letters and pictures need', () => {
    const text = 'می\u200cخواهم 👩\u200d💻'

    expect(clean(text)).toEqual({ text, repaired: 0, redacted: [] })
  })
})
