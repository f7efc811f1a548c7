import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultChunkLimits } from '../passages/document.ts'
import { growth } from '../testing/steps.ts'
import { phrasesOf } from '../words/phrases.ts'
import { elementsOf, parseRecords } from './records.ts'

const lines = (...records: ReadonlyArray<unknown>) => records.map((record) => JSON.stringify(record)).join('\n')
const read = (text: string, layout: 'json' | 'jsonl' = 'jsonl', limits = defaultChunkLimits) =>
  parseRecords({ fileName: 'notes/log.jsonl', text }, limits, layout)

describe('the records of a JSON document', () => {
  test('are a chunk each, by their own names', () => {
    const text = lines({ id: 'a', title: 'Crabs', text: 'They walk.' }, { id: 'b', text: 'They hide.' })

    expect(read(text)).toEqual({
      title: 'log',
      problems: [],
      lacks: [],
      chunks: [
        { heading: [], name: 'a', ordinal: 0, title: 'Crabs', text: 'They walk.', span: [0, 46], links: [], thread: undefined },
        { heading: [], name: 'b', ordinal: 0, title: '', text: 'They hide.', span: [47, 77], links: [], thread: undefined },
      ],
    })
  })

  test('have the day of their time stamp', () => {
    const said = { type: 'message', timestamp: '2026-05-04T09:00:10.000Z', message: { role: 'user', content: 'It is tomorrow.' } }
    const { chunks } = read(lines(said, { text: 'It is today.', created_at: 1_777_890_000 }, { text: 'It is not.' }))

    expect(chunks.map((chunk) => chunk.said)).toEqual([20_577, 20_577, undefined])
  })

  test('may be a list, as the corpora of HippoRAG are', () => {
    const { chunks } = read(JSON.stringify([{ title: 'Crabs', text: 'They walk.', idx: 7 }], null, 2), 'json')

    expect(chunks).toMatchObject([{ name: '7', title: 'Crabs', text: 'They walk.' }])
  })

  test('have titles without a colon at the end, which would make them lines of a list', () => {
    const { chunks } = read(lines({ title: 'Project Heron:', text: 'It began in May.' }))

    expect(chunks[0]?.title).toBe('Project Heron')
    expect(phrasesOf(chunks[0] ?? { text: '' }).title).toBe('project heron')
  })

  test('that only look like an exported talk are read as any other', () => {
    const { chunks, problems } = read(
      lines(
        { id: 'a', mapping: { port: 1 } },
        { id: 'b', mapping: { web: { port: 8080 } } },
        { id: 'c', chat_messages: [1], text: 'words' },
      ),
    )

    expect(chunks.map(({ text }) => text)).toEqual(['id: a\nmapping: {"port":1}', 'id: b\nmapping: {"web":{"port":8080}}', 'words'])
    expect(problems).toEqual([])
    expect(read(lines({ text: 'words', chat_messages: [] })).chunks.map(({ text }) => text)).toEqual(['words'])
  })

  test('that have a title alone say their title', () => {
    const { chunks } = read(lines({ id: 'a', title: 'index.d.ts', text: '' }, { id: 'b', text: '' }))

    expect(chunks).toMatchObject([{ name: 'a', title: '', text: 'index.d.ts' }])
  })

  test('that are broken are named, and the others stay', () => {
    const { chunks, problems } = read('{"text":"one"}\n\n{"text":\n42\n{"text":"two"}')

    expect(chunks.map(({ text }) => text)).toEqual(['one', 'two'])
    expect(problems).toEqual(['line 3 is not JSON', 'line 4 is not JSON'])
    expect(read('[{"text":"one"},oops]', 'json').problems).toEqual(['record 2 is not JSON'])
  })

  test('of one name are told apart by their order', () => {
    expect(read(lines({ id: 'a', text: '1' }, { id: 'a', text: '2' })).chunks.map(({ ordinal }) => ordinal)).toEqual([0, 1])
  })

  test('of one session follow each other', () => {
    const { chunks } = read(lines({ session: 's1', text: 'a' }, { session: 's2', text: 'b' }, { text: 'c' }))

    expect(chunks.map(({ thread }) => thread)).toEqual(['s1', 's2', undefined])
  })

  test('of a talk without sessions are one thread, each with whoever spoke', () => {
    const { chunks } = read(lines({ speaker: 'Ann', text: 'Where?' }, { role: 'assistant', content: 'assistant: here' }))

    expect(chunks).toMatchObject([
      { text: 'Ann: Where?', thread: 'talk' },
      { text: 'assistant: here', thread: 'talk' },
    ])
  })

  test('of a host’s transcript are what was said in it', () => {
    const { chunks } = read(
      lines(
        { type: 'session', id: 'x', cwd: '/tmp' },
        {
          type: 'message',
          id: 'm1',
          message: {
            role: 'user',
            content: [
              { type: 'text', text: 'Hello' },
              { type: 'image', data: '…' },
            ],
          },
        },
        { type: 'message', id: 'm2', message: { role: 'assistant', content: [{ type: 'toolCall', name: 'read' }] } },
      ),
    )

    expect(chunks).toMatchObject([{ name: 'm1', text: 'user: Hello', thread: 'talk' }])
  })

  test('without a text say their fields', () => {
    expect(read(lines({ city: 'Oslo', visitors: 3, gone: null })).chunks).toMatchObject([{ text: 'city: Oslo\nvisitors: 3' }])
  })

  test('may have a type of their own, also one that hosts give to their notes', () => {
    const faq = JSON.stringify([{ type: 'faq', question: 'When?', answer: 'At six.' }])

    expect(read(faq, 'json').chunks).toMatchObject([{ text: 'type: faq\nquestion: When?\nanswer: At six.' }])
    for (const type of ['session', 'custom', 'compaction'])
      expect(read(lines({ type, text: 'A talk.' }, { type, text: 'Another.' })).chunks).toMatchObject([
        { text: 'A talk.' },
        { text: 'Another.' },
      ])
  })

  test('say the first of their texts that is not empty', () => {
    expect(read(lines({ text: '', content: 'They walk.' }, { text: ' ', body: [], summary: 'They hide.' })).chunks).toMatchObject([
      { text: 'They walk.' },
      { text: 'They hide.' },
    ])
  })

  test('that are longer than a node may be are torn', () => {
    const { chunks } = read(lines({ id: 'a', text: 'A crab walks. '.repeat(20) }), 'jsonl', { targetLength: 100, maxBytes: 120 })

    expect(chunks.length).toBeGreaterThan(2)
    expect(new Set(chunks.map(({ name, ordinal }) => `${name} ${ordinal}`)).size).toBe(chunks.length)
    for (const { text } of chunks) expect(text.length).toBeLessThanOrEqual(120)
    expect(chunks.map(({ text }) => text).join(' ')).toBe('A crab walks. '.repeat(20).trim())
  })
})

