import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { EventStore } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { packBody } from '../../packages/core/src/domain/events/codec/commit-body.ts'
import { append, brainNamed, row } from '../contracts/sample-log.ts'
import { currentUserText } from '../src/chat-request.ts'
import { openStage, patient, type Stage, stagesOfEachTest, watchOften } from './stage.ts'

const session = 'agent:main:chat'
const brain = 'local/main/default'
const question = 'How are releases deployed?'
const releases = '# Releases\n\nReleases are deployed from the main branch by the nightly Argo pipeline.\n'
const soon = { timeout: 120_000 }

const cleanups: Array<() => void> = []
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean()
})
// Registered last, and so left first: the cleanups take away what a stage stands on.
watchOften()
const stage = stagesOfEachTest()

const given = (one: Stage) => one.host.requests.map((request) => currentUserText(request).includes('crabtrail-memory'))
const told = (one: Stage, about: RegExp) =>
  one.host
    .log()
    .split('\n')
    .filter((line) => about.test(line))
const talk = async (one: Stage, turns: number): Promise<void> => {
  for (let turn = 0; turn < turns; turn++) expect(await one.host.chat(session, question)).toBe('Done.')
  await one.host.settled()
}

describe('settings that are wrong', () => {
  test.each([
    ['an unknown name', { dedlineMs: 500 }, 'dedlineMs'],
    ['a wrong type', { deadlineMs: 'soon' }, 'deadlineMs'],
    ['a value out of range', { tokens: -1 }, 'tokens'],
  ])('(%s) cost the turns their memory, and one line says which and where', async (_, config, name) => {
    const one = await stage({ config })

    await talk(one, 3)

    expect(given(one)).toEqual([false, false, false])
    const lines = told(one, /crabtrail/)
    expect(lines).toEqual([expect.stringContaining('plugins.entries.crabtrail.config: ')])
    expect(lines[0]).toContain(`"${name}"`)
    expect(lines[0]).toContain('nothing is remembered until it is put right')
  })

  test('that are put right give the next turn its memory', async () => {
    const one = await stage({ config: { dedlineMs: 500 } })
    await one.note('memory/releases.md', releases)

    await talk(one, 1)
    await one.host.reconfigure({ plugins: { entries: { crabtrail: { config: { dedlineMs: null } } } } })
    await talk(one, 1)

    expect(given(one)).toEqual([false, true])
  })
})

