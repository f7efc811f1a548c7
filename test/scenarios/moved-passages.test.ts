/** Notes as their owners rearrange them: what was learned on a passage stays with its text, whatever stands around it and wherever it goes. */
import { describe, expect, test } from 'vitest'
import { madeGraph } from '../models/made-graph.ts'
import type { AskedMemory } from '../models/open-store.ts'
import {
  documentsOf,
  type Files,
  lessonOn as lessonOnText,
  readFolder,
  root,
  sections,
  teach as teachText,
  withMemory,
} from '../models/taught-notes.ts'

const key = 'The spare key of the boathouse hangs behind the blue oar.'
const pump = 'The bilge pump of the ferry starts with the red lever.'
const rope = 'Ropes are bought from the chandler at the north quay.'
const tide = 'Low tide at the harbour is an hour after the moon is highest.'
const question = 'Where does the spare key of the boathouse hang?'

/** Reads these files alone, each in a run of its own. */
const readEach = async (memory: AskedMemory, files: Files) => {
  for (const document of documentsOf(files)) await memory.ingest({ documents: [document] })
}

const teach = (memory: AskedMemory, text = key, about = question) => teachText(memory, text, about)
const lessonOn = (memory: AskedMemory, text = key) => lessonOnText(memory, text)
const listed = (...lines: ReadonlyArray<string>) => `# Harbour\n\n## Lists\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`
const lines = (some: string) =>
  ['anchors', 'buoys', 'fenders', 'lanterns', 'oars', 'sails'].map(
    (one) => `${one}: ${some} ${one} are in the long shed by the slipway, third shelf`,
  )
const rows = (...all: ReadonlyArray<string>) =>
  `# Harbour\n\n## Moorings\n\n| place | boat |\n| --- | --- |\n${all.map((row) => `| ${row} |`).join('\n')}\n`
const boats = ['north one', 'north two', 'south one', 'south two', 'east one', 'east two', 'west one'].map(
  (place) => `${place} | the boat of the ${place} family lies here all winter`,
)

interface Change {
  readonly name: string
  readonly before: Files
  readonly after: Files
  readonly text?: string
  readonly about?: string
  /** True where the old place has another text before the new place is read: then it may be an edit. */
  readonly isReplaced?: true
}

