/** Questions about days find the notes of those days, in nine languages. */
import { describe, expect, test } from 'vitest'
import { isoDay } from '../../packages/text/src/days/calendar.ts'
import { openStore } from '../models/open-store.ts'
import { dayLives, dayOfAsking } from './days/questions.ts'

const askAll = async (lives: typeof dayLives) => {
  const store = openStore()
  const memory = await store.memory()
  const documents = lives.flatMap(({ notes }) =>
    Object.entries(notes).map(([source, text]) => ({ source, format: 'markdown' as const, text })),
  )
  await memory.ingest({ documents, today: dayOfAsking })
  const asked: Array<{
    readonly question: string
    readonly first: string
    readonly found: string
    readonly given: ReadonlyArray<string>
    readonly text: string
  }> = []
  for (const { questions } of lives) {
    for (const [question, first] of questions) {
      const { context, items } = await memory.recall({ question, today: dayOfAsking, record: false })
      asked.push({ question, first, found: items[0]?.node ?? '', given: context.items, text: context.text })
    }
  }
  await store.close()
  return asked
}

/** At least this share of the questions finds its note first. */
const firstLeast = 0.9

describe('questions about days', () => {
  test('find the note of the day first, each language in a memory of its own', async () => {
    const asked = (await Promise.all(dayLives.map((life) => askAll([life])))).flat()
    const wrong = asked.filter(({ first, found }) => found !== first)

    expect(asked).toHaveLength(40)
    expect(wrong.length, wrong.map(({ found, question }) => `${question} ${found}`).join('\n')).toBeLessThanOrEqual(
      (1 - firstLeast) * asked.length,
    )
  })

  test.each([
    ['crane.md', '---\ndate: 2026-05-03\n---\n# Crane\n\n', ' (2026-05-03)'],
    ['crane.md', '---\ncreated: "2026-05-03T10:00"\nupdated: 2026-06-01\n---\n# Crane\n\n', ' (2026-05-03)'],
    ['crane.md', '---\nmodified: 2026-05-03 10:00\n---\n# Crane\n\n', ' (2026-05-03)'],
    ['crane.md', '---\ndate: 2026-05-03\n---\n# Crane\n\n## 2026-05-09\n\n', ''],
    ['2026-05-09.md', '---\ndate: 2026-05-03\n---\n# Crane\n\n', ''],
    ['202605031430.md', '# Crane\n\n', ''],
    ['crane.md', '---\ndue: 2026-05-03\n---\n# Crane\n\n', ` (${dayOfAsking})`],
  ])('are answered with the day of the note in %s: %j', async (source, top, told) => {
    const store = openStore()
    const memory = await store.memory()
    await memory.ingest({
      documents: [{ source, format: 'markdown', text: `${top}Tomorrow the crane is inspected.\n` }],
      today: dayOfAsking,
    })
    const { context } = await memory.recall({ question: 'When is the crane inspected?', today: '2026-12-24', record: false })
    await store.close()

    expect(/^\[.*$/m.exec(context.text)?.[0].replace(/^.*?(?= \(\d|$)/, '')).toBe(told)
  })

  test('that is told anew in front matter changes with the document', async () => {
    const store = openStore()
    const memory = await store.memory()
    const read = (day: string) =>
      memory.ingest({
        documents: [{ source: 'crane.md', format: 'markdown', text: `---\ndate: ${day}\n---\nTomorrow the crane is inspected.\n` }],
        today: dayOfAsking,
      })
    await read('2026-05-03')
    await read('2026-05-04')
    const { items } = await memory.recall({ question: 'What is on 5 May 2026?', today: dayOfAsking, record: false })
    const { context } = await memory.recall({ question: 'When is the crane inspected?', today: dayOfAsking, record: false })
    await store.close()

    expect(items.map(({ node }) => node)).toEqual(['crane.md'])
    expect(context.text).toContain('(2026-05-04)')
  })

  test('keep the day on which they were asked, and what is given has its day', async () => {
    const store = openStore()
    const memory = await store.memory()
    await memory.note({ text: 'I bought a kayak yesterday.', today: dayOfAsking })
    const { context, turn } = await memory.recall({ question: 'What did I buy on 27 November?', today: '2026-12-24' })
    await memory.recall({ question: 'What did I buy?', today: '2026-12-24' })

    expect(turn).toBe('t1')
    expect(context.text).toContain('(2026-11-28)\n  I bought a kayak yesterday.')
    const { events } = await memory.log({ type: 'TurnStarted' })
    expect(events.map(({ data }) => data)).toMatchObject([{ day: 20_811 }, { day: 20_811 }])
    await store.close()
  })

  test('of two stretches that begin on one day know both', async () => {
    const store = openStore()
    const memory = await store.memory()
    for (const [today, text] of [
      ['2026-12-02', 'The chimney was swept.'],
      ['2026-11-30', 'The gutter was cleaned.'],
    ] as const)
      await memory.note({ text, today })
    const { items } = await memory.recall({ question: 'What was done this week, not today?', today: '2026-11-30', record: false })

    expect(items.map(({ content }) => content)).toContain('The chimney was swept.')
    await store.close()
  })

  test('keep their order when they are asked again of their time, whatever the clock says', async () => {
    const store = openStore()
    const memory = await store.memory()
    for (const [date, boat] of [
      ['2026-11-20', 'red'],
      ['2026-12-04', 'blue'],
    ] as const)
      await memory.ingest({ documents: [{ source: `${date}.md`, format: 'markdown', text: `The weekly chose the ${boat} boat.` }] })
    const question = 'Which boat did the weekly choose?'
    for (const [today, first] of [
      ['2026-11-28', '2026-11-20.md'],
      ['2026-12-24', '2026-12-04.md'],
    ] as const) {
      const { position } = await memory.show({})
      const recalled = await memory.recall({ question, today, key: today })
      const again = await memory.recall({ question, today: '2027-01-01', key: today })
      const { events } = await memory.log({ type: 'TurnStarted' })
      const day = events.map(({ data }) => Number(data['day'])).reduce((a, b) => Math.max(a, b))
      const then = await memory.recall({ question, at: String(position), today: isoDay(day) })

      expect(recalled.items[0]?.node).toBe(first)
      expect(again).toMatchObject({ turn: recalled.turn, context: recalled.context })
      expect(then.items.map(({ node }) => node)).toEqual(recalled.items.map(({ node }) => node))
      expect(again.items.map(({ node }) => node)).toEqual(recalled.items.map(({ node }) => node))
    }
    await store.close()
  })

  test('are asked on one day at every position that is compared', async () => {
    const store = openStore()
    const memory = await store.memory()
    await memory.ingest({ documents: [{ source: '2026-11-27.md', format: 'markdown', text: 'Bought a kayak.' }] })
    const question = 'What was there yesterday?'
    const { position } = await memory.show({})
    const ask = { question, node: '2026-11-27.md' }
    const seen = async (today: string) => ({
      bisected: (await memory.bisect({ ...ask, today })).ends.to.recalled,
      whyNot: (await memory.whyNot({ ...ask, today })).place,
      ranked: (await memory.diff({ a: '0', b: String(position), question: [question], today })).rankings?.[0]?.after.length,
    })

    expect(await seen(dayOfAsking)).toEqual({ bisected: true, whyNot: 1, ranked: 1 })
    expect(await seen('2026-12-24')).toEqual({ bisected: false, whyNot: null, ranked: 0 })
    await store.close()
  })

  test('are not answered by a passage that lost its day with its text, its heading or its file', async () => {
    const store = openStore()
    const memory = await store.memory()
    const read = async (source: string, text: string) => {
      await memory.ingest({ documents: [{ source, format: 'markdown', text }], today: dayOfAsking })
      const { context } = await memory.recall({ question: 'What was done on 4 March?', today: dayOfAsking, record: false })
      return context.items
    }
    for (const [source, dated, dateless] of [
      ['boiler.md', '2026-03-04: boiler serviced', 'boiler serviced'],
      ['roof.md', '# 4 March 2026\n\nroof mended', '# Roof\n\nroof mended'],
    ] as const) {
      expect(await read(source, dated)).toHaveLength(1)
      expect(await read(source, dateless)).toEqual([])
    }
    await store.close()
  })

  test('are not answered by a text that is only of today', async () => {
    const store = openStore()
    const memory = await store.memory()
    const texts = ['房贷每个月还5260元。', '豆豆对芒果过敏。', '阿哲上夜班。', '和同事打羽毛球在三号场。', '电饭煲煮杂粮要多放半杯水。']
    for (const text of texts) await memory.note({ text, today: dayOfAsking })

    const { context, items } = await memory.recall({ question: '今天农历几号？', today: dayOfAsking, record: false })

    expect(items).not.toEqual([])
    expect(context.items).toEqual([])
    await store.close()
  })

  test('are about no day where a text is of none: "today" alone silences nothing', async () => {
    const store = openStore()
    const memory = await store.memory()
    await memory.ingest({ documents: [{ source: 'wifi.md', format: 'markdown', text: 'The wifi password is on the fridge.' }] })
    const { context } = await memory.recall({ question: 'Where is the wifi password today?', today: dayOfAsking })

    expect(context.items).toEqual(['wifi.md'])
    await store.close()
  })
})
