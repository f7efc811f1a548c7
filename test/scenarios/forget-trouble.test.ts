import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ContentStore, EventStore } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import Database from 'better-sqlite3'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ended } from '../models/ended.ts'
import { type OpenStore, openStore, type Stores } from '../models/open-store.ts'
import { eventsOf } from '../models/recorded-log.ts'
import { bundled } from '../src/bundled/bundled.ts'
import { inFull, inShort } from '../src/in-full.ts'
import { holdWriteLock } from '../src/write-lock.ts'
import { heldIn } from './bytes.ts'
import { openStage, type Stage } from './stage.ts'

const text =
  '# Vault\n\nThe zanzibarite lies in locker 9041755210263, behind the florentine obelisk.\n\n## Rest\n\nThe crabs walk at low tide.\n'
const words = ['zanzibarit', '9041755210263', 'florentin', 'obelisk']
const node = 'vault.md'
const documents = [{ source: 'vault.md', format: 'markdown', text }] as const

let stage: Stage
beforeEach(async () => {
  stage = await openStage('empty')
  await stage.memory.ingest({ documents })
})
afterEach(() => stage.leave())

const isErased = async () => eventsOf(await stage.log(), 'ContentErased').length > 0
const findings = async () => (await stage.memory.verify({})).checks.filter(({ ok }) => !ok)
const unfinished = async () => (await stage.memory.stats({})).store['unfinishedErasures']

describe('a note that comes between the erasure in a branch and that in the brain', () => {
  test('keeps the brain as it is, and the answer names what was erased', async () => {
    await stage.memory.replay({ saveAs: 'branch' })
    const { selection } = await stage.memory.forget({ name: 'zanzibarite', dryRun: true })
    let locks = 0
    const more = { source: 'more.md', format: 'markdown' as const, text: '# More\n\nMore zanzibarite lies in the cellar.\n' }
    const between = (stores: Context.Context<Stores>): Context.Context<Stores> => {
      const store = Context.get(stores, EventStore)
      const meanwhile = Effect.suspend(() =>
        ++locks === 2 ? Effect.promise(() => stage.memory.ingest({ documents: [more] })) : Effect.void,
      )
      return Context.add(stores, EventStore, { ...store, locked: (key, work) => Effect.andThen(meanwhile, store.locked(key, work)) })
    }
    const late = openStore({ layer: layerSqlite({ path: stage.path }), between, seed: 'late' })

    const answer = await (await late.memory()).forget({ name: 'zanzibarite', selection: selection ?? '' })
    await late.close()

    expect(answer).toMatchObject({ changed: true, erased: [{ brain: expect.stringContaining('branch'), contents: expect.any(Number) }] })
    expect(await isErased()).toBe(false)
  })
})

describe('a process that is killed while it forgets', () => {
  const script = bundled(new URL('./forget-and-die.ts', import.meta.url))
  const die = (moment: string, statement: string) =>
    new Promise<string | null>((resolve, reject) => {
      const child = spawn(process.execPath, [script, stage.path, node, moment, statement], { stdio: ['ignore', 'ignore', 'inherit'] })
      child.once('error', reject).once('close', (code, signal) => resolve(signal ?? `it ended with ${code}`))
    })

  /** The moments on both sides of the commit, and before the last step. */
  const moments = [
    ['before', 'commit', 'nothing happened'],
    ['after', 'commit', 'it is finished'],
    ['before', 'delete from "unfinished_erasures"', 'it is finished'],
  ] as const
  const moreMoments = [
    ['after', 'begin immediate', 'nothing happened'],
    ['after', 'insert into "unfinished_erasures"', 'nothing happened'],
    ['before', 'vacuum', 'it is finished'],
    ['after', 'vacuum', 'it is finished'],
    ['before', 'pragma wal_checkpoint(truncate)', 'it is finished'],
    ['after', 'pragma wal_checkpoint(truncate)', 'it is finished'],
    ['after', 'delete from "unfinished_erasures"', 'it is finished'],
  ] as const
  test.each([...moments, ...(inFull ? moreMoments : [])])('%s %j: %s when the store is opened next', async (moment, statement, what) => {
    await stage.store.close()

    expect(await die(moment, statement)).toBe('SIGKILL')
    const next = openStore({ layer: layerSqlite({ path: stage.path }), seed: 2 })
    try {
      const memory = await next.memory()
      const { items } = await memory.recall({ question: 'florentine obelisk', record: false })

      expect(items.map((item) => item.node).includes(node)).toBe(what === 'nothing happened')
      if (what === 'nothing happened') await memory.forget({ node })
      expect(heldIn(stage.path, words)).toEqual([])
      expect((await memory.stats({})).store['unfinishedErasures']).toBe(0)
      expect((await memory.verify({})).ok).toBe(true)
    } finally {
      await next.close()
    }
  })
})

