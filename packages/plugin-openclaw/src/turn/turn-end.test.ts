import { describe, expect, test } from 'vitest'
import { turnEnd } from './completion.ts'

const earlier = [
  { role: 'user', content: 'How are you?', timestamp: 1 },
  { role: 'assistant', content: [{ type: 'text', text: 'Well.' }], stopReason: 'stop' },
]
const asked = { role: 'user', content: [{ type: 'text', text: 'Search your memory' }] }
const called = {
  role: 'assistant',
  content: [
    { type: 'text', text: 'Let me see.' },
    { type: 'toolCall', name: 'tool_call' },
  ],
  stopReason: 'toolUse',
}
const found = { role: 'toolResult', content: [{ type: 'text', text: 'found' }] }
const said = { role: 'assistant', id: 'm7', content: [{ type: 'text', text: 'It is done.' }], stopReason: 'stop' }
const behind = { role: 'custom', customType: 'openclaw.nested-tool.v1', content: 'not said' }

describe('the end of a turn', () => {
  test('is a success with what the agent said since the question', () => {
    const end = turnEnd({ messages: [...earlier, asked, called, found, said, behind], success: true })

    expect(end).toEqual({ outcome: 'success', reply: 'Let me see.\nIt is done.', messages: ['m7'] })
  })

  test('is a failure where the model failed, whatever the host calls it', () => {
    const failed = { role: 'assistant', content: [], stopReason: 'error', errorMessage: '500 scripted failure' }

    expect(turnEnd({ messages: [...earlier, asked, failed], success: true })).toMatchObject({ outcome: 'failure', reply: '' })
    expect(turnEnd({ messages: [asked], success: false, error: 'no model' })).toMatchObject({ outcome: 'failure' })
  })

  test('is aborted where it was', () => {
    expect(turnEnd({ messages: [...earlier, asked, called], success: false })).toMatchObject({ outcome: 'aborted' })
    expect(turnEnd({ messages: [asked, { ...called, stopReason: 'aborted' }], success: true })).toMatchObject({ outcome: 'aborted' })
  })

  test('holds only so much of a reply', () => {
    const long = { role: 'assistant', content: 'x'.repeat(100_000) }

    expect(turnEnd({ messages: [asked, long], success: true }).reply).toHaveLength(32_000)
  })

  test('is read from whatever the host calls messages', () => {
    const messages = [null, 7, { role: 'assistant', content: [null, { type: 'text' }], id: 'x'.repeat(600) }]

    expect(turnEnd({ messages, success: true })).toEqual({ outcome: 'success', reply: '', messages: [] })
  })
})
