import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { limits } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { exportParts } from './export-parts.ts'
import { findDocuments, type Wanted } from './find-documents.ts'
import { sourceNames } from './source-names.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crabtrail-talks-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const talk = (uuid: string, text: string) => ({ uuid, name: 'A talk', chat_messages: [{ uuid: `${uuid}1`, sender: 'human', text }] })

const find = (path: string, wanted: Wanted = {}) => {
  const found = findDocuments([join(folder, path)], undefined, wanted)
  const { files, folders, unseen } = Result.getOrThrow(sourceNames(found, undefined))
  return {
    files: files.map(({ source }) => source),
    texts: files.map(({ read }) => (read === undefined ? undefined : Result.getOrElse(read(limits.documentBytes), (reason) => reason))),
    below: folders.map(({ below }) => below),
    unseen,
    skipped: found.skipped.map(({ reason }) => reason),
    leftOut: found.leftOut.map(({ count, kind }) => [kind, count]),
  }
}

describe('an export of conversations', () => {
  test('is a document for each, if sessions are asked for', () => {
    const talks = [talk('a', 'Which "ferry"? \\ [{'), talk('b', 'ünïcode ⛴'), { uuid: 'c', chat_messages: [] }]
    write('export/conversations.json', JSON.stringify(talks, null, 1))
    write('export/users.json', '[{"uuid":"u"}]')

    expect(find('export', { transcripts: true })).toMatchObject({
      files: ['conversations.json/a.json', 'conversations.json/b.json', 'users.json'],
      skipped: [],
    })
    expect(
      find('export', { transcripts: true })
        .texts.slice(0, 2)
        .map((text) => JSON.parse(text ?? '')),
    ).toEqual(talks.slice(0, 2))
    expect(find('export')).toMatchObject({ files: ['users.json'], unseen: ['conversations.json'], leftOut: [['session', 1]] })
  })

  test('is read where it is named', () => {
    write('conversations.json', JSON.stringify(talk('a', 'Hello')))

    expect(find('conversations.json')).toMatchObject({ files: ['conversations.json/a.json'], below: [] })
  })

  test('may be larger than a document, but for one conversation', () => {
    const long = 'x'.repeat(limits.documentBytes)
    const half = 'y'.repeat(limits.documentBytes / 2)
    write('conversations.json', JSON.stringify([talk('a', half), talk('b', long), talk('../c', half), talk('d', half)]))

    const { files, skipped, texts } = find('conversations.json')

    expect(files).toEqual(['a', 'conversation-3', 'd'].map((name) => `conversations.json/${name}.json`))
    expect(skipped).toEqual([expect.stringMatching(/^conversation 2 has \d+ bytes; at most 10000000$/)])
    expect(texts.map((text) => JSON.parse(text ?? '').uuid)).toEqual(['a', '../c', 'd'])
  })

  test('that is broken keeps what can be read, and one that was written to is not read', () => {
    write(
      'conversations.json',
      `[${JSON.stringify(talk('a', 'Hello'))},{"uuid":b,"chat_messages":[]},${JSON.stringify(talk('c', 'x')).slice(0, 40)}`,
    )
    const { parts, problems } = Result.getOrThrow(exportParts(join(folder, 'conversations.json')))
    write('conversations.json', '[]')

    expect(parts.map(({ name }) => name)).toEqual(['a.json'])
    expect(problems).toEqual(['conversation 2 cannot be read', 'the file is cut off after conversation 2; export it again'])
    expect(parts[0]?.read(1_000)).toEqual(Result.fail('it was written to while it was read; read it in again'))
  })
})

describe('an export that ends too early', () => {
  const whole = JSON.stringify([talk('a', 'Hello'), talk('b', 'Goodbye')])
  const read = (text: string) => {
    write('conversations.json', text)
    const { parts, problems } = Result.getOrThrow(exportParts(join(folder, 'conversations.json')))
    return [parts.map(({ name }) => name), problems]
  }
  const cutOff = (number: number) => [`the file is cut off after conversation ${number}; export it again`]

  test('keeps its complete conversations, and is reported wherever it is cut', () => {
    expect(read(whole.slice(0, -20))).toEqual([['a.json'], cutOff(1)])
    expect(read(whole.slice(0, whole.indexOf(',{"uuid":"b"') + 1))).toEqual([['a.json'], cutOff(1)])
    expect(read(whole.slice(0, -1))).toEqual([['a.json', 'b.json'], cutOff(2)])
    expect(read(whole.slice(0, 30))).toEqual([[], cutOff(0)])
    expect(read(whole)).toEqual([['a.json', 'b.json'], []])
  })

  test('is no export where a record has a mapping of its own', () => {
    write('hosts.json', JSON.stringify({ mapping: { web: { port: 8080 } } }))

    expect(find('.')).toMatchObject({ files: ['hosts.json'], leftOut: [] })
  })
})

const line = (id: string, role: string, content: string) => ({ type: 'message', id, parentId: null, message: { role, content, usage: {} } })

const keepSessions = (path: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  const database = new DatabaseSync(join(folder, path))
  database.exec('create table transcript_events (session_id text, seq integer, event_json text)')
  const insert = database.prepare('insert into transcript_events values (?, ?, ?)')
  insert.run('s1', 0, JSON.stringify({ type: 'session', id: 's1', cwd: '/' }))
  insert.run('s1', 1, JSON.stringify(line('m1', 'user', 'Hello')))
  insert.run('s2', 0, JSON.stringify(line('m2', 'toolResult', 'a page')))
  database.close()
}

describe('the state folder of OpenClaw', () => {
  const database = 'state/agents/main/agent/openclaw-agent.sqlite'

  test('is its sessions alone, those in files of an older host too, if they are asked for', () => {
    keepSessions(database)
    write('state/openclaw.json', '{"token":"x"}')
    write('state/agents/main/sessions/old.jsonl', `${JSON.stringify(line('m', 'user', 'Hello'))}\n`)

    expect(find('state', { transcripts: true })).toMatchObject({
      files: ['s1', 's2', 'old'].map((name) => `agents/main/sessions/${name}.jsonl`),
      below: ['agents/main/sessions'],
      texts: ['\n{"id":"m1","role":"user","content":"Hello"}', '', '{"id":"m","role":"user","content":"Hello"}\n'],
    })
    expect(find('state')).toMatchObject({ files: [], below: [], unseen: ['agents/main/sessions'], leftOut: [['session', 2]] })
  })

  test('has the same documents by its database, and a folder around it has them too', () => {
    keepSessions(database)

    expect(find(database).files).toEqual(['agents/main/sessions/s1.jsonl', 'agents/main/sessions/s2.jsonl'])
    expect(find('.', { transcripts: true }).files).toEqual(['s1', 's2'].map((name) => `state/agents/main/sessions/${name}.jsonl`))
    expect(find('.')).toMatchObject({ files: [], leftOut: [['session', 2]] })
  })

  test('that cannot be read is named, and what is known of it stays', () => {
    write(database, 'SQLite format 3\0 but nothing else')

    expect(find('state', { transcripts: true })).toMatchObject({
      files: [],
      below: [],
      unseen: ['agents/main/sessions'],
      skipped: [expect.any(String)],
    })
    expect(find(database)).toMatchObject({ files: [], skipped: [expect.any(String)] })
  })

  test('a database of something else is not read', () => {
    new DatabaseSync(join(folder, 'x.db')).exec('create table a (b)')

    expect(find('x.db')).toMatchObject({ files: [], skipped: ['it is no database in which OpenClaw keeps sessions'] })
    expect(find('.')).toMatchObject({ files: [], leftOut: [['.db', 1]] })
  })
})
