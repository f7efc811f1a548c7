/**
 * One reading that changes a word of a taught passage and puts another text where it stood: what was learned goes with the nearest text, or
 * the answer asks.
 */
import { describe, expect, test } from 'vitest'
import type { AskedMemory } from '../models/open-store.ts'
import { documentsOf, type Files, lessonOn, readFolder, root, sections, sectionsBelow, teach, withMemory } from '../models/taught-notes.ts'

const key = 'The spare key of the boathouse hangs behind the blue oar.'
const newKey = 'The spare key of the boathouse hangs behind the green oar.'
const pump = 'The bilge pump of the ferry starts with the red lever.'
const newPump = 'The bilge pump of the ferry starts with the yellow lever.'
const rope = 'Ropes are bought from the chandler at the north quay.'
const newRope = 'Ropes are bought from the chandler at the south quay.'
const tide = 'Low tide at the harbour is an hour after the moon is highest.'
const berth = 'The boat lies at berth 15 by the east pier.'
const newBerth = 'The boat lies at berth 16 by the east pier.'
const fees = 'Ask the harbour office about fees.'

interface Change {
  readonly name: string
  readonly before: Files
  readonly after: Files
  /** The text that is taught, and the text that must have the lesson afterwards. */
  readonly was: string
  readonly is: string
}
const one = (name: string, was: string, is: string, before: string, after: string): Change => ({
  name,
  was,
  is,
  before: { 'a.md': before },
  after: { 'a.md': after },
})

const changes: ReadonlyArray<Change> = [
  one(
    'another heading has it, and a new text the old heading',
    berth,
    newBerth,
    sectionsBelow('Boat', ['Mooring', berth]),
    sectionsBelow('Boat', ['Mooring', fees], ['Berth', newBerth]),
  ),
  one(
    'it stands in front of the text that has its heading',
    key,
    newKey,
    sections(['Keys', key]),
    sections(['Access', newKey], ['Keys', tide]),
  ),
  {
    name: 'its file is renamed, and another file gets the old name',
    was: key,
    is: newKey,
    before: { 'm.md': sections(['Keys', key]), 'c.md': sections(['Ropes', rope]) },
    after: { 'k.md': sections(['Keys', newKey]), 'm.md': sections(['Keys', tide]), 'c.md': sections(['Ropes', rope]) },
  },
  {
    name: 'it goes to another file, and its place gets another text',
    was: key,
    is: newKey,
    before: { 'm.md': sections(['Keys', key]), 'c.md': sections(['Ropes', rope]) },
    after: { 'm.md': sections(['Keys', tide]), 'c.md': sections(['Ropes', rope], ['Keys', newKey]) },
  },
  {
    name: 'two files exchange their names, both changed',
    was: key,
    is: newKey,
    before: { 'm.md': sections(['Notes', key]), 'n.md': sections(['Notes', pump]) },
    after: { 'm.md': sections(['Notes', newPump]), 'n.md': sections(['Notes', newKey]) },
  },
  one(
    'two sections exchange their headings, both changed',
    key,
    newKey,
    sections(['Keys', key], ['Pumps', pump]),
    sections(['Keys', newPump], ['Pumps', newKey]),
  ),
  one(
    'three sections change places, all of them changed',
    key,
    newKey,
    sections(['Keys', key], ['Pumps', pump], ['Ropes', rope]),
    sections(['Keys', newPump], ['Pumps', newRope], ['Ropes', newKey]),
  ),
  one(
    'a section of its heading is put in front of it',
    key,
    newKey,
    sections(['Notes', key], ['Pumps', pump]),
    sections(['Notes', tide], ['Notes', newKey], ['Pumps', pump]),
  ),
  one(
    'the first of two sections with its heading is deleted',
    key,
    newKey,
    sections(['Notes', pump], ['Notes', key]),
    sections(['Notes', newKey]),
  ),
  one(
    'the title of its file names another text',
    key,
    newKey,
    `# Boathouse\n\n${key}\n`,
    `# Boathouse\n\n${tide}\n\n# Spare key\n\n${newKey}\n`,
  ),
  one(
    'it is in German',
    'Der Ersatzschlüssel vom Bootshaus hängt hinter dem blauen Ruder neben der Laterne.',
    'Der Ersatzschlüssel vom Bootshaus hängt hinter dem grünen Ruder neben der Laterne.',
    sections(['Schlüssel', 'Der Ersatzschlüssel vom Bootshaus hängt hinter dem blauen Ruder neben der Laterne.']),
    sections(
      ['Schlüssel', 'Über Gebühren gibt das Hafenamt Auskunft.'],
      ['Zugang', 'Der Ersatzschlüssel vom Bootshaus hängt hinter dem grünen Ruder neben der Laterne.'],
    ),
  ),
  one(
    'it is in Chinese',
    '船屋的备用钥匙挂在蓝色船桨后面靠近灯笼的地方。',
    '船屋的备用钥匙挂在绿色船桨后面靠近灯笼的地方。',
    sections(['钥匙', '船屋的备用钥匙挂在蓝色船桨后面靠近灯笼的地方。']),
    sections(['钥匙', '停泊费用请向港务办公室询问。'], ['入口', '船屋的备用钥匙挂在绿色船桨后面靠近灯笼的地方。']),
  ),
  one(
    'it is in Japanese',
    'ボートハウスの予備の鍵は青いオールの後ろの提灯の近くに掛けてある。',
    'ボートハウスの予備の鍵は緑のオールの後ろの提灯の近くに掛けてある。',
    sections(['鍵', 'ボートハウスの予備の鍵は青いオールの後ろの提灯の近くに掛けてある。']),
    sections(['鍵', '料金は港湾事務所に問い合わせる。'], ['入口', 'ボートハウスの予備の鍵は緑のオールの後ろの提灯の近くに掛けてある。']),
  ),
  one(
    'it is in Thai',
    'กุญแจสำรองของโรงเรือแขวนอยู่หลังพายสีน้ำเงินใกล้โคมไฟ',
    'กุญแจสำรองของโรงเรือแขวนอยู่หลังพายสีเขียวใกล้โคมไฟ',
    sections(['กุญแจ', 'กุญแจสำรองของโรงเรือแขวนอยู่หลังพายสีน้ำเงินใกล้โคมไฟ']),
    sections(['กุญแจ', 'สอบถามค่าธรรมเนียมที่สำนักงานท่าเรือ'], ['ทางเข้า', 'กุญแจสำรองของโรงเรือแขวนอยู่หลังพายสีเขียวใกล้โคมไฟ']),
  ),
  one(
    'it is in Russian',
    'Запасной ключ от лодочного сарая висит за синим веслом возле фонаря.',
    'Запасной ключ от лодочного сарая висит за зелёным веслом возле фонаря.',
    sections(['Ключи', 'Запасной ключ от лодочного сарая висит за синим веслом возле фонаря.']),
    sections(
      ['Ключи', 'О сборах спросите в конторе порта.'],
      ['Вход', 'Запасной ключ от лодочного сарая висит за зелёным веслом возле фонаря.'],
    ),
  ),
]

