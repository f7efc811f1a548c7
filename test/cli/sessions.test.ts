/** Files of recorded sessions on the command line: which are left out, what is read of one, and what is said of one that cannot be read whole. */
import { appendFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inShort } from '../src/in-full.ts'
import { type Json, makePlace, onlyDocument, type Place } from './place.ts'

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

const jsonl = (...lines: ReadonlyArray<object | string>) =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')
const said = (role: 'user' | 'assistant', uuid: string, text: string, more: object = {}) => ({
  type: role,
  uuid,
  sessionId: 's-1',
  timestamp: '2026-05-04T09:00:00.000Z',
  message: { role, content: [{ type: 'text', text }] },
  ...more,
})
const talk = [said('user', 'u1', 'Which berth does the Undine use?'), said('assistant', 'a1', 'The Undine uses berth 11.')]
const printed = (uuid: string, text: string) => ({
  ...said('user', uuid, ''),
  message: { role: 'user', content: [{ type: 'tool_result', content: text }] },
})
const codex = [
  { timestamp: '2026-05-04T09:00:00.000Z', type: 'session_meta', payload: { id: 's', cwd: '/w', source: 'cli' } },
  {
    timestamp: '2026-05-04T09:00:00.000Z',
    type: 'response_item',
    payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Which berth does the Nixe use?' }] },
  },
]
const openClaw = { type: 'message', id: 'm1', parentId: null, message: { role: 'user', content: 'Which berth does the Vera use?' } }

const texts = async (question = 'berth') =>
  (await place.ask('recall', question, '--no-record')).items.map(({ content }: Json) => content).sort()

describe('a session in a folder', () => {
  test.each<[string, string]>([
    ['of Claude Code', jsonl(...talk)],
    ['behind a summary', jsonl({ type: 'summary', summary: 'A talk', leafUuid: 'a1' }, ...talk)],
    ['behind a queued message', jsonl({ type: 'queue-operation', operation: 'enqueue', sessionId: 's-1', content: 'berth?' }, ...talk)],
    [
      'behind a snapshot of 2 MB',
      jsonl({ type: 'file-history-snapshot', messageId: 'x', snapshot: { a: 'x'.repeat(2_000_000) } }, ...talk),
    ],
    ['behind a title', jsonl({ type: 'ai-title', aiTitle: 'Berths', sessionId: 's-1' }, ...talk)],
    ['behind a blank line', `\n\n${jsonl(...talk)}`],
    ['behind a byte order mark', `\uFEFF${jsonl(...talk)}`],
    ['behind a line that is cut off', `{"type":"user","message":{"role":"user","cont\n${jsonl(...talk)}`],
    ['with line ends of Windows', jsonl(...talk).replaceAll('\n', '\r\n')],
    ['of Codex', jsonl(...codex)],
    ['of Codex behind a cut line', `{"timestamp":"2026\n${jsonl(...codex.slice(1))}`],
    ['of OpenClaw', jsonl({ type: 'session', version: 3, id: 's', cwd: '/w' }, openClaw)],
    ['of OpenClaw without its head', jsonl({ type: 'model_change', id: 'm0', parentId: null }, openClaw)],
  ])('is left out and named, whatever its first line is: %s', async (_, text) => {
    place.write('notes/dock.md', '# Dock\n\nThe dock opens at seven.\n')
    place.write('notes/session.jsonl', text)

    const { stdout } = await place.run('ingest', 'notes')

    expect(stdout).toContain('left out: 1 session (--transcripts)')
    expect(await texts()).toEqual([])
  })

  test.each([
    ['a chat in records', jsonl({ role: 'user', content: 'Which berth?' }, { role: 'assistant', content: 'Berth 11.' })],
    [
      'a log',
      jsonl({ level: 'info', message: 'berth 11 opened', sessionId: 's-1' }, { type: 'request', sessionId: 's-1', message: 'berth' }),
    ],
    [
      'a chat of a support',
      jsonl(
        { type: 'message', message: { role: 'customer', content: 'Which berth?' } },
        { type: 'message', message: { role: 'support', content: 'Berth 11.' } },
      ),
    ],
    ['a list of questions', jsonl({ type: 'faq', question: 'Which berth?', answer: '11.' }, { type: 'user', name: 'Berth' })],
  ])('is not a file of records: %s', async (_, text) => {
    place.write('notes/records.jsonl', text)

    expect(await place.ask('ingest', 'notes')).toMatchObject({ documents: 1, nodes: { added: 2 }, leftOut: [] })
  })
})

