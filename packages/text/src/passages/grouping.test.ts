import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { utf8Length } from '../languages/unicode.ts'
import { type Body, blocksOf } from './blocks.ts'
import { grouped, torn } from './grouping.ts'

const limits = { targetLength: 60, maxBytes: 200 }
const groups = (...bodies: ReadonlyArray<string>) => {
  const text = bodies.join('\n\n')
  const isBody = (block: { readonly kind: string }): block is Body => block.kind !== 'heading' && block.kind !== 'rule'
  return grouped(text, blocksOf(text).filter(isBody), limits).map(({ start, end }) => text.slice(start, end))
}

const words = (length: number, word = 'word'): string => `${word} `.repeat(length).slice(0, length - 1) + word.charAt(0)

describe('grouping', () => {
  test('keeps small neighbours together up to the target', () => {
    expect(groups(words(25), words(25), words(25), words(25))).toEqual([`${words(25)}\n\n${words(25)}`, `${words(25)}\n\n${words(25)}`])
  })

  test('does not tear a list, a table or code below the limit', () => {
    const list = Array.from({ length: 12 }, (_, index) => `- item ${index}`).join('\n')
    const code = `\`\`\`\n${words(150)}\n\`\`\``

    expect(groups(words(50), list, code)).toEqual([words(50), list, code])
  })

  test('tears what is above the limit, by its items', () => {
    const list = Array.from({ length: 30 }, (_, index) => `- item ${index} ${index}`).join('\n')

    const torn = groups(list)

    expect(torn.join('')).toBe(list)
    expect(torn.every((piece) => piece.startsWith('- item') && piece.length <= 60)).toBe(true)
  })

  test('tears prose longer than twice the target', () => {
    const sentence = `${words(40)}. `

    expect(groups(`${sentence.repeat(2)}${words(30)}`)).toHaveLength(1)
    expect(groups(`${sentence.repeat(4)}End.`)).toEqual([sentence, sentence, sentence, `${sentence}End.`])
  })

  test('keeps what introduces a list with it', () => {
    const list = Array.from({ length: 5 }, (_, index) => `- item ${index}`).join('\n')

    expect(groups(`${words(50)}:`, list)).toEqual([`${words(50)}:\n\n${list}`])
    expect(groups(`${words(50)}.`, list)).toEqual([`${words(50)}.`, list])
  })

  test('keeps what follows without a blank line with what it follows', () => {
    const text = `${words(50)}\n- item one\n- item two`

    expect(groups(text)).toEqual([text])
    expect(groups(words(50), '- item one\n- item two')).toHaveLength(2)
  })

  test('lets a first passage that says nearly nothing go with the next, however long', () => {
    const code = `\`\`\`\n${words(150)}\n\`\`\``

    expect(groups('Run.', code)).toEqual([`Run.\n\n${code}`])
    expect(groups(words(20), code)).toEqual([words(20), code])
  })

  test('tears prose without sentences at its lines', () => {
    const log = Array.from({ length: 10 }, (_, index) => `10:0${index} deployed`).join('\n')

    expect(groups(log).every((piece) => piece.startsWith('10:0') && piece.length <= 60)).toBe(true)
  })

  test('leaves no last passage that says nearly nothing', () => {
    expect(groups(words(55), 'See.')).toEqual([`${words(55)}\n\nSee.`])
    expect(groups(words(55), words(20))).toEqual([words(55), words(20)])
  })

  test('changes only its last passages when text is added', () => {
    const bodies = Array.from({ length: 9 }, (_, index) => words(20 + index))

    const before = groups(...bodies)
    const after = groups(...bodies, words(30))

    expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
  })
})

const prose = { list: false, maxLineLength: Number.POSITIVE_INFINITY }
const pieces = (text: string, maxBytes: number, grain = prose) =>
  torn(text, { start: 0, end: text.length }, grain, { targetLength: maxBytes, maxBytes }).map(({ start, end }) => text.slice(start, end))

describe('tearing', () => {
  test('goes for items before lines', () => {
    const list = '- one\n  more\n- two\n  more\n'

    expect(pieces(list, 16, { ...prose, list: true })).toEqual(['- one\n  more\n', '- two\n  more\n'])
    expect(pieces(list, 20)).toEqual(['- one\n  more\n- two\n', '  more\n'])
  })

  test('goes for sentences before words, and for words before code points', () => {
    expect(pieces('It is. So it is! Is it?', 12)).toEqual(['It is. ', 'So it is! ', 'Is it?'])
    expect(pieces('これは。それは。', 12)).toEqual(['これは。', 'それは。'])
    expect(pieces('one two three', 9)).toEqual(['one two ', 'three'])
    expect(pieces('abcdef', 4)).toEqual(['abcd', 'ef'])
  })

  test('tears a long line of prose into sentences though its bytes would do', () => {
    const tearLine = (maxLineLength: number) =>
      torn('A b. C d.', { start: 0, end: 9 }, { list: false, maxLineLength }, { targetLength: 6, maxBytes: 100 })

    expect(tearLine(8)).toEqual([
      { start: 0, end: 5 },
      { start: 5, end: 9 },
    ])
    expect(tearLine(9)).toEqual([{ start: 0, end: 9 }])
  })

  test('gives pieces within the bytes that are the text again, and splits no pair', () => {
    const unit = fc.constantFrom('a', 'é', '語', '😀', ' ', '\n', '. ', '。', '- ', '\ud83d')
    fc.assert(
      fc.property(
        fc.string({ unit, minLength: 1, maxLength: 200 }),
        fc.integer({ min: 0, max: 40 }),
        fc.boolean(),
        (text, maxBytes, list) => {
          const parts = pieces(text, maxBytes, { ...prose, list })

          expect(parts.join('')).toBe(text)
          expect(Math.max(...parts.map((part) => utf8Length(part)))).toBeLessThanOrEqual(Math.max(4, maxBytes))
          expect(parts.reduce((sum, part) => sum + utf8Length(part), 0)).toBe(utf8Length(text))
        },
      ),
    )
  })
})