const changes: ReadonlyArray<Change> = [
  {
    name: 'its heading is renamed',
    before: { 'a.md': sections(['Keys', key], ['Pumps', pump]) },
    after: { 'a.md': sections(['Access', key], ['Pumps', pump]) },
  },
  {
    name: 'a section of its heading is put in front of it',
    before: { 'a.md': sections(['Notes', key], ['Pumps', pump]) },
    after: { 'a.md': sections(['Notes', rope], ['Notes', key], ['Pumps', pump]) },
  },
  {
    name: 'its heading is renamed, and another section gets the old one',
    before: { 'a.md': sections(['Keys', key], ['Pumps', pump]) },
    after: { 'a.md': sections(['Keys', rope], ['Access', key], ['Pumps', pump]) },
  },
  {
    name: 'two sections exchange their headings',
    before: { 'a.md': sections(['Keys', key], ['Pumps', pump]) },
    after: { 'a.md': sections(['Pumps', key], ['Keys', pump]) },
  },
  {
    name: 'its file is split into two',
    before: { 'm.md': sections(['Keys', key], ['Pumps', pump], ['Ropes', rope]) },
    after: { 'm.md': sections(['Pumps', pump]), 'n.md': sections(['Keys', key], ['Ropes', rope]) },
  },
  {
    name: 'its file is split into two with other names',
    before: { 'm.md': sections(['Keys', key], ['Pumps', pump], ['Ropes', rope]) },
    after: { 'a.md': sections(['Pumps', pump]), 'z.md': sections(['Keys', key], ['Ropes', rope]) },
  },
  {
    name: 'its section goes to a file that is there',
    before: { 'm.md': sections(['Keys', key], ['Pumps', pump]), 'c.md': sections(['Ropes', rope]) },
    after: { 'm.md': sections(['Pumps', pump]), 'c.md': sections(['Ropes', rope], ['Keys', key]) },
  },
  {
    name: 'its section goes to a file under another heading',
    before: { 'm.md': sections(['Keys', key], ['Pumps', pump]), 'c.md': sections(['Ropes', rope]) },
    after: { 'm.md': sections(['Pumps', pump]), 'c.md': sections(['Access', key], ['Ropes', rope]) },
  },
  {
    name: 'its section goes to another file, and its old place gets another text',
    before: { 'm.md': sections(['Keys', key], ['Pumps', pump]), 'c.md': sections(['Ropes', rope]) },
    after: { 'm.md': sections(['Keys', tide], ['Pumps', pump]), 'c.md': sections(['Ropes', rope], ['Keys', key]) },
    isReplaced: true,
  },
  {
    name: 'its file is renamed and changed elsewhere at once',
    before: { 'm.md': sections(['Keys', key], ['Pumps', pump]), 'c.md': sections(['Ropes', rope]), 'd.md': sections(['Tide', tide]) },
    after: {
      'k.md': sections(['Keys', key], ['Pumps', `${pump} Mind the oil.`]),
      'c.md': sections(['Ropes', rope]),
      'd.md': sections(['Tide', tide]),
    },
  },
  {
    name: 'its line goes to the list of another file',
    before: { 'm.md': listed(...lines('spare')), 'c.md': listed(...lines('new')) },
    after: { 'm.md': listed(...lines('spare').slice(1)), 'c.md': listed(...lines('new'), ...lines('spare').slice(0, 1)) },
    text: 'spare anchors',
    about: 'Where are the spare anchors?',
  },
  {
    name: 'the list of its line goes to a new file',
    before: { 'm.md': listed(...lines('spare')) + sections(['Pumps', pump]) },
    after: { 'm.md': sections(['Pumps', pump]), 'new.md': listed(...lines('spare')) },
    text: 'spare sails',
    about: 'Where are the spare sails?',
  },
  {
    name: 'its row goes to the table of another file',
    before: { 'm.md': rows(...boats), 'c.md': rows(...boats.map((row) => row.replaceAll('one', 'three').replaceAll('two', 'four'))) },
    after: {
      'm.md': rows(...boats.slice(1)),
      'c.md': rows(...boats.slice(0, 1), ...boats.map((row) => row.replaceAll('one', 'three').replaceAll('two', 'four'))),
    },
    text: 'place: north one',
    about: 'Which boat lies at north one all winter?',
  },
]

const reversed = (files: Files): Files => Object.fromEntries(Object.entries(files).toReversed())

describe('INV-190 what was learned on a passage stays with its text when', () => {
  test.each(changes)('$name, read in one run', ({ about, after, before, text }) =>
    withMemory(async (memory) => {
      await readFolder(memory, before)
      await teach(memory, text, about)
      const lesson = await lessonOn(memory, text)
      const told = await readFolder(memory, after)

      expect(lesson?.learned).not.toEqual([])
      expect(await lessonOn(memory, text)).toEqual(lesson)
      expect(told.unsure).toBeUndefined()
      expect((await memory.verify({ rederive: true })).ok).toBe(true)
    }),
  )

  test.each(changes)('$name, and is there again when all is as before', ({ about, after, before, text }) =>
    withMemory(async (memory) => {
      await readFolder(memory, before)
      await teach(memory, text, about)
      const lesson = await lessonOn(memory, text)
      await readFolder(memory, after)
      await readFolder(memory, before)

      expect(await lessonOn(memory, text)).toEqual(lesson)
    }),
  )

  test.each(changes)('$name, read file by file, in both orders', async ({ about, after, before, isReplaced, text }) => {
    for (const files of [...(isReplaced === true ? [] : [after]), reversed(after)]) {
      await withMemory(async (memory) => {
        await readFolder(memory, before)
        await teach(memory, text, about)
        const lesson = await lessonOn(memory, text)
        await readEach(memory, files)
        await readFolder(memory, files)

        expect(await lessonOn(memory, text)).toEqual(lesson)
        expect((await memory.verify({ rederive: true })).ok).toBe(true)
      })
    }
  })
})

