import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answeringPart, type SoughtWord } from './answering-part.ts'
import { countTokens } from './context-fence.ts'
import { noteSentences } from './sentences.ts'

const sought = (...words: ReadonlyArray<string>): ReadonlyArray<SoughtWord> => words.map((word) => ({ ways: [word], weight: 1 }))

const partIn = (text: string, words: ReadonlyArray<SoughtWord>, most: number): string | undefined => {
  const part = answeringPart(text, 'Title', words, most)
  return part === undefined ? undefined : text.slice(part.start, part.end)
}

const filler = 'Boats come and go at night. Nobody writes down who paid. Rain fell over the town. '

describe('the part of a text that answers', () => {
  test('is the sentences with most different words of the question, and their neighbours as far as there is room', () => {
    const text = `${filler}A lamp hangs on the mole. It was lit by Ada. ${filler}A lamp, a lamp, a lamp. ${filler}`

    expect(partIn(text, sought('lamp', 'mole'), 8)).toBe('A lamp hangs on the mole.')
    expect(partIn(text, sought('lamp', 'mole'), 13)).toBe('A lamp hangs on the mole. It was lit by Ada.')
    expect(partIn(text, sought('lamp', 'mole'), 18)).toBe('Rain fell over the town. A lamp hangs on the mole. It was lit by Ada.')
  })

  test('is that with the rarer word, where each sentence has one', () => {
    const text = `A lamp burns here. ${filler}A mole stands there. ${filler}`
    const words = [...sought('lamp'), { ways: ['mole'], weight: 2 }]

    expect(partIn(text, words, 6)).toBe('A mole stands there.')
  })

  test('is the whole text where it is short, and where it has no word of the question', () => {
    expect(partIn('A lamp hangs on the mole.', sought('lamp'), 60)).toBeUndefined()
    expect(partIn(filler.repeat(9), sought('lamp'), 20)).toBeUndefined()
  })

  test('never parts the rows of a table, the steps of a list or code from each other and from the line that opens them', () => {
    const steps = 'To light the lamp:\n\n1. Climb the mole.\n2. Turn the key.\n3. Wait.'
    const table = 'The boats are these:\n| boat | owner |\n| ---- | ----- |\n| Ada | Ben |'
    const code = 'Run this:\n```sh\nlight --on\n\nlight --off\n```'
    const text = [filler, steps, filler, table, filler, code, filler].join('\n\n')

    expect(partIn(text, sought('key'), 10)).toBe(steps)
    expect(partIn(text, sought('ben'), 10)).toBe(table)
    expect(partIn(text, sought('off'), 10)).toBe(code)
  })

  test('INV-232 is whole sentences of it in a row, byte for byte, within the limit unless one alone is longer, and none in a row is worth more', () => {
    const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'omega', 'sigma')
    const sentence = fc.array(word, { minLength: 2, maxLength: 12 }).map((words) => `It says ${words.join(' ')}.`)
    const words = sought('alpha', 'beta', 'gamma')
    const worth = (text: string) => words.filter(({ ways }) => text.includes(ways[0] ?? '')).length
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 14 }), fc.integer({ min: 5, max: 60 }), (sentences, most) => {
        const text = sentences.join(' ')

        const part = partIn(text, words, most)

        if (part === undefined) return
        const given = noteSentences(part).map((one) => one.text)
        expect(sentences.join('\n')).toContain(given.join('\n'))
        expect(given.join(' ')).toBe(part)
        const sizeOf = (some: ReadonlyArray<string>) => some.reduce((sum, one) => sum + countTokens(one), 0)
        if (given.length > 1) expect(sizeOf(given)).toBeLessThanOrEqual(most)
        for (let from = 0; from < sentences.length; from++)
          for (let to = from + 1; to <= sentences.length; to++) {
            const other = sentences.slice(from, to)
            if (other.length === 1 || sizeOf(other) <= most) expect(worth(part)).toBeGreaterThanOrEqual(worth(other.join(' ')))
          }
      }),
    )
  })
})