describe('INV-190 what was learned on a passage goes with its text when a word of it is changed and', () => {
  test.each(changes)('$name', ({ after, before, is, was }) =>
    withMemory(async (memory) => {
      await readFolder(memory, before)
      await teach(memory, was, was)
      const lesson = await lessonOn(memory, was)
      const told = await readFolder(memory, after)

      expect(lesson?.learned).not.toEqual([])
      expect(await lessonOn(memory, is)).toEqual(lesson)
      expect(told.unsure).toBeUndefined()
      expect((await memory.verify({ rederive: true })).ok).toBe(true)
    }),
  )

  test.each(changes)('$name, whichever order the files are given in', ({ after, before, is, was }) =>
    withMemory(async (memory) => {
      await readFolder(memory, Object.fromEntries(Object.entries(before).reverse()))
      await teach(memory, was, was)
      const lesson = await lessonOn(memory, was)
      await readFolder(memory, Object.fromEntries(Object.entries(after).reverse()))

      expect(await lessonOn(memory, is)).toEqual(lesson)
    }),
  )
})

interface Doubt extends Change {
  readonly node: string
  readonly places: ReadonlyArray<string>
}

const doubts: ReadonlyArray<Doubt> = [
  {
    ...one(
      'a text of too few words to be told from others has another heading, and a new text the old one',
      'The boat lies at berth 15.',
      fees,
      sectionsBelow('Boat', ['Mooring', 'The boat lies at berth 15.']),
      sectionsBelow('Boat', ['Mooring', fees], ['Berth', 'The boat lies at berth 16.']),
    ),
    node: 'a.md#mooring',
    places: ['a.md#berth'],
  },
  {
    ...one(
      'a text of two words may be elsewhere',
      'Berth 15.',
      fees,
      sectionsBelow('Boat', ['Mooring', 'Berth 15.']),
      sectionsBelow('Boat', ['Mooring', fees], ['Berth', 'Berth 16.']),
    ),
    node: 'a.md#mooring',
    places: ['a.md#berth'],
  },
  {
    ...one(
      'two texts are equally near to it',
      key,
      'The spare key of the boathouse hangs behind the lantern.',
      sections(['Keys', key]),
      sections(
        ['Keys', 'The spare key of the boathouse hangs behind the lantern.'],
        ['Access', 'The spare key of the boathouse hangs behind the blue lantern.'],
      ),
    ),
    node: 'a.md#keys',
    places: ['a.md#access'],
  },
  {
    ...one(
      'it is split in two halves, both changed',
      `${key} ${pump}`,
      'The spare key of the boathouse is under the mat.',
      sections(['Notes', `${key} ${pump}`]),
      sections(['Notes', 'The spare key of the boathouse is under the mat.'], ['Pumps', newPump]),
    ),
    node: 'a.md#notes',
    places: ['a.md#pumps'],
  },
  {
    ...one(
      'its heading is renamed, and a third of its words changed',
      `${key} It is for guests.`,
      '',
      sections(['Keys', `${key} It is for guests.`], ['Pumps', pump]),
      sections(['Access', 'The spare key of the boathouse hangs on a nail. It is for guests.'], ['Pumps', pump]),
    ),
    node: 'a.md#keys',
    places: ['a.md#access'],
  },
  {
    ...one(
      'a row got another value, and a row with another label has its old one, changed',
      'north one',
      'north one; boat: free',
      rows('north one | the boat of the Mueller family lies here all winter with its mast down'),
      rows('north one | free', 'south nine | the boat of the Mueller family lies here all summer with its mast down'),
    ),
    node: 'a.md#moorings:north-one',
    places: ['a.md#moorings:south-nine'],
  },
  {
    ...one(
      'most of it gets a heading of its own, changed, and a word of the rest stays',
      `${key} ${pump} Mind the oil in the bilge. ${rope}`,
      `${pump} Mind the oil in the bilge. ${newRope}`,
      sections(['Notes', `${key} ${pump} Mind the oil in the bilge. ${rope}`]),
      sections(['Notes', 'Jonas has painted a blue oar.'], ['Pumps', `${pump} Mind the oil in the bilge. ${newRope}`]),
    ),
    node: 'a.md#pumps',
    places: ['a.md#notes'],
  },
]

