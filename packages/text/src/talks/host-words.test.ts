import { describe, expect, test } from 'vitest'
import { parseRecords } from '../documents/records.ts'
import { defaultChunkLimits } from '../passages/document.ts'
import { growth } from '../testing/steps.ts'
import { ownersWords } from './host-words.ts'

const line = (role: string, content: unknown) => ({ type: role, sessionId: 's-1', message: { role, content } })
const words = (role: string, content: unknown) =>
  parseRecords({ fileName: 's.jsonl', text: JSON.stringify(line(role, content)) }, defaultChunkLimits, 'jsonl')
    .chunks.map(({ text }) => text.slice(role.length + 2))
    .join(' ')
const heard = (content: unknown) => words('user', content)

test.each([
  'A new session was started via /new or /reset. Execute your Session Startup sequence now - read the required files',
  '[Queued user message from a previous active turn; preserved as context only.]\nWhere is the bell?',
  '[Chat messages since your last reply - for context]\nOle: it rings',
])('a message of the host alone is nobody’s: %s', (content) => {
  expect(heard(content)).toBe('')
})

test('a fault of the host is not said by the agent', () => {
  expect(words('assistant', '⚠️ Agent failed before reply: no key.')).toBe('')
})

describe('what a host or a memory put into a message is not among its words', () => {
  test.each([
    ['a reminder before them', '<system-reminder>\nBe brief.\n</system-reminder>\nWhere is the bell?'],
    ['a reminder behind them', 'Where is the bell?\n\n<system-reminder>\nBe brief.\n</system-reminder>'],
    ['a reminder on their line', 'Where is the bell? <system-reminder>Be brief.</system-reminder>'],
    ['reminders around them', '<system-reminder>a</system-reminder><system-reminder>b</system-reminder>Where is the bell?'],
    ['a reminder with code in it', '<system-reminder>\n```\nconst a = `b`\n</system-reminder>\nWhere is the bell?'],
    ['a memory’s fence', '<relevant-memories>\n- The bell is old.\n</relevant-memories>\n\nWhere is the bell?'],
    ['a memory’s fence of another name', '<supermemory-context>\nold\n</supermemory-context>\nWhere is the bell?'],
    ['a memory’s fence with a number', '<claude-mem-context count="3">\nold\n</claude-mem-context>\nWhere is the bell?'],
    ['memories', '<memory>\nThe bell is old.\n</memory>\nWhere is the bell?'],
    ['our own fence', '<crabtrail-memory turn="t12">\nThe bell is old.\n</crabtrail-memory>\n\nWhere is the bell?'],
    ['an environment', '<environment_context>\n<cwd>/w</cwd>\n</environment_context>\nWhere is the bell?'],
    ['a file that an editor shows', '<ide_opened_file>The user opened a.ts.</ide_opened_file>\nWhere is the bell?'],
    ['an interruption', '[Request interrupted by user]Where is the bell?'],
    [
      'what others wrote in the group',
      '[Chat messages since your last reply - for context]\nOle: it rings\n\n[Current message - respond to this]\nWhere is the bell?',
    ],
    ['metadata of a former host', 'Sender (untrusted metadata):\n```json\n{"label":"Ada"}\n```\n\nWhere is the bell?'],
  ])('%s', (_, content) => {
    expect(heard(content)).toBe('Where is the bell?')
  })

  test.each([
    ['alone', '# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>', ''],
    ['on its line', '# AGENTS.md instructions</INSTRUCTIONS>Where?', 'Where?'],
    ['of two folders', '# AGENTS.md instructions</INSTRUCTIONS>\n# AGENTS.md instructions\n</INSTRUCTIONS>\nWhere?', 'Where?'],
    ['with a code block that does not end', '# AGENTS.md instructions\n```\n</INSTRUCTIONS>\n<skill>\na\n</skill>\nWhere?', 'Where?'],
    ['behind another block', '<skill>a</skill># AGENTS.md instructions\n</INSTRUCTIONS>Where?', 'Where?'],
    [
      'around another block',
      '# AGENTS.md instructions\n</INSTRUCTIONS><skill>a</skill># AGENTS.md instructions\n</INSTRUCTIONS>Where?',
      'Where?',
    ],
    ['with a block in it', '# AGENTS.md instructions\n<skill>\na\n</INSTRUCTIONS>\nWhere?\n</skill>', 'Where?\n</skill>'],
    ['without an end', '# AGENTS.md instructions for /w\n<skill>a</skill>\nBe brief.', ''],
    [
      'within words',
      'What is this?\n# AGENTS.md instructions\n</INSTRUCTIONS>',
      'What is this?\n# AGENTS.md instructions\n</INSTRUCTIONS>',
    ],
  ])('instructions of Codex %s', (_, content, said) => {
    expect(ownersWords(content).text).toBe(said)
  })

  test('in parts of the message', () => {
    const reminder = { type: 'text', text: '<system-reminder>Be brief.</system-reminder>' }

    expect(heard([reminder, { type: 'text', text: 'Where is' }, reminder, { type: 'text', text: 'the bell?' }])).toBe('Where is\nthe bell?')
  })

  test('in the middle of it', () => {
    expect(heard('Where is\n<system-reminder>Be brief.</system-reminder>\nthe bell?')).toBe('Where is\n\nthe bell?')
  })

  test.each([
    ['a command', '<command-name>/review</command-name>\n<command-message>review</command-message>\n<command-args></command-args>'],
    ['what a command printed', '<local-command-stdout>Set model to opus.</local-command-stdout>'],
    ['a command of the shell', '<bash-input>ls</bash-input>'],
    ['what the shell printed', '<bash-stdout>a.ts</bash-stdout><bash-stderr></bash-stderr>'],
    ['an interruption', '[Request interrupted by user for tool use]'],
    ['a notification', '<task-notification>\n<task-id>3</task-id>\n</task-notification>'],
    ['a summary', 'This session is being continued from a previous conversation that ran out of context. They spoke of bells.'],
    ['a picture without its data', '<image name=[Image #1]>'],
    ['a reminder alone', '<system-reminder>\nBe brief.\n</system-reminder>'],
  ])('and alone it is no message: %s', (_, content) => {
    expect(heard(content)).toBe('')
  })
})

