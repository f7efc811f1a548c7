import { describe, expect, test } from 'vitest'
import { parseDocument } from '../documents/parse-document.ts'
import { growth } from '../testing/steps.ts'
import { chunkId } from './chunks.ts'
import { type Chunk, defaultChunkLimits } from './document.ts'

const read = (text: string, fileName = 'home.md'): ReadonlyArray<Chunk> =>
  parseDocument(fileName.endsWith('.md') ? 'markdown' : 'text', { fileName, text }, defaultChunkLimits).chunks

const shown = (chunks: ReadonlyArray<Chunk>) => chunks.map((chunk) => [chunkId('home.md', chunk), chunk.title, chunk.text])

const facts = [
  'The boiler is a Vaillant ecoTEC, serviced every May by Herr Kolb',
  'Spare key of the cellar: with Nora on the second floor',
  'The roof was sealed in 2024 by the firm Dachbau Lenz',
  'Water meter reads 482 cubic metres, next reading in January',
]

describe('a list', () => {
  test('of more than a few lines is cut into its lines, each with the headings above it and what introduces it', () => {
    const text = `# Home\n\nWe moved in 2021.\n\n## House\n\nWhat to know:\n\n${facts.map((fact) => `- ${fact}`).join('\n')}\n\nEnd.`

    expect(shown(read(text))).toEqual([
      ['home.md', 'Home', 'We moved in 2021.'],
      ['home.md#house:the-boiler-is-a-vaillant-ecotec', 'Home › House › What to know:', `- ${facts[0]}`],
      ['home.md#house:spare-key-of-the-cellar-with', 'Home › House › What to know › Spare key of the cellar', `- ${facts[1]}`],
      ['home.md#house:the-roof-was-sealed-in-2024-by', 'Home › House › What to know:', `- ${facts[2]}`],
      ['home.md#house:water-meter-reads-482-cubic', 'Home › House › What to know:', `- ${facts[3]}`],
      ['home.md#house', 'Home › House', 'End.'],
    ])
  })

  test.each(['•', '·', '–', '*'])('marked with %s is cut as one with hyphens is', (mark) => {
    const list = (one: string) => `# Home\n\nWhat to know:\n${facts.map((fact) => `${one} ${fact}`).join('\n')}\n\nEnd.`

    expect(shown(read(list(mark))).map(([id, title, text]) => [id, title, text?.replace(mark, '-')])).toEqual(shown(read(list('-'))))
    const plain = `${facts.map((fact) => `${mark} ${fact}`).join('\n')}\n`
    expect(read(plain, 'home.txt').map(({ text }) => text)).toEqual(facts.map((fact) => `${mark} ${fact}`))
  })

  test('does not begin in a paragraph that has a dash at the beginning of a line', () => {
    const text = `He came in the evening\n– and left at once, as he always did.\n\n– Goethe`

    expect(read(text).map((chunk) => chunk.text)).toEqual([text])
  })

  test('whose items have one item each below them is cut while they are long', () => {
    const chain = Array.from({ length: 12 }, (_, i) => `${'  '.repeat(i)}- level ${i} ${'words '.repeat(9)}`.trimEnd()).join('\n')

    const chunks = read(chain)

    expect(chunks.every(({ text }) => text.length <= 600)).toBe(true)
    expect(chunks.map(({ text }) => text).join('\n')).toBe(chain.replaceAll(/^ +(?=- level [1-5] )/gm, ''))
  })

  test('in a quote is cut, and what stands around it is not', () => {
    const quoted = facts.map((fact) => `> - ${fact}`)
    const text = `> Nora wrote this:\n>\n${quoted.join('\n')}\n>   as of May\n>\n> That is all.\n\n\`\`\`\nconst a = 1\n\`\`\``

    expect(read(text).map((chunk) => [chunk.title, chunk.text])).toEqual([
      ['home › Nora wrote this:', quoted[0]],
      ['home › Nora wrote this › Spare key of the cellar', quoted[1]],
      ['home › Nora wrote this:', quoted[2]],
      ['home › Nora wrote this:', `${quoted[3]}\n>   as of May`],
      ['home', '> That is all.\n\n```\nconst a = 1\n```'],
    ])
    expect(read(quoted.slice(0, 3).join('\n'))).toHaveLength(1)
    expect(growth((times) => read(`${quoted.join('\n')}\n\n`.repeat(times)))).toBeLessThan(2.2)
  })

  test('keeps what is nested under a line with it, and cuts a long line into what is nested in it', () => {
    const rooms = Array.from({ length: 5 }, (_, i) => `  - Room ${i}: ${'walls painted white, floor of oak, '.repeat(4)}`).join('\n')
    const text = `- ${facts[0]}\n  - model VC 206\n- ${facts[1]}\n- Rooms upstairs\n${rooms}\n- ${facts[2]}`

    const chunks = read(text)

    expect(chunks[0]?.text).toBe(`- ${facts[0]}\n  - model VC 206`)
    expect(chunks.map(({ title }) => title)).toEqual([
      'home:',
      'home › Spare key of the cellar',
      'home:',
      ...[0, 1, 2, 3, 4].map((room) => `home › Rooms upstairs › Room ${room}`),
      'home:',
    ])
  })

  test.each([
    ['of few lines', facts.slice(0, 3).map((fact) => `- ${fact}`)],
    ['of short lines', ['milk', 'eggs', 'rye bread', 'butter', 'two lemons'].map((word) => `- ${word}`)],
    ['of steps', facts.map((fact, i) => `${i + 1}. ${fact}`)],
    ['in a block of code', ['```', ...facts.map((fact) => `- ${fact}`), '```']],
  ])('%s stays whole', (_, lines) => {
    expect(read(lines.join('\n')).map(({ text }) => text)).toEqual([lines.join('\n')])
  })

  test('in a plain text is cut as well', () => {
    expect(read(`Notes\n\n${facts.map((fact) => `- ${fact}`).join('\n')}`, 'home.txt').map(({ text }) => text)).toEqual([
      'Notes',
      ...facts.map((fact) => `- ${fact}`),
    ])
  })

  test('is not cut in a block of code that belongs to a line, also where nothing ends it', () => {
    const code = `- Run this\n\n  \`\`\`\n  - a\n  - b\n  - c\n  - d ${'and more '.repeat(90)}\n  \`\`\``
    const lines = [code, ...facts.map((fact) => `- ${fact}`), `- \`\`\`\n  - a`, '- last']

    expect(read(lines.join('\n')).map(({ text }) => text)).toEqual(lines)
  })

  test('gives equal lines ids of their own', () => {
    const lines = [facts[0], facts[0], facts[1], facts[2]].map((fact) => `- ${fact}`).join('\n')

    expect(new Set(read(lines).map((chunk) => chunkId('home.md', chunk))).size).toBe(4)
  })

  test.each([
    ['lines', (i: number) => `- line ${i} of a long list of things`],
    ['fences', (i: number) => `- line ${i}\n  \`\`\`\n  - a`],
    ['labels', (i: number) => `- ${i % 2 === 0 ? 'Water' : 'Power'}: ${i}`],
    ['turns', (i: number) => `${i % 3 === 0 ? 'Ana' : 'Ben'}: this is what was said on the day ${i}`],
  ])('of many %s is read in steps that grow with their number', (_, line) => {
    const lines = (length: number) => Array.from({ length }, (_, i) => line(i)).join('\n')

    expect(growth((length) => read(lines(length)))).toBeLessThan(2.2)
    expect(read(lines(2_500)).length).toBeGreaterThan(1_000)
  })

  test.each([
    ['nested twelve deep', Array.from({ length: 12 }, (_, i) => `${'  '.repeat(i)}- level ${i} ${'words '.repeat(20)}`).join('\n')],
    ['with an item of 250 kB', `${facts.map((fact) => `- ${fact}`).join('\n')}\n- ${'word '.repeat(50_000)}`],
    ['with an item that is a little too long', `${facts.map((fact) => `- ${fact}`).join('\n')}\n- ${'word '.repeat(1_700)}`],
    ['of empty items', '- \n'.repeat(300)],
    ['of signs alone', '- ???\n'.repeat(300)],
  ])('%s is read whole, within the limits', (_, text) => {
    const chunks = read(text)

    expect(chunks.every((chunk) => chunk.text.length <= defaultChunkLimits.maxBytes && chunk.text !== '')).toBe(true)
    const dense = (said: string) => said.replace(/[\s-]+/g, '')
    expect(dense(chunks.map((chunk) => chunk.text).join(''))).toBe(dense(text))
    expect(new Set(chunks.map((chunk) => chunkId('home.md', chunk))).size).toBe(chunks.length)
  })
})

