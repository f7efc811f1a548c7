/**
 * Documents of bad form, read in with a model that names aliases over real HTTP on this machine, take as many calls as a dry run told, until the share of
 * the day is used up, and no request is larger than its limit.
 *
 * In short: `test/scenarios/aliases-bad-answers.test.ts`
 */
import { modelOf } from '@crabtrail/models/model-choice'
import * as Effect from 'effect/Effect'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventsOf } from '../models/recorded-log.ts'
import { type ModelServer, saying, startModelServer } from '../src/model-server.ts'
import { openStage, type Stage } from './stage.ts'

let server: ModelServer
let asked = 0
beforeAll(async () => {
  server = await startModelServer(saying(() => '{"aliases":[]}', { prompt_tokens: 3_000, completion_tokens: 2_000, total_tokens: 5_000 }))
})
afterAll(() => server.close())

const stages: Array<Stage> = []
afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.leave()
})

const open = async (): Promise<Stage> => {
  asked = server.asked.length
  const model = await Effect.runPromise(modelOf({ baseUrl: server.baseUrl, model: 'tiny', key: undefined }))
  const stage = await openStage('empty', model === undefined ? {} : { model })
  stages.push(stage)
  await stage.memory.init({})
  return stage
}

describe('a document', () => {
  const nested = Array.from(
    { length: 12 },
    (_, depth) => `${'  '.repeat(depth)}- Shelf ${depth} holds the jars of year ${1990 + depth}.`,
  ).join('\n')
  const table = ['| room | side |', '| --- | --- |', ...Array.from({ length: 10_000 }, (_, i) => `| room ${i} | side ${i % 7} |`)].join(
    '\n',
  )

  test.each<[string, string]>([
    ['a table of ten thousand rows', `# Rooms\n\n${table}\n`],
    ['a line of a million characters', `# Line\n\n${Array.from({ length: 33_400 }, (_, i) => `The pump house ${i} hums.`).join(' ')}\n`],
    ['a list that is nested twelve deep', `# Shelves\n\n${nested}\n`],
  ])('that is %s takes the calls that are told before, or as many as a day may spend', async (_, text) => {
    const stage = await open()
    const request = { documents: [{ source: 'wide.md', format: 'markdown' as const, text }], aliases: true }

    const expected = (await stage.memory.ingest({ ...request, dryRun: true })).aliases?.expected
    expect(server.asked.length - asked).toBe(0)
    const { aliases = expect.unreachable(), nodes } = await stage.memory.ingest(request)

    const all = Math.ceil(nodes.added / 10)
    expect([expected?.calls, aliases.calls + aliases.left, server.asked.length - asked]).toEqual([all, all, aliases.calls])
    // A day has 0.5 dollars, and half of them for this.
    expect([aliases.stopped, aliases.costUsd <= 0.25]).toEqual([all > 200 ? 'day-budget' : undefined, true])
    const tokens = eventsOf(await stage.log(), 'ModelAsked').map(({ data }) => data.tokens / 3)
    expect(Math.max(...tokens)).toBeLessThanOrEqual(8_000)
    expect(Math.max(...server.asked.slice(asked).map(({ body }) => body.length))).toBeLessThan(40_000)
  })
})
