/** Events beside a routing model that is asked: other calls, other writers, erasures, and clocks that go back. */
import type { Answer } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { afterEach, describe, expect, test } from 'vitest'
import { handClock } from '../models/hand-clock.ts'
import { openStore, type StoreOptions } from '../models/open-store.ts'
import { held, scriptedModel, settings, talkDocument, unsure } from './routing-model.ts'
import { openStage, type Stage } from './stage.ts'

const stages: Array<Stage> = []
afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.leave()
})

const open = async (options: Omit<StoreOptions, 'layer'> = {}, own: object = {}) => {
  const stage = await openStage('empty', options)
  stages.push(stage)
  await stage.memory.init({ settings: { ...settings, ...own } })
  await stage.memory.ingest({ documents: [talkDocument] })
  return stage
}

const outcomeOf = ({ routing }: Answer.RecallAnswer) => routing.fallback ?? routing.unasked ?? routing.outcome

test('a recall that expects a position is recorded though its own request moved the end', async () => {
  const stage = await open({ model: scriptedModel().service })
  const { position } = await stage.memory.show({})

  const answer = await stage.memory.recall({ question: unsure, expected: position })

  expect(outcomeOf(answer)).toBe('answered')
  await expect(stage.memory.recall({ question: unsure, expected: position })).rejects.toMatchObject({ _tag: 'WrongExpectedPosition' })
})

test('recalls at once cannot spend more than their budget together', async () => {
  const { isAsked, letGo, model, slow } = held({})
  // The requests of a call may have 3,240 tokens: there is room for one, and for a second one only where the first is not counted before it ends.
  const stage = await open({ model: slow, modelMs: 60_000 }, { 'model.dayTokens': 3_900 })
  const waiting = stage.memory.recall({ question: unsure })
  await isAsked()

  const others = await Promise.all([1, 2, 3].map((n) => stage.memory.recall({ question: `${unsure} ${n}?` })))
  letGo()

  expect([await waiting, ...others].map(outcomeOf)).toEqual(['answered', 'day-budget', 'day-budget', 'day-budget'])
  expect(model.asked).toHaveLength(1)
})

test('INV-34 the same recall twice at once is asked once, and both have its answer', async () => {
  const { isAsked, letGo, model, slow } = held({ follow: [1] })
  const stage = await open({ model: slow })
  const both = [stage.memory.recall({ question: unsure, key: 'k' }), stage.memory.recall({ question: unsure, key: 'k' })]
  await isAsked()
  letGo()

  const [one, other] = await Promise.all(both)

  expect(model.asked).toHaveLength(1)
  expect([one, other].map((answer) => answer && [answer.turn, outcomeOf(answer)])).toEqual([
    ['t1', 'answered'],
    ['t1', 'answered'],
  ])
  expect((await stage.memory.stats({})).model).toMatchObject({ calls: 1, tokens: 760 })
})

test('keys of recalls and of their requests do not meet', async () => {
  const stage = await open({ model: scriptedModel().service })

  await stage.memory.recall({ question: 'zebra', key: 'routing:a' })
  expect(outcomeOf(await stage.memory.recall({ question: unsure, key: 'a' }))).toBe('answered')
})

test('a clock that goes back opens no budget again', async () => {
  const clock = handClock()
  const stage = await open({ model: scriptedModel().service, clock }, { 'model.dayTokens': 3_900 })
  const ask = () => stage.memory.recall({ question: unsure })
  const first = [await ask(), await ask()].map(outcomeOf)

  clock.now -= 86_400_000

  expect([...first, outcomeOf(await ask())]).toEqual(['answered', 'day-budget', 'day-budget'])
})

describe('what is erased while the model is asked takes the turn with it', () => {
  const texts = async (stage: Stage) => (await stage.memory.export({})).lines.join('\n')

  test('a memory that was offered: its words do not come back by the model’s', async () => {
    const { isAsked, letGo, slow } = held({ follow: [1], explanation: 'Nora is the green boat' })
    const stage = await open({ model: slow })
    const { items } = await stage.memory.recall({ question: 'green boat Nora', record: false })
    const waiting = stage.memory.recall({ question: unsure })
    await isAsked()
    await stage.memory.forget({ node: items[0]?.node ?? '' })
    letGo()

    const answer = await waiting

    expect([answer.turn, answer.routing.outcome]).toEqual([null, 'off'])
    expect(await texts(stage)).not.toContain('Nora')
  })

  test.each(['of the session', 'of a note that the question quotes'])(
    'a question %s is not stored again, nor by the same recall',
    async (which) => {
      const { isAsked, letGo, slow } = held({ follow: [1] })
      const stage = await open({ model: slow })
      await stage.memory.ingest({ documents: [{ source: 'z.md', format: 'markdown', text: 'The zorblax is in the cellar.' }] })
      const ask = () => stage.memory.recall({ question: `${unsure} zorblax`, session: 's', key: 'k' })
      const both = [ask(), ask()]
      await isAsked()
      await stage.memory.forget(which === 'of the session' ? { session: 's' } : { source: 'z.md' })
      letGo()

      const answers = await Promise.all(both)

      expect(answers.map(({ turn }) => turn)).toEqual([null, null])
      if (which !== 'of the session') expect(await texts(stage)).not.toContain('zorblax')
      expect((await stage.memory.log({ type: 'TurnStarted' })).events).toEqual([])
      expect((await stage.memory.verify({})).ok).toBe(true)
    },
  )
})

