/** Bands of novelty are measured on the brain's own text, and hold for what measured them. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashedEmbedder, hashedVector } from '@crabtrail/models'
import { openAiCompatible } from '@crabtrail/models/open-ai-compatible'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Result from 'effect/Result'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { units } from '../../packages/core/src/domain/strength.ts'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { type AskedMemory, openStore, type StoreOptions } from '../models/open-store.ts'
import { type Embeddings, startEmbeddings, well } from '../src/embeddings.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
afterEach(() => stage.leave())
/** Upkeep makes vectors for brains that are open, some at a time. */
const embedded = async (memory: AskedMemory) => {
  await memory.stats({})
  while (((await memory.upkeep({ part: 'vectors' })).embedded ?? 0) > 0);
}
const open = async (notes: 'demo notes' | 'empty', embedder?: StoreOptions['embedder']) => {
  stage = await openStage(notes, embedder === undefined ? {} : { embedder })
  if (embedder !== undefined) await embedded(stage.memory)
  return stage.memory
}
const calibrations = async () => (await stage.log()).events.flatMap((event) => (event.type === 'BandsCalibrated' ? [event.data] : []))
const assessed = async () => (await stage.log()).events.flatMap((event) => (event.type === 'NoveltyAssessed' ? [event.data] : []))
/** Its words leave something open, so vectors are compared where there are any. */
const question = 'Which deploy windo did the harbor crew agree on for wintr?'

const gate = (i: number) => `Gate ${i} of the harbour opens for the ferry of pier ${i + 40}.`
/** Little more than the least text to measure by. */
const gates = Array.from({ length: 12 }, (_, note) => ({
  source: `${note}.md`,
  format: 'markdown' as const,
  text: [0, 1, 2].map((i) => gate(3 * note + i)).join(' '),
}))

describe('by words', () => {
  const calibrated = join(temporaryFolder(), 'calibrated.db')
  let answer: Awaited<ReturnType<AskedMemory['calibrate']>>
  let before: number
  /** Measured once; every test has a copy. */
  beforeAll(async () => {
    const memory = await open('demo notes')
    before = (await memory.stats({})).position
    answer = await memory.calibrate({})
    await stage.store.close()
    copyFileSync(stage.path, calibrated)
    await stage.leave()
  })
  const openCalibrated = async () => {
    stage = await openStage('empty', {}, calibrated)
    return stage.memory
  }

  test('measures the three sets, writes the bands, and the next question is assessed by them', async () => {
    const memory = await openCalibrated()
    await memory.recall({ question })

    expect(answer).toMatchObject({ by: 'words', source: 'settings', written: true, before: { noise: 0.12, novel: 0.86, known: 0.88 } })
    expect(answer.bands).not.toEqual(answer.before)
    expect(answer.fresh?.novel).toBeGreaterThanOrEqual(0.9)
    for (const set of [answer.known, answer.fresh, answer.noise]) {
      expect(set?.counts.reduce((sum, count) => sum + count, 0)).toBe(set?.texts)
    }
    const [written] = await calibrations()
    expect(written).toEqual({ by: 'words', bands: expect.anything(), pieces: answer.pieces })
    expect(written?.bands.map(units)).toEqual([answer.bands.noise, answer.bands.novel, answer.bands.known])
    expect(await assessed()).toMatchObject([{ by: 'words', bands: 'calibrated' }])
  })

  test('S0.96 assesses the recorded questions again by both bands: the false positives of each are on record', async () => {
    const memory = await open('demo notes')
    const ask = (asked: string) => memory.recall({ question: asked, session: 'talk', autoNeurogenesis: true })
    const proved = await ask('Which deploy window did the harbour crew agree on for winter?')
    await memory.feedback({ verdict: 'used', turn: proved.turn ?? '', nodes: [proved.items[0]?.node ?? ''], session: 'talk' })
    const died = await ask('Does the API need an umbrella in the queue of autumn leaves?')
    expect([proved.novelty.created, died.novelty.created]).toEqual([true, true])
    for (let turn = 0; turn < 15; turn++) await ask('thanks a lot')
    await memory.maintain({})
    const top1 = died.novelty.top1 ?? 0

    const { bands, recorded } = await memory.calibrate({ dryRun: true })

    expect(recorded).toMatchObject({ questions: 17, before: { novel: 2, proved: 1, died: 1 }, bands: { proved: 1 } })
    expect(recorded?.bands.died).toBe(top1 >= bands.noise && top1 <= bands.novel ? 1 : 0)
  })

  test('gives the same bands again, also in another process, and a dry run writes nothing', async () => {
    await open('demo notes')
    await stage.store.close()
    const next = openStore({ layer: layerSqlite({ path: stage.path }), seed: 2 })
    const memory = await next.memory()
    const again = await memory.calibrate({ dryRun: true })

    expect(again).toEqual({ ...answer, written: false, position: before })
    expect((await memory.stats({})).position).toBe(before)
    await next.close()
  })

  test('decides: a bound that was measured stands between two verdicts', async () => {
    const memory = await openCalibrated()
    const { bands } = answer
    for (const asked of [question, 'Where do the lobster fishermen dance a slow tango?', 'How do we roll back a bad deploy of the API?'])
      await memory.recall({ question: asked })

    for (const { failed, top1, verdict } of await assessed()) {
      const similarity = units(top1)
      const band =
        similarity < bands.noise ? 'noise' : similarity <= bands.novel ? 'novel' : similarity < bands.known ? 'ambiguous' : 'known'
      expect([similarity, verdict]).toEqual([similarity, failed.some((gate) => gate !== 'band') ? 'unfit' : band])
    }
  })

  test('is given up: the bands of the settings hold again, and giving up twice writes once', async () => {
    const memory = await openCalibrated()

    expect(await memory.calibrate({ off: true })).toMatchObject({ source: 'calibrated', pieces: 0, bands: { noise: 0.12 }, written: true })
    expect(await memory.calibrate({ off: true })).toMatchObject({ source: 'settings', pieces: 0, written: false })
    await memory.recall({ question })
    expect(await calibrations()).toHaveLength(2)
    expect((await assessed())[0]).not.toHaveProperty('bands')
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })
})

