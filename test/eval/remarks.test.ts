/**
 * Remarks and denials after an answer, in five languages, as people type them: a remark teaches nothing, an outright denial is about the memory
 * that the answer was drawn from. Written before the rules were narrowed to denials.
 */
import { readFileSync } from 'node:fs'
import * as Schema from 'effect/Schema'
import { expect, test } from 'vitest'
import { openStage } from '../scenarios/stage.ts'

const Scenes = Schema.Array(
  Schema.Struct({
    language: Schema.String,
    notes: Schema.Record(Schema.String, Schema.String),
    question: Schema.String,
    drawn: Schema.String,
    reply: Schema.String,
    remarks: Schema.Array(Schema.String),
    denials: Schema.Array(Schema.String),
  }),
)
const scenes = Schema.decodeUnknownSync(Scenes)(JSON.parse(readFileSync(new URL('sets/remarks.json', import.meta.url), 'utf8')))
/** The least number of denials that must be heard, of 40. */
const heardLeast = 36

test('no remark is heard, and nearly every denial is, about the memory that the answer was drawn from', async () => {
  const [wronglyHeard, missed, elsewhere] = [[] as string[], [] as string[], [] as string[]]
  for (const { denials, drawn, language, notes, question, remarks, reply } of scenes) {
    const stage = await openStage('empty')
    const documents = Object.entries(notes).map(([source, text]) => ({ source, format: 'markdown' as const, text }))
    await stage.memory.ingest({ documents })
    const hear = async (text: string, place: string) => {
      const talk = { session: `agent:main:${language}-${place}`, sessionKind: 'interactive' } as const
      const { turn } = await stage.memory.recall({ ...talk, question })
      await stage.memory.complete({ ...talk, turn: turn ?? '', outcome: 'success', durationMs: 1, reply })
      return stage.memory.hear({ ...talk, text })
    }
    for (const [at, text] of remarks.entries()) {
      const { feedback, reason } = await hear(text, `remark-${at}`)
      if (feedback !== null || reason !== null) wronglyHeard.push(text)
    }
    for (const [at, text] of denials.entries()) {
      const heard = await hear(text, `denial-${at}`)
      if (heard.feedback === null || heard.doubted.length === 0) missed.push(text)
      if (heard.doubted.some((node) => !node.startsWith(drawn))) elsewhere.push(text)
    }
    await stage.leave()
  }
  process.stdout.write(`remarks heard ${wronglyHeard.length}, denials missed ${missed.length}: ${missed.join(' | ')}\n`)

  expect(scenes.flatMap(({ remarks }) => remarks).length).toBeGreaterThanOrEqual(80)
  expect(wronglyHeard).toEqual([])
  expect(elsewhere).toEqual([])
  expect(scenes.flatMap(({ denials }) => denials).length - missed.length).toBeGreaterThanOrEqual(heardLeast)
}, 180_000)
