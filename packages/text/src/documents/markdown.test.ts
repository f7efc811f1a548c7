import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { utf8Length } from '../languages/unicode.ts'
import { chunkId } from '../passages/chunks.ts'
import { type Chunk, type ChunkLimits, defaultChunkLimits, type ParsedDocument } from '../passages/document.ts'
import { growth } from '../testing/steps.ts'
import { parseMarkdown } from './markdown.ts'

const read = (text: string, limits: ChunkLimits = defaultChunkLimits): ParsedDocument =>
  parseMarkdown({ fileName: 'notes/plan.md', text }, limits)

const places = (text: string) => read(text).chunks.map((chunk) => [chunkId('plan.md', chunk), chunk.text])

describe('a Markdown document', () => {
  test('becomes a chunk a section, below its title', () => {
    const text = '# Release\n\nIntro.\n\n## Steps\n\n1. one\n2. two\n\n### Check\n\nLook.\n\n## After\n\nRest.\n'

    const { title, chunks } = read(text)

    expect(title).toBe('Release')
    expect(chunks.map(({ heading, ordinal, title, text }) => ({ heading, ordinal, title, text }))).toEqual([
      { heading: [], ordinal: 0, title: 'Release', text: 'Intro.' },
      { heading: ['Steps'], ordinal: 0, title: 'Release › Steps', text: '1. one\n2. two' },
      { heading: ['Steps', 'Check'], ordinal: 0, title: 'Release › Steps › Check', text: 'Look.' },
      { heading: ['After'], ordinal: 0, title: 'Release › After', text: 'Rest.' },
    ])
  })

  test('is titled by its front matter, its first heading of the first level, or its file', () => {
    expect(read('---\ntitle: Plan A\n---\n# Plan B\n\nx')).toMatchObject({ title: 'Plan A', chunks: [{ heading: ['Plan B'] }] })
    expect(read('---\ntitle: Plan A\n---\n# Plan A\n\nx')).toMatchObject({ title: 'Plan A', chunks: [{ heading: [] }] })
    expect(read('Intro\n\n# Part\n\nx')).toMatchObject({ title: 'plan', chunks: [{ heading: [] }, { heading: ['Part'] }] })
    expect(read('## Part\n\nx')).toMatchObject({ title: 'plan', chunks: [{ heading: ['Part'], title: 'plan › Part' }] })
  })

  test('makes a chunk of a heading with nothing below it, and of none that others stand below', () => {
    expect(places('# A\n\n## B\n\n## C\n\nx')).toEqual([
      ['plan.md#b', '## B'],
      ['plan.md#c', 'x'],
    ])
    expect(places('## A\n### B\n## C\n\n---\n\n- x')).toEqual([
      ['plan.md#a/b', '### B'],
      ['plan.md#c', '- x'],
    ])
    expect(places('## A\n### \n#### **\n<!-- x -->\n')).toEqual([['plan.md#a', '## A']])
    expect(places('## ???\n')).toEqual([[expect.stringMatching(/^plan\.md#\w+$/), '## ???']])
  })

  test('makes a chunk of the title when there is nothing else, under lines or marks', () => {
    expect(places('# A')).toEqual([['plan.md', '# A']])
    expect(places('\uFEFFA\r\n===\r\n')).toEqual([['plan.md', 'A\r\n===']])
    expect(places('---\ntitle: A\n---\n# A\n')).toEqual([['plan.md', '# A']])
    expect(places('# A\n# B')).toEqual([['plan.md#b', '# B']])
  })

  test('gives the id of a heading alone to the first text that is written below it', () => {
    const [[alone]] = places('## A\n\n## B') as [[string, string]]

    expect(places('## A\n\nNow with text.\n\n## B')[0]?.[0]).toBe(alone)
  })

  test('has no chunks when it says nothing', () => {
    for (const text of ['', ' \n', '#', '## **', '---\ntitle: x\n---\n', '<!-- x -->', '---']) expect(read(text).chunks).toEqual([])
  })

  test('counts chunks whose headings print alike, so that no id is given twice', () => {
    expect(places('## Notes\n\na\n\n## notes!\n\nb\n\n---\n\nc')).toEqual([
      ['plan.md#notes', 'a'],
      ['plan.md#notes~2', 'b'],
      ['plan.md#notes~3', 'c'],
    ])
  })

  test('keeps comments out of the text and front matter out of everything', () => {
    const text =
      '---\ntags: [secret]\n---\n<!-- trigger: deploy -->\n# A\n\n- one <!-- id: 1 -->\n<!-- id: 2 -->\n- two\n\n```\n<!-- code -->\n```\n'

    const { chunks } = read(text)

    expect(chunks.map((chunk) => chunk.text)).toEqual(['- one \n- two\n\n```\n<!-- code -->\n```'])
    expect(text.slice(...(chunks[0]?.span ?? [0, 0]))).toBe(text.slice(text.indexOf('- one')).trim())
  })

  test('gives a chunk its own links and those of the heading right above it', () => {
    const text = '# A\n\n## [B](b.md)\n\n## [C](c.md)\n\n[x](x.md#y) [x again](x.md#y) [[Wiki]]\n\n## D\n\n[d](d.md)'

    expect(read(text).chunks.map((chunk) => chunk.links)).toEqual([['b.md'], ['c.md', 'x.md#y', 'Wiki'], ['d.md']])
  })

  test('reads line breaks of any kind', () => {
    expect(places('# A\r\n\r\n## B\r\n\r\nx\r\ny\r\n')).toEqual([['plan.md#b', 'x\r\ny']])
    expect(places('## B\r\rx')).toEqual([['plan.md#b', 'x']])
  })
})

const word = fc.constantFrom('deploy', 'queue', 'naïve', '語彙', 'émoji😀', 'e.g.', 'x_y', 'Done.', '数。', '2026', 'https://a.example/b')
const words = fc.array(word, { minLength: 1, maxLength: 30 }).map((list) => list.join(' '))
const lines = fc.array(words, { minLength: 1, maxLength: 6 })
const body = fc.oneof(
  { weight: 3, arbitrary: lines.map((list) => ({ kind: 'prose', text: list.join('\n') })) },
  lines.map((list) => ({ kind: 'list', text: list.map((line) => `- ${line}`).join('\n') })),
  lines.map((list) => ({ kind: 'list', text: list.map((line, index) => `${index + 1}. ${line}\n\n   ${line}`).join('\n') })),
  lines.map((list) => ({ kind: 'whole', text: `\`\`\`sh\n# ${list.join('\n\n- ')}\n\`\`\`` })),
  lines.map((list) => ({ kind: 'whole', text: `| a | b |\n|---|---|\n${list.map((line) => `| ${line} | x |`).join('\n')}` })),
  lines.map((list) => ({ kind: 'prose', text: list.map((line) => `> ${line}`).join('\n') })),
  words.map((text) => ({ kind: 'comment', text: `<!-- ${text} -->` })),
)
const bodies = fc.array(body, { maxLength: 6 })
const section = fc.record({ level: fc.integer({ min: 1, max: 6 }), setext: fc.boolean(), bodies })
const sections = fc.array(section, { minLength: 1, maxLength: 6 })
const limits = fc.record({ targetLength: fc.integer({ min: 20, max: 400 }), maxBytes: fc.integer({ min: 40, max: 900 }) })

type Section = typeof section extends fc.Arbitrary<infer Value> ? Value : never

/** The headings are numbered, so no two sections print alike. */
const written = (parts: ReadonlyArray<Section>): string =>
  parts.map((part, index) => [headingOf(part, index), ...part.bodies.map(({ text }) => text)].join('\n\n')).join('\n\n')

const headingOf = ({ level, setext }: Section, index: number): string =>
  setext && level <= 2 ? `Part ${index}\n${level === 1 ? '===' : '---'}` : `${'#'.repeat(level)} Part ${index}`

/** True where no deeper heading follows. The title of a document is above all other headings. */
const standsAlone = (parts: ReadonlyArray<Section>, index: number): boolean => {
  const next = parts[index + 1]
  return next === undefined || !(next.level > (parts[index]?.level ?? 1) || (index === 0 && parts[0]?.level === 1))
}

/** Returns the bodies that must stay whole: code, tables, and lists without another list beside them. */
const wholes = (part: Section): ReadonlyArray<string> => {
  const visible = part.bodies.filter(({ kind }) => kind !== 'comment')
  const alone = visible.filter(
    ({ kind }, index) =>
      kind === 'whole' || (kind === 'list' && visible[index - 1]?.kind !== 'list' && visible[index + 1]?.kind !== 'list'),
  )
  return alone.map(({ text }) => text)
}

const dense = (text: string): string => text.replace(/\s+/g, '')

/** Returns the text of a chunk as the document has it: a row is printed under its header. */
const source = (document: string, { entry, span, text }: Chunk): string =>
  entry === undefined || document.includes('<!--') ? text : document.slice(...span)

const isRow = ({ entry, text }: Chunk): boolean => entry !== undefined && !text.startsWith('-') && !/^\d+[.)]/.test(text)

/** Returns a body as its chunks have it: the head of a long table is a part of its rows. */
const shownOf = (text: string): string => {
  const [head = '', rule = '', ...rows] = text.split('\n')
  return head.startsWith('|') && /^[|\s-]+$/.test(rule) && rows.length > 3 && text.length > 200 ? rows.join('\n') : text
}

describe('every Markdown document', () => {
  test('keeps all of its body text, in order', () => {
    fc.assert(
      fc.property(sections, limits, (parts, sizes) => {
        const document = written(parts)
        fc.pre(!document.includes('<!--') || !document.includes('|'))

        const kept = parts.flatMap((part, index) => {
          const shown = part.bodies.filter(({ kind }) => kind !== 'comment').map(({ text }) => shownOf(text))
          return shown.length === 0 && standsAlone(parts, index) ? [headingOf(part, index)] : shown
        })
        const { chunks } = read(document, sizes)
        expect(dense(chunks.map((chunk) => source(document, chunk)).join(''))).toBe(dense(kept.join('')))
      }),
    )
  })

  test('loses no line: what is not blank and no markup is in a chunk, a heading in its text or its title', () => {
    const line = fc.constantFrom(
      ...['plain words', '# One', '## Two **b**', '### `Three`', '###### Six', '#', '####', 'Under', '===', '---', '***', '* * *'],
      ...[
        '- item',
        '  - nested',
        '\t- tabbed',
        '1. one',
        '> quote',
        '> # quoted',
        '| alpha | beta |',
        '|---|---|',
        '```',
        '~~~sh',
        '    # code',
      ],
      ...[
        '#tag',
        '# ?!',
        '## …',
        '\t# deep',
        'key: value',
        '- [ ] open',
        '[ref]: x.md',
        '&nbsp;',
        '\u3000words',
        `# ${'long '.repeat(60)}`,
      ],
      ...['', '', ' ', '\t'],
    )
    const lineBreak = fc.constantFrom('\n', '\r\n', '\r')
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), lineBreak, fc.boolean(), limits, (written, lineBreak, marked, sizes) => {
        // A key between two rules at the top is front matter, which is no text.
        fc.pre(!(written[0] === '---' && written.slice(1, written.indexOf('---', 1)).includes('key: value')))
        const { chunks } = read((marked ? '\uFEFF' : '') + written.join(lineBreak), sizes)

        const said = chunks.flatMap(({ text, title }) => [dense(text), dense(title)]).join('\n')
        const joined = dense(chunks.map(({ text }) => text).join(''))
        expect(
          written.filter((one) => {
            const heading = dense(one.replace(/^ {0,3}#{1,6}(?=[ \t])|[`*]/g, ''))
            // The rule below the head of a table says nothing: each of its rows is printed with the head.
            const markup = /^[#\s]*$|^[-*_=|\s]+$/.test(one)
            // A row is printed with its head, cell by cell; a column without a value in any row says nothing.
            const cells = one.startsWith('|') ? one.split('|').map(dense) : []
            if (cells.some((cell) => cell !== '' && said.includes(cell))) return false
            return !markup && !said.includes(dense(one)) && !said.includes(heading) && !joined.includes(dense(one))
          }),
        ).toEqual([])
      }),
      {
        numRuns: 1_000,
        examples: [
          [['plain', '|---|---|', `# ${'long '.repeat(60)}`, 'words', 'words', 'words'], '\n', false, { targetLength: 20, maxBytes: 40 }],
        ],
      },
    )
  })

  test('may have ten thousand headings, and lines longer than a node', () => {
    const headings = Array.from({ length: 10_000 }, (_, i) => `${'#'.repeat(2 + (i % 5))} Heading ${i}`)

    const { chunks } = read(headings.join('\n'))

    const said = new Set(chunks.flatMap(({ heading }) => heading))
    expect(said.size).toBe(10_000)
    expect(chunks).toHaveLength(2_000)
    expect(
      read(`# A\n\n${'word'.repeat(20_000)}`)
        .chunks.map(({ text }) => text)
        .join(''),
    ).toBe('word'.repeat(20_000))
  })

  test('has its texts at their spans, which do not overlap', () => {
    fc.assert(
      fc.property(sections, limits, (parts, sizes) => {
        const text = written(parts)

        let from = 0
        for (const chunk of read(text, sizes).chunks) {
          expect(chunk.span[0]).toBeGreaterThanOrEqual(from)
          const written = text.slice(...chunk.span).replace(/<!--.*?-->/g, '')
          if (!isRow(chunk)) expect(dense(written)).toBe(dense(chunk.text))
          const isWhole = isRow(chunk) && utf8Length(written) * 2 < sizes.maxBytes
          for (const cell of isWhole ? written.split('|') : []) expect(dense(chunk.text)).toContain(dense(cell))
          if (!text.includes('<!--') && !isRow(chunk)) expect(text.slice(...chunk.span)).toBe(chunk.text)
          from = chunk.span[1]
        }
      }),
    )
  })

  test('keeps its chunks within the limit, and tears nothing whole that is within it', () => {
    fc.assert(
      fc.property(sections, limits, (parts, sizes) => {
        const { chunks } = read(written(parts), sizes)

        for (const chunk of chunks) expect(utf8Length(chunk.text)).toBeLessThanOrEqual(sizes.maxBytes)
        for (const text of parts.flatMap(wholes)) {
          const isShort = text.length <= 200 || text.startsWith('`') || text.startsWith('~')
          if (isShort && utf8Length(text) <= sizes.maxBytes) expect(chunks.some((chunk) => chunk.text.includes(text))).toBe(true)
        }
      }),
    )
  })

  test('has chunks that are trimmed, titled, and each under an id of its own', () => {
    fc.assert(
      fc.property(sections, limits, (parts, sizes) => {
        const { chunks } = read(written(parts), sizes)

        const ids = chunks.map((chunk) => chunkId('plan.md', chunk))
        expect(new Set(ids).size).toBe(chunks.length)
        for (const chunk of chunks) {
          expect(chunk.text).toBe(chunk.text.trim())
          expect(chunk.text === '' || chunk.title === '').toBe(false)
        }
      }),
    )
  })

  test('keeps the ids and texts of all other sections when one is edited', () => {
    fc.assert(
      fc.property(sections, limits, fc.nat(), bodies, (parts, sizes, chosen, edited) => {
        const edit = chosen % parts.length
        const revised = parts.map((part, index) => (index === edit ? { ...part, bodies: edited } : part))
        const others = (document: ReadonlyArray<Section>) =>
          read(written(document), sizes)
            .chunks.filter((chunk) => (chunk.heading.at(-1) ?? 'Part 0') !== `Part ${edit}`)
            .map((chunk) => [chunkId('plan.md', chunk), chunk.text])

        expect(others(revised)).toEqual(others(parts))
      }),
    )
  })

  test('is read without an error whatever it holds, the same each time', () => {
    const unit = fc.constantFrom(
      ...['a', ' ', '    ', '\t', '\n', '\n\n', '\r\n', '#', '# ', '---', '===', '-', '- ', '1. ', '>', '|', '|---|', '`', '```', '~~~'],
      ...[
        '[',
        ']',
        '](',
        ')',
        '<',
        '!',
        '[[',
        ']]',
        ':',
        '<!--',
        '-->',
        '\\',
        '😀',
        '\ud83d',
        '\u2028',
        '\uFEFF',
        'title: x',
        '語。',
        '. ',
        '*',
      ],
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 120 }), limits, (text, sizes) => {
        const { chunks } = read(text, sizes)

        expect(read(text, sizes).chunks).toEqual(chunks)
        let from = 0
        for (const chunk of chunks) {
          expect(chunk.span[0]).toBeGreaterThanOrEqual(from)
          expect(utf8Length(chunk.text)).toBeLessThanOrEqual(sizes.maxBytes)
          if (!text.includes('<!--') && !isRow(chunk)) expect(text.slice(...chunk.span)).toBe(chunk.text)
          from = chunk.span[1]
        }
        if (!text.includes('<!--') && !text.startsWith('---')) expectOnlyHeadingsBetween(text, chunks)
      }),
      { numRuns: 1_000 },
    )
  })

  test('is read in steps that grow with its length, however hostile', () => {
    const size = 50_000
    const shapes = [
      '[',
      '](',
      '[[',
      '](<',
      '`',
      '` `` ',
      '<!--',
      '<!-- -->',
      '\n<!-- ',
      '- ',
      '\n- ',
      '\n# a\nb',
      '.',
      '. ',
      '>',
      '\n```\n',
      '\ud83d',
      '😀',
      ' ',
      '\n',
      '#',
      '|-',
    ]

    for (const shape of shapes) {
      const { chunks } = read(shape.repeat(size / shape.length))

      expect(chunks.every((chunk) => utf8Length(chunk.text) <= defaultChunkLimits.maxBytes)).toBe(true)
      expect(
        growth((times) => read(shape.repeat(times))),
        shape,
      ).toBeLessThan(2.5)
    }
  })
})

/** Expects that all text outside of chunks is blank, a heading with its underline, or a rule. */
const expectOnlyHeadingsBetween = (text: string, chunks: ParsedDocument['chunks']): void => {
  let from = 0
  const between: Array<string> = []
  for (const chunk of chunks) {
    between.push(text.slice(from, chunk.span[0]))
    from = chunk.span[1]
  }
  between.push(text.slice(from))
  for (const gap of between) {
    const left = gap.split(/\r\n|\n|\r/).filter((line, index, all) => {
      const underlined = /^ {0,3}(=+|--+)[ \t]*$/.test(all[index + 1] ?? '')
      return line.trim() !== '' && !underlined && !/^\uFEFF? {0,3}#{1,6}(\s|$)/.test(line) && !/^[-*_= \t\uFEFF]+$/.test(line)
    })
    expect(left).toEqual([])
  }
}