describe('by vectors', () => {
  test('names the embedder, and the bands hold while it is there', async () => {
    const memory = await open('demo notes', hashedEmbedder)
    await memory.profile({ profile: 'crabpath' })
    const answer = await memory.calibrate({})
    await memory.recall({ question })

    expect(answer).toMatchObject({
      by: 'vectors',
      embedder: hashedEmbedder.id,
      dimension: 384,
      before: { noise: 0.21, novel: 0.75, known: 0.77 },
    })
    expect(await calibrations()).toMatchObject([{ by: 'vectors', dimension: 384 }])
    expect(await assessed()).toMatchObject([{ by: 'vectors', bands: 'calibrated' }])
  })

  test('does not hold for another embedder: the settings’ bands are used, and the record says so', async () => {
    const memory = await open('demo notes', hashedEmbedder)
    await memory.profile({ profile: 'crabpath' })
    await memory.calibrate({})
    await stage.store.close()
    const other = { ...hashedEmbedder, id: 'another/384' }
    const next = openStore({ layer: layerSqlite({ path: stage.path }), embedder: other, seed: 2 })
    const later = await next.memory()
    await embedded(later)
    const { novelty } = await later.recall({ question })
    const answer = await later.calibrate({ dryRun: true })
    const { events } = await later.log({ type: 'NoveltyAssessed' })
    await next.close()

    expect(answer).toMatchObject({ by: 'vectors', source: 'other-embedder', embedder: 'another/384', before: { noise: 0.21 } })
    expect(novelty).toMatchObject({ by: 'vectors', bands: 'other-embedder' })
    expect(events.at(-1)).toMatchObject({ data: { by: 'vectors', bands: 'other-embedder' } })
  })

  test('is given up without the embedder that measured', async () => {
    const memory = await open('demo notes', hashedEmbedder)
    await memory.profile({ profile: 'crabpath' })
    await memory.calibrate({})
    await stage.store.close()
    const next = openStore({ layer: layerSqlite({ path: stage.path }), seed: 2 })
    const later = await next.memory()

    expect(await later.calibrate({ off: true })).toMatchObject({
      by: 'vectors',
      embedder: hashedEmbedder.id,
      dimension: 384,
      bands: { noise: 0.28 },
      written: true,
    })
    expect(await later.calibrate({ off: true, by: 'vectors' })).toMatchObject({ by: 'vectors', source: 'settings', written: false })
    await next.close()
  })

  test('are given up where the settings compare words by now', async () => {
    const memory = await open('demo notes', hashedEmbedder)
    await memory.calibrate({ by: 'vectors' })
    expect(await memory.calibrate({ dryRun: true })).toMatchObject({
      by: 'words',
      words: expect.stringMatching(/^growth.compare is words: by vectors, those of/),
    })

    expect(await memory.calibrate({ off: true })).toMatchObject({ by: 'vectors', source: 'calibrated', written: true })
  })

  test('without an embedder is refused, and words are measured where the settings compare vectors', async () => {
    const memory = await open('empty')
    await memory.ingest({ documents: gates })
    await memory.profile({ profile: 'crabpath' })

    await expect(memory.calibrate({ by: 'vectors' })).rejects.toMatchObject({ _tag: 'InvalidRequest', field: 'by' })
    expect(await memory.calibrate({ dryRun: true })).toMatchObject({
      by: 'words',
      compares: 'vectors',
      words: expect.stringContaining('there is no embedder here'),
    })
    expect(await memory.calibrate({ by: 'words', dryRun: true })).not.toHaveProperty('words')
  })
})

