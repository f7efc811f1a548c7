import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { fillNotes, makePlaceOfProcesses, onlyDocument, type PlaceOfProcesses } from './place.ts'

const folder = temporaryFolder()
const whole = join(createRequire(import.meta.url).resolve('better-sqlite3'), '../..')
const redirect = pathToFileURL(join(import.meta.dirname, 'redirect-engine.ts')).href

/** The package without its native part. */
const withoutPrebuilds = (name: string): string => {
  const copy = join(folder, name)
  for (const part of ['lib', 'package.json']) cpSync(join(whole, part), join(copy, part), { recursive: true, dereference: true })
  return copy
}

const nothing = join(folder, 'nothing')
const stripped = withoutPrebuilds('stripped')
const foreign = withoutPrebuilds('foreign')
mkdirSync(join(foreign, 'prebuilds'))
for (const file of readdirSync(join(whole, 'prebuilds'))) writeFileSync(join(foreign, 'prebuilds', file), 'made for another machine')

let place: PlaceOfProcesses
const start = (env: Readonly<Record<string, string>>): PlaceOfProcesses => {
  place = makePlaceOfProcesses({ NODE_OPTIONS: `--import=${redirect}`, ...env })
  fillNotes(place)
  return place
}
afterEach(() => place.remove())

describe('where better-sqlite3 cannot be loaded', () => {
  test('every command works all the same', async () => {
    const { ask, run } = start({ TEST_BETTER_SQLITE3: stripped })

    expect(await run('ingest', 'notes', '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' })
    expect((await ask('recall', 'harbour')).items.length).toBeGreaterThan(0)
    expect(await ask('verify', '--rederive')).toMatchObject({ ok: true })
  })

  test.each([
    ['because it is not installed', nothing, /Cannot find module/],
    ['because its native part is missing', stripped, /Cannot find module .*better_sqlite3\.node/],
    ['because its native part is for another machine', foreign, /prebuilds.*\.node/],
  ])('%s, doctor says so and why', async (_, package_, why) => {
    const { ask, run, within } = start({ TEST_BETTER_SQLITE3: package_ })
    await within.ask('ingest', 'notes')

    const { store } = await ask('stats')
    const examined = await run('doctor', '--json')

    expect(store.engine).toBe('node:sqlite')
    expect(store.fallback).toMatch(
      /^better-sqlite3 cannot be loaded \(.+\), so Node's own SQLite does its work: .*install the package again/,
    )
    expect(store.fallback).toMatch(why)
    expect(examined).toMatchObject({ code: 0, stderr: '' })
    const { findings } = onlyDocument(examined.stdout)
    expect(findings[0]).toMatchObject({ name: 'store', ok: true, detail: expect.stringContaining('engine node:sqlite') })
    expect(findings[0].detail).not.toContain('fallback')
    expect(findings[1]).toEqual({ name: 'engine', ok: true, detail: store.fallback })
  })

  test('nor Node has an engine of its own, that is said, with what to do', async () => {
    const { fail } = start({ TEST_BETTER_SQLITE3: nothing, TEST_NODE_SQLITE: 'none' })

    const [code, error] = await fail('ingest', 'notes')

    expect(code).toBe(1)
    expect(error).toMatchObject({
      tag: 'StoreUnavailable',
      message: expect.stringMatching(/no SQLite engine.*install the package better-sqlite3/),
    })
  })
})

test('where it can be loaded it is the engine, and there is nothing more to say', async () => {
  const { ask, within } = start({ TEST_BETTER_SQLITE3: whole })
  await within.ask('ingest', 'notes')

  const { store } = await ask('stats')

  expect(store).toMatchObject({ engine: 'better-sqlite3' })
  expect(store).not.toHaveProperty('fallback')
  expect((await ask('doctor')).findings.map((one: { readonly name: string }) => one.name)).not.toContain('engine')
})