describe('a table', () => {
  const table = [
    '| Farm | Gateways | Firmware | Notes |',
    '|------|---------:|----------|-------|',
    '| Hof Ahrens | 3 | 2.4.1 | antenna on the silo, reachable from the road |',
    '| Hof Berg | 1 | 2.4.3 | `a|b` behind \\| the barn, ask for Jonas first |',
    '| Hof Cordes | 2 | 2.3.9 | |',
    '| Hof Dierks | 4 | 2.4.1 | new since May, key with the neighbour opposite |',
  ].join('\n')

  test('is cut into its rows, each under the header and titled by its first cell', () => {
    expect(shown(read(`# Farms\n\n## Sites\n\n${table}`))).toEqual([
      [
        'home.md#sites:hof-ahrens',
        'Farms › Sites › Hof Ahrens',
        'Farm: Hof Ahrens; Gateways: 3; Firmware: 2.4.1; Notes: antenna on the silo, reachable from the road',
      ],
      [
        'home.md#sites:hof-berg',
        'Farms › Sites › Hof Berg',
        'Farm: Hof Berg; Gateways: 1; Firmware: 2.4.3; Notes: `a|b` behind | the barn, ask for Jonas first',
      ],
      ['home.md#sites:hof-cordes', 'Farms › Sites › Hof Cordes', 'Farm: Hof Cordes; Gateways: 2; Firmware: 2.3.9'],
      [
        'home.md#sites:hof-dierks',
        'Farms › Sites › Hof Dierks',
        'Farm: Hof Dierks; Gateways: 4; Firmware: 2.4.1; Notes: new since May, key with the neighbour opposite',
      ],
    ])
  })

  test('of 200 columns keeps every cell', () => {
    const row = (cell: (column: number) => string) => `|${Array.from({ length: 200 }, (_, column) => cell(column)).join('|')}|`
    const rows = Array.from({ length: 5 }, (_, i) => row((column) => `v${i}x${column}`))
    const chunks = read([row((column) => `c${column}`), row(() => '---'), ...rows].join('\n'))

    expect(chunks).toHaveLength(5)
    expect(chunks[2]?.text).toContain('c0: v2x0; c1: v2x1;')
    expect(chunks[2]?.text).toContain('c199: v2x199')
  })
})