describe('by the vectors of a server that leaves a text out of its answer', () => {
  const withoutVector = gate(7)
  let server: Embeddings
  beforeAll(async () => {
    server = await startEmbeddings()
    server.behave(({ input }, response) => {
      const data = input.flatMap((text, index) => (text.includes(withoutVector) ? [] : [{ index, embedding: [...hashedVector(text)] }]))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
    })
  })
  afterAll(() => server.close())
  const served = () => Result.getOrThrow(openAiCompatible(server.settings))
  /** Nobody waits for the vectors of what is read in, as with an embedder that is slow. */
  const begin = async () => {
    stage = await openStage('empty', { embedder: served(), pace: { readMs: 0 } })
    await stage.memory.ingest({ documents: gates })
    return stage.memory
  }

  test('INV-260 makes the missing ones; the others hold, and no process asks for the one again', async () => {
    const memory = await begin()

    expect(await memory.calibrate({ by: 'vectors' })).toMatchObject({ by: 'vectors', embedder: served().id, written: true })

    const vectors = { vectors: 11, missing: 1, refused: 1, inForce: true }
    expect((await memory.stats({})).vectors).toMatchObject(vectors)
    await stage.store.close()
    const before = server.asked.length
    const next = openStore({ layer: layerSqlite({ path: stage.path }), embedder: served(), seed: 2 })
    const later = await next.memory()
    await embedded(later)
    expect((await later.stats({})).vectors).toMatchObject(vectors)
    expect((await later.doctor({})).findings.find(({ name }) => name.endsWith('vectors'))).toMatchObject({
      ok: true,
      detail: expect.stringContaining('it has none for 1 memory,'),
    })
    expect(server.asked.slice(before)).toEqual([])
    await later.ingest({ documents: [{ source: '2.md', format: 'markdown', text: gate(60) }] })
    await embedded(later)
    expect((await later.stats({})).vectors).toMatchObject({ missing: 0, refused: 0 })
    await next.close()
  })

  test('makes none in a dry run, and says what does', async () => {
    const memory = await begin()

    const refusal = (missing: number) => ({
      field: 'by',
      problem: expect.stringMatching(`^${missing} memories have no vector of .* yet: calibrate makes more of them, if it is no dry run`),
    })
    await expect(memory.calibrate({ by: 'vectors', dryRun: true })).rejects.toMatchObject(refusal(12))
    let isFirst = true
    server.behave((asked, response) => {
      if (isFirst) well(asked, response)
      else response.writeHead(500).end('{}')
      isFirst = false
    })
    await embedded(memory)
    await stage.store.close()
    const next = openStore({ layer: layerSqlite({ path: stage.path }), embedder: served(), seed: 2 })
    await expect((await next.memory()).calibrate({ by: 'vectors', dryRun: true })).rejects.toMatchObject(refusal(8))
    await next.close()
  })
})

describe('is refused with what to do', () => {
  test('for a brain with too little text', async () => {
    const memory = await open('empty')
    await memory.init({})

    await expect(memory.calibrate({})).rejects.toMatchObject({ field: 'brain', problem: expect.stringContaining('0 sentences') })
    const text = 'The harbour office opens at seven in the morning. Lamps burn at the pier until the tide turns.'
    await memory.ingest({ documents: [{ source: 'a.md', format: 'markdown', text }] })
    await expect(memory.calibrate({ dryRun: true })).rejects.toMatchObject({ problem: expect.stringContaining('read more notes in') })
    const long = Array.from({ length: 40 }, (_, i) => gate(i)).join(' ')
    await memory.ingest({ documents: [{ source: 'b.md', format: 'markdown', text: long }] })
    await expect(memory.calibrate({})).rejects.toMatchObject({ problem: expect.stringMatching(/sentences of [1-7] memories/) })
    expect(await calibrations()).toEqual([])
  })

  test('for everybody but the owner', async () => {
    const memory = await open('demo notes')

    await expect(memory.calibrate({ origin: 'agent' })).rejects.toMatchObject({ field: 'origin' })
  })
})
