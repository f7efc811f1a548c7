import { parseDocument } from '@crabtrail/text/documents/parse-document'
import { chunkId } from '@crabtrail/text/passages/chunks'
import { defaultChunkLimits } from '@crabtrail/text/passages/document'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { knownLines, matchPlaces, matchTexts } from './match-passages.ts'

const key = 'home.md'
const live = { stateOf: () => 'normal' as const }

/** The passages of a list under a heading. */
const read = (lines: ReadonlyArray<string>, heading = 'House') =>
  passages(`# Home\n\n## ${heading}\n\n${lines.map((line) => `- ${line}`).join('\n')}`, 'markdown')

const passages = (text: string, format: 'markdown' | 'csv', lines: ReadonlySet<string> = new Set()) =>
  parseDocument(format, { fileName: key, text }, { ...defaultChunkLimits, knownLines: lines }).chunks.map((chunk) => ({
    formerId: chunkId(key, chunk),
    title: chunk.title,
    text: chunk.text,
    isEntry: chunk.entry !== undefined,
  }))

/** Reads a list in, and then another: returns the line that each line of the second was before. */
const matched = (before: ReadonlyArray<string>, after: ReadonlyArray<string>, heading?: string) => {
  const former = formerTexts(read(before), read(after, heading))
  return new Map([...former].map(([text, was]) => [text.slice(2), was?.slice(2)]))
}

const formerTexts = (before: ReturnType<typeof read>, chunks: ReturnType<typeof read>) => {
  const nodes = before.map(({ formerId, text, title }, at) => ({ node: at + 1, id: formerId, title, text }))
  const matches = { stored: new Map<(typeof chunks)[number], (typeof nodes)[number]>(), free: new Set(nodes) }
  const document = { chunks, before: nodes }
  matchTexts(document, matches, live)
  matchPlaces(document, matches, live)
  return new Map(chunks.map((chunk) => [chunk.text, matches.stored.get(chunk)?.text]))
}

const words = 'boiler roof meter cellar key window garden pump lamp gutter chimney door fence shed tap'.split(' ')
const line = fc
  .tuple(fc.uniqueArray(fc.constantFrom(...words), { minLength: 5, maxLength: 7 }), fc.integer({ min: 100, max: 999 }))
  .map(([some, number]) => `The ${some.join(' and the ')} were checked in ${number}`)
const list = fc.uniqueArray(line, { minLength: 5, maxLength: 12 })

describe('a line of a list', () => {
  test('INV-176 stays the same memory when lines are moved, added and taken away around it', () => {
    fc.assert(
      fc.property(list, list, fc.nat(), (before, added, seed) => {
        const kept = before.filter((_, at) => (seed >> (at % 8)) % 3 !== 0)
        const after = [...new Set([...added, ...kept])].sort((a, b) => ((a.length * 7 + seed) % 11) - ((b.length * 7 + seed) % 11))
        fc.pre(after.length > 4)

        const was = matched(before, after)

        for (const one of kept) expect(was.get(one)).toBe(one)
      }),
    )
  })

  test('INV-176 stays the same memory when one of its words is changed', () => {
    fc.assert(
      fc.property(list, fc.nat(), fc.boolean(), (before, chosen, isFirst) => {
        const at = chosen % before.length
        const edited = (before[at] ?? '').replace(isFirst ? /^The/ : /\d+$/, 'spring')
        const after = before.with(at, edited)

        const was = matched(before, after)

        for (const [place, one] of after.entries()) expect(was.get(one)).toBe(before[place])
      }),
    )
  })

  test('stays the same memory when its heading is renamed', () => {
    const lines = words.slice(0, 6).map((word) => `The ${word} was checked by the firm of Mr Lenz in the spring of 2024`)

    expect([...matched(lines, lines, 'Our house').values()]).toEqual(lines)
  })

  test('is another memory where it shares few words with those that are gone', () => {
    const lines = words.slice(0, 6).map((word) => `The ${word} was checked by the firm of Mr Lenz in the spring of 2024`)
    const after = lines.with(2, 'Nele babysits on Fridays for fourteen euros an hour')

    expect(matched(lines, after).get(after[2] ?? '')).toBeUndefined()
  })
})