describe('what cannot be told is asked, and settled by one call:', () => {
  const settle = (memory: AskedMemory, files: Files, became: string) =>
    memory.ingest({ documents: documentsOf(files), folders: [{ root, below: '' }], became: [became] })
  const other = 'What hangs behind the blue oar of the boathouse?'

  test('two taught memories of one text are gone, and the text is back once', () =>
    withMemory(async (memory) => {
      const pumps = sections(['Pumps', pump])
      await readFolder(memory, { 'a.md': sections(['Keys', key]), 'b.md': sections(['Oars', key]), 'p.md': pumps })
      const { items } = await memory.recall({ question, session: 'a', limit: 20 })
      for (const [i, node] of ['a.md#keys', 'b.md#oars'].entries()) {
        expect(items.map((item) => item.node)).toContain(node)
        await memory.recall({ question: i === 0 ? question : other, session: 'a', limit: 20 })
        await memory.feedback({ verdict: 'used', nodes: [node], session: 'a', text: 'yes' })
      }
      await readFolder(memory, { 'p.md': pumps })
      const files = { 'p.md': pumps, 'c.md': sections(['Boathouse', key]) }
      const told = await readFolder(memory, files)

      expect(told.unsure).toEqual([{ node: 'c.md#boathouse', was: 'a.md#keys', places: [], instead: ['b.md#oars'] }])
      const taken = await lessonOn(memory)
      const settled = await settle(memory, files, 'b.md#oars>c.md#boathouse')
      const chosen = await lessonOn(memory)
      expect([taken?.node, chosen?.node]).toEqual([1, 2])
      expect(chosen?.learned).not.toEqual(taken?.learned)
      expect(settled.unsure).toBeUndefined()
      expect((await memory.verify({ rederive: true })).ok).toBe(true)
    }))

  test('the text of a taught memory that left is at two places', () =>
    withMemory(async (memory) => {
      await readFolder(memory, { 'a.md': sections(['Keys', key], ['Pumps', pump]) })
      await teach(memory)
      const files = { 'a.md': sections(['Pumps', pump]), 'b.md': sections(['Oars', key]), 'c.md': sections(['Boathouse', key]) }
      const told = await readFolder(memory, files)

      expect(told.unsure).toEqual([{ node: 'b.md#oars', was: 'a.md#keys', places: ['c.md#boathouse'], instead: [] }])
      await settle(memory, files, 'b.md#oars>c.md#boathouse')
      const learned = async () => madeGraph((await memory.export({})).lines, 'by id').edges.filter((edge) => edge.includes(' learned '))
      expect((await learned()).map((edge) => edge.split(' ')[2])).toEqual(['c.md#boathouse'])
      const { items } = await memory.recall({ question, record: false, limit: 20 })
      expect(items.map(({ node }) => node)).toEqual(expect.arrayContaining(['b.md#oars', 'c.md#boathouse']))
      expect((await memory.verify({ rederive: true })).ok).toBe(true)
    }))

  test('a taught memory got another text at its place, and its former text is elsewhere in the next run', () =>
    withMemory(async (memory) => {
      await readFolder(memory, { 'm.md': sections(['Keys', key]), 'c.md': sections(['Ropes', rope]) })
      await teach(memory)
      const lesson = await lessonOn(memory)
      const edited = { 'm.md': sections(['Keys', tide]), 'c.md': sections(['Ropes', rope]) }
      const files = { ...edited, 'c.md': sections(['Ropes', rope], ['Boathouse', key]) }
      expect((await readFolder(memory, edited)).unsure).toBeUndefined()
      const told = await readFolder(memory, files)

      expect(told.unsure).toEqual([{ node: 'm.md#keys', was: 'm.md#keys', places: ['c.md#boathouse'], instead: [] }])
      expect((await lessonOn(memory, tide))?.learned).toEqual(lesson?.learned)
      await settle(memory, files, 'm.md#keys>c.md#boathouse')
      expect(await lessonOn(memory)).toEqual(lesson)
      expect((await lessonOn(memory, tide))?.learned).toEqual([])
    }))

  test('a taught memory leaves while a taught one of its text stays', () =>
    withMemory(async (memory) => {
      await readFolder(memory, { 'a.md': sections(['Keys', key], ['Pumps', pump]), 'b.md': sections(['Oars', key]) })
      for (const [about, node] of [
        [question, 'a.md#keys'],
        [other, 'b.md#oars'],
      ] as const) {
        await memory.recall({ question: about, session: 'a', limit: 20 })
        await memory.feedback({ verdict: 'used', nodes: [node], session: 'a', text: 'yes' })
      }
      const told = await readFolder(memory, { 'a.md': sections(['Pumps', pump]), 'b.md': sections(['Oars', key]) })

      expect(told.unsure).toEqual([{ node: 'b.md#oars', was: 'b.md#oars', places: [], instead: ['a.md#keys'] }])
    }))

  test('many taught memories of one text are gone, and the text is at many places: the answer lists some and counts all', () =>
    withMemory(async (memory) => {
      const folder = (count: number, name: string) =>
        Object.fromEntries(
          Array.from({ length: count }, (_, i) => [`${name}${i}.md`, sections(['Keys', key], ['Pumps', `${pump} ${name}`])]),
        )
      await readFolder(memory, { ...folder(130, 'a'), 'p.md': sections(['Pumps', pump]) })
      for (let i = 0; i < 130; i++) await memory.protect({ node: `a${i}.md#keys` })
      const gone = await readFolder(memory, { 'p.md': sections(['Pumps', pump]), ...folder(105, 'b') })

      expect([gone.unsure?.length, gone.allUnsure]).toEqual([100, 130])
      expect(
        gone.unsure?.map(({ allInstead, allPlaces, instead, places }) => [places.length, allPlaces, instead.length, allInstead]),
      ).toEqual(Array.from({ length: 100 }, () => [20, 104, 20, 25]))
      expect(gone.unsure?.every(({ node, places }) => !places.includes(node))).toBe(true)
    }))

  test('nothing is said of one memory or one passage twice, or of a memory that was unlearned', () =>
    withMemory(async (memory) => {
      const before = { 'a.md': sections(['Keys', key]), 'b.md': sections(['Oars', pump]) }
      const after = { 'c.md': sections(['Keys', key], ['Ropes', rope]) }
      const say = (files: Files, ...became: ReadonlyArray<string>) => memory.ingest({ documents: documentsOf(files), became })
      const refused = (problem: string) => ({ _tag: 'InvalidRequest', field: 'became', problem: expect.stringContaining(problem) })
      await memory.ingest({ documents: documentsOf({ 'a.md': before['a.md'] }), session: 'wrong' })
      await memory.ingest({ documents: documentsOf({ 'b.md': before['b.md'] }) })
      const both = { ...before, ...after }

      await expect(say(both, 'a.md#keys>c.md#keys', 'b.md#oars>c.md#keys')).rejects.toMatchObject(refused('for two memories'))
      await expect(say(both, 'a.md#keys>c.md#keys', 'a.md#keys>c.md#ropes')).rejects.toMatchObject(refused('named twice'))
      await memory.unlearn({ ofSession: 'wrong', withNodes: true })
      await expect(say(both, 'a.md#keys>c.md#ropes')).rejects.toMatchObject(refused('was unlearned'))
      await expect(say(both, 'b.md#oars>a.md#keys')).rejects.toMatchObject(refused('was unlearned'))
    }))

  test('a copy that was taught nothing goes without a question', () =>
    withMemory(async (memory) => {
      await readFolder(memory, { 'a.md': sections(['Keys', key], ['Pumps', pump]), 'b.md': sections(['Oars', key]) })
      await memory.recall({ question, session: 'a', limit: 20 })
      await memory.feedback({ verdict: 'used', nodes: ['a.md#keys'], session: 'a', text: 'yes' })
      const before = madeGraph((await memory.export({})).lines, 'by number').edges.filter((edge) => edge.includes(' learned '))
      const told = await readFolder(memory, { 'a.md': sections(['Keys', key], ['Pumps', pump]) })

      expect(told.unsure).toBeUndefined()
      expect(madeGraph((await memory.export({})).lines, 'by number').edges.filter((edge) => edge.includes(' learned '))).toEqual(before)
    }))

  test('a call that names no passage, or not the document of the memory, is refused and says so', () =>
    withMemory(async (memory) => {
      await readFolder(memory, { 'a.md': sections(['Keys', key]), 'b.md': sections(['Oars', rope]) })
      const call = (became: string) => memory.ingest({ documents: documentsOf({ 'b.md': sections(['Oars', rope]) }), became: [became] })

      await expect(call('a.md#keys>b.md#none')).rejects.toMatchObject({
        field: 'became',
        problem: expect.stringContaining('no passage b.md#none'),
      })
      await expect(call('a.md#keys>b.md#oars')).rejects.toMatchObject({ field: 'became', problem: expect.stringContaining('name it, too') })
      await expect(call('a.md#keys')).rejects.toMatchObject({ field: 'became', problem: expect.stringContaining('OLD>NEW') })
    }))
})