test('while somebody still reads, what he reads stays in the files, and is gone from them when he has ended', async () => {
  await stage.store.close()
  const hasty = openStore({ layer: layerSqlite({ path: stage.path, busyTimeoutMs: 50 }), seed: 2 })
  const memory = await hasty.memory()
  const reader = new Database(stage.path, { readonly: true })
  try {
    reader.exec('begin')
    reader.prepare('select count(*) from contents').get()

    const { unfinished: told } = await memory.forget({ node })

    expect(told).toContain('another program still reads')
    expect((await memory.stats({})).store['unfinishedErasures']).toBe(1)
    expect((await memory.recall({ question: 'florentine obelisk', record: false })).items.map((item) => item.node)).not.toContain(node)
    expect((await memory.doctor({})).findings.find(({ name }) => name === 'erasure')).toMatchObject({ ok: false })
    expect(await memory.forget({ node })).toMatchObject({ contents: 0, unfinished: told })

    reader.exec('rollback')
    await memory.upkeep({})

    expect(heldIn(stage.path, words)).toEqual([])
    expect((await memory.stats({})).store['unfinishedErasures']).toBe(0)
    expect((await memory.doctor({})).ok).toBe(true)
  } finally {
    reader.close()
    await hasty.close()
  }
})

test('a store that somebody else writes to is left as it was', async () => {
  await stage.store.close()
  const hasty = openStore({ layer: layerSqlite({ path: stage.path, busyTimeoutMs: 50 }), seed: 2 })
  const memory = await hasty.memory()
  await memory.stats({})
  const letGo = await holdWriteLock(stage.path)
  try {
    await expect(memory.forget({ node })).rejects.toMatchObject({ _tag: 'StoreUnavailable', reason: 'locked' })
  } finally {
    await letGo()
  }
  expect((await memory.recall({ question: 'florentine obelisk', record: false })).items[0]?.node).toBe(node)
  expect((await memory.stats({})).store['unfinishedErasures']).toBe(0)
  expect(await memory.forget({ node })).toMatchObject({ contents: expect.any(Number) })
  expect(heldIn(stage.path, words)).toEqual([])
  await hasty.close()
})

test('another process that has the brain open goes on with what is left', async () => {
  const other = openStore({ layer: layerSqlite({ path: stage.path }), seed: 2 })
  const memory = await other.memory()
  const asked = { question: 'florentine obelisk', record: false }
  expect((await memory.recall(asked)).items[0]?.node).toBe(node)

  await stage.memory.forget({ node })

  expect((await memory.recall(asked)).items.map((item) => item.node)).not.toContain(node)
  expect((await memory.ingest({ documents })).skipped).toEqual([{ path: node, reason: 'forgotten' }])
  const { turn } = await memory.recall({ question: 'When do the crabs walk?' })
  expect(turn).toBe('t1')
  await other.close()
  expect(heldIn(stage.path, words)).toEqual([])
  expect(await findings()).toEqual([])
})

test('an export that began before is one of the memory without it', async () => {
  let pages = 0
  const forgetting = (stores: Context.Context<Stores>): Context.Context<Stores> => {
    const contents = Context.get(stores, ContentStore)
    const page: typeof contents.page = (...given) =>
      Effect.andThen(pages++ === 0 ? Effect.promise(() => stage.memory.forget({ node })) : Effect.void, contents.page(...given))
    return Context.add(stores, ContentStore, { ...contents, page })
  }
  const other = openStore({ layer: layerSqlite({ path: stage.path }), between: forgetting, seed: 2 })

  const { lines } = await (await other.memory()).export({})

  expect(pages).toBe(2)
  expect(lines).toEqual((await stage.memory.export({})).lines)
  expect(lines.join('\n')).not.toMatch(/zanzibarite|obelisk/)
  await other.close()
})

