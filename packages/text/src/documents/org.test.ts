import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isoDay } from '../days/calendar.ts'
import { defaultChunkLimits } from '../passages/document.ts'
import { growth } from '../testing/steps.ts'
import { parseOrg } from './org.ts'

const read = (text: string) => parseOrg({ fileName: 'life/journal.org', text }, defaultChunkLimits)
const passages = (text: string) => read(text).chunks.map(({ text: said, title }) => [title, said])

const journal = `#+title: The harbour
#+author: Ann
#+filetags: :work:

Some words above.

* DONE Call Petra [1/2] :phone:urgent:
  SCHEDULED: <2026-05-02 Sat 10:00 +1w> DEADLINE: <2026-05-09 Sat>
  :PROPERTIES:
  :ID: 8a7f
  :END:
  :LOGBOOK:
  CLOCK: [2026-05-01 Fri 10:00]--[2026-05-01 Fri 10:30] =>  0:30
  :END:
  She has the keys, see [[file:people/petra.org][her page]] and [[https://example.org][the site]].
  # a comment
  - [X] find her number
  - ask for the keys
    - of both doors
** Prices
| Berth | Price |
|-------+-------|
| A     |   120 |
|-------+-------|
| B     |   140 |
#+TBLFM: $2=3
* Commands
#+begin_src sh :results output
# no comment here
  ls *.md
,* not a heading
#+end_src
-----
#+begin_quote
Nothing is lost.
#+end_quote
`

describe('an Org document', () => {
  test('is cut at its headings, and says neither drawers nor settings nor comments', () => {
    expect(read(journal).title).toBe('The harbour')
    expect(passages(journal)).toEqual([
      ['The harbour', 'Some words above.'],
      [
        'The harbour › DONE Call Petra (phone urgent)',
        [
          'SCHEDULED: 2026-05-02 Sat 10:00 +1w DEADLINE: 2026-05-09 Sat',
          'She has the keys, see [her page](people/petra.org) and [the site](https://example.org).',
          '- [X] find her number',
          '- ask for the keys',
          '  - of both doors',
        ].join('\n'),
      ],
      [
        'The harbour › DONE Call Petra (phone urgent) › Prices',
        '| Berth | Price |\n|-------|-------|\n| A     |   120 |\n| B     |   140 |',
      ],
      ['The harbour › Commands', '```sh\n# no comment here\n  ls *.md\n* not a heading\n```'],
      ['The harbour › Commands', '> Nothing is lost.'],
    ])
  })

  test('has no cookies in the titles of its headings, but keeps them in links', () => {
    expect(passages('* See [[x.org][1/2]] now [1/2]\nwords')).toEqual([['journal › See 1/2 now', 'words']])
    expect(read('* See [[x.org][1/2]] now\nwords').chunks[0]?.links).toEqual(['x.org'])
  })

  test('may begin with a mark of the order of bytes, above a heading, a setting or text', () => {
    const spans = (text: string) => read(text).chunks.map(({ span, title }) => [title, text.slice(...span)])

    expect(spans('\uFEFF* A\r\none\r\n')).toEqual([['journal › A', 'one']])
    expect(spans('\uFEFF#+title: T\r\none\r\n')).toEqual([['T', 'one']])
    expect(spans('\uFEFFone')).toEqual([['journal', 'one']])
  })

  test('has its name as title if it gives none, and its first heading is a heading', () => {
    expect(passages('* First\none\n* Second\ntwo')).toEqual([
      ['journal › First', 'one'],
      ['journal › Second', 'two'],
    ])
  })

  test('leads to other documents', () => {
    const { chunks } = read('* A\n[[file:b.org]] [[./c d.org::*Keys][keys]] [[*A]] [[https://example.org]]')

    expect(chunks[0]?.links).toEqual(['b.org', './c d.org#Keys', '#A'])
  })

  test.each([
    ['a drawer without an end is text', ':PROPERTIES:\nwords', ':PROPERTIES:\nwords'],
    ['a drawer ends before the next heading', ':LOGBOOK:\nwords\n* A\n:END:', ':LOGBOOK:\nwords'],
    ['code without an end is text', '#+begin_src sh\nls', 'ls'],
    ['code with a fence has another', '#+begin_example\n```\n#+end_example', '~~~\n```\n~~~'],
    ['a line of dashes makes no heading', 'Ann\n---\nBen', 'Ann\nBen'],
    ['what is indented is no code', '    Ann\n    Ben', 'Ann\nBen'],
    ['a list of stars is none of headings', ' * Ann\n * Ben', '* Ann\n* Ben'],
  ])('%s', (_, text, first) => {
    expect(read(text).chunks[0]?.text).toBe(first)
  })

  test.each([
    ['#+title: The harbour\n#+date: <2026-05-03 Sun>\n\nWords.', '2026-05-03'],
    ['#+DATE: [2026-05-03 Sun 10:00]\nWords.', '2026-05-03'],
    ['#+created: 2026-05-03\n#+last_modified: 2026-06-01\nWords.', '2026-05-03'],
    ['#+date: soon\nWords.', undefined],
    ['Words of 2026-05-03.', undefined],
  ])('tells its day: %j', (text, expected) => {
    const { day } = read(text)
    expect(day === undefined ? undefined : isoDay(day)).toBe(expected)
  })

  test('gives spans that rise and never overlap, whatever is written', () => {
    const line = fc.constantFrom(
      ...journal.split('\n'), '#+begin_src', '#+end_src', ':END:', ':X:', '[[a][b]] [[c]]', '* A [[a][1/2]] [1/2] :b:', '', 'words', '\uFEFF', '|-', '| a', '\t- x',
    ) // biome-ignore format: a list of lines
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n')
        const spans = read(text).chunks.map(({ span }) => span)

        for (const [i, [start, end]] of spans.entries()) {
          expect(start).toBeGreaterThanOrEqual(spans[i - 1]?.[1] ?? 0)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
        }
      }),
    )
  })

  test.each(['#+begin_src\n', '#+begin_quote\n', ':A:\n', '* A\n', '| a |\n|-\n', '[[', ':END:\n', '  - x\n'])(
    'of nothing but %j is read in steps that grow with the text',
    (line) => {
      expect(growth((lines) => read(line.repeat(lines)))).toBeLessThan(2.2)
    },
  )
})