describe('a passage that moves and is put right in the same reading', () => {
  const mended = key.replace('hangs', 'is hung')

  test.each<readonly [string, Files, Files]>([
    [
      'under a renamed heading',
      { 'a.md': sections(['Keys', key], ['Pumps', pump]) },
      { 'a.md': sections(['Boathouse', mended], ['Pumps', pump]) },
    ],
    ['in a renamed file', { 'a.md': sections(['Keys', key]) }, { 'b.md': sections(['Keys', mended]) }],
    ['in another folder', { 'a.md': sections(['Keys', key]) }, { 'ops/a.md': sections(['Keys', mended]) }],
    ['with a sentence behind it', { 'a.md': sections(['Keys', key]) }, { 'b.md': sections(['Boathouse', `${key} Ask first.`]) }],
    [
      'in a file of its own',
      { 'a.md': sections(['Keys', key], ['Pumps', pump]) },
      { 'a.md': sections(['Pumps', pump]), 'keys.md': `# Spare\n\n${mended}\n` },
    ],
  ])('%s keeps what was learned', (_, before, after) =>
    withMemory(async (memory) => {
      await readFolder(memory, before)
      await teach(memory)
      const lesson = await lessonOn(memory)

      await readFolder(memory, after)

      const said = Object.values(after).some((text) => text.includes(mended)) ? mended : key
      expect(lesson).toBeDefined()
      expect((await lessonOn(memory, said))?.node).toBe(lesson?.node)
    }),
  )

  test('that says something else with half of its words is new, and keeps nothing', () =>
    withMemory(async (memory) => {
      await readFolder(memory, { 'a.md': sections(['Keys', key]) })
      await teach(memory)
      const lesson = await lessonOn(memory)

      await readFolder(memory, { 'b.md': sections(['Oars', 'The blue oar of the boathouse was painted by Jonas in spring.']) })

      expect((await lessonOn(memory, 'painted by Jonas'))?.node).not.toBe(lesson?.node)
    }))
})

