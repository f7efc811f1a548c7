/** A folder that is read again: what went is retired, what was moved is still itself, what came back is as it was. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'
import { eventsOf, readLog } from '../models/recorded-log.ts'

let store: OpenStore
let memory: AskedMemory
beforeEach(async () => {
  store = openStore()
  memory = await store.memory()
})
afterEach(() => store.close())

type Folder = Readonly<Record<string, string>>
const home = '/home/notes'
const tides: Folder = {
  'tide.md': '# Tide\n\nThe tide turns twice a day. See [[crab]].\n',
  'crab.md': '# Crab\n\nCrabs walk at low tide.\n\n## Shell\n\nThe shell is shed in spring.\n',
  'moon.md': '# Moon\n\nThe moon pulls the [tide](tide.md).\n',
}

interface Reading {
  readonly root?: string
  readonly below?: string
  readonly present?: ReadonlyArray<string>
  readonly prune?: boolean
  readonly dryRun?: boolean
  readonly origin?: 'untrusted'
}

/** Reads a folder whole. */
const read = (folder: Folder, { below = '', root = home, ...rest }: Reading = {}) =>
  memory.ingest({
    documents: Object.entries(folder).map(([source, text]) => ({ source, format: 'markdown' as const, text, root })),
    folders: [{ root, below }],
    ...rest,
  })
const without = (folder: Folder, ...names: ReadonlyArray<string>): Folder =>
  Object.fromEntries(Object.entries(folder).filter(([name]) => !names.includes(name)))
const many = (count: number): Folder =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`pool-${i}.md`, `Pool ${i} holds shrimps.\n`]))
const found = async (question: string) => (await memory.recall({ question, record: false })).items.map(({ node }) => node)
const log = async () => readLog((await memory.export({})).lines)
/** A node with all that is told of it but where the log ends. */
const told = async (node: string) => {
  const { edges, nodes } = await memory.show({ what: node })
  return { edges, nodes }
}