test('INV-50 what was forgotten cannot be put back into an export of later', async () => {
  const before = (await stage.memory.export({})).lines
  await stage.memory.forget({ node })
  const after = (await stage.memory.export({})).lines
  const bodyOf = new Map(before.flatMap((line) => (line.startsWith('{"content"') ? [[JSON.parse(line).content.ref, line] as const] : [])))
  const erased = after.filter((line) => line.includes('"erased":true'))
  expect(erased.length).toBeGreaterThan(2)
  const mended = after.map((line) => (erased.includes(line) ? (bodyOf.get(JSON.parse(line).content.ref) ?? line) : line))

  const refused = stage.memory.import({ brain: 'copy', lines: ended(mended) })

  await expect(refused).rejects.toMatchObject({
    _tag: 'BadImport',
    problem: expect.stringContaining('would bring back what was forgotten'),
  })
})

test('a reading in that began before takes nothing of it in when it comes to its end', async () => {
  let appends = 0
  const forgetting = (stores: Context.Context<Stores>): Context.Context<Stores> => {
    const store = Context.get(stores, EventStore)
    const meanwhile = Effect.promise(async () => {
      if (++appends === 2) await stage.memory.forget({ source: 'vault.md' })
    })
    return Context.add(stores, EventStore, { ...store, append: (asked) => Effect.andThen(meanwhile, store.append(asked)) })
  }
  const other = openStore({ layer: layerSqlite({ path: stage.path }), between: forgetting, seed: 2 })
  const memory = await other.memory()
  const many = Array.from({ length: 600 }, (_, i) => ({
    source: `a/${i}.md`,
    format: 'markdown' as const,
    text: `# N ${i}\n\nNote ${i}.\n`,
  }))

  const { skipped } = await memory.ingest({ documents: [...many, { ...documents[0], text: `${text}\nMore.\n` }] })

  expect(appends).toBeGreaterThan(2)
  expect(skipped).toEqual([{ path: 'vault.md', reason: 'forgotten' }])
  await other.close()
  expect(heldIn(stage.path, words)).toEqual([])
  expect(await findings()).toEqual([])
})

test('what somebody adds to it while it is being forgotten goes too', async () => {
  let armed = true
  const adding = (stores: Context.Context<Stores>): Context.Context<Stores> => {
    const store = Context.get(stores, EventStore)
    const more = Effect.promise(async () => {
      if (armed) await stage.memory.ingest({ documents: [{ ...documents[0], text: text.replace('florentine', 'verdigris') }] })
      armed = false
    })
    return Context.add(stores, EventStore, { ...store, locked: (brain, body) => Effect.andThen(more, store.locked(brain, body)) })
  }
  const other = openStore({ layer: layerSqlite({ path: stage.path }), between: adding, seed: 2 })
  const memory = await other.memory()

  await memory.forget({ source: 'vault.md' })

  expect(armed).toBe(false)
  await other.close()
  expect(heldIn(stage.path, [...words, 'verdigris', 'vault.md'])).toEqual([])
  expect(await findings()).toEqual([])
})

test('pages that another program freed, and did not overwrite, are written anew', async () => {
  const shell = new Database(stage.path)
  shell.pragma('secure_delete = off')
  shell.exec(`create table scratch (line text); insert into scratch select body from contents; drop table scratch`)
  shell.pragma('wal_checkpoint(truncate)')
  shell.close()

  await stage.memory.forget({ source: 'vault.md' })

  expect(heldIn(stage.path, words)).toEqual([])
})

test('many contents go at once', async () => {
  const passages = Array.from(
    { length: inShort(600, 2_600) },
    (_, i) => `## Section ${i}\n\nThe secretword${i} of passage ${i} is kept here.\n`,
  )
  await stage.memory.ingest({ documents: [{ source: 'long.md', format: 'markdown', text: `# Long\n\n${passages.join('\n')}` }] })

  const { contents } = await stage.memory.forget({ source: 'long.md' })

  expect(contents).toBeGreaterThan(inShort(1_600, 7_000))
  expect(heldIn(stage.path, ['secretword', 'long.md'])).toEqual([])
  expect(await findings()).toEqual([])
  expect(await isErased()).toBe(true)
  expect(await unfinished()).toBe(0)
})

