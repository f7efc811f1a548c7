import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CommandName } from '../../packages/cli/src/calls/table.ts'
import { format } from '../../packages/store/src/statements/tables.ts'
import { ended, fillNotes, makePlace, onlyDocument } from './place.ts'

const place = makePlace()
beforeAll(async () => {
  fillNotes(place)
  await place.ask('ingest', 'notes')
  await place.ask('recall', 'how do we roll back the harbour service?')
  place.write('empty.jsonl', '')
})
afterAll(() => place.remove())

/** A copy of the store in a folder of its own, changed behind our back. */
const altered = (name: string, sql: string): string => {
  mkdirSync(join(place.home, name))
  const path = join(place.home, name, 'a.db')
  cpSync(place.store, path)
  const database = new Database(path)
  database.exec(sql)
  database.close()
  return path
}

/** Every command that opens the store it is called for, as it should be called. */
const calls: Readonly<
  Record<Exclude<CommandName, 'completion' | 'demo' | 'eval' | 'grant' | 'move' | 'profiles' | 'restore'>, ReadonlyArray<string>>
> = {
  init: ['--brain', 'other'],
  ingest: ['notes'],
  note: ['the harbour is closed'],
  brains: [],
  profile: ['crabpath'],
  describe: ['notes of the release team'],
  tag: ['before-trouble'],
  tags: [],
  sessions: [],
  turns: [],
  timeline: [],
  list: [],
  recall: ['harbour'],
  used: ['deploy.md'],
  'not-relevant': ['deploy.md'],
  'not-useful': ['deploy.md'],
  wrong: ['deploy.md'],
  feedback: ['used', '--node', 'deploy.md'],
  hear: ['no, the harbour is closed'],
  judge: [],
  complete: ['--outcome', 'success'],
  strength: ['deploy.md', 'incident.md', '0.5'],
  learn: [],
  show: [],
  why: ['t1'],
  'why-not': ['harbour', 'deploy.md'],
  diff: ['1'],
  bisect: ['harbour', '--node', 'deploy.md'],
  blame: ['deploy.md>learned>incident.md'],
  log: [],
  stats: [],
  studio: [],
  undo: [],
  unlearn: ['--since', '1'],
  rollback: ['--to', '1'],
  replay: [],
  tune: [],
  promote: ['local/main/branch'],
  calibrate: ['--off'],
  maintain: [],
  protect: ['deploy.md'],
  trust: ['deploy.md'],
  review: [],
  alias: ['deploy.md', 'how to ship?'],
  forget: ['--node', 'deploy.md'],
  verify: [],
  doctor: [],
  export: [],
  import: [],
  backup: ['never.backup'],
  archive: ['--before', '1'],
}

describe('a database of a newer Crabtrail', () => {
  let path: string
  let before: Buffer
  beforeAll(() => {
    path = altered('newer', "update crabtrail_meta set format = 99, min_reader = 99, needs = '9.9.0'")
    before = readFileSync(path)
  })

  test.concurrent.each(Object.entries(calls))('is refused in one line by %s', async (command, args) => {
    const file = command === 'import' ? [place.write('log.jsonl', (await place.run('export')).stdout)] : []

    const { code, stderr, stdout } = await place.run(command, ...args, ...file, '--store', path)

    expect(stdout).toBe('')
    expect(stderr).toBe(
      `crabtrail: ${path}: it was written by a newer Crabtrail (format 99, this one reads ${format}): install Crabtrail 9.9.0 or later\n`,
    )
    expect(code).toBe(1)
  })

  test('and nothing is written to it', () => {
    expect(readFileSync(path).equals(before)).toBe(true)
    // Whoever only read it may have left the files of his reading, with nothing in them.
    const beside = readdirSync(join(path, '..')).filter((name) => !name.endsWith('-shm') && statSync(join(path, '..', name)).size > 0)
    expect(beside).toEqual(['a.db'])
  })
})

describe('a database that was damaged', () => {
  test.concurrent.each([
    ['no table of postings', 'drop table postings', ['recall', 'harbour']],
    ['no table of commits', 'drop table commits', ['show']],
    ['no column for the position', 'alter table brains rename column position to place', ['used', 'deploy.md']],
    ['no index for contents', 'drop index contents_by_ref', ['recall', 'what is the harbour?']],
    ['a trigger', "create trigger t before insert on commits begin select raise(abort, 'no'); end", ['recall', 'harbour']],
    ['a kind of content that nobody knows', 'update contents set kind = 99', ['export']],
  ])('with %s is refused, with what to do, and is no bug of ours', async (what, sql, args) => {
    const path = altered(what, sql)

    const { code, stdout } = await place.run(...args, '--store', path, '--json')

    expect(onlyDocument(stdout).error).toMatchObject({ tag: 'StoreUnavailable', reason: 'corrupt', place: path })
    expect(onlyDocument(stdout).error.message).toMatch(/damaged \(.+\): .*restore a copy/)
    expect(code).toBe(1)
  })
})

test('a log that is followed ends when its file is taken away', async () => {
  const path = altered('followed', 'vacuum')
  const child = place.start('log', '--follow', '--json', '--store', path)
  let said = ''
  child.stdout?.on('data', (chunk) => {
    said += chunk
  })
  const end = ended(child)
  await vi.waitUntil(() => said.includes('\n'), { timeout: 120_000 })

  rmSync(join(path, '..'), { recursive: true })

  const { code, stdout } = await end
  expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
    error: { tag: 'StoreUnavailable', reason: 'moved', message: expect.stringContaining('while it was in use') },
  })
  expect(code).toBe(1)
})
