import { describe, expect, test } from 'vitest'
import { parseRecords } from '../documents/records.ts'
import { defaultChunkLimits } from '../passages/document.ts'
import { isTalkBeginning } from './talks.ts'

const read = (value: unknown) =>
  parseRecords({ fileName: 'export/conversations.json', text: JSON.stringify(value) }, defaultChunkLimits, 'json')

const node = (id: string, parent: string | null, role: string, text: string, more: object = {}) => ({
  [id]: {
    id,
    parent,
    children: [],
    message: {
      id,
      author: { role },
      create_time: 1_714_557_600 + Number(id.slice(1)),
      content: { content_type: 'text', parts: [text] },
      recipient: 'all',
      ...more,
    },
  },
})

const chatGpt = {
  title: 'A trip to Roscoff',
  create_time: 1_714_557_600.1,
  conversation_id: 'c-1',
  current_node: 'm7',
  mapping: {
    m0: { id: 'm0', parent: null, message: null },
    ...node('m1', 'm0', 'system', 'You are helpful.'),
    ...node('m2', 'm1', 'user', 'Which ferry?'),
    ...node('m3', 'm2', 'assistant', 'The slow one.'),
    ...node('m4', 'm2', 'assistant', 'search("ferry")', { recipient: 'browser' }),
    ...node('m5', 'm4', 'tool', 'a page'),
    ...node('m6', 'm5', 'assistant', 'Thinking', { content: { content_type: 'thoughts', thoughts: [] } }),
    ...node('m7', 'm6', 'assistant', 'The ferry at six.'),
  },
}

describe('a conversation that ChatGPT exports', () => {
  test('is the turns of its active branch, in order, with title, thread and moment', () => {
    expect(read([chatGpt]).chunks).toMatchObject([
      { name: 'm2', title: 'A trip to Roscoff', text: 'user: Which ferry?', thread: 'c-1', said: 19844 },
      { name: 'm7', title: 'A trip to Roscoff', text: 'assistant: The ferry at six.', thread: 'c-1', said: 19844 },
    ])
  })

  test('keeps its turns when its branch goes in a circle or its leaf is unknown', () => {
    const circle = { ...chatGpt, mapping: { ...node('m1', 'm2', 'user', 'a'), ...node('m2', 'm1', 'assistant', 'b') }, current_node: 'm2' }

    expect(read(circle).chunks.map(({ text }) => text)).toEqual(['user: a', 'assistant: b'])
    expect(read({ ...circle, current_node: 'gone' }).chunks).toHaveLength(2)
  })

  test('does not have what is hidden, nor pictures', () => {
    const hidden = node('m1', null, 'user', 'context', { metadata: { is_visually_hidden_from_conversation: true } })
    const picture = node('m2', null, 'user', '', { content: { content_type: 'multimodal_text', parts: [{ asset_pointer: 'x' }, 'This?'] } })

    expect(read({ mapping: { ...hidden, ...picture } }).chunks).toMatchObject([{ text: 'user: This?', thread: 'talk' }])
  })
})

const said = (uuid: string, sender: string, text: string, parent?: string) => ({
  uuid,
  sender,
  text,
  content: [{ type: 'text', text }, { type: 'tool_use', name: 'search', input: {} }],
  created_at: '2025-03-01T08:00:00.000000Z',
  ...(parent === undefined ? {} : { parent_message_uuid: parent }),
}) // biome-ignore format: one message

describe('a conversation that Claude exports', () => {
  const talk = { uuid: 'c-2', name: 'The roof', summary: '', account: { uuid: 'a' } }

  test('is its turns', () => {
    const messages = [said('a', 'human', 'Who fixes it?'), said('b', 'assistant', 'Samir does.'), said('c', 'human', '')]

    expect(read([{ ...talk, chat_messages: messages }]).chunks).toMatchObject([
      { name: 'a', title: 'The roof', text: 'user: Who fixes it?', thread: 'c-2', said: 20148 },
      { name: 'b', text: 'assistant: Samir does.', thread: 'c-2' },
    ])
  })

  test('has no turn of another branch', () => {
    const root = '00000000-0000-4000-8000-000000000000'
    const messages = [said('a', 'human', 'A?', root), said('b', 'assistant', 'No.', 'a'), said('c', 'assistant', 'Yes.', 'a')]

    expect(read([{ ...talk, chat_messages: messages }]).chunks.map(({ text }) => text)).toEqual(['user: A?', 'assistant: Yes.'])
  })
})

describe('the beginning of an export', () => {
  test('is told by the fields of its first conversation, also where it is cut off', () => {
    const claude = { name: 'The "chat_messages"', account: { mapping: {} }, chat_messages: [said('a', 'human', 'A?')] }

    expect(isTalkBeginning(JSON.stringify([chatGpt]).slice(0, 120))).toBe(true)
    expect(isTalkBeginning(JSON.stringify([claude], null, 2).slice(0, 150))).toBe(true)
    expect(isTalkBeginning(JSON.stringify(chatGpt))).toBe(true)
  })

  test('is told by the nodes of a mapping, which other records may have as well', () => {
    const other = { mapping: { web: { port: 8080, message: 'x' }, api: { message: null, parent: null } } }

    expect(isTalkBeginning(JSON.stringify(other))).toBe(false)
    expect(isTalkBeginning(JSON.stringify([{ mapping: { a: [{ message: 1, parent: 2 }] } }]))).toBe(false)
    expect(isTalkBeginning(JSON.stringify({ title: 'A', mapping: {} }))).toBe(false)
  })

  test.each([['', '[]', '[1,{"mapping":{}}]', '{"a":{"mapping":{}}}', '{"mapping":"x"}', '{"mapping', '[{"a":"mapping"},{"mapping":{}}]']])(
    'is not that of other records',
    (...texts) => {
      for (const text of texts) expect(isTalkBeginning(text)).toBe(false)
    },
  )
})
