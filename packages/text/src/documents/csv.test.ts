import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chunkId } from '../passages/chunks.ts'
import { defaultChunkLimits } from '../passages/document.ts'
import { columnsMost } from '../passages/rows.ts'
import { growth } from '../testing/steps.ts'
import { parseCsv } from './csv.ts'

const read = (text: string, limits = defaultChunkLimits) => parseCsv({ fileName: 'farms/prices.csv', text }, limits)
const texts = (text: string) => read(text).chunks.map((chunk) => chunk.text)

describe('the rows of a table of values', () => {
  test('are a passage each, under the first cell and with the headers', () => {
    const { chunks, problems, title } = read('Farm,Gateways,Firmware\nHof Ahrens,3,2.4.1\nHof Behn,,2.4.0\n')

    expect(title).toBe('prices')
    expect(problems).toEqual([])
    expect(chunks).toEqual([
      {
        heading: [],
        entry: 'hof-ahrens',
        ordinal: 0,
        title: 'prices › Hof Ahrens',
        text: 'Farm: Hof Ahrens; Gateways: 3; Firmware: 2.4.1',
        span: [23, 41],
        links: [],
        thread: '',
      },
      expect.objectContaining({ entry: 'hof-behn', text: 'Farm: Hof Behn; Firmware: 2.4.0', span: [42, 57] }),
    ])
  })

  test('keep their ids when they are edited or moved', () => {
    const ids = (text: string) => read(text).chunks.map((chunk) => chunkId('prices.csv', chunk))

    expect(ids('Farm,Price\nHof Ahrens,3\nHof Behn,4')).toEqual(['prices.csv#:hof-ahrens', 'prices.csv#:hof-behn'])
    expect(ids('Farm,Price\nHof Behn,5\nHof Ahrens,3')).toEqual(['prices.csv#:hof-behn', 'prices.csv#:hof-ahrens'])
  })

  test('of one first cell are told apart by their order', () => {
    expect(read('Day,What\nMon,a\nMon,b').chunks.map(({ entry, ordinal }) => `:${entry} ${ordinal}`)).toEqual([':mon 0', ':mon 1'])
  })

  test.each([
    ['semicolons', 'Farm;Price, net\nA;"1,5"\n', ['Farm: A; Price, net: 1,5']],
    ['tabs', 'Farm\tPrice; net\nA\t1;5', ['Farm: A; Price; net: 1;5']],
    ['one column', 'Farm\nA\nB', ['Farm: A', 'Farm: B']],
    ['a mark of the order of bytes', '\uFEFFFarm,Price\r\nA,1\r\n', ['Farm: A; Price: 1']],
    ['the separator that a spreadsheet writes above', 'sep=;\r\nFarm;a,b,c\r\nA;1\r\n', ['Farm: A; a,b,c: 1']],
    [
      'separators, quotes and line breaks in quotes',
      'Farm,Note\n"A, ""x""","two\r\nlines"\nB,b',
      ['Farm: A, "x"; Note: two lines', 'Farm: B; Note: b'],
    ],
    ['a quote inside of a field', 'Screen,Price\n5" wide,3\n6",4', ['Screen: 5" wide; Price: 3', 'Screen: 6"; Price: 4']],
    ['numbers alone, which are no header', '2026-05-01,3\n2026-05-02,4', ['2026-05-01; 3', '2026-05-02; 4']],
    ['a header alone', 'Farm,Price\n', ['Farm; Price']],
    ['a comma where the first line separates nothing', 'Farm\nA, late', ['Farm: A, late']],
    ['more cells than headers', 'Farm,Price\nA,1,late', ['Farm: A; Price: 1; late']],
    ['blank rows', 'Farm,Price\n\n,\nA,1\n\n', ['Farm: A; Price: 1']],
    ['nothing', '\n', []],
  ])('%s', (_, text, expected) => {
    expect(texts(text)).toEqual(expected)
  })

  test('with a broken quote are read by the line, and hide no other row', () => {
    const { chunks, problems } = read('Farm,Note\nA,"open\nB,"b"\n"C",c\nD,"d"x\nE,"e')

    expect(chunks.map(({ text }) => text)).toEqual([
      'Farm: A; Note: "open',
      'Farm: B; Note: b',
      'Farm: C; Note: c',
      'Farm: D; Note: "d"x',
      'Farm: E; Note: "e',
    ])
    expect(problems).toEqual(['the quoting of line 2 and of 2 more, because a quote has no end or text behind its end'])
  })

  test('have at most so many columns', () => {
    const wide = Array.from({ length: columnsMost + 3 }, (_, column) => `c${column}`).join(',')
    const { chunks, problems } = read(`${wide}\n${wide}`)

    expect(chunks[0]?.text.split('; ')).toHaveLength(columnsMost)
    expect(problems).toEqual(['of its 259 columns those after the first 256'])
  })

  test('that are longer than a node may be are cut into pieces', () => {
    const { chunks } = read(`Farm,Note\nA,${'A crab walks. '.repeat(20)}`, { targetLength: 100, maxBytes: 120 })

    expect(chunks.length).toBeGreaterThan(2)
    expect(chunks.map(({ entry, ordinal }) => `:${entry} ${ordinal}`)).toEqual(chunks.map((_, piece) => `:a ${piece}`))
    for (const { text } of chunks) expect(text.length).toBeLessThanOrEqual(120)
  })

  test('are those that were written, whatever stands in their cells', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'b', ',', ';', '"', '\n', '\r', '\t') })
    const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`
    const spaced = (value: string) => value.replace(/\s+/g, ' ').trim()
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), fc.constantFrom(',', ';', '\t'), (rows, separator) => {
        const text = [['x', 'y'].join(separator), ...rows.map((row) => row.map(quoted).join(separator))].join('\n')
        const expected = rows.flatMap(([x, y]) => {
          const told = [`x: ${spaced(x)}`, `y: ${spaced(y)}`].filter((one) => one.length > 3).join('; ')
          return told === '' ? [] : [told]
        })

        expect(texts(text)).toEqual(expected.length === 0 ? [`x; y`] : expected)
      }),
    )
  })

  test.each(['"x\n', '"x""\n', '1,2\n'])('of nothing but %j are read in steps that grow with the text', (line) => {
    expect(growth((rows) => read(`a,b\n${line.repeat(rows)}`))).toBeLessThan(2.2)
    expect(read(`a,b\n${line.repeat(20_001)}`).chunks.length).toBeGreaterThan(10_000)
  })
})