test('a list of definitions is cut into its terms', () => {
  const terms = ['Ferrule', 'Bight', 'Fid', 'Serving'].map(
    (term) => `${term}\n: a ${term.toLowerCase()} is a thing that sailors use for ropes and wires`,
  )

  expect(shown(read(`# Words\n\n${terms.join('\n\n')}`))).toEqual(
    ['Ferrule', 'Bight', 'Fid', 'Serving'].map((term, i) => [`home.md#:${term.toLowerCase()}`, `Words › ${term}`, terms[i]]),
  )
})

describe('a talk', () => {
  test('is cut into its turns', () => {
    const text =
      '# Call with Ben, 2026-11-03\n\nAbout the roof.\n\n**Ben:** Lenz can come on Monday, he wrote this morning.\n\n**Ana:** At what price?\n\n**Ben:** 4,200 euros.\nWithout the gutter.\n\n**Ana:** Then yes, but ask them whether they take the old tiles with them.\n\n**Ben:** They do.\n'

    expect(read(text).map(({ text, thread }) => [text, thread])).toEqual([
      ['About the roof.', ''],
      ['Ben: Lenz can come on Monday, he wrote this morning.', 'talk'],
      ['Ana: At what price?', 'talk'],
      ['Ben: 4,200 euros.\nWithout the gutter.', 'talk'],
      ['Ana: Then yes, but ask them whether they take the old tiles with them.', 'talk'],
      ['Ben: They do.', 'talk'],
    ])
  })

  test('keeps all that is written of a turn', () => {
    const turns = [
      '[10:31] Anna (about the boiler): it is broken again, since the night',
      '[10:32] Ben: who was called',
      '10:40 Anna: Kolb, he comes at two and brings the part that was missing in May',
      '10:41 Anna (later): at three',
    ]
    const chunks = read(turns.join('\r\n'))

    expect(chunks.map(({ text }) => text)).toEqual(turns)
    expect(read(`- ${turns.join('\n- ')}`).map(({ text }) => text)).toEqual(turns)
  })

  test.each([
    [
      'whose speakers take turns with a line each',
      [
        'Ben: Lenz can come on Monday, or in the week after.',
        'Ana: At what price?',
        'Ben: He says 4,200 euros without the gutter.',
        'Ana: Then yes, but ask whether they take the old tiles with them.',
        'Ben: They do take them.',
      ],
    ],
    [
      'without marks at the ends of lines, whose speakers speak when they like',
      [
        'ben: lenz can come on monday, or in the week after that',
        'ben: 4200 without the gutter',
        'ana: yes',
        'ben: and they take the old tiles with them',
        'cem: monday is bad for me because of the school, can we do tuesday',
        'ana: ok',
        'cem: good',
      ],
    ],
  ])('%s is cut', (_, turns) => {
    expect(read(turns.join('\n')).map(({ text }) => text)).toEqual(turns)
    expect(read(turns.join('\n\n')).map(({ text }) => text)).toEqual(turns)
    expect(read(`- ${turns.join('\n- ')}`).map(({ text }) => text)).toEqual(turns)
  })

  test('that is short stays whole', () => {
    const talk = 'Ben: Monday?\nAna: At what price?\nBen: 4,200 euros.\nAna: Then yes.'

    expect(read(talk).map(({ text }) => text)).toEqual([talk])
  })

  test('is not a form, whose labels stand once', () => {
    const form = 'Phone: 030 1234\nStreet: Lindenweg 4\nBirthday: 3 May\nPlays: chess\nLikes: rye bread'

    expect(read(form).map(({ text }) => text)).toEqual([form])
  })
})