describe('what the agent did not say', () => {
  test.each([
    ['a silent answer', 'NO_REPLY'],
    ['an answer to nothing', 'No response requested.'],
    ['an error', 'API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}'],
    ['an error without a connection', 'API Error (Connection error.)'],
    ['a heartbeat', 'HEARTBEAT_OK'],
    ['a copy of what it was given, cut off', '<crabtrail-memory turn="t12">\nThe bell is'],
  ])('is dropped: %s', (_, content) => {
    expect(words('assistant', [{ type: 'text', text: content }])).toBe('')
  })

  test('is taken out of an answer', () => {
    expect(words('assistant', 'HEARTBEAT_OK\n\nThe bell rang at six.')).toBe('The bell rang at six.')
    expect(words('assistant', 'The bell rang at six.\n\n**HEARTBEAT_OK**')).toBe('The bell rang at six.')
  })
})

describe('words about a host are words', () => {
  test.each([
    'What does <system-reminder> mean?',
    'The tag <system-reminder>Be brief.</system-reminder> is in my log.',
    'Why is `<system-reminder>Be brief.</system-reminder>` in my log?',
    'See:\n\n```xml\n<system-reminder>\nBe brief.\n</system-reminder>\n```',
    '```\n<command-name>/review</command-name>\n```',
    '<system-reminder>\nThis tag never ends.',
    'An API Error: 529 came. What does it mean?',
    'API Error: 529, what does it mean?',
    'Does NO_REPLY mean silence?',
    'NO_REPLY',
    'No response requested.',
    'I wrote [Request interrupted by user] into the log.',
    '<my-element>\n<p>Hello</p>\n</my-element>',
    '<-memory>\nHello\n</-memory>',
    '<user-memory-input>\nHello\n</user-memory-input>',
    'The domain has\n<memory unit="KiB">1048576</memory>\nin its file.',
    'Rename AGENTS.md instructions to rules.',
    'This (untrusted metadata):\n\nis my heading.',
  ])('%s', (content) => {
    expect(heard(content)).toBe(content)
  })

  test('of the agent as well', () => {
    for (const content of [
      'The API Error: 529 means overload.',
      'It says NO_REPLY when it is silent.',
      'Then HEARTBEAT_OK is all that I say.',
      'If nothing is new, I reply HEARTBEAT_OK.',
    ])
      expect(words('assistant', content)).toBe(content)
  })
})

test('blocks are found in steps that grow with the text', () => {
  const parts = [
    '<system-reminder>',
    '<system-reminder>a</system-reminder>',
    'x <memory>a</memory> x ',
    '<memory>\n`a\n</memory>\n',
    '```\n<a>\n',
  ]
  for (const part of parts) expect(growth((count) => ownersWords(`x ${part.repeat(count)} </a> x`))).toBeLessThan(2.4)
  expect(growth((count) => ownersWords('# AGENTS.md instructions\n</INSTRUCTIONS>\n'.repeat(count)))).toBeLessThan(2.4)
  // In steps that grow with the square of these lengths, the test would not end.
  for (const part of ['mem-', 'memory-', 'ide_', 'a_mem-', 'command-', 'mem ', 'mem <', '# AGENTS.md instructions</INSTRUCTIONS>']) {
    const text = `<${part.repeat(400_000)}`
    expect(ownersWords(`x </x> ${text}x`).text).toHaveLength(text.length + 8)
  }
  expect(ownersWords(`${'# AGENTS.md instructions</INSTRUCTIONS>'.repeat(100_000)}Hello`).text).toBe('Hello')
})
