import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Append,
  BrainKey,
  type ContentRef,
  ContentStore,
  EventStore,
  SearchIndex,
  type StorePorts,
  StoreUnavailable,
} from '@crabtrail/core'
import * as Cause from 'effect/Cause'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import { afterAll, describe, expect, test } from 'vitest'
import { layerSqlite } from '../sqlite.ts'
import { chosenEngine } from './engine/chosen-engine.ts'
import { failureOf } from './engine/failure.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const brain = BrainKey.make('local/main/default')
const digest = (byte: string) => byte.repeat(32)
const ref = digest('ef') as ContentRef

const commit = (first: number): Append => ({
  brain,
  row: {
    first,
    count: 1,
    at: 1,
    actor: 0,
    session: undefined,
    body: '{}',
    prev: first === 1 ? '' : digest(`0${first - 1}`),
    hash: digest(`0${first}`),
  },
  contents: [{ ref, kind: 'tag', owner: 'brain', number: 0, salt: digest('ab'), body: 'a tag', fingerprint: digest('cd') }],
  index: [{ change: 'add', space: 'document', node: 1, terms: ['a'], counts: [1], length: 1, words: 1, from: first }],
  key: { key: digest(`1${first}`), signal: digest('aa') },
  durability: 'process',
  ...(first === 1 ? { create: { fingerprintKey: digest('cd') } } : {}),
})

type Stores = StorePorts
type Asked = (stores: {
  readonly events: EventStore['Service']
  readonly contents: ContentStore['Service']
  readonly index: SearchIndex['Service']
}) => Effect.Effect<unknown, unknown>

/** Everything that can be asked of a store, appends first: what is there already, then what follows. */
const operations: Readonly<Record<string, Asked>> = {
  repeat: ({ events }) => events.append({ ...commit(2), key: { key: digest('99'), signal: digest('aa') } }),
  append: ({ events }) => events.append(commit(3)),
  brains: ({ events }) => events.brains,
  brain: ({ events }) => events.brain(brain),
  read: ({ events }) => events.read(brain, 1, 10),
  recorded: ({ events }) => events.recorded(brain, digest('11')),
  commands: ({ events }) => events.commands(brain),
  describe: ({ events }) => events.describe,
  locked: ({ events }) => events.locked(brain, (locked) => locked.append(commit(3))),
  bodies: ({ contents }) => contents.bodies(brain, [ref]),
  find: ({ contents }) => contents.find(brain, 'tag', digest('cd')),
  findAll: ({ contents }) => contents.findAll(brain, 'node-text', [digest('cd')]),
  findByPrefix: ({ contents }) => contents.findByPrefix(brain, 'tag', 'a', 10),
  page: ({ contents }) => contents.page(brain, undefined, 10),
  tombstones: ({ contents }) => contents.tombstones(brain),
  bury: ({ contents }) => contents.bury(brain, [digest('cd')]),
  statistics: ({ index }) => index.statistics(brain, 'document'),
  statisticsAt: ({ index }) => index.statistics(brain, 'document', 1),
  postings: ({ index }) => index.postings(brain, 'document', ['a']),
  whole: ({ index }) => index.whole(brain),
  rebuild: ({ index }) => index.rebuild(brain, []),
}

const within = <A, E>(path: string, program: Effect.Effect<A, E, Stores>): Promise<A> =>
  Effect.runPromise(Effect.provide(program, layerSqlite({ path }), { local: true }))

let made = 0
const filledStore = async (): Promise<string> => {
  const path = join(folder, `${made++}.db`)
  await within(
    path,
    EventStore.use((store) => Effect.andThen(store.append(commit(1)), store.append(commit(2)))),
  )
  return path
}

/** Behind the store's back. */
const alter = (path: string, sql: string): void => {
  const database = chosenEngine().openFile(path, { busyTimeoutMs: 0, readOnly: false })
  database.execute(sql)
  database.close()
}

const pagesOf = (path: string, where: string): ReadonlyArray<number> => {
  const database = chosenEngine().openFile(path, { busyTimeoutMs: 0, readOnly: true })
  const pages = database.prepare(`select pageno from dbstat where ${where}`).rows([])
  database.close()
  return pages.map(([page]) => Number(page))
}

/** Returns the outcome of each operation: `fine`, the reason of a store at fault, or `died` if the fault was taken for a bug. */
const outcomes = (path: string): Promise<Readonly<Record<string, string>>> => {
  const outcome = (exit: Exit.Exit<unknown, unknown>): string => {
    if (Exit.isSuccess(exit)) return 'fine'
    const error = Cause.squash(exit.cause)
    if (error instanceof StoreUnavailable) {
      expect(error).toMatchObject({ place: path, retryable: false })
      if (error.reason === 'corrupt') expect(error.message).toMatch(/damaged \(.+\): .*restore a copy/)
      return error.reason
    }
    return Cause.hasDies(exit.cause) ? `died: ${error}` : 'refused'
  }
  const program = Effect.gen(function* () {
    const stores = { events: yield* EventStore, contents: yield* ContentStore, index: yield* SearchIndex }
    const all: Record<string, string> = {}
    for (const [name, ask] of Object.entries(operations)) all[name] = outcome(yield* Effect.exit(ask(stores)))
    return all
  })
  return within(path, program)
}

const tables = ['brains', 'commits', 'commands', 'contents', 'tombstones', 'postings', 'documents', 'posting_blocks', 'index_statistics']

