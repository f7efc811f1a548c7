/** Documents read in with a model that names causes: what it is asked, what is recorded, and what the edges do. */

import {
  type Answer,
  type CallsEstimate,
  IngestInterrupted,
  IngestProgress,
  type IngestStep,
  InvalidRequest,
  layerMemory,
  Memory,
  modelLimits,
} from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Fiber from 'effect/Fiber'
import * as Layer from 'effect/Layer'
import { afterEach, describe, expect, test } from 'vitest'
import { handClock } from '../models/hand-clock.ts'
import { type AskedMemory, type OpenStore, openStore, type StoreOptions } from '../models/open-store.ts'
import { eventsOf } from '../models/recorded-log.ts'
import { held, type Notes, type ScriptedModel, scriptedModel } from './routing-model.ts'
import { openStage, type Stage } from './stage.ts'

const stages: Array<Stage> = []
const others: Array<OpenStore> = []
afterEach(async () => {
  for (const store of others.splice(0)) await store.close()
  for (const stage of stages.splice(0)) await stage.leave()
})

const open = async (options: Omit<StoreOptions, 'layer'> = {}, settings: Readonly<Record<string, number>> = {}) => {
  const stage = await openStage('empty', options)
  stages.push(stage)
  await stage.memory.init({ settings })
  return stage
}

/** The same file in another process. */
const elsewhere = async (stage: Stage, model: ScriptedModel | undefined): Promise<AskedMemory> => {
  const store = openStore({ layer: layerSqlite({ path: stage.path }), ...(model === undefined ? {} : { model: model.service }), seed: 2 })
  others.push(store)
  return store.memory()
}

/** Entries of a log. The failure of the invoices and its reason share no word. */
const entries = [
  'The invoice run failed on Tuesday night.',
  'Lunch is served at noon in the canteen.',
  'Nobody had renewed the tax office certificate.',
  'The blue bicycle belongs to Ines.',
  'Parking costs two euros an hour.',
  'The library closes at six.',
  'Nora sings in the choir.',
  'The coffee machine needs descaling.',
  'Our plants like rain water.',
  'The lift is inspected every spring.',
  'Two windows were painted green.',
  'The archive moved to the cellar.',
] as const
const [invoices, , certificate] = entries

const documentOf = (texts: ReadonlyArray<string>, source = 'log.jsonl') => ({
  source,
  format: 'jsonl' as const,
  text: texts.map((text) => JSON.stringify({ id: text.split(' ').slice(0, 2).join('-'), text })).join('\n'),
})
const log = documentOf(entries)
const named = (cause: string, effect: string, confidence = 0.8) => [cause, effect, confidence] as const

/** Names pairs wherever both passages are in the window. */
const naming =
  (...pairs: ReadonlyArray<ReturnType<typeof named>>) =>
  (notes: Notes) => ({
    causes: pairs.flatMap(([cause, effect, confidence]) => {
      try {
        return [{ cause: notes(cause), effect: notes(effect), confidence }]
      } catch {
        return []
      }
    }),
  })
const theReason = naming(named(certificate, invoices))

