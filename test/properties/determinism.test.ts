import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { BrainKey, EventStore } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import fc from 'fast-check'
import { build } from 'vite'
import { describe, expect, test } from 'vitest'
import { encodeCommit } from '../../packages/core/src/domain/events/codec/event-codec.ts'
import { nonsenseCommits } from '../arbitraries/log.ts'
import { play } from '../arbitraries/plausible-log.ts'
import { signals } from '../arbitraries/signal.ts'
import { append, row } from '../contracts/sample-log.ts'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { bundled } from '../src/bundled/bundled.ts'
import { digestsOf, histories, type StoredCommit } from './fold-digests.ts'
import { runs } from './runs.ts'

type StoredLog = ReadonlyArray<StoredCommit>

const nonsense: fc.Arbitrary<StoredLog> = nonsenseCommits.map((commits) => {
  let first = 1
  return commits.map(({ actor, at, events }) => {
    const commit = { body: encodeCommit(events), first, count: events.length, at, actor }
    first += events.length
    return commit
  })
})
const plausible: fc.Arbitrary<StoredLog> = signals(8).map((asked) =>
  play(asked)
    .memory.rows()
    .map(({ actor, at, body, count, first }) => ({ actor, at, body, count, first })),
)

const folder = temporaryFolder()
const logs = fc.sample(fc.oneof({ weight: 2, arbitrary: nonsense }, { weight: 1, arbitrary: plausible }), {
  numRuns: Math.min(runs.numRuns, 1_000),
  seed: runs.seed,
})
const expected = digestsOf(logs, 'in place')
const file = join(folder, 'all.logs.json')
writeFileSync(file, JSON.stringify(logs))

/** Not equal says which log of which seed. */
const compare = (digests: ReadonlyArray<string>): void => {
  const differing = logs.flatMap((log, i) => (digests[i] === expected[i] ? [] : [{ seed: runs.seed, log: i, commits: log }]))
  expect(differing.slice(0, 1)).toEqual([])
  expect(digests).toHaveLength(expected.length)
}

const digestsFrom = (node: string, script: ReadonlyArray<string>, history: string, env: NodeJS.ProcessEnv): ReadonlyArray<string> => {
  const { stderr, stdout } = spawnSync(node, [...script, file, history], {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  try {
    return JSON.parse(stdout)
  } catch {
    throw new Error(`${node} printed no digests: ${stderr.slice(0, 2_000)}`)
  }
}

const script = bundled(new URL('./fold-digests.ts', import.meta.url))

/** Versions of Node in the path that are not this one, and young enough for the language. */
const otherNodes = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((place) => join(place, process.platform === 'win32' ? 'node.exe' : 'node'))
  .filter((node) => existsSync(node))
  .map((node) => ({ node, version: spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim() }))
  .filter(
    ({ version }, i, all) =>
      /^v[2-9]\d/.test(version) && version !== process.version && all.findIndex((one) => one.version === version) === i,
  )

describe('the digest of a log', () => {
  test.each(histories)('INV-04 is the same however the fold came about: %s', (history) => {
    compare(digestsOf(logs, history))
  })

  test.each([
    ['far east, Turkish', 'in place', [], { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }],
    ['half hours, no locale', 'late', [], { TZ: 'America/St_Johns', LANG: 'C', LC_ALL: 'C' }],
    ['summer time, Swedish, no optimising', 'pure', ['--no-opt'], { TZ: 'Europe/Stockholm', LC_ALL: 'sv_SE.UTF-8' }],
  ])('INV-04 is the same in another process: %s', (_, history, flags, env) => {
    compare(digestsFrom(process.execPath, [...flags, script], history, env))
  })

  test('INV-04 is the same after the log went through a file', async () => {
    const layer = layerSqlite({ path: join(folder, 'logs.db') })
    const read = Effect.gen(function* () {
      const store = yield* EventStore
      return yield* Effect.forEach(logs, (log, i) => throughStore(store, BrainKey.make(`local/main/log-${i}`), log))
    })

    compare(digestsOf(await Effect.runPromise(Effect.provide(read, layer)), 'in place'))
  })

  test.skipIf(otherNodes.length === 0)(
    `INV-04 is the same in other versions of Node: ${otherNodes.map(({ version }) => version).join(', ') || 'none is here'}`,
    async () => {
      const bundle = join(folder, 'bundle')
      await build({
        configFile: false,
        logLevel: 'silent',
        ssr: { noExternal: true },
        build: {
          ssr: script,
          outDir: bundle,
          emptyOutDir: true,
          minify: false,
          rollupOptions: { output: { entryFileNames: 'fold-digests.mjs' } },
        },
      })

      for (const { node } of otherNodes) compare(digestsFrom(node, [join(bundle, 'fold-digests.mjs')], 'in place', {}))
    },
  )
})

const throughStore = Effect.fnUntraced(function* (store: EventStore['Service'], brain: BrainKey, log: StoredLog) {
  let prev = ''
  for (const commit of log) {
    const next = row({ ...commit, prev })
    yield* store.append(append(next, { brain }))
    prev = next.hash
  }
  const read: Array<StoredCommit> = []
  for (let from = 1; ; ) {
    const page = yield* store.read(brain, from, 100)
    read.push(...page)
    const last = page.at(-1)
    if (last === undefined) return read
    from = last.first + last.count
  }
})