const tampered: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
  ...tables.map((table) => [`has no table ${table}`, `drop table ${table}`, []] as const),
  ...tables.map((table) => [`has a table ${table} of other columns`, `drop table ${table}; create table ${table} (brain)`, []] as const),
  ['has a renamed column', 'alter table brains rename column position to place', ['brains', 'append']],
  ['has lost the index that an upsert needs', 'drop index contents_by_ref', ['append', 'locked']],
  ['has a view for a table', 'drop table tombstones; create view tombstones as select 1 as brain, null as fingerprint', ['bury']],
  ['has a trigger', "create trigger stop before insert on commits begin select raise(abort, 'no'); end", ['append', 'locked']],
  ['holds a commit beyond its head', `update brains set position = 1, hash = unhex('${digest('01')}')`, ['repeat']],
  [
    'has a check of somebody else',
    'drop table tombstones; create table tombstones (brain, fingerprint, check (brain > 9), primary key (brain, fingerprint))',
    ['bury'],
  ],
  ['holds a kind of content that nobody knows', 'update contents set kind = 99', ['page']],
  ['holds an owner that nobody knows', 'update contents set owner = 99', ['page', 'find', 'findByPrefix']],
]

describe('a file that is not as we left it', () => {
  test.each(tampered)('%s: that is damage, and no bug of ours', async (_, sql, wanted) => {
    const path = await filledStore()
    alter(path, sql)

    const found = await outcomes(path)

    expect(Object.entries(found).filter(([, outcome]) => outcome.startsWith('died'))).toEqual([])
    for (const name of wanted) expect([name, found[name]]).toEqual([name, 'corrupt'])
    expect(Object.values(found)).toContain('corrupt')
  })

  test('has pages of nonsense: that is damage, found where they are read', async () => {
    const path = await filledStore()
    // Without those that are read at the opening it would not be opened.
    const pages = pagesOf(path, "name not in ('sqlite_schema', 'crabtrail_meta', 'unfinished_erasures')")
    const handle = openSync(path, 'r+')
    for (const page of pages) writeSync(handle, Buffer.alloc(4_096, 0xa7), 0, 4_096, (page - 1) * 4_096)
    closeSync(handle)

    const found = Object.values(await outcomes(path))

    expect(found.filter((outcome) => outcome.startsWith('died'))).toEqual([])
    expect(found).toContain('corrupt')
  })

  test.each([
    ["update crabtrail_meta set format = 'one'"],
    ["update crabtrail_meta set min_reader = 'many'"],
    ['update crabtrail_meta set format = 0.5'],
    ['alter table crabtrail_meta rename column needs to wants'],
  ])('has a format that is none: %s', async (sql) => {
    const path = await filledStore()
    alter(path, `pragma ignore_check_constraints = on; ${sql}`)

    const refused = await within(path, EventStore.use((store) => store.brains).pipe(Effect.flip)).catch((error: unknown) => error)

    expect(refused).toMatchObject({ _tag: 'StoreUnavailable', reason: 'corrupt', place: path })
  })
})

describe('what the engine says', () => {
  const said = (code: string, message = 'no') => failureOf('/a.db', Object.assign(new Error(message), { code }))

  test.each([
    ['SQLITE_CORRUPT', 'corrupt'],
    ['SQLITE_CORRUPT_INDEX', 'corrupt'],
    ['SQLITE_NOTADB', 'corrupt'],
    ['SQLITE_MISMATCH', 'corrupt'],
    ['SQLITE_FORMAT', 'corrupt'],
    ['SQLITE_ERROR', 'corrupt'],
    ['SQLITE_CONSTRAINT', 'corrupt'],
    ['SQLITE_CONSTRAINT_PRIMARYKEY', 'corrupt'],
    ['SQLITE_CONSTRAINT_UNIQUE', 'corrupt'],
    ['SQLITE_CONSTRAINT_CHECK', 'corrupt'],
    ['SQLITE_CONSTRAINT_TRIGGER', 'corrupt'],
    ['SQLITE_IOERR_SHORT_READ', 'corrupt'],
    ['SQLITE_BUSY_SNAPSHOT', 'locked'],
    ['SQLITE_LOCKED_SHAREDCACHE', 'locked'],
    ['SQLITE_READONLY', 'read-only'],
    ['SQLITE_READONLY_DIRECTORY', 'read-only'],
    ['SQLITE_READONLY_DBMOVED', 'moved'],
    ['SQLITE_FULL', 'full'],
    ['ENOSPC', 'full'],
    ['SQLITE_CANTOPEN_ISDIR', 'permission'],
    ['EROFS', 'read-only'],
    ['SQLITE_IOERR_WRITE', 'io'],
  ])('%s is %s', (code, reason) => {
    const failure = said(code)

    expect(failure).toMatchObject({ _tag: 'StoreUnavailable', reason, place: '/a.db' })
    expect(failure?.message).toMatch(/^\/a\.db: .+: .+/)
    expect(failure?.message).not.toContain('\n')
  })

  test('with a code that nobody expected is trouble with the store, and the code is named', () => {
    expect(said('SQLITE_WEATHER')).toMatchObject({ reason: 'io', retryable: false })
    expect(said('SQLITE_WEATHER')?.message).toContain('(SQLITE_WEATHER)')
  })

  test('of a null or a wrong type that we bound, and of anything else, is a bug of ours', () => {
    for (const code of ['SQLITE_CONSTRAINT_NOTNULL', 'SQLITE_CONSTRAINT_DATATYPE', 'ERR_ASSERTION', '']) expect(said(code)).toBeUndefined()
    expect(failureOf('/a.db', new TypeError('x is not a function'))).toBeUndefined()
    expect(failureOf('/a.db', 'odd')).toBeUndefined()
  })
})