test('what another process erased is out of the answers that are remembered before the next call', async () => {
  const model = scriptedModel()
  const stage = await open({ model: model.service })
  await stage.memory.ingest({ documents: [{ source: 'z.md', format: 'markdown', text: 'The zorblax is in the cellar.' }] })
  await stage.memory.recall({ question: unsure })
  const other = openStore({ layer: layerSqlite({ path: stage.path }), seed: 2 })
  await (await other.memory()).forget({ source: 'z.md' })
  await other.close()

  await stage.memory.recall({ question: unsure })
  await stage.memory.recall({ question: unsure })

  expect([model.asked.length, model.forgotten()]).toEqual([3, 1])
})

test('an erased question goes with what the model was asked and said about it', async () => {
  const stage = await open({ model: scriptedModel(() => ({ explanation: 'the user asks about zorblax' })).service })
  await stage.memory.ingest({ documents: [{ source: 'z.md', format: 'markdown', text: 'The zorblax is in the cellar.' }] })
  const { turn } = await stage.memory.recall({ question: `${unsure} zorblax`, key: 'k' })

  await stage.memory.forget({ source: 'z.md' })

  const why = await stage.memory.why({ turn: turn ?? '' })
  expect([why.question, why.routing?.explanation]).toEqual([`erased:${turn}`, null])
  expect((await stage.memory.export({})).lines.some((line) => line.includes('zorblax'))).toBe(false)
})

test('a memory that the owner called irrelevant is not sent, and the model cannot drop one that he approved', async () => {
  const model = scriptedModel()
  const stage = await open({ model: model.service })
  const { items } = await stage.memory.recall({ question: unsure, record: false, limit: 30 })
  const node = (beginning: string) => items.find(({ content }) => content.startsWith(beginning))?.node ?? ''
  for (let time = 0; time < 3; time++) {
    const { turn } = await stage.memory.recall({ question: unsure, limit: 30 })
    await stage.memory.feedback({ verdict: 'not-relevant', turn: turn ?? '', nodes: [node('Ben: at seven')] })
    await stage.memory.feedback({ verdict: 'success', turn: turn ?? '', nodes: [node('Ann: the boat trip takes')] })
    await stage.memory.learn({})
  }
  model.does((note) => ({ drop: [note('Ann: the boat trip takes')] }))
  const before = model.asked.length

  const answer = await stage.memory.recall({ question: unsure })

  expect(answer.routing.outcome).toBe('answered')
  expect(model.asked.slice(before).some(({ messages }) => messages.at(-1)?.content.includes('at seven'))).toBe(false)
  expect(answer.items.some(({ content }) => content.startsWith('Ann: the boat trip takes'))).toBe(true)
})

test.each(['this process', 'another process'])(
  'settings and notes that %s changes while the model is asked are those of the turn',
  async (by) => {
    const { isAsked, letGo, slow } = held({ follow: [1] })
    const stage = await open({ model: slow })
    const waiting = stage.memory.recall({ question: unsure, key: 'k' })
    await isAsked()
    const other = openStore({ layer: layerSqlite({ path: stage.path }), seed: 2 })
    const writer = by === 'this process' ? stage.memory : await other.memory()
    await writer.profile({ profile: 'balanced', settings: { ...settings, 'routing.follow': 5 } })
    await writer.ingest({
      documents: [{ source: 'b.md', format: 'markdown', text: 'When does the boat leave for the trip? At noon.' }],
    })
    await other.close()
    letGo()

    const { items, turn } = await waiting
    await stage.memory.feedback({ verdict: 'success', turn: turn ?? '', nodes: [items[0]?.node ?? ''] })
    await stage.memory.learn({})

    expect(items.some(({ source }) => source === 'b.md')).toBe(true)
    const walked = await stage.memory.replay({ rewalk: true })
    expect([walked.effects.equal, walked.digest]).toEqual([true, (await stage.memory.show({})).digest])
  },
)

test('a turn stays in the session that it was asked in, though that ended meanwhile', async () => {
  const { isAsked, letGo, slow } = held({})
  const stage = await open({ model: slow })
  const waiting = stage.memory.recall({ question: unsure, session: 'talk', sessionKind: 'interactive' })
  await isAsked()
  await stage.memory.session({ session: 'talk', event: 'ended', reason: 'reset' })
  letGo()
  const { turn } = await waiting

  const { events } = await stage.memory.log({ turn: turn ?? '', limit: 100 })

  expect(new Set(events.map((event) => (event as { session?: string }).session)).size).toBe(1)
})

test('a call that was cut off says so', async () => {
  const { isAsked, slow } = held({})
  const stage = await open({ model: slow, modelMs: 60_000 })
  void stage.memory.recall({ question: unsure }).catch(() => {})
  await isAsked()
  const other = openStore({ layer: layerSqlite({ path: stage.path }), seed: 2 })

  await expect((await other.memory()).why({ turn: 't1' })).rejects.toMatchObject({
    hint: expect.stringContaining('a language model was asked'),
  })
  await other.close()
})