/** The new passages that a model was asked about, and all of them, one list for each call. */
const newIn = ({ asked }: ScriptedModel) => asked.map(({ messages }) => linesOf(messages, / new "/))
const linesOf = (messages: ScriptedModel['asked'][number]['messages'], marked: RegExp) =>
  (messages[1]?.content.split('\n') ?? []).filter((line) => marked.test(line)).map((line) => line.slice(line.indexOf('"') + 1, -1))

const causalEdges = async (stage: Stage) => {
  const { events } = await stage.memory.log({ type: 'EdgeLinked', limit: 1_000 })
  return events.map(({ data }) => data as { kind: string; reason: string; strength: number }).filter(({ kind }) => kind === 'causal')
}

test('S1.29 S1.30 a named cause is an edge each way with one strength: habitual + slope · confidence', async () => {
  const model = scriptedModel(theReason)
  const stage = await open({ model: model.service })

  const answer = await stage.memory.ingest({ documents: [log], causes: true })

  expect(answer.causes).toEqual({ calls: 2, failed: 0, edges: 2, refused: 0, tokens: 1_520, costUsd: expect.closeTo(0.000282, 9), left: 0 })
  expect(newIn(model)).toEqual([entries.slice(0, 8), entries.slice(8)])
  expect(linesOf(model.asked[1]?.messages ?? [], /^\d+ "/)).toEqual(entries.slice(4, 8))
  const edges = await causalEdges(stage)
  expect(edges.map(({ reason, strength }) => [reason, strength])).toEqual([
    ['model', 580_000_000],
    ['model', 580_000_000],
  ])
  const types = (await stage.log()).events.map(({ type }) => type).filter((type) => /^Causes|^Model|^EdgeLinked$/.test(type))
  expect(types.filter((type, i) => type !== types[i - 1])).toEqual([
    'ModelAsked',
    'ModelAnswered',
    'CausesNamed',
    'EdgeLinked',
    'ModelAsked',
    'ModelAnswered',
    'CausesNamed',
  ])
})

test('S1.50 the request names model, template and digest, and proves the prompt without keeping it', async () => {
  const model = scriptedModel(theReason)
  const stage = await open({ model: model.service })
  await stage.memory.ingest({ documents: [log], causes: true })
  const recorded = await stage.log()

  const [first] = eventsOf(recorded, 'ModelAsked')

  expect(first?.data).toMatchObject({ template: 'causes.1', digest: expect.stringMatching(/^[0-9a-f]{64}$/), beside: [] })
  expect(recorded.contents.get(first?.data.model ?? '')).toBe('test/scripted')
  expect([recorded.contents.has(first?.data.prompt ?? ''), recorded.salts.has(first?.data.prompt ?? '')]).toEqual([false, true])
})

test('a question for a reason finds the cause by its edge where words alone do not, and why says so', async () => {
  const question = 'Why did the invoice run fail on Tuesday?'
  const plain = await open()
  await plain.memory.ingest({ documents: [log] })
  const stage = await open({ model: scriptedModel(theReason).service })
  await stage.memory.ingest({ documents: [log], causes: true })

  const without = await plain.memory.recall({ question, record: false })
  const answer = await stage.memory.recall({ question })

  expect(without.items.some(({ content }) => content === certificate)).toBe(false)
  const found = answer.items.find(({ content }) => content === certificate)
  expect(found?.why).toContain('by a causal edge (strength 0.58)')
  const why = await stage.memory.why({ turn: answer.turn ?? '' })
  expect(why.kernel.CAUSE).toBe(1.6)
  expect(why.items.find(({ node }) => node === found?.node)?.path.map(({ kind }) => kind)).toEqual(['causal'])
})

describe('a dry run', () => {
  const requested = async (stage: Stage) =>
    eventsOf(await stage.log(), 'ModelAsked').map(({ data }) => ({
      tokens: data.tokens / modelLimits.requests,
      costNanoUsd: data.costNanoUsd / modelLimits.requests,
    }))
  const rehearse = async (stage: Stage, lines: ReadonlyArray<string>, more: object = {}) =>
    (await stage.memory.ingest({ documents: [documentOf(lines)], causes: true, dryRun: true, ...more })).causes

  test.each([
    ['into an empty brain', [], entries],
    ['where it was asked about before, with a passage inserted', entries, [...entries.slice(0, 3), 'The pager rang.', ...entries.slice(3)]],
    ['with a passage changed', entries, entries.map((entry, i) => (i === 5 ? `${entry} It was late.` : entry))],
    ['that is unchanged', entries, entries],
  ])('tells the calls, the tokens and the money that a run takes: a document %s', async (_, before, after) => {
    const model = scriptedModel()
    const stage = await open({ model: model.service })
    if (before.length > 0) await stage.memory.ingest({ documents: [documentOf(before)], causes: true })
    const [asked, known] = [model.asked.length, await requested(stage)]

    const causes = await rehearse(stage, after)
    expect(model.asked).toHaveLength(asked)
    await stage.memory.ingest({ documents: [documentOf(after)], causes: true })

    const made = (await requested(stage)).slice(known.length)
    const sum = (of: 'tokens' | 'costNanoUsd') => made.reduce((all, one) => all + one[of], 0)
    expect(causes).toMatchObject({ calls: 0, costUsd: 0, left: made.length, expected: { calls: made.length, tokensIn: sum('tokens') } })
    expect(causes?.expected?.costUsd).toBeCloseTo(sum('costNanoUsd') / 1e9, 12)
  })

  test('tells no call about what others wrote, and needs no model', async () => {
    const stage = await open({})

    expect(await rehearse(stage, entries, { origin: 'untrusted' })).toMatchObject({ left: 0, expected: { calls: 0, costUsd: 0 } })
    expect(await rehearse(stage, entries)).toMatchObject({ left: 2, expected: { calls: 2 } })
  })
})

describe('nothing is asked twice', () => {
  test('a second run of unchanged documents asks nothing', async () => {
    const model = scriptedModel(theReason)
    const stage = await open({ model: model.service })
    await stage.memory.ingest({ documents: [log], causes: true })

    const again = await stage.memory.ingest({ documents: [log], causes: true })

    expect(again.causes).toEqual({ calls: 0, failed: 0, edges: 0, refused: 0, tokens: 0, costUsd: 0, left: 0 })
    expect(model.asked).toHaveLength(2)
  })

  test('documents that were read in before without asking are asked about later, without a change of them', async () => {
    const model = scriptedModel(theReason)
    const stage = await open({ model: model.service })
    await stage.memory.ingest({ documents: [log] })

    const later = await stage.memory.ingest({ documents: [log], causes: true })

    expect([later.nodes.unchanged, later.causes?.calls, later.causes?.edges]).toEqual([12, 2, 2])
  })

  test('INV-161 where a process ends between request and answer, another one goes on with the next passages', async () => {
    const [here, there] = [held({}), scriptedModel(theReason)]
    const stage = await open({ model: here.slow, modelMs: 60_000 })
    const cutOff = stage.memory.ingest({ documents: [log], causes: true })
    await here.isAsked()

    const other = await elsewhere(stage, there)
    const answer = await other.ingest({ documents: [log], causes: true })

    expect([newIn(here.model), newIn(there)]).toEqual([[entries.slice(0, 8)], [entries.slice(8)]])
    expect(answer.causes).toMatchObject({ calls: 1, left: 0 })
    // The first process was only slow: nothing is left for it to ask.
    here.letGo()
    expect((await cutOff).causes).toMatchObject({ calls: 1, edges: 0, left: 0 })
    expect(here.model.asked).toHaveLength(1)
  })

  test('a passage that was inserted is asked about with its neighbours on both sides', async () => {
    const model = scriptedModel()
    const stage = await open({ model: model.service })
    await stage.memory.ingest({ documents: [log], causes: true })

    const inserted = [...entries.slice(0, 6), 'Someone lost a key.', ...entries.slice(6)]
    await stage.memory.ingest({ documents: [documentOf(inserted)], causes: true })

    expect(newIn(model).slice(2)).toEqual([['Someone lost a key.']])
    expect(linesOf(model.asked[2]?.messages ?? [], /^\d/)).toEqual(inserted.slice(2, 11))
  })
})

test('a passage that changes loses the edges of its former text, and is asked about anew', async () => {
  const model = scriptedModel(theReason)
  const stage = await open({ model: model.service })
  await stage.memory.ingest({ documents: [log], causes: true })
  const changed = entries.map((text) => (text === certificate ? `${text} It was due in May.` : text))

  const plain = await stage.memory.ingest({ documents: [documentOf(changed)] })
  expect(plain.edges.pruned).toBe(2)
  const without = await stage.memory.recall({ question: 'Why did the invoice run fail on Tuesday?', record: false })
  expect(without.items.some(({ content }) => content.startsWith(certificate))).toBe(false)
  const { causes } = await stage.memory.ingest({ documents: [documentOf(changed)], causes: true })

  expect(causes).toMatchObject({ calls: 1, edges: 2 })
  expect(newIn(model).slice(2)).toEqual([[`${certificate} It was due in May.`]])
  expect((await stage.memory.verify({ rederive: true })).ok).toBe(true)
})

describe('a run ends early', () => {
  test('S3.57 where the budget of the day is used up, by recalls and causes together; a later run goes on', async () => {
    const model = scriptedModel(theReason)
    const stage = await open({ model: model.service }, { 'model.dayTokens': 3_300 })

    const { causes } = await stage.memory.ingest({ documents: [log], causes: true })
    expect(causes).toMatchObject({ calls: 1, left: 1, stopped: 'day-budget' })
    expect((await stage.memory.stats({})).model).toMatchObject({
      calls: 1,
      tokens: 760,
      byTask: { causes: { calls: 1, answered: 1 }, routing: { calls: 0 } },
    })
    await stage.memory.profile({ profile: 'balanced', settings: { 'model.dayTokens': 10_000 } })
    const later = await stage.memory.ingest({ documents: [log], causes: true })

    expect(later.causes).toMatchObject({ calls: 1, left: 0 })
    expect(later.causes).not.toHaveProperty('stopped')
    expect(newIn(model)).toEqual([entries.slice(0, 8), entries.slice(8)])
  })

  test('S3.55 after three failed calls in a row; what was learned before stays', async () => {
    const model = scriptedModel(theReason)
    const stage = await open({ model: model.service })
    const long = Array.from({ length: 40 }, (_, i) => `Entry${i} number: ${'abcdefghij'[i % 10]} is noted.`)
    await stage.memory.ingest({ documents: [log], causes: true })
    model.does({ fails: 'failing' })

    const { causes } = await stage.memory.ingest({ documents: [log, documentOf(long, 'long.jsonl')], causes: true })

    expect(causes).toMatchObject({ calls: 3, edges: 0, left: 6, stopped: 'paused' })
    // It is not known what calls that failed took: they count with their messages, and the answer says how many of them.
    expect(causes).toMatchObject({ failed: 3, estimated: 3 })
    expect(causes?.costUsd).toBeCloseTo((causes?.tokens ?? 0) * 0.15e-6, 6)
    expect(causes?.tokens).toBeGreaterThan(300)
    // The pause and its end.
    expect(causes?.pausedUntil).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect(await causalEdges(stage)).toHaveLength(2)
    const ends = eventsOf(await stage.log(), 'ModelAnswered').map(({ data }) => data.fallback)
    expect(ends).toEqual([undefined, undefined, 'failing', 'failing', 'failing'])
  })

  test('where no server takes the question: nothing counts as asked, and a later run asks it all', async () => {
    const model = scriptedModel({ fails: 'unreachable' })
    const clock = handClock()
    const stage = await open({ model: model.service, clock })

    const { causes } = await stage.memory.ingest({ documents: [log], causes: true })
    clock.now += 901_000
    model.does(theReason)
    const again = await stage.memory.ingest({ documents: [log], causes: true })

    expect(causes).toMatchObject({ calls: 3, failed: 3, lastFailure: 'unreachable', left: 2, stopped: 'paused' })
    expect(again.causes).toMatchObject({ calls: 2, failed: 0, edges: 2, left: 0 })
    expect((await stage.memory.stats({})).model).toMatchObject({ calls: 5, tokens: 2 * 760 })
  })

  test('an answer that cannot be read fails, too, and what does not count is told', async () => {
    const model = scriptedModel(() => 'I cannot help with that.')
    const stage = await open({ model: model.service })
    const { causes } = await stage.memory.ingest({ documents: [documentOf(entries.slice(0, 8), 'a.jsonl')], causes: true })
    model.does(() => ({ causes: [{ cause: 1, effect: 77, confidence: 1 }] }))
    const again = await stage.memory.ingest({ documents: [documentOf(entries.slice(8), 'b.jsonl')], causes: true })

    expect(causes).toMatchObject({ calls: 1, edges: 0, tokens: 760, left: 0 })
    expect(again.causes).toMatchObject({ calls: 1, refused: 1, edges: 0 })
  })

  test.each(['breaks', 'silent'] as const)('a model that is %s ends no run', async (script) => {
    const stage = await open({ model: scriptedModel(script).service, modelMs: 30 })

    const { causes, nodes } = await stage.memory.ingest({ documents: [log], causes: true })

    expect([nodes.added, causes]).toMatchObject([12, { calls: 2, failed: 2, edges: 0, left: 0 }])
  })
})

describe('nothing is asked', () => {
  test('in a dry run, and where nobody asks for it', async () => {
    const model = scriptedModel()
    const stage = await open({ model: model.service })

    const dry = await stage.memory.ingest({ documents: [log], causes: true, dryRun: true })
    const plain = await stage.memory.ingest({ documents: [log] })

    expect([dry.causes?.calls, plain.causes]).toEqual([0, undefined])
    expect(model.asked).toHaveLength(0)
  })

  test('without a model: the request is refused and names what is missing, and no brain is made', async () => {
    const stage = await openStage('empty')
    stages.push(stage)

    await expect(stage.memory.ingest({ documents: [log], causes: true })).rejects.toThrow(InvalidRequest)
    await expect(stage.memory.ingest({ documents: [log], causes: true })).rejects.toThrow(/--model/)
    expect((await stage.memory.brains({})).brains).toEqual([])
  })

  test('about a text of others', async () => {
    const model = scriptedModel()
    const stage = await open({ model: model.service })

    const { causes } = await stage.memory.ingest({ documents: [log], causes: true, origin: 'untrusted' })

    expect(causes).toMatchObject({ calls: 0, left: 0 })
    expect(model.asked).toHaveLength(0)
  })
})

test('forgetting a document takes everything of the calls about it, and tells it as of the document', async () => {
  const stage = await open({ model: scriptedModel(theReason).service })
  await stage.memory.ingest({ documents: [log], causes: true })

  const { forgotten } = await stage.memory.forget({ source: log.source })

  const { contents, salts } = await stage.log()
  expect([...contents.values()]).not.toContain('test/scripted')
  const prompts = eventsOf(await stage.log(), 'ModelAsked').map(({ data }) => data.prompt)
  expect(prompts.map((prompt) => salts.has(prompt))).toEqual([false, false])
  expect(forgotten.map(({ what }) => what)).not.toContain('call')
})

test('forgetting a passage erases the proof of every prompt that held it', async () => {
  const stage = await open({ model: scriptedModel(theReason).service })
  await stage.memory.ingest({ documents: [log], causes: true })
  const prompts = eventsOf(await stage.log(), 'ModelAsked').map(({ data }) => data.prompt)
  const { items } = await stage.memory.recall({ question: 'tax office certificate', record: false })

  await stage.memory.forget({ node: items[0]?.node ?? '' })

  const { salts } = await stage.log()
  expect(prompts.map((prompt) => salts.has(prompt))).toEqual([false, true])
  expect((await stage.memory.verify({})).ok).toBe(true)
})

test('replay, a walk done again, an earlier position and an import need no model and have the same edges', async () => {
  const question = 'Why did the invoice run fail on Tuesday?'
  const stage = await open({ model: scriptedModel(theReason).service })
  const { position } = await stage.memory.ingest({ documents: [log] })
  await stage.memory.ingest({ documents: [log], causes: true })
  const { items, turn } = await stage.memory.recall({ question })
  const cause = items.find(({ content }) => content === certificate)?.node ?? ''
  await stage.memory.feedback({ verdict: 'success', turn: turn ?? '', nodes: [cause], tier: 'conscious' })
  await stage.memory.learn({})
  const { digest } = await stage.memory.show({})
  const { lines } = await stage.memory.export({})

  const memory = await elsewhere(stage, undefined)
  expect((await memory.verify({ rederive: true })).ok).toBe(true)
  const [same, walked] = [await memory.replay({}), await memory.replay({ rewalk: true })]
  expect([same.digest, same.effects.equal, walked.digest]).toEqual([digest, true, digest])
  const [then, now] = [await memory.recall({ question, at: String(position) }), await memory.recall({ question, record: false })]
  expect([then, now].map((one) => one.items.some(({ node }) => node === cause))).toEqual([false, true])
  const copy = openStore({ seed: 3 })
  others.push(copy)
  const imported = await copy.memory()
  await imported.import({ lines })
  expect((await imported.show({})).digest).toBe(digest)
})

test('what a verdict taught a causal edge is unlearned; a rollback to before it was made leaves the edge with its first strength', async () => {
  const stage = await open({ model: scriptedModel(theReason).service })
  const { position } = await stage.memory.ingest({ documents: [log] })
  await stage.memory.ingest({ documents: [log], causes: true })
  const { items, turn } = await stage.memory.recall({ question: 'Why did the invoice run fail on Tuesday?' })
  const node = items.find(({ content }) => content === certificate)?.node ?? ''
  await stage.memory.feedback({ verdict: 'success', turn: turn ?? '', nodes: [node], tier: 'conscious' })
  await stage.memory.learn({})
  const edges = async () => (await stage.memory.show({ what: node })).edges.filter(({ kind }) => kind === 'causal')
  const strengths = async () => (await edges()).map(({ first, linked, strength }) => [first, linked, strength > first])
  expect(await strengths()).toContainEqual([0.58, true, true])

  await stage.memory.unlearn({ ofTurn: turn ?? '' })
  expect(await strengths()).toEqual([
    [0.58, true, false],
    [0.58, true, false],
  ])
  await stage.memory.rollback({ to: String(position) })
  expect(await strengths()).toEqual([
    [0.58, true, false],
    [0.58, true, false],
  ])
  expect((await stage.memory.verify({ rederive: true })).ok).toBe(true)
})

describe('what calls take', () => {
  /** Reads the log in with a listener, over a memory of its own. */
  const watched = (
    hear: (step: IngestStep) => Effect.Effect<void>,
    stopped: (soFar: Answer.IngestAnswer) => Effect.Effect<void> = () => Effect.void,
  ) =>
    Effect.gen(function* () {
      const services = yield* Effect.scoped(Layer.build(Layer.fresh(layerMemory)))
      return yield* Context.get(services, Memory)
        .ingest({ documents: [log], causes: true })
        .pipe(Effect.provideService(IngestProgress, hear), Effect.provideService(IngestInterrupted, stopped))
    })

  test('is told before the first one, and how far the run is after each', async () => {
    const model = scriptedModel(theReason)
    const stage = await open({ model: model.service })
    const steps: Array<readonly [asked: number, done: number, of: number]> = []
    const estimates: Array<CallsEstimate> = []

    const { causes } = await stage.store.run(
      watched(({ done, estimate, of, stage: at }) =>
        Effect.sync(() => {
          if (at === 'asked') steps.push([model.asked.length, done, of])
          if (estimate !== undefined) estimates.push(estimate)
        }),
      ),
    )

    expect(steps).toEqual([
      [0, 0, 2],
      [1, 1, 2],
      [2, 2, 2],
    ])
    expect(causes).toMatchObject({ calls: 2 })
    const requested = eventsOf(await stage.log(), 'ModelAsked').reduce((sum, { data }) => sum + data.tokens / modelLimits.requests, 0)
    const costUsd = (requested * 0.15 + 2 * 180 * 0.6) / 1e6
    expect(estimates).toEqual([{ calls: 2, tokensIn: requested, costUsd: expect.closeTo(costUsd, 9), milliseconds: 2_000 }])
  })

  test('an interruption waits for the call under way, keeps and tells what it brought, and makes no further one', async () => {
    const answers: Array<() => void> = []
    const model = scriptedModel(theReason)
    const slow = {
      ...model.service,
      ask: (...given: Parameters<typeof model.service.ask>) => Effect.andThen(released(answers), model.service.ask(...given)),
    }
    const stage = await open({ model: slow })

    const told: Array<Answer.IngestAnswer> = []
    const fiber = await stage.store.run(
      Effect.forkDetach(
        watched(
          () => Effect.void,
          (soFar) => Effect.sync(() => told.push(soFar)),
        ),
      ),
    )
    while (answers.length === 0) await new Promise(setImmediate)
    const stopping = stage.store.run(Fiber.interrupt(fiber))
    answers[0]?.()
    await stopping

    expect(model.asked).toHaveLength(1)
    expect(await causalEdges(stage)).toHaveLength(2)
    expect(told).toMatchObject([{ documents: 1, nodes: { added: 12 }, causes: { calls: 1, edges: 2, tokens: 760, left: 1 } }])
    expect((await stage.memory.ingest({ documents: [log], causes: true, dryRun: true })).position).toBeGreaterThan(0)
  })
})

const released = (waiting: Array<() => void>) =>
  Effect.callback<void>((resume) => {
    waiting.push(() => resume(Effect.void))
  })

test('a model that is slow does not keep the brain from others', async () => {
  const { isAsked, letGo, slow } = held({})
  const stage = await open({ model: slow, modelMs: 60_000 })
  const reading = stage.memory.ingest({ documents: [log], causes: true })
  await isAsked()

  expect((await stage.memory.recall({ question: 'zebra' })).turn).toBe('t1')
  letGo()
  expect((await reading).causes?.calls).toBeGreaterThan(0)
})