test.each([
  ['its turn', true],
  ['a turn of its session', false],
])('a verdict names a memory by the id that it had at %s, also after its file was renamed', (_, isTurnNamed) =>
  withMemory(async (memory) => {
    await readFolder(memory, { 'a.md': sections(['Keys', key], ['Pumps', pump]) })
    const { items, turn } = await memory.recall({ question, session: 'a' })
    const old = items.find(({ content }) => content.includes(key))?.node ?? ''
    await readFolder(memory, { 'b.md': sections(['Keys', key], ['Pumps', pump]) })

    await memory.feedback({ verdict: 'used', nodes: [old], session: 'a', ...(isTurnNamed ? { turn: turn ?? '' } : {}) })

    expect(old).toMatch(/^a\.md/)
    expect(await lessonOn(memory)).toBeDefined()
    await expect(memory.feedback({ verdict: 'used', nodes: [old], session: 'b' })).rejects.toMatchObject({ _tag: 'NotFound' })
  }),
)

test('a verdict on a turn names the memory that had the id there, also where another one has it now', () =>
  withMemory(async (memory) => {
    await readFolder(memory, { 'a.md': sections(['Keys', key], ['Pumps', pump]) })
    const { items, turn } = await memory.recall({ question, session: 'a' })
    const old = items.find(({ content }) => content.includes(key))?.node ?? ''
    await readFolder(memory, { 'a.md': sections(['Keys', rope], ['Tides', tide]), 'b.md': sections(['Keys', key], ['Pumps', pump]) })
    expect((await memory.show({ what: old })).nodes[0]?.content).toContain(rope)

    await memory.feedback({ verdict: 'used', nodes: [old], session: 'a', turn: turn ?? '' })

    expect((await lessonOn(memory))?.learned).not.toEqual([])
    expect((await lessonOn(memory, rope))?.learned).toEqual([])
  }))

