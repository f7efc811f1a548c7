/** Questions about days find the notes of those days, in nine languages. */
import { describe, expect, test } from 'vitest'
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

  test('keep the day on which they were asked, and what is given has its day', async () => {
    const store = openStore()
    const memory = await store.memory()
    await memory.note({ text: 'I bought a kayak yesterday.', today: dayOfAsking })
    const { context, turn } = await memory.recall({ question: 'What did I buy on 27 November?', today: '2026-12-24' })
    const { events } = await memory.log({ type: 'TurnStarted' })
    await memory.recall({ question: 'What did I buy?', today: '2026-12-24' })

    expect(turn).toBe('t1')
    expect(context.text).toContain('(2026-11-28)\n  I bought a kayak yesterday.')
    expect(events.map(({ data }) => data)).toMatchObject([{ day: 20_811 }])
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