describe('a form', () => {
  const people = ['Anna Kern', 'Cora Lang', 'Edith Moor', 'Georg Nagel', 'Ines Ott', 'Karl Pohl', 'Lea Quast', 'Max Ruf']
  const block = (name: string, at: number) => `Name: ${name}\nPhone: 0301 22${at}\nNote: calls back in the evening, after six or so.`

  test.each([
    ['of blocks', people.map(block).join('\n\n')],
    [
      'of blocks where fields are missing',
      people.map((name, at) => block(name, at).replace(at % 2 === 0 ? /\nPhone.*/ : /\nNote.*/, '')).join('\n\n'),
    ],
    ['of lines', people.map((name, at) => `Name: ${name}\nPhone: 0301 22${at}`).join('\n')],
    ['with windows line ends', people.map(block).join('\n\n').replaceAll('\n', '\r\n')],
    [
      'of values alone',
      Array.from({ length: 20 }, (_, at) => (at % 3 === 0 ? `Water: ${at}82 cubic metres` : `Power: ${at}40 kWh`)).join('\n'),
    ],
  ])('%s is not cut inside', (_, text) => {
    const chunks = read(text)

    expect(chunks.every(({ thread }) => thread === '')).toBe(true)
    for (const chunk of chunks) expect(chunk.text).toMatch(/^(?:Name|Water):/)
    expect(
      chunks
        .map((chunk) => chunk.text)
        .join('\n\n')
        .replace(/\s+/g, ' '),
    ).toBe(text.replace(/\s+/g, ' '))
  })

  test('that is a list is cut into its records', () => {
    const records = people.map((name, at) => `- Decision: the roof of house ${at} is sealed in May by the firm of Lenz.\n- Owner: ${name}`)

    expect(read(records.join('\n')).map(({ text }) => text)).toEqual(records)
    expect(read(records.slice(0, 3).join('\n')).map(({ text }) => text)).toEqual([records.slice(0, 3).join('\n')])
  })
})