describe('what was learned on a passage whose new text is not sure is asked about where', () => {
  test.each(doubts)('$name', ({ after, before, is, node, places, was }) =>
    withMemory(async (memory) => {
      await readFolder(memory, before)
      const old = await teach(memory, was, was)
      const lesson = await lessonOn(memory, was)
      const told = await readFolder(memory, after)

      expect(lesson?.learned).not.toEqual([])
      expect(told.unsure).toEqual([{ node, was: old, places, instead: [] }])
      if (is !== '') expect(await lessonOn(memory, is)).toEqual(lesson)
      for (const place of places) {
        await memory.ingest({ documents: documentsOf(after), folders: [{ root, below: '' }], became: [`${node}>${place}`] })
        const text = (await memory.show({ what: place })).nodes[0]?.content ?? ''
        expect(await lessonOn(memory, text)).toEqual(lesson)
      }
      expect((await memory.verify({ rederive: true })).ok).toBe(true)
    }),
  )
})

describe('a taught passage keeps its place, and nothing is asked, where', () => {
  const cases: ReadonlyArray<Change> = [
    one(
      'it is edited heavily and nothing else is new',
      key,
      'Jonas has the only key now.',
      sections(['Keys', key], ['Pumps', pump]),
      sections(['Keys', 'Jonas has the only key now.'], ['Pumps', pump]),
    ),
    one(
      'it is written anew, and a new text beside it is about something else',
      key,
      'Jonas keeps it at home.',
      sections(['Keys', key], ['Pumps', pump]),
      sections(['Keys', 'Jonas keeps it at home.'], ['Pumps', pump], ['Ropes', rope]),
    ),
    one(
      'a word of it is changed, and a new text beside it is like it',
      berth,
      newBerth,
      sections(['Mooring', berth]),
      sections(['Mooring', newBerth], ['Guests', 'The guest boat lies at berth 3 by the east pier.']),
    ),
    one(
      'it is edited heavily, and a text beside it is changed too',
      key,
      'Jonas has the only key of the boathouse now.',
      sections(['Keys', key], ['Pumps', pump]),
      sections(['Keys', 'Jonas has the only key of the boathouse now.'], ['Pumps', newPump]),
    ),
  ]
  test.each(cases)('$name', ({ after, before, is, was }) =>
    withMemory(async (memory) => {
      await readFolder(memory, before)
      await teach(memory, was, was)
      const lesson = await lessonOn(memory, was)
      const told = await readFolder(memory, after)

      expect(lesson?.learned).not.toEqual([])
      expect(await lessonOn(memory, is)).toEqual(lesson)
      expect(told.unsure).toBeUndefined()
    }),
  )

  test('it is gone: the section behind it, which has its number among equal headings now, gets nothing of it', () =>
    withMemory(async (memory) => {
      await readFolder(memory, { 'a.md': sections(['Notes', key], ['Notes', pump]) })
      await teach(memory, key, key)
      const told = await readFolder(memory, { 'a.md': sections(['Notes', newPump]) })

      expect((await lessonOn(memory, newPump))?.learned).toEqual([])
      expect(told.unsure).toBeUndefined()
    }))
})

