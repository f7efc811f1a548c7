/**
 * No alias, whoever named it, stands in a request to a model or in a context: every task of a model and the embedder are asked, over real HTTP where a
 * model is, by the operations that ask them.
 */

import type { Embedder } from '@crabtrail/core'
import { hashedEmbedder } from '@crabtrail/models'
import { modelOf } from '@crabtrail/models/model-choice'
import * as Effect from 'effect/Effect'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelTasks } from '../../packages/core/src/domain/events/model-events.ts'
import { oneIn } from '../properties/runs.ts'
import { type AskedModel, type ModelServer, saying, startModelServer } from '../src/model-server.ts'
import { settings, talkDocument, unsure } from './routing-model.ts'
import { openStage } from './stage.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

interface Asked {
  readonly passages?: ReadonlyArray<{ readonly id: string }>
  readonly messages?: ReadonlyArray<{
    readonly id: string
    readonly text: string
    readonly candidates: ReadonlyArray<{ readonly id: string }>
  }>
}
/** The requests of some tasks are no JSON. */
const requestOf = ({ user }: AskedModel): Asked => (user.startsWith('{') ? JSON.parse(user) : {})
/** The form of its answer names the task. */
const taskOf = ({ body }: AskedModel): string | undefined => JSON.parse(body).response_format?.json_schema?.name

/** Names the marks for every passage, says of every message that it marks a memory, and follows the first note. */
const answering = (marks: ReadonlyArray<string>) =>
  saying((asked) => {
    const { messages = [], passages = [] } = requestOf(asked)
    const aliases = passages.map(({ id }, i) => ({ id, questions: marks.map((word) => `Where is the ${word} ${i}?`) }))
    const judgements = messages.flatMap(({ candidates: [first], id, text }) =>
      first === undefined ? [] : [{ id, verdict: 'contradicts', candidate: first.id, old: '', new: text, lasting: true, confidence: 0.6 }],
    )
    return JSON.stringify({ aliases, causes: [], judgements, follow: [1], drop: [], attention: [], explanation: '' })
  })

const facts = [
  'Nora keeps the key of the archive in a tin.',
  'The lift is inspected every spring.',
  'Ines rides a blue bicycle to the quarry.',
  'The pantry door squeaks since the storm.',
  'A carpenter named Olav mends the oars.',
  'The kettle belongs to the night shift.',
] as const
const lines = (texts: ReadonlyArray<string>, source: string) => ({
  source,
  format: 'jsonl' as const,
  text: texts.map((text, i) => JSON.stringify({ id: `m${i}`, text })).join('\n'),
})
const oneIsOlav = 'No, Olav keeps the key of the archive now.'

test('INV-242 no alias of any memory is in a request to a model or to an embedder, or in a context', async () => {
  const mark = fc.string({ unit: fc.constantFrom('q', 'x', 'z', 'v'), minLength: 9, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(mark, { minLength: 3, maxLength: 4 }), async (marks) => {
      const [before, embedded, contexts] = [server.asked.length, [] as Array<string>, [] as Array<string>]
      server.behave(answering(marks))
      const model = await Effect.runPromise(modelOf({ baseUrl: server.baseUrl, model: 'tiny', key: undefined }))
      const embedder: Embedder['Service'] = {
        ...hashedEmbedder,
        embed: (texts, kind) => {
          embedded.push(...texts)
          return hashedEmbedder.embed(texts, kind)
        },
      }
      const stage = await openStage('empty', { embedder, ...(model === undefined ? {} : { model }) })
      const { memory } = stage
      await memory.init({ settings })
      const asking = async (session: string) => {
        for (const question of ['Where is the key of the archive?', unsure]) {
          const { context } = await memory.recall({ question, session, sessionKind: 'interactive' })
          contexts.push(context.text)
          await memory.hear({ text: oneIsOlav, session, sessionKind: 'interactive', judge: true, keep: true })
        }
        const [known, later] = [`${session} heard`, `${session} later`]
        await memory.recall({ question: oneIsOlav, session, sessionKind: 'interactive', key: known })
        await memory.hear({ text: oneIsOlav, session, recallKey: known, judge: true })
        await memory.recall({ question: oneIsOlav, session, sessionKind: 'interactive', key: later })
        await memory.hear({ text: oneIsOlav, session, recallKey: later, later: true })
        await memory.judge({ session })
      }
      const named = `---\naliases: [the ${marks[0]} of the house]\n---\n# House\n\nThe house has two doors.\n`
      const document = { source: 'house.md', format: 'markdown' as const, text: named }
      await memory.ingest({ documents: [lines(facts, 'log.jsonl'), talkDocument, document] })
      for (const [i, word] of marks.entries()) await memory.alias({ node: `log.jsonl#m${i}`, aliases: [`the ${word} of the archive`] })

      await asking('one')
      await memory.ingest({ documents: [lines(facts, 'log.jsonl')], aliases: true, causes: true })
      await memory.note({ text: 'The key of the archive hangs in the hall.', supersedes: ['log.jsonl#m0'] })
      await memory.nameAliases({ calls: 9 })
      await memory.ingest({ documents: [lines(facts.slice(3), 'more.jsonl')], aliases: true, causes: true })
      await memory.judge({})
      await asking('two')
      await memory.judgeAgain({})
      await memory.learn({})

      const asked = server.asked.slice(before)
      expect(new Set(asked.map(taskOf))).toEqual(new Set(modelTasks))
      expect(embedded.length).toBeGreaterThan(facts.length)
      const told = [...contexts, ...embedded, ...asked.map(({ body }) => body)]
      expect((await memory.show({ what: 'log.jsonl#m1' })).nodes[0]?.aliases?.map(({ by }) => by)).toContain('model')
      // What a person says is the person's: none of the questions and messages here has a word of an alias.
      expect(marks.filter((word) => told.some((text) => text.includes(word)))).toEqual([])
      await stage.leave()
    }),
    oneIn(25),
  )
})
