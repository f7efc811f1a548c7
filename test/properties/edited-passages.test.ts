import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Lesson, lessonsIn } from '../models/lessons.ts'
import { madeGraph } from '../models/made-graph.ts'
import { openStore } from '../models/open-store.ts'
import { type Files, lessonOn, readFolder, teach } from '../models/taught-notes.ts'
import { oneIn } from './runs.ts'

const syllables = ['ba', 'de', 'fi', 'go', 'lu', 'ma', 'ne', 'po', 'ri', 'su', 'ta', 'vo']
/** A made word of no language: `word(n)` differs from every other below 1728. */
const word = (n: number) => [n % 12, Math.floor(n / 12) % 12, Math.floor(n / 144) % 12].map((i) => syllables[i]).join('')

const paths = ['a.md', 'b.md', 'sub/a.md']
const headings = ['Keys', 'Pumps', 'Notes']
const template = ['harbour', 'keeper', 'lantern', 'slipway']
const place = fc.option(fc.tuple(fc.constantFrom(...paths), fc.constantFrom(...headings)), { freq: 4, nil: undefined })

/** A text of 9 to 14 words, up to four of them of a template; where it stands before and after, if at all, and the word that changes. */
const passage = fc.record({
  own: fc.uniqueArray(fc.nat(1200), { minLength: 8, maxLength: 10 }),
  shared: fc.integer({ min: 1, max: 4 }),
  edit: fc.nat(7),
  before: place,
  after: place,
})
type Passage = typeof passage extends fc.Arbitrary<infer P> ? P : never

/** With commas: a row of twelve bare words is taken out as a seed phrase. */
const said = ({ own, shared }: Passage) => [...template.slice(0, shared), ...own.map(word)].join(', ')
const edited = (one: Passage) => said({ ...one, own: one.own.with(one.edit, 1300 + one.edit) })

/** The files with the texts at their places, and a file that stays as it is. */
const files = (passages: ReadonlyArray<Passage>, when: 'before' | 'after'): Files => {
  const placed = passages.flatMap((one) => {
    const at = one[when]
    return at === undefined ? [] : [{ path: at[0], heading: at[1], text: when === 'before' ? said(one) : edited(one) }]
  })
  const printed = [...Map.groupBy(placed, ({ path }) => path)].map(
    ([path, some]) => [path, `# Log\n\n${some.map(({ heading, text }) => `## ${heading}\n\n${text}\n`).join('\n')}`] as const,
  )
  return Object.fromEntries([['z.md', '# Weather\n\nIt rains.\n'], ...printed])
}

const reached = { kept: 0, asked: 0 }

/**
 * Expects each lesson on the edit of its text, or the memory in the answer. Of a text that is gone, no other text that was there before has the
 * lesson; a new text at its place may be an edit.
 */
const expectKept = (
  passages: ReadonlyArray<Passage>,
  was: ReadonlyMap<Passage, Lesson>,
  now: ReadonlyMap<string, Lesson>,
  asked: ReadonlyArray<string>,
) => {
  for (const [one, lesson] of was) {
    const holder = [...now].find(([, { node }]) => node === lesson.node)?.[0]
    const isKnown = passages.some((other) => other.before !== undefined && edited(other) === holder)
    if (holder === edited(one)) {
      reached.kept++
      expect(now.get(holder)).toEqual(lesson)
    } else if (one.after !== undefined || isKnown) {
      reached.asked++
      const own = [one.before, one.after].flatMap((at) => (at === undefined ? [] : [`${at[0]}#${at[1].toLowerCase()}`]))
      expect(
        asked.filter((id) => own.some((place) => id === place || id.startsWith(`${place}-`))),
        `${said(one)} is now ${holder}`,
      ).not.toEqual([])
    }
  }
}

const play = async (passages: ReadonlyArray<Passage>) => {
  const store = openStore({ seed: 7 })
  try {
    const memory = await store.memory()
    await readFolder(memory, files(passages, 'before'))
    const was = new Map<Passage, Lesson>()
    const taught = passages.filter(({ before }, i) => i % 2 === 0 && before !== undefined)
    for (const one of taught) await teach(memory, said(one), said(one))
    for (const one of taught) {
      const lesson = await lessonOn(memory, said(one))
      if (lesson !== undefined && lesson.learned.length > 0) was.set(one, lesson)
    }
    const { unsure = [] } = await readFolder(memory, files(passages, 'after'))
    const { lines } = await memory.export({})
    const named = unsure.flatMap(({ instead, node, places, was: former }) => [node, former ?? '', ...places, ...instead])
    expectKept(passages, was, lessonsIn(lines), named)
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
    return madeGraph(lines, 'by number')
  } finally {
    await store.close()
  }
}

test('INV-190 in a reading that moves passages anywhere and changes a word of each, what was learned goes with the text or is asked about', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(passage, { minLength: 2, maxLength: 7, selector: said }), async (passages) => {
      expect(await play(passages)).toEqual(await play(passages))
    }),
    oneIn(3),
  )
  expect(reached.kept).toBeGreaterThan(10 * reached.asked)
})
