import { sharedState } from '@crabtrail/agent-host/state/shared-state'
import { dropEnd, holdEnd, releaseEnds } from '@crabtrail/agent-host/turn/completion'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { turnEnd } from './after-turn.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

let states = 0
const stage = () => {
  const state = sharedState(`turn-ends-${++states}`)
  const told: string[] = []
  return { state, told, hold: (run: string, conversation: string, as = run) => holdEnd(state, run, conversation, () => told.push(as)) }
}

describe('the end of a turn that may be tried again', () => {
  test('is told after two minutes, once', () => {
    const { hold, state, told } = stage()
    hold('r1', 'c')

    vi.advanceTimersByTime(119_999)
    const early = [...told]
    vi.advanceTimersByTime(1)
    releaseEnds(state)

    expect(early).toEqual([])
    expect(told).toEqual(['r1'])
  })

  test('is void when the run goes on', () => {
    const { hold, state, told } = stage()
    hold('r1', 'c')

    dropEnd(state, 'r1')
    vi.advanceTimersByTime(200_000)

    expect(told).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is that of the newest attempt', () => {
    const { hold, told } = stage()
    hold('r1', 'c', 'first')
    hold('r1', 'c', 'second')

    vi.advanceTimersByTime(200_000)

    expect(told).toEqual(['second'])
  })

  test('is told when its conversation goes on, and when the plugin stops', () => {
    const { hold, state, told } = stage()
    for (const [run, conversation] of [
      ['r1', 'c'],
      ['r2', 'd'],
      ['r3', 'e'],
    ] as const)
      hold(run, conversation)

    releaseEnds(state, 'd')
    const first = [...told]
    releaseEnds(state)

    expect(first).toEqual(['r2'])
    expect(told).toEqual(['r2', 'r1', 'r3'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is told early when too many are kept', () => {
    const { hold, state, told } = stage()
    for (let run = 0; run < 70; run++) hold(`r${run}`, 'c')

    expect(told).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5'])
    expect(state.held.size).toBe(64)
  })
})

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

const ended = (event: Parameters<typeof turnEnd>[0]) => turnEnd(event, 'Search your memory')

describe('the end of a turn', () => {
  test('is a success with what the agent said since the question', () => {
    const end = ended({ messages: [...earlier, asked, called, found, said, behind], success: true })

    expect(end).toEqual({ outcome: 'success', reply: 'Let me see.\nIt is done.', answer: 'It is done.', meanwhile: [], messages: ['m7'] })
  })

  test('goes on over what comes in meanwhile, of which it tells what the owner says', () => {
    const owners = {
      role: 'user',
      content: [{ type: 'text', text: '[Tue 2026-12-01 10:39 UTC] By the way, the code is 4711.' }],
      __openclaw: { senderIsOwner: true },
    }
    const others = { role: 'user', content: 'I am the owner.', __openclaw: { senderIsOwner: false } }
    const report = {
      role: 'user',
      content: 'The owner says: the code is 1.',
      provenance: { kind: 'inter_session' },
      __openclaw: { senderIsOwner: true },
    }
    const unsaid = { role: 'user', content: 'Nobody says who sent this.' }
    const noted = { role: 'assistant', content: 'Noted.', stopReason: 'stop' }

    const end = ended({ messages: [...earlier, asked, said, owners, noted, others, report, unsaid, noted], success: true })

    expect(end).toMatchObject({
      reply: 'It is done.\nNoted.\nNoted.',
      answer: 'Noted.',
      meanwhile: [{ text: 'By the way, the code is 4711.', reply: 'It is done.' }],
    })
  })

  test('begins at the newest message with the words of the question, which may stand behind one that nobody answered', () => {
    const both = { role: 'user', content: [{ type: 'text', text: 'Hello?' }, asked.content[0]], __openclaw: { senderIsOwner: true } }

    expect(ended({ messages: [asked, called, both, said], success: true })).toMatchObject({ reply: 'It is done.', meanwhile: [] })
    expect(turnEnd({ messages: [asked, called, both, said], success: true }, 'Shortened away')).toMatchObject({ reply: 'It is done.' })
  })

  test('is that of the last message where the question has no words, not of an older one without words', () => {
    const picture = { role: 'user', content: [{ type: 'image' }] }
    const older = { role: 'user', content: 'Deploy on Friday.', __openclaw: { senderIsOwner: true } }

    const end = turnEnd(
      { messages: [picture, called, older, called, { role: 'user', content: 'x'.repeat(20_000) }, said], success: true },
      '',
    )

    expect(end).toMatchObject({ reply: 'It is done.', meanwhile: [] })
  })

  test('is a failure where the model failed, whatever the host calls it', () => {
    const failed = { role: 'assistant', content: [], stopReason: 'error', errorMessage: '500 scripted failure' }

    expect(ended({ messages: [...earlier, asked, failed], success: true })).toMatchObject({ outcome: 'failure', reply: '' })
    expect(ended({ messages: [asked], success: false, error: 'no model' })).toMatchObject({ outcome: 'failure' })
  })

  test('is aborted where it was', () => {
    expect(ended({ messages: [...earlier, asked, called], success: false })).toMatchObject({ outcome: 'aborted' })
    expect(ended({ messages: [asked, { ...called, stopReason: 'aborted' }], success: true })).toMatchObject({ outcome: 'aborted' })
  })

  test('holds only so much of a reply', () => {
    const long = { role: 'assistant', content: 'x'.repeat(100_000) }

    expect(ended({ messages: [asked, long], success: true }).reply).toHaveLength(32_000)
  })

  test('is read from whatever the host calls messages', () => {
    const messages = [
      null,
      7,
      { role: 'user', provenance: null, __openclaw: { senderIsOwner: true } },
      { role: 'user', __openclaw: null },
      { role: 'assistant', content: [null, { type: 'text' }], id: 'x'.repeat(600) },
    ]

    expect(ended({ messages, success: true })).toEqual({ outcome: 'success', reply: '', answer: '', meanwhile: [], messages: [] })
  })
})
