import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRecords } from '../documents/records.ts'
import { defaultChunkLimits } from '../passages/document.ts'
import { growth } from '../testing/steps.ts'
import { sessionHostOf } from './sessions.ts'

const jsonl = (...lines: ReadonlyArray<object | string>) =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
const parse = (text: string) => parseRecords({ fileName: 's.jsonl', text }, defaultChunkLimits, 'jsonl')
const said = (...lines: ReadonlyArray<object | string>) => parse(jsonl(...lines)).chunks.map(({ text }) => text)

/** Lines of the three hosts. */
const claude = (role: 'user' | 'assistant', content: unknown, more: object = {}) => ({
  type: role,
  sessionId: 's-1',
  timestamp: '2026-05-04T09:00:00.000Z',
  message: { role, content },
  ...more,
})
const codex = (role: string, ...texts: ReadonlyArray<string>) => ({
  timestamp: '2026-05-04T09:00:00.000Z',
  type: 'response_item',
  payload: { type: 'message', role, content: texts.map((text) => ({ type: role === 'assistant' ? 'output_text' : 'input_text', text })) },
})
const event = (type: string, more: object) => ({ timestamp: '2026-05-04T09:00:00.000Z', type: 'event_msg', payload: { type, ...more } })
/** A line of OpenClaw that follows no other. */
const openClaw = (role: string, content: unknown, more: object = {}) => ({
  type: 'message',
  id: `${role} ${content}`,
  parentId: 'before',
  message: { role, content, ...more },
})
/** A result of a tool is read only where a session is taken for records. */
const toolResult = claude('user', [{ type: 'tool_result', tool_use_id: 't', content: 'The pier is long.' }])
const asked = [claude('user', 'Where is the bell?'), toolResult, claude('assistant', [{ type: 'text', text: 'At the pier.' }])]
const askedWords = ['user: Where is the bell?', 'assistant: At the pier.']
const meta = { timestamp: '2026-05-04T09:00:00.000Z', type: 'session_meta', payload: { id: 's', cwd: '/w', source: 'cli' } }

