import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'
import { describe, expect, test } from 'vitest'
import { BrainKey, ContentRef, parseBrainKey } from './identity.ts'

describe('the key of a brain', () => {
  test.each([
    ['notes', 'local/main/notes'],
    ['agent/notes', 'local/agent/notes'],
    ['acme/agent/notes', 'acme/agent/notes'],
    ['Größe', 'local/main/Größe'],
  ])('%s is short for %s', (text, key) => {
    expect(parseBrainKey(text)).toEqual(Result.succeed(key))
  })

  test.each([
    ['notes', 'acme/agent/notes'],
    ['other/notes', 'acme/other/notes'],
    ['shop/agent/notes', 'shop/agent/notes'],
  ])('%s beside a brain of acme/agent is short for %s', (text, key) => {
    expect(parseBrainKey(text, 'acme/agent/default' as BrainKey)).toEqual(Result.succeed(key))
  })

  test.each([
    ['four parts', 'a/b/c/d', 'at most three parts'],
    ['an empty part', 'a//c', '"" cannot be part'],
    ['nothing', '', '"" cannot be part'],
    ['a space', 'a b', '"a b" cannot be part'],
    ['the folder itself', 'a/./b', '"." cannot be part'],
    ['the folder above', '..', '".." cannot be part'],
    ['a part too long', 'x'.repeat(129), 'cannot be part'],
  ])('is refused for %s, and the part is named', (_, text, problem) => {
    expect(parseBrainKey(text)).toMatchObject({ failure: expect.stringContaining(problem) })
  })

  test('that is parsed is one that the schema accepts, also with characters of two units', () => {
    const longest = parseBrainKey('\u{20000}'.repeat(128))

    expect(Schema.is(BrainKey)(Result.getOrThrow(longest))).toBe(true)
  })
})

describe('the reference of a content', () => {
  test.each([
    ['sixty-four digits', 'a'.repeat(64), true],
    ['capitals', 'A'.repeat(64), false],
    ['fewer', 'a'.repeat(63), false],
    ['anything else', 'the user’s name', false],
  ])('of %s', (_, text, fits) => {
    expect(Schema.is(ContentRef)(text)).toBe(fits)
  })
})