test.each(['a memory that it recalled', 'a memory that it did not recall'])(
  'what is told of a turn names %s as it was named there',
  (which) =>
    withMemory(async (memory) => {
      const wanted = which === 'a memory that it recalled' ? key : pump
      await readFolder(memory, { 'a.md': sections(['Keys', key], ['Pumps', pump]) })
      const { turn } = await memory.recall({ question, session: 'a' })
      const found = async () =>
        (await memory.recall({ question: wanted, record: false })).items.find(({ content }) => content.includes(wanted))
      const old = (await found())?.node ?? ''
      await readFolder(memory, { 'a.md': sections(['Keys', rope], ['Pumps', tide]), 'b.md': sections(['Keys', key], ['Pumps', pump]) })
      const now = (await found())?.node ?? ''
      expect(now).toMatch(/^b\.md/)

      for (const name of [old, now]) {
        const { items, not } = await memory.why({ turn: turn ?? '', node: name })
        expect(items[0]?.node ?? not?.node).toBe(now)
      }
    }),
)

test('a verdict on a turn is about what had the name there, where two that were shown have exchanged their names', () =>
  withMemory(async (memory) => {
    const other = 'The spare key of the shed hangs behind the blue oar, too.'
    await readFolder(memory, { 'a.md': sections(['Keys', key]), 'b.md': sections(['Keys', other]) })
    const { items, turn } = await memory.recall({ question, session: 'a' })
    const old = items.find(({ content }) => content.includes(key))?.node ?? ''
    expect(items.some(({ content }) => content.includes(other))).toBe(true)
    await readFolder(memory, { 'c.md': sections(['Keys', key]), 'b.md': sections(['Keys', other]) })
    await readFolder(memory, { 'c.md': sections(['Keys', key]), 'a.md': sections(['Keys', other]) })
    await readFolder(memory, { 'b.md': sections(['Keys', key]), 'a.md': sections(['Keys', other]) })
    expect((await memory.show({ what: old })).nodes[0]?.content).toContain(other)

    // What is told of the turn has the names of now, and means by each what it prints beside it.
    for (const { node } of (await memory.why({ turn: turn ?? '' })).items)
      expect((await memory.why({ turn: turn ?? '', node })).items[0]?.node).toBe(node)

    const { adjustments } = await memory.feedback({ verdict: 'used', nodes: [old], session: 'a', turn: turn ?? '' })

    const [now] = (await memory.recall({ question: key, record: false })).items.filter(({ content }) => content.includes(key))
    expect(now?.node).toMatch(/^b\.md/)
    const taught = adjustments.filter(({ source, to }) => source.startsWith('auto:') && to > 0).map(({ target }) => target)
    expect(new Set(taught)).toEqual(new Set([now?.node]))
  }))