describe('a session of Claude Code', () => {
  test.each<[string, ReadonlyArray<object | string>]>([
    ['a summary', [{ type: 'summary', summary: 'A talk', leafUuid: 'a' }]],
    ['many summaries', Array.from({ length: 60 }, (_, i) => ({ type: 'summary', summary: `Talk ${i}`, leafUuid: `a${i}` }))],
    ['a queued message', [{ type: 'queue-operation', operation: 'enqueue', sessionId: 's-1', content: 'Where is the bell?' }]],
    ['a change of permissions', [{ type: 'permission-mode', permissionMode: 'plan', sessionId: 's-1' }]],
    ['a snapshot of files', [{ type: 'file-history-snapshot', messageId: 'x', snapshot: {}, isSnapshotUpdate: false }]],
    ['a note of the program', [{ type: 'system', subtype: 'init', content: 'Started', sessionId: 's-1' }]],
    ['a type that is not known yet', [{ type: 'new-note', text: 'words', sessionId: 's-1' }]],
    ['a blank line', ['', '  ']],
    ['a byte order mark', [`\uFEFF${JSON.stringify({ type: 'mode', mode: 'normal', sessionId: 's-1' })}`]],
    ['a line that is cut off', ['{"parentUuid":null,"type":"user","message":{"role":"user","cont']],
    ['a record that fits no host', [{ note: 'written by a script' }]],
  ])('is known whatever its first line is: %s', (_, first) => {
    expect(said(...first, ...asked)).toEqual(askedWords)
  })

  test('is known by its first line as well', () => {
    expect(said(...asked)).toEqual(askedWords)
  })

  test('has the ids and days of its lines, and one thread through sessions that it goes on with', () => {
    const late = claude('user', 'And the buoy?', { uuid: 'u2', sessionId: 's-2', timestamp: '2026-05-04T23:59:00.000+02:00' })

    expect(parse(jsonl(claude('user', 'Where is the bell?', { uuid: 'u1' }), late)).chunks).toMatchObject([
      { name: 'u1', text: 'user: Where is the bell?', thread: 'talk', said: 20_577 },
      { name: 'u2', text: 'user: And the buoy?', thread: 'talk', said: 20_577 },
    ])
  })

  test.each<[string, ReadonlyArray<object>]>([
    ['a side chain', [claude('user', 'Search the pier.', { isSidechain: true }), claude('assistant', 'Found.', { isSidechain: true })]],
    ['a summary of a compaction', [claude('user', 'They spoke of bells.', { isCompactSummary: true })]],
    ['a note for the model', [claude('user', 'Caveat: commands follow.', { isMeta: true })]],
    ['an error of the service', [claude('assistant', [{ type: 'text', text: 'Credit balance is too low' }], { isApiErrorMessage: true })]],
    [
      'an answer that the program wrote',
      [{ ...claude('assistant', ''), message: { role: 'assistant', model: '<synthetic>', content: 'x' } }],
    ],
    ['a notification of a task', [claude('user', 'Task 3 ended.', { origin: { kind: 'task-notification' } })]],
    ['another session', [claude('user', 'Ring it!', { origin: { kind: 'peer' } }), claude('assistant', 'Rung.')]],
    ['a thought', [claude('assistant', [{ type: 'thinking', thinking: 'Let me look.' }])]],
  ])('is not %s', (_, lines) => {
    expect(said(...asked, ...lines)).toEqual(askedWords)
  })

  test('has the messages that were written while the agent worked', () => {
    const queued = (prompt: string, more: object) => ({
      type: 'attachment',
      sessionId: 's-1',
      attachment: { type: 'queued_command', prompt, ...more },
    })

    expect(
      said(
        ...asked,
        queued('Look at the mole too.', { commandMode: 'prompt', origin: { kind: 'human' } }),
        queued('Task 3 ended.', { commandMode: 'task-notification', origin: { kind: 'task-notification' } }),
      ),
    ).toEqual([...askedWords, 'user: Look at the mole too.'])
  })

  const result = (content: unknown, more: object = {}) => [{ type: 'tool_result', tool_use_id: 't', content, ...more }]
  const refused =
    "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:"

  test.each<[string, object, string]>([
    [
      'why a tool was not let run',
      claude('user', result(`${refused}\nuse the wombat table\nof May`, { is_error: true })),
      'use the wombat table\nof May',
    ],
    [
      'the same, before a note for the model',
      claude(
        'user',
        result([{ type: 'text', text: `${refused}\nThe pear.\n\nNote: The user's next message may contain more.` }], { is_error: true }),
      ),
      'The pear.',
    ],
    [
      'the same, beside a mark of the host',
      claude('user', [
        ...result(`${refused}\nThe pear.`, { is_error: true }),
        { type: 'text', text: '[Request interrupted by user for tool use]' },
      ]),
      'The pear.',
    ],
    [
      'questions of the agent with their answers',
      claude('user', result('User has answered.'), {
        toolUseResult: { answers: { 'Which table?': 'wombat', 'Which rows?': ['new', 'old'] } },
      }),
      'Which table? wombat\nWhich rows? new, old',
    ],
    [
      'the words behind a command',
      claude(
        'user',
        '<command-message>remember</command-message>\n<command-name>/remember</command-name>\n<command-args>the walrus eats</command-args>',
      ),
      'the walrus eats',
    ],
    ['a sentence that begins with a path', claude('user', '/tmp is full'), '/tmp is full'],
  ])('has %s', (_, spoken, words) => {
    expect(said(...asked, spoken)).toEqual([...askedWords, `user: ${words}`])
  })

  test.each<[string, object]>([
    ['a refusal without a reason', claude('user', result("The user doesn't want to proceed with this tool use.", { is_error: true }))],
    ['a result that tells of a user', claude('user', result(`${refused}\nhello`))],
    ['an error that tells of a user', claude('user', result('Exit code 1: the user said:\nhello', { is_error: true }))],
    ['a question without an answer', claude('user', result('x'), { toolUseResult: { answers: { 'Which table?': '' } } })],
    [
      'a setting',
      claude('user', '<command-name>/model</command-name>\n<command-message>model</command-message>\n<command-args>opus</command-args>'),
    ],
    [
      'a command without words',
      claude(
        'user',
        '<command-message>init is reading…</command-message>\n<command-name>/init</command-name>\n<command-args></command-args>',
      ),
    ],
    [
      'a notice about commands',
      claude(
        'user',
        'Caveat: The messages below were generated by the user while running local commands. DO NOT respond to these messages.',
      ),
    ],
  ])('has nothing of %s', (_, line) => {
    expect(said(...asked, line)).toEqual(askedWords)
  })

  test('is its active branch, through a compaction', () => {
    const line = (uuid: string, parentUuid: string | null, role: 'user' | 'assistant', text: string, more: object = {}) =>
      claude(role, text, { uuid, parentUuid, ...more })

    expect(
      said(
        line('a', null, 'user', 'Where is the bell?'),
        line('b', 'a', 'assistant', 'At the mole.'),
        line('c', 'a', 'assistant', 'At the pier.'),
        { type: 'system', subtype: 'compact_boundary', uuid: 'd', parentUuid: null, logicalParentUuid: 'c', sessionId: 's-1' },
        line('e', 'd', 'user', 'They spoke of bells.', { isCompactSummary: true }),
        line('f', 'e', 'user', 'And the buoy?'),
        line('x', 'gone', 'user', 'Said before the file begins.'),
        line('g', 'f', 'assistant', 'Outside.'),
        line('s', null, 'assistant', 'Found.', { isSidechain: true }),
      ),
    ).toEqual([...askedWords, 'user: And the buoy?', 'user: Said before the file begins.', 'assistant: Outside.'])
  })
})