describe('the record of a session as a host keeps it', () => {
  const message = (role: string, content: unknown, id = role) => ({ type: 'message', id, message: { role, content } })

  test('is what was said, in order: no heads, no tools, nothing that was put before the model', () => {
    const text = lines(
      { type: 'session', version: 3, id: 's', cwd: '/home' },
      message('user', '<crabtrail-memory>\nThe pool opens at six.\n</crabtrail-memory>\n\nWhen does it open?'),
      message('assistant', [
        { type: 'thinking', thinking: 'Let me look.' },
        { type: 'toolCall', name: 'read', arguments: { path: 'a' } },
      ]),
      message('toolResult', [{ type: 'text', text: 'secret output' }]),
      message('assistant', [{ type: 'text', text: 'At six.' }], 'b'),
      { type: 'compaction', summary: 'They spoke of pools.' },
    )

    expect(read(text).chunks).toMatchObject([
      { text: 'user: When does it open?', thread: 'talk' },
      { text: 'assistant: At six.', thread: 'talk' },
    ])
  })
})

const texts = (json: string) => elementsOf(json).map(({ end, start }) => json.slice(start, end))

describe('the elements of a JSON list', () => {
  test('are where JSON has them, whatever stands in them', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ noUnicodeString: false }), { minLength: 1 }), fc.constantFrom('', '  ', '\t'), (list, space) => {
        const json = JSON.stringify(list, null, space)

        // As texts, not read: V8 reads some keys with escapes wrongly (nodejs/node#63785).
        expect(texts(json)).toEqual(list.map((one) => JSON.stringify(one, null, space).replaceAll('\n', `\n${space}`)))
      }),
    )
  })

  test('leave the others alone when one is broken', () => {
    expect(texts('[{"a":1}, {"b":}, {"c":3}]')).toEqual(['{"a":1}', '{"b":}', '{"c":3}'])
  })

  test.each([
    ['what is no list is one element', ' {"a":[1,2]} ', ['{"a":[1,2]}']],
    ['an empty list has none', ' [ ] ', []],
    ['an empty text has none', ' \n', []],
    ['a list that is cut off keeps what it has', '[{"a":1},{"b":2', ['{"a":1}', '{"b":2']],
    ['a string that never ends', '[1,"a,b', ['1', '"a,b']],
  ])('%s', (_, json, expected) => {
    expect(texts(json)).toEqual(expected)
  })

  test('are found in steps that grow with the text', () => {
    for (const part of ['[', '1,', '"', '{"a":']) expect(growth((parts) => texts(`[${part.repeat(parts)}`))).toBeLessThan(2.2)
    expect(texts(`[${'['.repeat(300_000)}`)).toHaveLength(1)
    expect(texts(`[${'1,'.repeat(300_000)}1]`)).toHaveLength(300_001)
  })
})
