/**
 * Every command says the same over PostgreSQL as over SQLite, up to what is the store's own.
 *
 * Both get the same time and the same random bytes, so the two logs are equal to the last byte.
 *
 * In short: `test/contracts/runs/postgres.test.ts`
 */
import crypto, { createHash } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { serverChoice } from '@crabtrail/store/store-choice'
import * as Result from 'effect/Result'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { type Ended, fillNotes, type Json, makePlace, onlyDocument } from './place.ts'
import { callWithin } from './within.ts'

const { describePostgres, server } = sharedPostgres({ settings: { fsync: 'on' } })

/** Makes the random bytes of this process a sequence that begins anew at each call. */
const seeded = (): (() => void) => {
  const real = crypto.randomBytes
  let calls = 0
  const bytes = (size: number) => createHash('shake256', { outputLength: size }).update(`bytes ${++calls}`).digest()
  crypto.randomBytes = bytes as typeof crypto.randomBytes
  syncBuiltinESMExports()
  return () => {
    crypto.randomBytes = real
    syncBuiltinESMExports()
  }
}

const question = 'how do we roll back the harbour service?'

/** One after the other, each a second after the one before. */
const commands: ReadonlyArray<ReadonlyArray<string>> = [
  ['show'],
  ['init', '--profile', 'nosuch'],
  ['ingest', 'notes', '--dry-run'],
  ['used', 'deploy.md'],
  ['init', '--profile', 'linkstrength'],
  ['init'],
  ['brains'],
  ['ingest', 'notes', '--embedder', 'hashed'],
  ['ingest', 'notes', '--embedder', 'hashed'],
  ['recall', question],
  ['used', 'deploy.md#rollback'],
  ['recall', question, '--embedder', 'hashed'],
  ['wrong', 'deploy.md', '--instead', 'incident.md'],
  ['recall', 'who answers the telephone?', '--session', 'ann'],
  ['not-relevant', 'deploy.md', '--turn', 't1'],
  ['feedback', 'success', '--turn', 't3'],
  ['note', 'the harbour is closed in winter'],
  ['strength', 'deploy.md', 'incident.md', '0.5'],
  ['tag', 'before'],
  ['protect', 'incident.md'],
  ['describe', 'notes of the release team'],
  ['learn'],
  ['recall', question, '--no-record'],
  ['recall', question, '--at', 'tag:before'],
  ['why', 't1'],
  ['why-not', question, 'sub/team.txt'],
  ['blame', 'deploy.md>sequential>deploy.md#rollback'],
  ['diff', '1', '-1', '--questions'],
  ['bisect', question, '--node', 'deploy.md#rollback', '--present'],
  ['log', '--limit', '1000'],
  ['log', '--node', 'deploy.md', '--limit', '50'],
  ['show', 'deploy.md'],
  ['show', 'nosuch'],
  ['sessions'],
  ['tags'],
  ['replay', '--profile', 'crabpath', '--save-as', 'other'],
  ['brains'],
  ['tune'],
  ['unlearn', '--session', 's1', '--dry-run'],
  ['undo'],
  ['rollback', '--to', 'tag:before'],
  ['archive', '--before', 'tag:before', '--dry-run'],
  ['archive', '--before', 'tag:before'],
  ['recall', question, '--at', 'tag:before'],
  ['maintain'],
  ['verify', '--rederive'],
  ['export'],
  ['forget', '--node', 'sub/team.txt', '--dry-run'],
  ['forget', '--node', 'sub/team.txt'],
  ['ingest', 'notes'],
  ['recall', 'who answers the telephone?'],
  ['stats'],
  ['doctor', '--rebuild-index', '--rebuild-snapshots'],
  ['calibrate', '--off'],
  ['profile', 'crabpath'],
  ['archive', '--before', '-2'],
  ['verify', '--rederive'],
  ['show', '--at', '20'],
  ['export'],
]

interface Unreached {
  readonly place: string
  readonly why: string
}

interface Said {
  readonly words: string
  readonly code: number | null
  readonly stderr: string
  readonly answer: Json
}

const place = makePlace()
fillNotes(place)
afterAll(() => place.remove())

/** Calls the program with a store that the environment names, so that no message repeats how the store was named. */
const called = (store: string, ...words: ReadonlyArray<string>): Promise<Ended> =>
  callWithin(words, { env: { HOME: place.home, CRABTRAIL_STORE: store }, home: place.home, folder: place.home })

