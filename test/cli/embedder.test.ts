import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Embeddings, hanging, refusing, startEmbeddings, well } from '../src/embeddings.ts'
import { ended, type Json, makePlace, makePlaceOfProcesses, onlyDocument, type Place } from './place.ts'

const key = 'sk-secret-0123456789'
const misspelt = 'digitallis tinktures refridgerator'

const onlyDocuments: typeof well = (one, response) => (one.input[0] === misspelt ? refusing : well)(one, response)

let place: Place
let server: Embeddings
let named: string
beforeEach(async () => {
  server = await startEmbeddings()
  const { baseUrl, dimension, model } = server.settings
  named = `${baseUrl}#${model}#${dimension}`
  place = makePlace({ CRABTRAIL_EMBEDDER_KEY: key })
  place.write('notes/pharmacy.md', '# Pharmacy\n\nDigitalis tinctures stand in the refrigerator behind the counter.\n')
  place.write('notes/harbour.md', '# Harbour\n\nLobster crates arrive on Wednesday before the tide turns.\n')
})
afterEach(async () => {
  place.remove()
  await server.close()
})

const found = ({ items }: Json): ReadonlyArray<string> => items.map(({ node }: Json) => node)

describe('--embedder', () => {
  test('names a server, which embeds what is read in once, and each question', async () => {
    await place.ask('ingest', 'notes', '--embedder', named)
    expect(server.asked.map(({ input }) => input.length)).toEqual([2])

    expect(found(await place.ask('recall', misspelt, '--embedder', named))[0]).toBe('pharmacy.md')
    expect(found(await place.ask('recall', misspelt))).toEqual([])
    await place.ask('recall', 'When do the lobster crates arrive?', '--embedder', named)

    expect(server.asked.map(({ input }) => input.length)).toEqual([2, 1, 1])
    expect(new Set(server.asked.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${key}`]))
    const { vectors } = await place.ask('stats', '--embedder', named)
    expect(vectors).toMatchObject({ vectors: 2, missing: 0, inForce: true })
  })

  test('is asked for what is missing after the answer, and a signal by then changes no exit code', async () => {
    const processes = makePlaceOfProcesses()
    processes.write('notes/tide.md', '# Tide\n\nLobster crates arrive before the tide turns.\n')
    await processes.within.ask('ingest', 'notes')
    const child = processes.start('recall', 'tide', '--embedder', named, '--json')
    server.behave((one, response) => {
      child.kill('SIGINT')
      server.behave(refusing)
      refusing(one, response)
    })

    const { code, stderr, stdout } = await ended(child)

    expect([code, stderr]).toEqual([0, ''])
    expect(server.asked).not.toEqual([])
    expect(found(onlyDocument(stdout))).toEqual(['tide.md'])
    expect(await processes.within.ask('verify')).toMatchObject({ ok: true })
    processes.remove()
  })

  test('that refuses or does not answer fails nothing: the words answer, and what is missing is told, and made up for by the next that asks', async () => {
    server.behave(refusing)
    const read = await place.run('ingest', 'notes', '--embedder', named)
    const asked = await place.run('recall', 'lobster crates', '--embedder', named, '--json')
    expect([read.code, asked.code]).toEqual([0, 0])
    expect(found(JSON.parse(asked.stdout))).toEqual(['harbour.md'])
    expect((await place.ask('stats', '--embedder', named)).vectors).toMatchObject({ vectors: 0, missing: 2 })

    server.behave(hanging)
    expect(found(await place.ask('recall', 'tide', '--embedder', named))).toEqual(['harbour.md'])

    server.behave(well)
    const before = server.asked.length
    await place.ask('learn', '--embedder', named)
    await place.ask('recall', 'tide', '--no-record', '--embedder', named)
    expect(server.asked.length).toBe(before)
    await place.ask('recall', 'tide', '--embedder', named)
    expect((await place.ask('stats', '--embedder', named)).vectors).toMatchObject({ vectors: 2, missing: 0 })

    expect(JSON.stringify([read, asked])).not.toContain('secret')
  })

  test('is measured with all its vectors, or nothing is', async () => {
    const rows = ['Digitalis tinctures stand in the refrigerator.', 'Lobster crates arrive on Wednesday.'].map((text, at) => ({
      id: `r${at}`,
      text,
    }))
    const written = (records: ReadonlyArray<unknown>) => records.map((record) => `${JSON.stringify(record)}\n`).join('')
    place.write('sets/s.corpus.jsonl', written(rows))
    place.write('sets/s.queries.jsonl', written([{ id: 'q', question: misspelt, goldIds: ['r0'] }]))
    const evaluated = ['eval', 'retrieval', 'sets', '--embedder', named]
    // Later than a recall waits for a vector on the command line.
    server.behave((one, response) => void setTimeout(() => well(one, response), 600))

    const answer = await place.ask(...evaluated, '--ablate', 'edges')
    expect(answer.embedder).toMatch(/\/tiny\/384/)
    const recalls = answer.sets[0].methods.map(({ method, scores }: Json) => [method, scores.recall2])
    expect(recalls.slice(0, 3)).toEqual([
      ['all', 1],
      ['text alone', 0],
      ['no edges', 1],
    ])
    expect((await place.run(...evaluated)).stdout).toMatch(/^with vectors by .*tiny.*\n\ns {2}2 texts/)

    for (const behaviour of [refusing, onlyDocuments]) {
      server.behave(behaviour)
      const [code, error] = await place.fail(...evaluated)
      expect([code, error]).toEqual([
        1,
        expect.objectContaining({ tag: 'NotMeasured', set: 's', problem: expect.stringContaining('failed') }),
      ])
    }
  })

  test('that cannot be is refused before anything is made, with how to write it', async () => {
    const [code, error] = await place.fail('ingest', 'notes', '--embedder', `${server.settings.baseUrl}#tiny`)

    expect([code, error]).toEqual([
      2,
      expect.objectContaining({ tag: 'InvalidRequest', field: '--embedder', problem: expect.stringContaining('URL#MODEL#DIMENSION') }),
    ])
    expect(server.asked).toEqual([])
  })
})