test('a protection and a verdict of not useful go with the text, too', () =>
  withMemory(async (memory) => {
    await readFolder(memory, { 'a.md': sections(['Keys', key], ['Pumps', pump]) })
    await memory.recall({ question: pump, session: 'a', limit: 20 })
    await memory.feedback({ verdict: 'not-useful', nodes: ['a.md#pumps'], session: 'a' })
    await memory.protect({ node: 'a.md#keys' })
    const known = async (keys: string, pumps: string) => {
      const [state, utility] = [(await memory.show({ what: keys })).nodes[0]?.state, await memory.recall({ question: pump, record: false })]
      return [state, utility.items.find(({ node }) => node === pumps)?.parts.utility]
    }
    const before = await known('a.md#keys', 'a.md#pumps')
    await readFolder(memory, { 'a.md': sections(['Keys', newPump], ['Pumps', newKey]) })

    expect(before).toEqual(['protected', 0.7])
    expect(await known('a.md#pumps', 'a.md#keys')).toEqual(before)
  }))

describe('a taught section that was deleted in an earlier reading', () => {
  const without = { 'a.md': sections(['Pumps', pump]) }
  const comesBack = (text: string, check: (isSame: boolean, learned: number | undefined) => void) =>
    withMemory(async (memory) => {
      await readFolder(memory, { 'a.md': sections(['Keys', key], ['Pumps', pump]) })
      await teach(memory, key, key)
      const lesson = await lessonOn(memory, key)
      await readFolder(memory, without)
      await readFolder(memory, { 'a.md': sections(['Keys', text], ['Pumps', pump]) })
      const now = await lessonOn(memory, text)
      check(now?.node === lesson?.node, now?.learned.length)
    })

  test('comes back with its lesson when it is there again with a word changed', () =>
    comesBack(newKey, (isSame) => expect(isSame).toBe(true)))

  test('gives nothing to another text under its heading', () =>
    comesBack(tide, (isSame, learned) => expect([isSame, learned]).toEqual([false, 0])))
})

test('a lesson of the owner never goes to a text of others, however near it is', () =>
  withMemory(async (memory: AskedMemory) => {
    await readFolder(memory, { 'a.md': sections(['Keys', key]) })
    await teach(memory, key, key)
    const lesson = await lessonOn(memory, key)
    await memory.ingest({ documents: documentsOf({ 'b.md': sections(['Access', newKey]) }), origin: 'untrusted' })
    await readFolder(memory, { 'a.md': sections(['Keys', tide]) })

    expect((await lessonOn(memory, newKey))?.node).not.toBe(lesson?.node)
  }))

function rows(...some: ReadonlyArray<string>) {
  const others = ['north two', 'north three', 'west one', 'west two', 'east one', 'east two'].map((place, i) => `${place} | boat ${i}`)
  return `# Harbour\n\n## Moorings\n\n| place | boat |\n| --- | --- |\n${[...some, ...others].map((row) => `| ${row} |`).join('\n')}\n`
}

describe('a passage to which a learned link leads', () => {
  const anchor: Files = { 'anchor.md': '# Anchor\n\nWhere the rope is made fast.\n' }
  const green = 'The keys of the house hang behind the green door in the hall, next to the fuse box.'
  const red = green.replace('green', 'red')
  const bananas = 'Bananas cost three euros at the market on Sundays.'
  const boiler = 'The boiler is serviced every March by Fischer, who has the spare valve.'

  test.each<readonly [string, Files, string]>([
    ['another text stands under its heading', { 'house.md': sections(['Keys', bananas], ['Boiler', boiler], ['Hall', red]) }, red],
    ['it moves to another file', { 'house.md': sections(['Keys', bananas], ['Boiler', boiler]), 'hall.md': sections(['Hall', red]) }, red],
    ['its heading is another one', { 'house.md': sections(['Where the keys are', red], ['Boiler', boiler]) }, red],
  ])('is known again where %s', async (_, after, text) => {
    await withMemory(async (memory) => {
      await readFolder(memory, { ...anchor, 'house.md': sections(['Keys', green], ['Boiler', boiler]) })
      await memory.strength({ source: 'anchor.md', target: 'house.md#keys', value: 0.7 })

      await readFolder(memory, { ...anchor, ...after })

      const { edges } = await memory.show({ what: 'anchor.md' })
      const { target = '' } = edges.find((edge) => edge.kind === 'learned') ?? {}
      expect((await memory.show({ what: target })).nodes[0]?.content).toContain(text)
    })
  })
})