describe('a session that is read in', () => {
  test('is what was said, also under a name without a known ending', async () => {
    const noise = said('user', 'n1', '<system-reminder>\nThe berth is reserved.\n</system-reminder>')
    place.write('s.jsonl.deleted', jsonl({ type: 'mode', mode: 'normal', sessionId: 's-1' }, ...talk, noise, printed('t', 'berth 99')))

    expect(await place.ask('ingest', 's.jsonl.deleted')).toMatchObject({ nodes: { added: 2 }, skipped: [] })
    expect(await texts()).toEqual(['assistant: The Undine uses berth 11.', 'user: Which berth does the Undine use?'])
  })

  test('and grows between two readings keeps what was learned of it', async () => {
    const path = place.write('s.jsonl', jsonl(...talk))
    await place.ask('ingest', 's.jsonl')
    await place.ask('recall', 'Which berth does the Undine use?')
    appendFileSync(path, jsonl(printed('t', 'berth 99'), said('user', 'u2', 'And which berth does the Frida use?')))

    expect(await place.ask('ingest', 's.jsonl')).toMatchObject({ nodes: { added: 1, revised: 0, unchanged: 2, retired: 0 } })
    expect(await place.ask('ingest', 's.jsonl')).toMatchObject({ nodes: { added: 0, revised: 0, unchanged: 3, retired: 0 } })
  })

  test('while its host writes a line loses nothing: the line is named, and read when it is whole', async () => {
    const line = JSON.stringify(said('user', 'u2', 'Which berth does the Übermut use?'))
    const bytes = Buffer.from(jsonl(...talk) + line)
    // The first byte of a letter that has two.
    const cut = bytes.subarray(0, bytes.indexOf('Ü') + 1)
    const path = place.write('s.jsonl', cut)

    const { code, stdout } = await place.run('ingest', 's.jsonl', '--json')

    expect([code, onlyDocument(stdout).skipped]).toEqual([
      1,
      [{ path: 's.jsonl', reason: 'line 3 is not JSON or is cut off: read the file in again when it is whole' }],
    ])
    expect(onlyDocument(stdout)).toMatchObject({ nodes: { added: 2 } })
    writeFileSync(path, bytes)
    expect(await place.ask('ingest', 's.jsonl')).toMatchObject({ nodes: { added: 1, unchanged: 2 } })
    expect(await texts()).toContain('user: Which berth does the Übermut use?')
  })

  test('with broken lines in between names them by their number in the file', async () => {
    place.write('s.jsonl', jsonl(talk[0] ?? '', printed('t', 'x'), '{"type":"user"', talk[1] ?? '', '[1, 2'))

    const { code, stdout } = await place.run('ingest', 's.jsonl', '--json')

    expect(code).toBe(1)
    expect(onlyDocument(stdout).skipped.map(({ reason }: Json) => reason)).toEqual(['line 3 is not JSON', 'line 5 is not JSON'])
    expect(await texts()).toHaveLength(2)
  })

  test('may have many MB, more than a document, and lines of 1 MB: only what was said counts', async () => {
    const results = Array.from({ length: inShort(16, 50) }, (_, i) => printed(`t${i}`, 'x'.repeat(1_000_000)))
    const long = said('user', 'u2', `Which berth does the Frida use? ${'Tide. '.repeat(1_000)}`)
    place.write('s.jsonl', jsonl(...results.slice(results.length / 2), ...talk, ...results.slice(results.length / 2), long))

    expect(await place.ask('ingest', 's.jsonl')).toMatchObject({ nodes: { added: 3 }, skipped: [] })
  })

  test.each([
    ['of Claude Code', [said('user', 'n1', '<system-reminder>The berth is reserved.</system-reminder>'), printed('t', 'berth 99')]],
    ['of Codex', codex.slice(0, 1)],
    ['of OpenClaw', [{ type: 'session', version: 3, id: 's', cwd: '/w' }]],
  ])('in which nothing was said is named as such: %s', async (_, lines) => {
    place.write('notes/dock.md', '# Dock\n\nThe dock opens at seven.\n')
    place.write('notes/s.jsonl', jsonl(...lines))

    const { code, stdout } = await place.run('ingest', 'notes', '--transcripts')

    expect(code).toBe(0)
    expect(stdout).toContain('left out: 1 silent (nothing was said in it)\n    silent: notes/s.jsonl')
    expect(await texts('berth dock')).toHaveLength(1)
  })

  test('in which more was said than a document may hold says so, and what to do', async () => {
    const lines = Array.from({ length: 11 }, (_, i) => said('user', `u${i}`, `${i} ${'Tide. '.repeat(166_000)}`))
    place.write('s.jsonl', jsonl(...lines))

    const [code, error] = await place.fail('ingest', 's.jsonl')

    expect(code).toBe(1)
    expect(error.skipped).toEqual([
      {
        path: 's.jsonl',
        reason: expect.stringMatching(/^what was said in it has \d{8} bytes; at most 10000000: split the file between two lines$/),
      },
    ])
  })
})