describe('a document that is not there any more', () => {
  beforeEach(() => read(tides))

  test('is retired with its passages and not recalled', async () => {
    const answer = await read(without(tides, 'crab.md'))

    expect(answer).toMatchObject({ nodes: { retired: 2, unchanged: 2 }, retired: ['crab.md'], renamed: [] })
    expect(await found('crabs at low tide')).not.toContain('crab.md')
    expect((await log()).events.slice(-4).map(({ type }) => type)).toEqual(['SourceRetired', 'NodeRetired', 'NodeRetired', 'EdgePruned'])
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('comes back under its numbers, with all it learned, and every edge there was', async () => {
    await memory.recall({ question: 'When do crabs walk?' })
    await memory.feedback({ verdict: 'used', nodes: ['crab.md'] })
    const before = [await told('crab.md'), await told('tide.md'), await found('When do crabs walk?')]
    await read(without(tides, 'crab.md'))

    const answer = await read(tides)

    expect(answer).toMatchObject({ nodes: { added: 2, retired: 0 }, edges: { linked: 1, pruned: 0 }, renamed: [], retired: [] })
    expect([await told('crab.md'), await told('tide.md'), await found('When do crabs walk?')]).toEqual(before)
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('comes back with what it says now', async () => {
    await read(without(tides, 'crab.md'))

    await read({ ...tides, 'crab.md': '# Crab\n\nCrabs dance at low tide.\n' })

    expect((await told('crab.md')).nodes[0]).toMatchObject({ number: 1, content: 'Crabs dance at low tide.' })
    expect(await memory.show({ what: 'crab.md#shell' })).toMatchObject({ nodes: [{ state: 'retired' }, {}] })
  })

  test('is told by a dry run, which changes nothing', async () => {
    const before = await memory.export({})

    const answer = await read(without(tides, 'crab.md'), { dryRun: true })

    expect(answer).toMatchObject({ nodes: { retired: 2 }, edges: { pruned: 1 }, retired: ['crab.md'] })
    expect(await memory.export({})).toEqual(before)
  })

  test('stays when only files were read, from no folder, or from another one', async () => {
    const alone = { documents: [{ source: 'moon.md', format: 'markdown' as const, text: 'Moon.', root: home }] }

    expect(await memory.ingest(alone)).toMatchObject({ retired: [] })
    expect(await read({ 'j.md': 'A journal.' }, { root: '/home/journal' })).toMatchObject({ retired: [] })
    expect(await read({ 'sub/s.md': 'Below.' }, { below: 'sub' })).toMatchObject({ retired: [] })
    expect(await found('crabs at low tide')).toContain('crab.md')
  })

  test('stays when something of that name is there and could not be read', async () => {
    await read({ ...tides, 'sub/a.md': 'A.', 'sub/b.md': 'B.' })

    const answer = await read(without(tides, 'crab.md'), { present: ['crab.md', 'sub'] })

    expect(answer.retired).toEqual([])
  })

  test('stays when a folder is not read through for its like', async () => {
    for (const source of ['.plan.md', 'code.ts', 'node_modules/x.md'])
      await memory.ingest({ documents: [{ source, format: 'text', text: `This is ${source}.`, root: home }] })

    expect((await read(tides)).retired).toEqual([])
  })

  test('stays when its folder is one whose name is not stored as it is', async () => {
    const [one, other] = ['a', 'z'].map((letter) => `sk-ant-${letter.repeat(2)}cdefghij1234567890klmn`)
    await read({ ...tides, [`${one}/a.md`]: 'A.', [`${other}/b.md`]: 'B.' })

    expect((await read({ [`${one}/a.md`]: 'A.' }, { below: one ?? '' })).retired).toEqual([])
    expect((await read(tides, { present: [one ?? '', other ?? ''] })).retired).toEqual([])
    expect((await read(tides, { present: [`${one}/a.md`, other ?? ''] })).retired).toEqual([])
  })
})

describe('a folder that lost most of what was known of it', () => {
  test.each([
    ['all of a small one', 3, 0, { known: 3, gone: 3 }],
    ['all of a large one', 12, 0, { known: 12, gone: 12 }],
    ['more than half of ten', 10, 4, { known: 10, gone: 6 }],
  ])('is refused: %s', async (_, count, left, facts) => {
    await read(many(count))
    const before = await memory.export({})
    const folder = many(left)

    await expect(read(folder)).rejects.toMatchObject({ _tag: 'MostlyGone', root: home, ...facts })
    await expect(read(folder, { dryRun: true })).rejects.toMatchObject({ _tag: 'MostlyGone' })
    expect(await memory.export({})).toEqual(before)
    expect(await read(folder, { prune: true })).toMatchObject({ nodes: { retired: facts.gone } })
  })

  test('is refused also when others are there that it never had', async () => {
    const other = { 'new.md': 'Something else.' }
    await read(many(9))

    await expect(read(other)).rejects.toMatchObject({ _tag: 'MostlyGone', known: 9, gone: 9 })
    expect(await read(other, { prune: true })).toMatchObject({ nodes: { retired: 9, added: 1 } })
    expect((await read({ 'another.md': 'Something else again.' })).retired).toEqual(['new.md'])
  })

  test.each([
    ['half of ten', 10, 5],
    ['most of nine', 9, 1],
  ])('is believed: %s', async (_, count, left) => {
    await read(many(count))

    expect((await read(many(left))).retired).toHaveLength(count - left)
  })

  test('is believed when all of it was only moved', async () => {
    await read(many(12))
    const moved = Object.fromEntries(Object.entries(many(12)).map(([name, text]) => [`pools/${name}`, text]))

    expect(await read(moved)).toMatchObject({ retired: [], nodes: { added: 0, unchanged: 12 } })
  })

  test('is told apart from others that were read with it', async () => {
    await read(many(20))
    await read({ 'j.md': 'A journal.' }, { root: '/home/journal' })

    const both = memory.ingest({
      documents: Object.entries(many(20)).map(([source, text]) => ({ source, format: 'markdown' as const, text, root: home })),
      folders: [
        { root: home, below: '' },
        { root: '/home/journal', below: '' },
      ],
    })

    await expect(both).rejects.toMatchObject({ _tag: 'MostlyGone', root: '/home/journal', known: 1, gone: 1 })
  })
})

describe('a document that was moved', () => {
  test('keeps its numbers, what it learned and what leads to it, under its new name', async () => {
    await read(tides)
    await memory.recall({ question: 'When do crabs walk?' })
    await memory.feedback({ verdict: 'used', nodes: ['crab.md'] })
    const before = await memory.show({ what: 'crab.md' })
    const { events } = await log()

    const answer = await read({ ...without(tides, 'crab.md'), 'sea/crab.md': tides['crab.md'] ?? '' })

    expect(answer).toMatchObject({ renamed: [{ from: 'crab.md', to: 'sea/crab.md' }], retired: [], edges: { linked: 0, pruned: 0 } })
    expect(answer.nodes).toEqual({ added: 0, revised: 0, unchanged: 4, retired: 0 })
    expect((await log()).events.slice(events.length).map(({ type }) => type)).toEqual(['SourceRenamed', 'NodeRevised', 'NodeRevised'])
    const after = await memory.show({ what: 'sea/crab.md' })
    expect(after.nodes[0]).toMatchObject({ number: before.nodes[0]?.number, source: 'sea/crab.md' })
    expect(after.edges.map(({ edge, strength }) => [edge, strength])).toEqual(before.edges.map(({ edge, strength }) => [edge, strength]))
    expect((await memory.show({ what: 'sea/crab.md#shell' })).nodes[0]?.node).toBe('sea/crab.md#shell')
    await expect(memory.show({ what: 'crab.md' })).rejects.toMatchObject({ _tag: 'Ambiguous' })
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('takes along the passages that it had once', async () => {
    await read(tides)
    const crab = tides['crab.md'] ?? ''
    const short = { ...tides, 'crab.md': crab.replace(/## Shell\n\n.*\n/, '') }
    await read(short)
    await read({ ...without(short, 'crab.md'), 'sea/crab.md': short['crab.md'] ?? '' })

    const { nodes } = await read({ ...without(tides, 'crab.md'), 'sea/crab.md': crab })

    expect(nodes).toEqual({ added: 1, revised: 0, unchanged: 3, retired: 0 })
    expect((await memory.show({ what: 'sea/crab.md#shell' })).nodes[0]).toMatchObject({ number: 2, state: 'normal' })
  })

  test('is found again also when it went in an earlier run', async () => {
    await read(tides)
    await read(without(tides, 'crab.md'))

    const answer = await read({ 'crab.md': tides['crab.md'] ?? '' }, { root: '/home/sea' })

    expect(answer).toMatchObject({ nodes: { added: 2 }, renamed: [] })
    expect((await memory.show({ what: 'crab.md' })).nodes[0]?.number).toBe(1)
  })

  test('where several say the same, is the one of its name', async () => {
    const same = 'All the same.\n'
    await read({ 'a/x.md': same, 'a/y.md': same, 'keep.md': 'Kept.' })

    const { renamed } = await read({ 'b/w.md': same, 'b/x.md': same, 'keep.md': 'Kept.' })

    expect(renamed).toEqual([
      { from: 'a/y.md', to: 'b/w.md' },
      { from: 'a/x.md', to: 'b/x.md' },
    ])
  })

  test('to where another one was takes its place, and its ids', async () => {
    await read(tides)
    await read(without(tides, 'moon.md'))

    await read({ 'tide.md': tides['tide.md'] ?? '', 'moon.md': tides['crab.md'] ?? '' })

    expect((await memory.show({ what: 'moon.md' })).nodes[0]).toMatchObject({ number: 1, content: 'Crabs walk at low tide.' })
  })

  test('to where another one was leaves that one to be judged by the turn that showed it', async () => {
    await read(tides)
    const { turn } = await memory.recall({ question: 'What does the moon pull?' })
    const shown = (await memory.show({ what: 'moon.md' })).nodes[0]?.number
    await read(without(tides, 'moon.md'))
    await read({ 'tide.md': tides['tide.md'] ?? '', 'moon.md': tides['crab.md'] ?? '' })
    const live = (await memory.show({ what: 'moon.md' })).nodes[0]?.number

    await memory.feedback({ verdict: 'wrong', nodes: ['moon.md'], ...(turn === null ? {} : { turn }) })

    const [judged] = eventsOf(await log(), 'FeedbackGiven').flatMap(({ data }) => data.nodes)
    expect(live).toBe(1)
    expect(shown).not.toBe(live)
    expect(judged).toBe(shown)
  })

  test('is a copy while the first is still there', async () => {
    await read(tides)

    expect(await read({ ...tides, 'copy.md': tides['crab.md'] ?? '' })).toMatchObject({ nodes: { added: 2 }, renamed: [], retired: [] })
  })

  test('by a stranger is a stranger’s', async () => {
    await read(tides)

    const answer = await read({ ...without(tides, 'crab.md'), 'sea/crab.md': tides['crab.md'] ?? '' }, { origin: 'untrusted' })

    expect(answer).toMatchObject({ renamed: [], retired: ['crab.md'], nodes: { added: 2 } })
    expect((await memory.show({ what: 'sea/crab.md' })).nodes[0]).toMatchObject({ origin: 'untrusted' })
  })

  test('back and forth is the same document all the way', async () => {
    const there = { ...without(tides, 'crab.md'), 'sea/crab.md': tides['crab.md'] ?? '' }
    await read(tides)
    for (const folder of [there, tides, there, tides]) expect((await read(folder)).renamed).toHaveLength(1)

    expect((await memory.show({})).counts.nodes).toBe(4)
    expect(eventsOf(await log(), 'SourceAdded')).toHaveLength(3)
  })
})

describe('names that hold a secret', () => {
  const key = (letter: string) => `sk-ant-${letter.repeat(2)}cdefghij1234567890klmn.md`

  test('stay apart, and find their documents again', async () => {
    const folder = { [key('a')]: 'One.', [key('z')]: 'Two.' }
    await read(folder)

    const answer = await read(folder)

    expect(answer).toMatchObject({ documents: 2, nodes: { unchanged: 2, added: 0 }, skipped: [], retired: [] })
    expect(JSON.stringify(await log())).not.toMatch(/cdefghij1234/)
    expect((await read({ [key('z')]: 'Two.' })).retired).toEqual([expect.stringMatching(/^\[redacted:anthropic-key\]-[0-9a-f]{8}\.md$/)])
  })
})

describe('what a run tells', () => {
  test('counts what was put right and taken out only where something new was read', async () => {
    const folder = { 'a.md': 'A\u0000 key: AKIAIOSFODNN7EXAMPLQ.\n', 'b.md': 'B.' }

    expect(await read(folder)).toMatchObject({ repaired: 1, redacted: { 'aws-access-key': 1 } })
    expect(await read(folder)).toMatchObject({ repaired: 0, redacted: {} })
  })

  test('a request without a document that can be taken makes no brain', async () => {
    const answer = await memory.ingest({ documents: [{ source: 'x'.repeat(513), format: 'text', text: 'Too long a name.' }] })

    expect(answer).toMatchObject({ documents: 0, skipped: [{ reason: expect.stringContaining('512') }] })
    expect((await memory.brains({})).brains).toEqual([])
  })

  test('what a folder is called has its limits', async () => {
    await expect(read(tides, { root: '' })).rejects.toMatchObject({ _tag: 'InvalidRequest', field: 'documents[0].root' })
    await expect(read(tides, { root: '/'.repeat(4_097) })).rejects.toMatchObject({ _tag: 'InvalidRequest', field: 'documents[0].root' })
  })
})
