/**
 * Forty notes of one person, and a week of messages in English, German and other languages: some state a change, most only sound like one or
 * are about something else. Three weeks, by writers who had not read the rule. The rule was extended after each was read, and narrowed after that. Results: docs/results/correction-board.md.
 */
import { readFileSync } from 'node:fs'
import * as Schema from 'effect/Schema'
import { expect, test } from 'vitest'
import { openStage } from '../scenarios/stage.ts'

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
/** Messages a day. */
const aDay = 13
/** The weeks, each with the number of changes that were taken up when it was last measured. */
const weeks = [
  ['ordinary-week', 11],
  ['ordinary-week-2', 10],
  ['ordinary-week-3', 7],
] as const

test.each(weeks)(
  'of an ordinary week some changes are taken up, and nothing else changes anything: %s',
  async (name, takenLeast) => {
    const week = read(name)
    const stage = await openStage('empty')
    await stage.memory.ingest({
      documents: Object.entries(week.notes).map(([source, text]) => ({ source, format: 'markdown' as const, text })),
    })
    const [taken, missed, untrue] = [[] as string[], [] as string[], [] as string[]]
    for (const [place, one] of week.talk.entries()) {
      const talk = { session: `agent:main:day${Math.floor(place / aDay)}`, sessionKind: 'interactive', recallKey: `m${place}` } as const
      const { recallKey: key, ...asked } = talk
      const { items } = await stage.memory.recall({ ...asked, question: one.text, key })
      const heard = await stage.memory.hear({ ...talk, text: one.text })
      await stage.memory.complete({ ...talk, outcome: 'success', durationMs: 1, reply: items[0]?.content ?? 'All right.' })
      await stage.memory.learn({})
      const didNothing = heard.superseded.length === 0 && heard.kept === null && heard.feedback === null
      if (!('changed' in one)) {
        if (!didNothing) untrue.push(one.text)
        continue
      }
      const { context } = await stage.memory.recall({ question: one.question, record: false })
      const isTaken = heard.superseded.some((node) => node.startsWith(one.changed)) && context.text.includes(one.now)
      if (isTaken) taken.push(one.text)
      else missed.push(one.text)
    }
    await stage.leave()
    process.stdout.write(`taken up ${taken.length}, missed ${missed.length}, untrue ${untrue.length}\n${missed.join('\n')}\n`)

    expect(untrue).toEqual([])
    expect(taken.length).toBeGreaterThanOrEqual(takenLeast)
  },
  180_000,
)
