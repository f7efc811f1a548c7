/** Folders without names: what of two that look alike is the same, what moved, and what is another’s. */
import type { Sight } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'
import { eventsOf, readLog } from '../models/recorded-log.ts'

type Folder = Readonly<Record<string, string>>
/** Files on the disk, by root. */
let disk: Map<string, Folder>
let store: OpenStore
let memory: AskedMemory
beforeEach(async () => {
  disk = new Map()
  const sight = (there: boolean): Effect.Effect<Sight> => Effect.succeed(there ? 'there' : 'gone')
  store = openStore({
    places: {
      folder: (root) => (root.startsWith('/') ? sight(disk.has(root)) : Effect.succeed('unknown')),
      document: (root, key) => sight(disk.get(root)?.[key] !== undefined),
    },
  })
  memory = await store.memory()
})
afterEach(() => store.close())

const notes: Folder = {
  'a.md': '# A\n\nThe anchor. See [b](b.md).\n',
  'b.md': 'The beacon.\n',
  'c.md': 'The compass.\n',
  'd.md': 'The dock.\n',
}
const without = (folder: Folder, ...names: ReadonlyArray<string>): Folder =>
  Object.fromEntries(Object.entries(folder).filter(([name]) => !names.includes(name)))
const documentsIn = (root: string) =>
  Object.entries(disk.get(root) ?? {}).map(([source, text]) => ({ source, format: 'markdown' as const, text, root }))
const read = (...roots: ReadonlyArray<string>) =>
  memory.ingest({ documents: roots.flatMap(documentsIn), folders: roots.map((root) => ({ root, below: '' })) })
const position = async () => (await memory.show({})).position
const said = async (node: string) => (await memory.show({ what: node })).nodes[0]?.content
const move = (from: string, to: string) => {
  disk.set(to, disk.get(from) ?? {})
  disk.delete(from)
}

describe('a folder that moved', () => {
  beforeEach(async () => {
    disk.set('/old', notes)
    await read('/old')
  })

  test('is still itself, back and forth, and nothing is written of that', async () => {
    const before = await position()
    for (const [from, to] of [
      ['/old', '/new'],
      ['/new', '/old'],
      ['/old', '/newer'],
    ] as const) {
      move(from, to)
      expect(await read(to)).toMatchObject({ skipped: [], renamed: [], retired: [], nodes: { unchanged: 4 } })
    }

    expect(await position()).toBe(before)
  })

  test('misses what was deleted since, takes what was added, and knows both when it is back', async () => {
    move('/old', '/new')
    disk.set('/new', { ...without(notes, 'd.md'), 'b.md': 'The bell.\n', 'e.md': 'The ebb, by [b](b.md).\n' })

    expect(await read('/new')).toMatchObject({ retired: ['d.md'], nodes: { added: 1, revised: 1 }, skipped: [] })
    move('/new', '/old')
    disk.set('/old', without(disk.get('/old') ?? {}, 'e.md'))
    expect(await read('/old')).toMatchObject({ retired: ['e.md'], nodes: { added: 0, revised: 0, unchanged: 3 } })
    expect(await memory.verify({})).toMatchObject({ ok: true })
  })

  test('is known again by what is there unread', async () => {
    move('/old', '/new')
    const one = { source: 'b.md', format: 'markdown' as const, text: 'The bell.\n', root: '/new' }

    const answer = await memory.ingest({ documents: [one], folders: [{ root: '/new', below: '' }], present: ['a.md', 'c.md'] })

    expect(answer).toMatchObject({ nodes: { revised: 1 }, skipped: [], retired: ['d.md'] })
  })

  test('into one that was known becomes part of it, once', async () => {
    disk.set('/other', { 'x.md': 'The xebec.\n' })
    await read('/other')
    disk.set('/other', { ...notes, 'x.md': 'The xebec by [a](a.md).\n' })
    disk.delete('/old')

    expect(await read('/other')).toMatchObject({ edges: { linked: 1 }, skipped: [], retired: [] })
    const before = await position()
    await read('/other')
    expect(await position()).toBe(before)
    disk.set('/other', without(disk.get('/other') ?? {}, 'c.md'))
    expect((await read('/other')).retired).toEqual(['c.md'])
  })

  test('is not one of which less than half is here', async () => {
    disk.delete('/old')
    disk.set('/new', { 'a.md': notes['a.md'] ?? '', 'b.md': 'Another one.\n' })

    expect(await read('/new')).toMatchObject({ retired: [], skipped: [{ path: 'b.md' }] })
    expect(await said('b.md')).toBe('The beacon.')
  })
})