describe('what was learned on one person', () => {
  const people = [
    ['Anna Kern', 'Berlin', 'plumber', '80'],
    ['Bodo Lenz', 'Hamburg', 'plumber', '75'],
    ['Dora Moor', 'Berlin', 'painter', '70'],
    ['Emil Nagel', 'Berlin', 'plumber', '60'],
    ['Fred Ott', 'Bremen', 'roofer', '95'],
  ]
  const changed = [['Cora Lang', 'Berlin', 'plumber', '90'], ...people.slice(1)]
  const raised = [['Anna Kern', 'Berlin', 'plumber', '85'], ...people.slice(1)]
  const head = ['Name of the craftsman', 'City of the workshop', 'Kind of craft', 'Price of an hour in euros']
  const csv = (rows: ReadonlyArray<ReadonlyArray<string>>) => passages([head, ...rows].map((row) => row.join(',')).join('\n'), 'csv')
  const table = (rows: ReadonlyArray<ReadonlyArray<string>>) =>
    passages([head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n'), 'markdown')
  const dated = (rows: ReadonlyArray<ReadonlyArray<string>>) => csv(rows.map((row) => ['2026-05-01', ...row]))
  const bullets = (form: (row: ReadonlyArray<string>) => string) => (rows: ReadonlyArray<ReadonlyArray<string>>) => read(rows.map(form))

  test.each([
    ['a row of values', csv],
    ['a row of a table', table],
    ['a row of the same label as others', dated],
    [
      'a line with a subject',
      bullets(([name, city, craft, price]) => `${name}: works in ${city} as a ${craft} and takes ${price} an hour`),
    ],
    ['a line of one form', bullets(([name, city, craft, price]) => `${name} works in ${city} as a ${craft} and takes ${price} an hour`)],
    [
      'a line of one form that begins like others',
      bullets(([name, city, craft, price]) => `We call ${name} when it leaks in ${city}; the ${craft} takes ${price} an hour`),
    ],
    [
      'a line of a form in lower case',
      bullets(([name = '', city, craft, price]) => `the firm of ${name.toLowerCase()} in ${city} sends a ${craft} for ${price}`),
    ],
  ])('is not passed on to another by %s', (_, parsed) => {
    const was = formerTexts(parsed(people), parsed(changed))
    const [first = '', ...others] = [...was.keys()]

    expect(first).toMatch(/cora/i)
    expect(was.get(first)).toBeUndefined()
    for (const text of others) expect(was.get(text)).toBe(text)
    const stays = formerTexts(parsed(people), parsed(raised))
    for (const [text, former] of stays) expect(former).toBe(text.replace('85', '80'))
  })

  test('is not passed on to the next row of its label when its row is deleted', () => {
    const was = formerTexts(dated(people), dated([['Bodo Lenz', 'Hamburg', 'plumber', '77'], ...people.slice(2)]))
    const [text = '', former] = [...was][0] ?? []

    expect(text).toContain('77')
    expect(former).toBe(text.replace('77', '75'))
  })

  test('is not passed on by a turn to another speaker', () => {
    const first = ': the boiler in the cellar was serviced by the firm of Lenz in spring'
    const others = [
      'Ben: And what did they say about the old pump?',
      'Dora: They said nothing at all about it, and took 80 euros.',
      'Dora: It is still loud.',
      'Ben: Is it paid?',
      'Anna: Yes.',
      'Cora: And they come again in May, before it is cold.',
      'Anna: Good.',
    ]
    const talk = (name: string) => passages([name + first, ...others].join('\n\n'), 'markdown')
    const was = formerTexts(talk('Anna'), talk('Cora'))

    expect(was.size).toBe(8)
    expect(was.get(`Cora${first}`)).toBeUndefined()
    for (const other of others) expect(was.get(other)).toBe(other)
  })
})

describe('a list that was cut', () => {
  const head = '# Home\n\n## House\n\nWhat was done:\n\n'
  const foot = '\n\nThe paragraph below the list is about another matter.\n\n## Garden\n\n- none\n- apples\n'
  const tables = '| Part | Work |\n|---|---|\n'
  const forms: ReadonlyArray<readonly [name: string, print: (lines: ReadonlyArray<string>) => string]> = [
    ['of bullets', (lines) => lines.map((line) => `- ${line}`).join('\n')],
    ['of dots', (lines) => lines.map((line) => `• ${line}`).join('\n')],
    ['in a quote', (lines) => lines.map((line) => `> - ${line}`).join('\n')],
    ['of long steps', (lines) => lines.map((line) => `1. ${line}${' and so on'.repeat(12)}`).join('\n')],
    ['of items with others below', (lines) => lines.map((line) => `- ${line}\n  - ${line.slice(4)} at noon`).join('\n')],
    ['below an item', (lines) => `- The house\n${lines.map((line) => `  - ${line}`).join('\n')}\n- The garden${' and so on'.repeat(40)}`],
    ['of rows', (lines) => tables + lines.map((line) => `| ${line.slice(4, 12)} | ${line} |`).join('\n')],
    ['of terms', (lines) => lines.map((line) => `${line.slice(4)}\n: ${line}`).join('\n\n')],
    ['of turns', (lines) => lines.map((line) => `${line.length % 2 === 0 ? 'Ana' : 'Ben'}: ${line}.`).join('\n\n')],
  ]
  const long = fc.uniqueArray(line, { minLength: 7, maxLength: 10, selector: (one) => one.slice(0, 30) })

  test.each(forms)('INV-176 %s stays cut: no line is retired where another is deleted or added', (_, print) => {
    fc.assert(
      fc.property(long, fc.array(fc.nat(), { minLength: 4, maxLength: 12 }), (all, steps) => {
        let lines: ReadonlyArray<string> = all
        let before = passages(head + print(lines) + foot, 'markdown')
        const isIn = (line: string, chunks: typeof before) => chunks.filter(({ isEntry, text }) => isEntry && text.includes(line)).length
        for (const one of lines) fc.pre(isIn(one, before) === 1)
        for (const step of steps) {
          const next = all.find((one) => !lines.includes(one))
          const isAdded = next !== undefined && (lines.length < 2 || step % 4 === 0)
          const after = isAdded ? [...lines, next] : lines.toSpliced(step % lines.length, 1)
          const chunks = passages(
            head + print(after) + foot,
            'markdown',
            knownLines(before.map(({ formerId: id, text }) => ({ id, text }))),
          )
          const kept = after.filter((one) => lines.includes(one))
          const was = formerTexts(before, chunks)

          for (const one of kept) {
            const text = chunks.find((chunk) => chunk.isEntry && chunk.text.includes(one))?.text ?? ''
            expect(was.get(text), one).toContain(one)
          }
          expect(chunks.some(({ isEntry, text }) => !isEntry && text.includes('- none\n- apples'))).toBe(true)
          lines = after
          before = chunks
        }
      }),
    )
  })
})