/** A folder where even the owner of this process can write nothing. */
const closedFolder = (): string => {
  if (process.geteuid?.() === 0) return '/sys'
  const folder = mkdtempSync(join(tmpdir(), 'closed-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o500)
  return folder
}

test.skipIf(process.platform === 'win32')(
  'a folder that cannot be written to costs the turns their memory, and that is said once',
  async () => {
    const path = join(closedFolder(), 'crabtrail.db')
    const one = await stage({ config: { storePath: path } })

    await talk(one, 3)
    await vi.waitUntil(() => told(one, /the memory cannot be used/).length > 0, soon)

    expect(given(one)).toEqual([false, false, false])
    expect(told(one, /crabtrail/)).toHaveLength(2)
    for (const line of told(one, /crabtrail/))
      expect(line).toContain(`${path}: this user may not open it: check who owns the file and its folder`)
    expect(told(one, /the memory cannot be used/)).toHaveLength(1)
    expect(told(one, /goes on without memory/)).toHaveLength(1)
  },
)

describe('a brain that a newer version wrote', () => {
  test('in another layout is left alone, and one line says which version reads it', async () => {
    const home = mkdtempSync(join(tmpdir(), 'newer-'))
    const first = await openStage({ home, config: { storePath: join(home, 'kept', 'brain.db') } })
    await talk(first, 1)
    await first.host.stop()
    const database = new DatabaseSync(join(home, 'kept', 'brain.db'))
    database.exec("update crabtrail_meta set format = 99, min_reader = 99, needs = '9.9.9'")
    database.close()

    const one = await stage({ home, config: { storePath: join(home, 'kept', 'brain.db') } })
    await talk(one, 2)
    await vi.waitUntil(() => told(one, /the memory cannot be used/).length > 0, soon)

    expect(told(one, /goes on without memory/)).toEqual([
      expect.stringMatching(/newer Crabtrail \(format 99.*install Crabtrail 9\.9\.9 or later/),
    ])
    expect(told(one, /the memory cannot be used/)).toHaveLength(1)
  })

  test('while this one was running is left alone, and one line says what to use', async () => {
    const one = await stage()
    await one.note('memory/releases.md', releases)
    await talk(one, 1)
    await one.quiet()
    const before = await appendNewer(one.path)

    await talk(one, 3)
    await vi.waitUntil(() => told(one, /the memory cannot be used/).length > 0, soon)

    expect(given(one)).toEqual([true, false, false, false])
    expect(one.state.health.absences).toEqual({ failed: 3 })
    expect(told(one, /goes on without memory/)).toEqual([
      expect.stringMatching(/MoonRisen version 1.*which this version does not know: use the newer Crabtrail/),
    ])
    expect(told(one, /the memory cannot be used/)).toHaveLength(1)
    // Ends of turns that cannot be written are no part of the conversation, but no secret either.
    expect(
      told(one, /crabtrail/).filter((line) => !/goes on without memory|cannot be used|signals to the memory were lost/.test(line)),
    ).toEqual([])
    expect(await head(one.path)).toEqual(before)
  })
})

const inStore = <A, E>(path: string, use: Effect.Effect<A, E, EventStore>): Promise<A> =>
  Effect.runPromise(Effect.provide(use, layerSqlite({ path })))

const head = (path: string) =>
  inStore(
    path,
    EventStore.use((store) => store.brain(brainNamed(brain))),
  )

/** Appends a commit as a newer program would: well chained, and not to be read here. */
const appendNewer = async (path: string) => {
  const body = packBody([{ type: 'MoonRisen', version: 1, data: {} }])
  await inStore(
    path,
    Effect.gen(function* () {
      const store = yield* EventStore
      const { at = 0, hash = '', position = 0 } = (yield* store.brain(brainNamed(brain))) ?? {}
      yield* store.append(append(row({ first: position + 1, at, actor: 1, prev: hash, body }), { brain: brainNamed(brain) }))
    }),
  )
  return head(path)
}

test('a workspace that vanishes while the gateway runs is told once; what was read from it is still remembered', async () => {
  const home = mkdtempSync(join(tmpdir(), 'vanishing-'))
  const note = join(home, 'workspace', 'memory', 'releases.md')
  mkdirSync(dirname(note), { recursive: true })
  writeFileSync(note, releases)
  const one = await stage({ home, config: { follow: true } })
  const turnIn = (name: string) => one.host.chat(`agent:main:${name}`, question)
  await vi.waitUntil(() => one.state.following.workspaces.get(brain)?.fresh === false, soon)

  await turnIn('first')
  rmSync(join(home, 'workspace'), { recursive: true })
  await turnIn('second')
  await vi.waitUntil(() => one.state.health.problems.size > 0, soon)
  await turnIn('third')
  const status = await one.host.chat(session, '/trail status')
  mkdirSync(dirname(note), { recursive: true })
  writeFileSync(note, releases)
  await turnIn('fourth')
  await vi.waitUntil(() => one.state.health.problems.size === 0, soon)

  expect(given(one)).toEqual([true, true, true, true])
  expect(
    told(one, /workspace .* cannot be read, and what was read from it is still remembered: there is no such file or folder/),
  ).toHaveLength(1)
  expect(status).toMatch(/Wrong: the workspace .* cannot be read/)
  expect(await one.types()).not.toContain('SourceRetired')
})

test('a message of two megabytes costs its turn its memory; one line says why and what to do', async () => {
  const one = await stage()
  await one.note('memory/releases.md', releases)
  const long = `${question} ${'and why? '.repeat(222_222)}`

  for (const message of [long, long, question]) expect(await one.host.chat(session, message)).toBe('Done.')

  expect(given(one)).toEqual([false, false, true])
  expect(told(one, /goes on without memory/)).toEqual([
    expect.stringMatching(/too-long.*2000024 bytes; at most 16000.*ask in a message of its own/),
  ])
  expect((await one.log()).filter(({ type }) => type === 'RecallSkipped').map(({ data }) => data['reason'])).toEqual([
    'too-long',
    'too-long',
  ])
  expect((await one.memory().ask('verify', { brain }, patient)).checks.filter(({ ok }) => !ok)).toEqual([])
})
