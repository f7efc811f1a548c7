/**
 * Forty notes of one person, and a week of messages in English, German and other languages: some state a change, most only sound like one or
 * are about something else. Three weeks, by writers who had not read the rule. No statement is heard, and nothing is superseded by one.
 */
import { readFileSync } from 'node:fs'
import * as Schema from 'effect/Schema'
import { expect, test } from 'vitest'
import { openStage } from '../scenarios/stage.ts'
import { inShort } from '../src/in-full.ts'

const Week = Schema.Struct({
  notes: Schema.Record(Schema.String, Schema.String),
  talk: Schema.Array(
    Schema.Union([
      Schema.Struct({ text: Schema.String, changed: Schema.String, question: Schema.String, now: Schema.String, old: Schema.String }),
      Schema.Struct({ text: Schema.String }),
    ]),
  ),
})

const read = (name: string) =>
  Schema.decodeUnknownSync(Week)(JSON.parse(readFileSync(new URL(`sets/${name}.json`, import.meta.url), 'utf8')))
/** Messages a day; in short every third is said. */
const aDay = 13
const weeks = ['ordinary-week', 'ordinary-week-2', 'ordinary-week-3']

test.each(weeks)(
  'of an ordinary week nothing that is no denial of the answer changes anything: %s',
  async (name) => {
    const week = read(name)
    const stage = await openStage('empty')
    await stage.memory.ingest({
      documents: Object.entries(week.notes).map(([source, text]) => ({ source, format: 'markdown' as const, text })),
    })
    const [heard, untrue] = [[] as string[], [] as string[]]
    for (const [place, one] of [...week.talk.entries()].filter(([place]) => inShort(place % 3 === 2, true))) {
      const talk = { session: `agent:main:day${Math.floor(place / aDay)}`, sessionKind: 'interactive', recallKey: `m${place}` } as const
      const { recallKey: key, ...asked } = talk
      const { items } = await stage.memory.recall({ ...asked, question: one.text, key })
      const { feedback } = await stage.memory.hear({ ...talk, text: one.text })
      await stage.memory.complete({ ...talk, outcome: 'success', durationMs: 1, reply: items[0]?.content ?? 'All right.' })
      await stage.memory.learn({})
      if (feedback === null) continue
      if ('changed' in one) heard.push(one.text)
      else untrue.push(one.text)
    }
    const { superseding } = await stage.memory.stats({})
    await stage.leave()
    process.stdout.write(`heard ${heard.length}, untrue ${untrue.length}\n`)

    expect(untrue).toEqual([])
    expect(superseding.superseded).toBe(0)
  },
  180_000,
)