describe('a session of Codex', () => {
  const talk = [meta, codex('developer', 'You are Codex.'), codex('user', 'Where is the bell?'), codex('assistant', 'At the pier.')]

  test('is what the owner and the agent said, once, with its day', () => {
    const lines = [
      ...talk,
      event('user_message', { message: 'Where is the bell?' }),
      event('agent_message', { message: 'At the pier.' }),
      { timestamp: '', type: 'response_item', payload: { type: 'function_call_output', output: 'The pier is long.' } },
      { timestamp: '', type: 'response_item', payload: { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Let me look.' }] } },
      { timestamp: '', type: 'turn_context', payload: { cwd: '/w', summary: 'auto' } },
      { timestamp: '', type: 'compacted', payload: { message: 'They spoke of bells.', type: 'message', role: 'user', content: 'x' } },
    ]

    expect(said(...lines)).toEqual(askedWords)
    expect(parse(jsonl(...lines)).chunks.map((chunk) => chunk.said)).toEqual([20_577, 20_577])
  })

  test.each<[string, object | string]>([
    ['an event', event('task_started', {})],
    ['a turn context', { timestamp: '', type: 'turn_context', payload: { cwd: '/w' } }],
    ['a line that is cut off', '{"timestamp":"2026-05-04T09:00:00.000Z","type":"session_me'],
    ['a type that is not known yet', { timestamp: '', type: 'world_state', payload: { text: 'words' } }],
  ])('is known whatever its first line is: %s', (_, first) => {
    expect(said(first, ...talk.slice(1))).toEqual(askedWords)
  })

  test('has what only its events say', () => {
    expect(said(meta, event('user_message', { message: 'Where is the bell?' }), codex('assistant', 'At the pier.'))).toEqual(askedWords)
  })

  test('is not what was put before the model: each part of a message is read by itself', () => {
    const rules = '# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nUse `</pre>`.\n</INSTRUCTIONS>'
    const place = '<environment_context>\n  <cwd>/w</cwd>\n</environment_context>'

    expect(said(meta, codex('user', rules, place), codex('user', `${rules}\n${place}\nWhere is the bell?`), ...talk.slice(3))).toEqual(
      askedWords,
    )
    expect(said(meta, codex('user', '<user_instructions>\nBe brief.\n</user_instructions>', 'Where is the bell?'))).toEqual([
      'user: Where is the bell?',
    ])
    expect(
      said(meta, codex('user', '# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for Codex:\nWhere is the bell?')),
    ).toEqual(['user: Where is the bell?'])
  })

  test('of a sub-agent is nobody’s', () => {
    const subagents = { ...meta, payload: { ...meta.payload, source: { subagent: { thread_spawn: { depth: 1 } } } } }

    expect(said(subagents, ...talk)).toEqual([])
  })

  test('is read as it was written before lines had a payload', () => {
    const head = { id: 's', timestamp: '2025-06-01T09:00:00.000Z', instructions: null }

    expect(said(head, { record_type: 'state' }, ...talk.slice(1).map((line) => ('payload' in line ? line.payload : line)))).toEqual(
      askedWords,
    )
  })
})

describe('a session of OpenClaw', () => {
  test.each<[string, object | string]>([
    ['its head', { type: 'session', version: 3, id: 's', cwd: '/home' }],
    ['a change of the model', { type: 'model_change', id: 'a', parentId: null, modelId: 'm' }],
    ['a compaction', { type: 'compaction', id: 'a', parentId: null, summary: 'They spoke of bells.' }],
    ['a line that is cut off', '{"type":"session","version":3,"i'],
    ['a blank line', ''],
  ])('is known whatever its first line is: %s', (_, first) => {
    expect(said(first, openClaw('user', 'Where is the bell?'), openClaw('toolResult', 'x'), openClaw('assistant', 'At the pier.'))).toEqual(
      askedWords,
    )
  })

  test('has no ids in its first versions: its head makes it known', () => {
    const line = (role: string, content: string) => ({ type: 'message', message: { role, content } })
    const head = { type: 'session', id: 's', timestamp: '2026-05-04T09:00:00.000Z', cwd: '/w' }

    expect(said(head, line('user', 'Where is the bell?'), line('toolResult', 'x'), line('assistant', 'At the pier.'))).toEqual(askedWords)
  })

  test('is what the owner said, and the answers to that', () => {
    const line = (id: string, parentId: string | null, role: string, content: string, more: object = {}) => ({
      ...openClaw(role, content, more),
      id,
      parentId,
    })

    expect(
      said(
        line('a', null, 'user', 'Hello', { __openclaw: { senderIsOwner: true } }),
        line('b', 'a', 'assistant', 'Hello.'),
        line('c', 'b', 'user', 'Look around', { provenance: { kind: 'internal_system', sourceTool: 'heartbeat' } }),
        line('d', 'c', 'assistant', 'All is well.'),
        line('e', 'd', 'user', 'Give me the key', { __openclaw: { senderIsOwner: false } }),
        line('f', 'e', 'assistant', 'No.'),
        line('g', 'f', 'user', '/trail wrong 1'),
        line('h', 'g', 'assistant', 'Noted.', { provider: 'openclaw', model: 'gateway-injected' }),
        line('i', 'h', 'user', '/etc/hosts is wrong'),
        line('j', 'i', 'assistant', 'Mended.'),
        line('k', 'j', 'assistant', 'Mended.', { provider: 'openclaw', model: 'delivery-mirror' }),
        line('l', 'k', 'user', 'hidden', { excludeFromContext: true }),
        line('m', 'l', 'user', '/tmp is where the walrus keeps its files'),
      ),
    ).toEqual([
      'user: Hello',
      'assistant: Hello.',
      'user: /etc/hosts is wrong',
      'assistant: Mended.',
      'user: /tmp is where the walrus keeps its files',
    ])
  })

  test('is its active branch, and all of it where nothing says what follows what', () => {
    const line = (id: string, parentId: string | null, role: string, content: string) => ({ ...openClaw(role, content), id, parentId })
    const told = [line('a', null, 'user', 'A?'), line('b', 'a', 'assistant', 'No.'), line('c', 'a', 'assistant', 'Yes.')]

    expect(said(...told)).toEqual(['user: A?', 'assistant: Yes.'])
    expect(said(...told, { type: 'leaf', id: 'l', parentId: 'c', targetId: 'b' })).toEqual(['user: A?', 'assistant: No.'])
    expect(said(line('b', 'gone', 'user', 'A?'), line('x', 'other', 'user', 'B?'))).toEqual(['user: A?', 'user: B?'])
  })

  test('has the day on which its owner wrote a message, in the owner’s time zone', () => {
    const late = { ...openClaw('user', '[Mon 2026-05-04 23:30 -05:00] Ring it tomorrow.'), timestamp: '2026-05-05T04:30:00.000Z' }

    expect(parse(jsonl(late)).chunks).toMatchObject([{ text: 'user: Ring it tomorrow.', said: 20_577 }])
  })
})

describe('a heartbeat', () => {
  test.each([
    ['by the mark of the host', '[OpenClaw heartbeat poll]', 'The tide is high.'],
    ['for a scheduled task', '[cron:5f1c Daily report] Write the report.', 'The tide is high.'],
    ['for a reminder', 'A scheduled reminder has been triggered. The reminder content is:\n\nfeed the cat', 'The tide is high.'],
    ['for a subagent', '[Subagent Context] You are running as a subagent (depth 1/1). Look at the tide.', 'The tide is high.'],
    ['by another session', '[Inter-session message] sourceTool=subagent_announce\nThe tide is high.', 'Noted.'],
    ['by the end of a task', '[Internal task completion event]\nsource: subagent', 'The tide is high.'],
    ['by a task behind', 'A background task completed. Use this result to reply to the user.', 'The tide is high.'],
    ['by a command behind', 'An async command you ran earlier has completed. The output is: high', 'The tide is high.'],
    ['before its talk is shortened', 'Pre-compaction memory flush.\nStore what lasts.', 'Stored.'],
    ['by the former prompt of the host', 'Read HEARTBEAT.md if it exists (workspace context). Follow it strictly.', 'The tide is high.'],
    ['by the answer that it asks for', 'Look at the mail. If nothing needs attention, reply HEARTBEAT_OK.', 'The tide is high.'],
    ['by its answer', 'Read HEARTBEAT.md', 'HEARTBEAT_OK'],
    ['in bold', 'Read HEARTBEAT.md', '**HEARTBEAT_OK**'],
  ])('is known %s, and neither it nor its answer was said to the owner', (_, prompt, answer) => {
    const lines = [openClaw('user', 'Where is the bell?'), openClaw('assistant', 'At the pier.')]

    expect(said(...lines, openClaw('user', prompt), openClaw('assistant', answer))).toEqual(askedWords)
  })

  test('may be spoken of', () => {
    expect(
      said(
        openClaw('user', 'Why do you reply HEARTBEAT_OK every hour?'),
        openClaw('assistant', 'HEARTBEAT.md is empty, so HEARTBEAT_OK is all I say then.'),
        openClaw('user', 'Read HEARTBEAT.md to me.'),
        openClaw('assistant', 'It says: look at the tide.'),
        openClaw('assistant', 'HEARTBEAT_OK'),
      ),
    ).toHaveLength(4)
  })
})

describe('a file that is no session', () => {
  test.each<[string, ReadonlyArray<object | string>]>([
    [
      'a chat in records',
      [
        { role: 'user', content: 'Where?' },
        { role: 'assistant', content: 'There.' },
      ],
    ],
    ['a chat for training', [{ messages: [{ role: 'user', content: 'Where?' }] }]],
    ['answers of a model', [{ model: 'llama', created_at: '2026-05-04', message: { role: 'assistant', content: 'There.' }, done: true }]],
    [
      'a log of sessions',
      [
        { type: 'session', id: 's', user: 'ada', seconds: 30 },
        { type: 'request', sessionId: 's', message: 'GET /' },
      ],
    ],
    ['a log with payloads', [{ timestamp: '2026-05-04', type: 'order/paid', payload: { sum: 3 } }]],
    [
      'comments in a tree',
      [
        { type: 'comment', id: 'a', parentId: null, text: 'Nice.' },
        { type: 'comment', id: 'b', parentId: 'a', text: 'Yes.' },
      ],
    ],
    [
      'records of a type of hosts',
      [
        { type: 'summary', text: 'A talk.' },
        { type: 'compaction', text: 'Another.' },
      ],
    ],
    ...['customer', 'support', 'User', ''].map((role): [string, ReadonlyArray<object>] => [
      `a chat of a support with the role “${role}”`,
      [
        { type: 'message', message: { role, content: 'Where is the bell?' } },
        { type: 'message', id: 'b', parentId: 'a', message: { role, content: 'At the pier.' } },
      ],
    ]),
    [
      'a chat with the roles of hosts and without their ids',
      ['user', 'assistant', 'system'].map((role) => ({ type: 'message', message: { role, content: 'Where is the bell?' } })),
    ],
    [
      'a chat with ids that form no tree',
      ['user', 'assistant'].map((role) => ({ type: 'message', id: role, message: { role, content: 'Where is the bell?' } })),
    ],
    ['records, one of which is a line of a session', [{ text: 'a' }, { text: 'b' }, claude('user', 'c'), { text: 'd' }]],
    ['one that begins with lines of a session', [claude('user', 'a'), claude('user', 'b'), { text: 'c' }, { text: 'd' }, { text: 'e' }]],
  ])('keeps its records: %s', (_, lines) => {
    expect(said(...lines)).toHaveLength(lines.length)
  })

  test.each([
    ['lines', 'x', 10_001],
    ['characters', 'x'.repeat(1_000_000), 65],
  ])('is one in which no host leads by 50 lines, after so many %s', (_, text, most) => {
    let taken = 0
    function* endless() {
      for (; ; taken++) yield JSON.stringify(taken % 2 === 0 ? claude('user', text) : { text })
    }

    expect(sessionHostOf(endless())).toBeUndefined()
    expect(taken).toBeLessThanOrEqual(most)
  })

  test('is a text log: no line is taken for a record', () => {
    const log = Array.from({ length: 1_200 }, (_, i) => `2026-05-04 09:00:${i} INFO started`)

    expect(parse(jsonl(...log, ...asked)).problems).toHaveLength(1_200)
  })
})

test('INV-185 a session is what was said in it, whatever lines of its host, and whatever that is no JSON, stand among its lines', () => {
  const notes = fc.constantFrom<object | string>(
    '',
    '{"type":"user","mess',
    'words',
    { type: 'summary', summary: 'A talk', leafUuid: 'a' },
    { type: 'queue-operation', operation: 'enqueue', sessionId: 's-1', content: 'A talk' },
    { type: 'mode', mode: 'normal', sessionId: 's-1' },
    claude('user', 'A talk', { isSidechain: true }),
    claude('user', '<system-reminder>A talk</system-reminder>'),
    toolResult,
  )
  const stretch = fc.array(notes, { maxLength: 120 })

  fc.assert(
    fc.property(stretch, stretch, stretch, (before, between, behind) => {
      const [question = '', , answer = ''] = asked

      expect(said(...before, question, ...between, answer, ...behind)).toEqual(askedWords)
    }),
  )
})

describe('a session with lines that cannot be read', () => {
  test('names them, and keeps all others', () => {
    const { chunks, problems } = parse(jsonl(asked[0] ?? '', '{"type":"user"', '42', ...asked.slice(1), '{"type":"user","mess'))

    expect(chunks.map(({ text }) => text)).toEqual(askedWords)
    expect(problems).toEqual([
      'line 2 is not JSON',
      'line 3 is not JSON',
      'line 6 is not JSON or is cut off: read the file in again when it is whole',
    ])
  })

  test('keeps a long line', () => {
    const long = 'The tide turns. '.repeat(70_000)

    expect(said(claude('user', long), ...asked).join(' ').length).toBeGreaterThan(1_000_000)
  })
})

test('the branch of a session is found in steps that grow with it', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      ...openClaw('user', 'x'),
      id: String(i),
      parentId: i === 0 ? null : String(i % 2 === 0 ? i - 1 : i - 2),
    }))

  expect(growth((count) => said(...lines(count)))).toBeLessThan(2.4)
})
