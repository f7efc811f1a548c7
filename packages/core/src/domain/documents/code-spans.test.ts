import { describe, expect, test } from 'vitest'
import { codeSpansOf } from './code-spans.ts'

const spans = (line: string) => codeSpansOf(line).map(([start, end]) => line.slice(start, end))

describe('code spans', () => {
  test.each([
    ['a `b` c `d`', ['`b`', '`d`']],
    ['``a ` b`` `c`', ['``a ` b``', '`c`']],
    ['`a ``b` c', ['`a ``b`']],
    ['``a` b`', ['` b`']],
    ['\\`a `b`', ['`b`']],
    ['`a', []],
    ['none', []],
  ])('of %j are %j', (line, expected) => {
    expect(spans(line)).toEqual(expected)
  })
})