const play = async (store: string): Promise<ReadonlyArray<Said>> => {
  const unseed = seeded()
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const said: Said[] = []
    for (const [at, words] of commands.entries()) {
      vi.setSystemTime(1_790_000_000_000 + at * 1_000)
      const { code, stderr, stdout } = await called(store, ...words, '--brain', 'local/main/default', '--json')
      said.push({ words: words.join(' '), code, stderr, answer: onlyDocument(stdout) })
    }
    return said
  } finally {
    vi.useRealTimers()
    unseed()
  }
}

/** Fields that are not of the memory: how long something took, and what a store says of itself. */
const own = ['latencyMs', 'tookMs', 'counters', 'store', 'places']

/** Places that a server has, or that are others there. */
const ofServer = ['database pages', 'write-ahead log', 'replicas', 'backups']

const comparable = (said: ReadonlyArray<Said>, shown: string): ReadonlyArray<Said> =>
  JSON.parse(JSON.stringify(said), (name, value) => {
    if (own.includes(name)) return undefined
    if (name === 'unreachable') return value.filter(({ place }: Unreached) => !ofServer.includes(place))
    // Each store counts the bytes of its own rows; an archived stretch has the same everywhere.
    if (name === 'bytes' && typeof value?.after === 'number') return value.after
    if (typeof value === 'string')
      return value
        .replaceAll(shown, 'STORE')
        .replace('check the URL', 'check the path')
        .replace('the server reports no page that fails its checksum', 'tables and their indexes agree')
    return value?.name === 'store' ? { ...value, detail: undefined } : value
  })

describePostgres('over PostgreSQL and over SQLite', () => {
  const file = join(place.home, 'memory.db')
  let url: string
  let [fromFile, fromBase]: [ReadonlyArray<Said>, ReadonlyArray<Said>] = [[], []]
  beforeAll(async () => {
    url = await server().createDatabase()
    fromFile = comparable(await play(file), file)
    fromBase = comparable(await play(url), Result.getOrThrow(serverChoice(url, {})).place)
  }, 120_000)

  test.each(commands.map((command, at) => [at, command.join(' ')] as const))('the answer is the same: %i %s', (at) => {
    expect(fromBase[at]).toEqual(fromFile[at])
  })

  test('only what cannot be done is refused', () => {
    expect(fromFile.filter(({ code }) => code !== 0).map(({ code, words }) => [words, code])).toEqual([
      ['show', 1],
      ['init --profile nosuch', 2],
      ['ingest notes --dry-run', 1],
      ['used deploy.md', 1],
      ['init', 1],
      ['show nosuch', 3],
    ])
  })

  test('an erasure does not report the files of a server as cleaned: it says why it does not reach them, nor copies', async () => {
    const forget = async (store: string) => {
      const { places, unreachable } = onlyDocument(
        (await called(store, 'forget', '--subject', 'harbour', '--brain', 'local/main/default', '--dry-run', '--json')).stdout,
      )
      return { places: places.map(({ place }: Unreached) => place), unreachable: unreachable as ReadonlyArray<Unreached> }
    }
    const [ofFile, ofBase] = [await forget(file), await forget(url)]
    const files = ['database pages', 'write-ahead log']

    expect(ofFile.places).toEqual(expect.arrayContaining(files))
    expect(ofBase.places).toEqual(ofFile.places.filter((place: string) => !files.includes(place)))
    const [atFile, atBase] = [ofFile, ofBase].map((one) => one.unreachable.map(({ place }) => place))
    expect(atFile).not.toEqual(expect.arrayContaining(files))
    expect(atBase?.filter((place) => ofServer.includes(place))).toEqual(ofServer)
    expect(atBase?.filter((place) => !ofServer.includes(place))).toEqual(atFile?.filter((place) => !ofServer.includes(place)))
    expect(ofBase.unreachable.find(({ place }) => place === 'backups')?.why).toContain('dumps')
    expect(ofBase.unreachable.find(({ place }) => place === 'database pages')?.why).toContain('VACUUM FULL')
  })

  test('exports are the same to the last byte, and either store is rebuilt from that of the other', async () => {
    const exported = (await called(url, 'export', '--brain', 'local/main/default')).stdout
    place.write('memory.jsonl', exported)
    const [otherFile, otherBase] = [join(place.home, 'other.db'), await server().createDatabase()]

    expect((await called(file, 'export', '--brain', 'local/main/default')).stdout).toBe(exported)
    for (const store of [otherFile, otherBase]) {
      const { code, stdout } = await called(store, 'import', 'memory.jsonl', '--json')
      expect([code, onlyDocument(stdout).digest]).toEqual([0, fromFile.at(-3)?.answer.digest])
      expect((await called(store, 'export')).stdout).toBe(exported)
      expect(onlyDocument((await called(store, 'verify', '--rederive', '--json')).stdout)).toMatchObject({ ok: true })
    }
  })
})