describe('two folders with documents of one name', () => {
  beforeEach(async () => {
    disk.set('/h1', notes)
    disk.set('/h2', { ...notes, 'b.md': 'Another beacon.\n', 'e.md': 'The ebb.\n' })
    await read('/h1')
  })

  test('leave each other’s alone, and say so', async () => {
    const answer = await read('/h2')

    expect(answer).toMatchObject({ documents: 4, nodes: { added: 1, revised: 0, unchanged: 3, retired: 0 }, retired: [] })
    expect(answer.skipped).toEqual([{ path: 'b.md', reason: expect.stringMatching(/^\/h1 has .*--as NAME/) }])
    expect(await said('b.md')).toBe('The beacon.')
    const before = await position()
    expect((await read('/h1')).skipped).toEqual([])
    await read('/h2')
    expect(await position()).toBe(before)
  })

  test('never retire each other’s, also where the second holds nearly all of the first', async () => {
    await read('/h2')
    disk.set('/h2', without(disk.get('/h2') ?? {}, 'c.md', 'd.md', 'e.md'))

    expect((await read('/h2')).retired).toEqual(['e.md'])
    expect((await read('/h1')).nodes).toMatchObject({ added: 0, unchanged: 4 })
  })

  test('hand one over when the first surely has it no more', async () => {
    disk.set('/h1', without(notes, 'b.md'))

    expect(await read('/h2')).toMatchObject({ skipped: [], nodes: { revised: 1 } })
    expect(await said('b.md')).toBe('Another beacon.')
    expect((await read('/h1')).retired).toEqual([])
    disk.set('/h2', without(disk.get('/h2') ?? {}, 'b.md'))
    expect((await read('/h2')).retired).toEqual(['b.md'])
  })

  test('hand one over when both are read and only one has it', async () => {
    const names = Object.keys(notes)
    disk.set('/h1', without(notes, 'b.md'))
    disk.set('/h2', { 'b.md': 'Another beacon.\n' })

    expect(await read('/h1', '/h2')).toMatchObject({ skipped: [], retired: [], documents: names.length, nodes: { revised: 1 } })
  })

  test('one of which is filed under a name, too', async () => {
    const reading = {
      documents: [{ source: 'h3/b.md', format: 'markdown' as const, text: 'Named.', root: 'h3' }],
      folders: [{ root: 'h3', below: 'h3' }],
    }
    await memory.ingest(reading)
    disk.set('/up', { 'h3/b.md': 'Not named.' })

    expect((await read('/up')).skipped).toMatchObject([{ path: 'h3/b.md' }])
    expect(await said('h3/b.md')).toBe('Named.')
  })

  test('or where nothing can be seen of the first', async () => {
    const blind = openStore()
    const theirs = await blind.memory()
    const one = (root: string, text: string) =>
      theirs.ingest({ documents: [{ source: 'r.md', format: 'markdown', text, root }], folders: [{ root, below: '' }] })
    await one('/h1', 'One.')

    expect((await one('/h2', 'Two.')).skipped).toHaveLength(1)
    expect((await one('/h2', 'One.')).skipped).toEqual([])
    await blind.close()
  })
})

test('each source has its own record of where it lies, which goes with it', async () => {
  disk.set('/h1', notes)
  await read('/h1')

  const { contents, events } = readLog((await memory.export({})).lines)
  const roots = eventsOf({ events }, 'SourceAdded').map(({ data }) => data.root)
  expect(new Set(roots).size).toBe(4)
  expect(roots.map((root) => root && contents.get(root))).toEqual(['/h1', '/h1', '/h1', '/h1'])
})