test('long texts, revised texts, and an index that was built anew leave nothing', async () => {
  const long = (word: string) => `# Long\n\n${`The ${word} is kept here. `.repeat(280)}\n`
  for (const word of ['wolframite', 'zirconium', 'vanadinite']) {
    await stage.memory.ingest({ documents: [{ source: 'long.md', format: 'markdown', text: long(word) }] })
  }
  await stage.memory.doctor({ rebuildIndex: true })

  await stage.memory.forget({ source: 'long.md' })
  await stage.memory.doctor({ rebuildIndex: true })

  expect(heldIn(stage.path, ['wolframit', 'zirconium', 'vanadinit', 'long.md'])).toEqual([])
  expect(await findings()).toEqual([])
})

test.each([
  "'; drop table contents; --",
  '%',
  '\u0000x',
  '../../etc/passwd',
  ...inShort([], ['_', '\\', '"', 'a\nb', '🦀🦀', 's1', 'erased:1', '*']),
])('a source that is called %j is forgotten like any other, and no other with it', async (name) => {
  const source = `${name}.md`
  const body = '# Odd\n\nThe pangolin sleeps.\n'
  const { documents: read } = await stage.memory.ingest({ documents: [{ source, format: 'markdown', text: body }] })
  expect(read).toBe(1)

  await stage.memory.forget({ source: source.replace('\u0000', '') }).catch(async () => {
    const { items } = await stage.memory.recall({ question: 'pangolin', record: false })
    await stage.memory.forget({ source: items[0]?.source ?? '' })
  })

  expect(heldIn(stage.path, ['pangolin'])).toEqual([])
  expect((await stage.memory.recall({ question: 'florentine obelisk', record: false })).items[0]?.node).toBe(node)
  expect(await findings()).toEqual([])
})

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-'))
const disk = join(folder, 'disk')
const mount = (...options: ReadonlyArray<string>) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'crabtrail', disk], { stdio: 'ignore' })
const unmount = () => execFileSync('umount', [disk], { stdio: 'ignore' })

/** Only root may, and not everywhere. */
const mayMount = ((): boolean => {
  if (process.platform !== 'linux' || process.geteuid?.() !== 0) return false
  try {
    mkdirSync(disk)
    mount('size=16m')
    unmount()
    return true
  } catch {
    return false
  }
})()

describe.runIf(mayMount)('a disk without room', () => {
  beforeEach(() => mount('size=16m'))
  let store: OpenStore | undefined
  afterEach(async () => {
    await store?.close()
    unmount()
    rmSync(folder, { recursive: true, force: true })
  })

  test('to write the file anew: it is forgotten all the same, told, and finished when there is room', async () => {
    const path = join(disk, 'a.db')
    store = openStore({ layer: layerSqlite({ path }) })
    const memory = await store.memory()
    const filler = Array.from({ length: 20 }, (_, i) => ({
      source: `f${i}.md`,
      format: 'markdown' as const,
      text: `# F ${i}\n\n${`crab${i} tide${i} `.repeat(1_500)}\n`,
    }))
    await memory.ingest({ documents: [...documents, ...filler] })
    const other = new Database(path)
    other.pragma('wal_checkpoint(truncate)')
    other.close()
    const rest = join(disk, 'rest')
    writeFileSync(rest, Buffer.alloc(0))
    const fill = (): never => {
      for (;;) writeFileSync(rest, Buffer.alloc(4_096), { flag: 'a' })
    }
    expect(fill).toThrow(/ENOSPC/)
    await expect(memory.forget({ node })).rejects.toMatchObject({ _tag: 'StoreUnavailable', reason: 'full' })
    expect((await memory.recall({ question: 'florentine obelisk', record: false })).items[0]?.node).toBe(node)

    writeFileSync(rest, Buffer.alloc(0))
    const room = 400_000
    expect(fill).toThrow(/ENOSPC/)
    truncateSync(rest, statSync(rest).size - room)
    const { unfinished: told } = await memory.forget({ node })
    expect(told).toContain('the disk is full')
    expect((await memory.stats({})).store['unfinishedErasures']).toBe(1)

    rmSync(rest)
    expect((await memory.forget({ node })).unfinished).toBeUndefined()
    expect(heldIn(path, words)).toEqual([])
    expect((await memory.verify({})).ok).toBe(true)
  })
})
