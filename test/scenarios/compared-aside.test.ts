/** A comparison of rankings takes long over a long log, and other requests go first between its questions. */

import { Memory } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { expect, test } from 'vitest'
import { runningMemory } from '../arbitraries/running-memory.ts'

const questions = ['deploy token', 'who deploys', 'rollback of a deploy', 'the blue token']

/** A memory that was asked these questions, and has gone on since. */
const asked = () => {
  const memory = runningMemory()
  const text = '# Deploy\n\nDeploy with the blue token.\n\n# Rollback\n\nRollback of a deploy.\n'
  memory.ask((methods) => methods.init({}))
  memory.ask((methods) => methods.ingest({ documents: [{ source: 'a.md', format: 'markdown', text }] }))
  const from = memory.log().length
  for (const question of questions) memory.ask((methods) => methods.recall({ question }))
  const to = memory.log().length
  memory.ask((methods) => methods.recall({ question: 'something else' }))
  return {
    memory,
    methods: memory.run(Effect.map(Memory, (methods) => methods)),
    request: { a: String(from), b: String(to), questions: true },
  }
}

test('what is asked while rankings of the past are compared is answered before they are, and they are the same', async () => {
  const { memory, methods, request } = asked()
  const alone = Result.getOrThrow(memory.ask((methods) => methods.diff(request)))
  const answered: Array<string> = []
  const noted = <A, E>(name: string, effect: Effect.Effect<A, E>) => Effect.tap(effect, () => Effect.sync(() => answered.push(name)))

  const [compared] = await Effect.runPromise(
    Effect.all([noted('diff', methods.diff(request)), noted('tags', methods.tags({})), noted('turns', methods.turns({}))], {
      concurrency: 'unbounded',
    }),
  )

  expect(compared).toEqual(alone)
  expect(compared.rankings).toHaveLength(questions.length)
  expect(answered).toEqual(['tags', 'turns', 'diff'])
})

test('what is forgotten between two rankings is in no answer behind its receipt', async () => {
  const { memory, methods, request: compared } = asked()
  // From the empty memory on: what was read in has a title in the answer.
  const request = { ...compared, a: '1' }
  const alone = Result.getOrThrow(memory.ask((methods) => methods.diff(request)))
  const order: Array<string> = []
  const noted = <A, E>(name: string, effect: Effect.Effect<A, E>) => Effect.tap(effect, () => Effect.sync(() => order.push(name)))

  const [answer, receipt] = await Effect.runPromise(
    Effect.all([noted('diff', methods.diff(request)), noted('forget', methods.forget({ subject: 'rollback' }))], {
      concurrency: 'unbounded',
    }),
  )

  expect(order).toEqual(['forget', 'diff'])
  expect(receipt.contents).toBeGreaterThan(0)
  expect(alone.rankings?.map(({ question }) => question)).toContain('rollback of a deploy')
  expect(alone.nodes.added.map(({ title }) => title)).toContain('Deploy › Rollback')
  expect(JSON.stringify(answer)).not.toMatch(/rollback/i)
  expect(answer).toEqual(Result.getOrThrow(memory.ask((methods) => methods.diff(request))))
})

test('a comparison with now is answered in its turn: another request could move the end of the log', async () => {
  const { methods, request } = asked()
  const answered: Array<string> = []
  const noted = <A, E>(name: string, effect: Effect.Effect<A, E>) => Effect.tap(effect, () => Effect.sync(() => answered.push(name)))

  await Effect.runPromise(
    Effect.all([noted('diff', methods.diff({ a: request.a, questions: true })), noted('tags', methods.tags({}))], {
      concurrency: 'unbounded',
    }),
  )

  expect(answered).toEqual(['diff', 'tags'])
})
