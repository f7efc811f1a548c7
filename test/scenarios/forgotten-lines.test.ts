/** A forgotten line or passage is known by its words: another one in its place is read, and it stays out in any other place. */
import { describe, expect, test } from 'vitest'
import { type AskedMemory, openStore } from '../models/open-store.ts'

const withMemory = async (story: (memory: AskedMemory) => Promise<void>) => {
  const store = openStore()
  try {
    await story(await store.memory())
  } finally {
    await store.close()
  }
}
const read = (memory: AskedMemory, source: string, text: string) =>
  memory.ingest({ documents: [{ source, format: source.endsWith('.csv') ? 'csv' : 'markdown', text }] })
const whole = (path: string) => ({ path, reason: 'forgotten' })
const inPart = (path: string) => ({ path, reason: 'forgotten in part' })
const contentOf = async (memory: AskedMemory, node: string) => (await memory.show({ what: node })).nodes[0]?.content
const names = ['Anna', 'Bert', 'Lotte', 'Mia', 'Nils', 'Otto']
const line = (name: string) => `The neighbour ${name} has a spare key and waters the plants on Sundays`
const listed = (heading: string, all = names) => `# Notes\n\n## ${heading}\n\n${all.map((name) => `- ${line(name)}\n`).join('')}`
const lotte = 'list.md#helpers:the-neighbour-lotte-has-a-spare'

describe('a forgotten row', () => {
  test('that is deleted gives its place to another row, which is kept', () =>
    withMemory(async (memory) => {
      await read(memory, 'v.csv', 'Name,City\nMeier,Kiel\nMeier,Bonn\n')
      await memory.forget({ subject: 'Kiel' })

      const { nodes, skipped } = await read(memory, 'v.csv', 'Name,City\nMeier,Bonn\n')

      expect(skipped).toEqual([])
      expect(nodes).toMatchObject({ added: 0, retired: 0 })
      expect(await contentOf(memory, 'v.csv#:meier')).toBe('Name: Meier; City: Bonn')
    }))

  test('stays out where the file is sorted and its columns have other names', () =>
    withMemory(async (memory) => {
      await read(memory, 'v.csv', 'Name,City\nMeier,Kiel\nMeier,Bonn\n')
      await memory.forget({ subject: 'Kiel' })

      const { skipped } = await read(memory, 'v.csv', 'Who,Town\nMeier,Bonn\nMeier,Kiel\nMeier,Ulm\n')

      expect(skipped).toEqual([whole('v.csv#:meier~2')])
      expect(await contentOf(memory, 'v.csv#:meier')).toBe('Who: Meier; Town: Bonn')
      expect(await contentOf(memory, 'v.csv#:meier~3')).toBe('Who: Meier; Town: Ulm')
    }))
})

describe('a forgotten line of a list', () => {
  test('stays out under a heading of another name, in prose, and in a short list', () =>
    withMemory(async (memory) => {
      await read(memory, 'list.md', listed('Helpers'))
      await memory.forget({ node: lotte })

      expect((await read(memory, 'list.md', listed('Friends'))).skipped).toEqual([whole(lotte.replace('helpers', 'friends'))])
      const prose = `# Notes\n\n## Friends\n\n${names.map((name) => `${line(name)}.`).join(' ')}\n`
      expect((await read(memory, 'list.md', prose)).skipped).toEqual([inPart('list.md#friends')])
      expect(await contentOf(memory, 'list.md#friends')).toBe(
        prose
          .split('\n\n')[2]
          ?.trim()
          .replace(`${line('Lotte')}. `, ''),
      )
      const short = listed('Friends', ['Lotte', 'Mia'])
      expect((await read(memory, 'list.md', short)).skipped).toEqual([inPart('list.md#friends')])
      expect(await contentOf(memory, 'list.md#friends')).toBe(`- ${line('Mia')}`)
    }))

  test('is read in with other words', () =>
    withMemory(async (memory) => {
      await read(memory, 'list.md', listed('Helpers'))
      await memory.forget({ node: lotte })

      const { nodes, skipped } = await read(memory, 'list.md', listed('Helpers').replace('Lotte has a spare key', 'Lotte has a spare tyre'))

      expect(skipped).toEqual([])
      expect(nodes).toMatchObject({ added: 1, retired: 0 })
    }))

  test('takes no line that says the same as an earlier text of its own', () =>
    withMemory(async (memory) => {
      const rows = (...all: ReadonlyArray<string>) => `Name,City\n${all.map((city) => `Meier,${city}\n`).join('')}`
      await read(memory, 'v.csv', rows('Kiel', 'Bonn', 'Ulm'))
      await read(memory, 'v.csv', rows('Bonn', 'Kiel', 'Trier'))
      await memory.forget({ subject: 'Kiel' })

      expect((await read(memory, 'v.csv', rows('Trier', 'Kiel', 'Bonn'))).skipped).toEqual([whole('v.csv#:meier~2')])
      expect(await contentOf(memory, 'v.csv#:meier')).toBe('Name: Meier; City: Trier')
      expect(await contentOf(memory, 'v.csv#:meier~3')).toBe('Name: Meier; City: Bonn')
    }))
})

describe('a forgotten passage', () => {
  const text = (...sentences: ReadonlyArray<string>) =>
    `# Notes\n\n## Garden\n\n${sentences.join(' ')}\n\n## House\n\nThe house is red. All is well here.\n`
  const [roses, plums, well] = ['The roses need water in June.', 'Lotte brought the plums in May.', 'All is well here.']

  test('is read in as soon as it does not name the subject any more, and without the sentence while it does', () =>
    withMemory(async (memory) => {
      await read(memory, 'a.md', text(roses, plums, well))
      await memory.forget({ subject: 'Lotte' })

      expect((await read(memory, 'a.md', text(roses, plums, well))).skipped).toEqual([whole('a.md#garden')])
      expect((await read(memory, 'a.md', text('Roses need water.', plums, well))).skipped).toEqual([inPart('a.md#garden')])
      expect(await contentOf(memory, 'a.md#garden')).toBe(`Roses need water. ${well}`)
      expect((await read(memory, 'a.md', text(roses, well))).skipped).toEqual([])
      expect(await contentOf(memory, 'a.md#garden')).toBe(`${roses} ${well}`)
    }))

  test('that was named by its id takes no sentence that another passage says too', () =>
    withMemory(async (memory) => {
      await read(memory, 'a.md', text(roses, plums, well))
      await memory.forget({ node: 'a.md#garden' })

      const { skipped } = await read(memory, 'a.md', text('The garden is closed.', plums, well).replace('is red', 'is green'))

      expect(skipped).toEqual([inPart('a.md#garden')])
      expect(await contentOf(memory, 'a.md#garden')).toBe(`The garden is closed. ${well}`)
      expect(await contentOf(memory, 'a.md#house')).toBe(`The house is green. ${well}`)
    }))

  test('is read in again when somebody says so, whatever part of it is there', () =>
    withMemory(async (memory) => {
      await read(memory, 'a.md', text(roses, plums, well))
      await memory.forget({ node: 'a.md#garden' })
      const now = text('The garden is closed.', plums)
      await memory.ingest({ documents: [{ source: 'a.md', format: 'markdown', text: now }], again: true })

      expect(await contentOf(memory, 'a.md#garden')).toBe(`The garden is closed. ${plums}`)
      expect((await read(memory, 'a.md', now)).skipped).toEqual([])
    }))
})
