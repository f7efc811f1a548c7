/** `eval` with a language model and an embedder, each on a real server: S1.51 `main.py --dataset --llm_name --embedding_name --llm_base_url`. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Embeddings, startEmbeddings } from '../src/embeddings.ts'
import { type ModelServer, saying, startModelServer, unauthorised } from '../src/model-server.ts'
import { type Json, makePlace, type Place } from './place.ts'

const passages = [
  { title: 'Harbour', text: 'The harbour key hangs in the office of the harbour.', idx: 0 },
  { title: 'Harbour', text: 'The harbour lamp burns at night.', idx: 1 },
  { title: 'Harbour', text: 'The harbour key was moved behind the blue door.', idx: 2 },
  { title: 'Orchard', text: 'Pears are picked in October.', idx: 3 },
]
const supporting = passages.slice(2, 3).map((one) => ({ ...one, is_supporting: true }))
const samples = [{ id: 'q1', question: 'Where is the harbour key?', answer: ['behind the blue door'], paragraphs: supporting }]

let place: Place
let server: ModelServer
beforeEach(async () => {
  server = await startModelServer()
  place = makePlace()
  place.write('dataset/sample_corpus.json', JSON.stringify(passages))
  place.write('dataset/sample.json', JSON.stringify(samples))
})
afterEach(async () => {
  place.remove()
  await server.close()
})

/** A call is worth it as soon as two memories fire, however weakly. */
const worth = ['--set', 'routing.many=1', '--set', 'routing.counted=0']
const measure = (...more: ReadonlyArray<string>) => place.ask('eval', 'retrieval', 'dataset', ...worth, ...more)
const mrrOf = ({ sets: [set] }: Json): number => set.methods.find(({ method }: Json) => method === 'all').scores.mrr

/** Follows the note that holds these words alone. */
const following = (words: string) =>
  saying(({ notes }) =>
    JSON.stringify({
      follow: notes.flatMap(({ number, text }) => (text.includes(words) ? [number] : [])),
      drop: notes.flatMap(({ number, text }) => (text.includes(words) ? [] : [number])),
      attention: [],
      kernel: { SEQ: 1, SIM: 1, CAUSE: 1 },
      explanation: `it says ${words}`,
    }),
  )

describe('S1.51 eval retrieval with a model and an embedder', () => {
  test('asks the named model about each question that is worth it, and ranks by its answer', async () => {
    const alone = await measure()
    server.behave(following('blue door'))
    const asked = await measure('--model', server.named)

    expect(server.asked).toHaveLength(1)
    expect(server.asked[0]).toMatchObject({ path: '/v1/chat/completions', model: 'tiny', user: expect.stringContaining('harbour key') })
    expect(alone).not.toHaveProperty('model')
    expect(asked.model).toMatch(/\/tiny\//)
    expect([mrrOf(alone), mrrOf(asked)]).toEqual([0.5, 1])
  })

  test('scores as without one where the model refuses', async () => {
    server.behave(unauthorised)

    expect(mrrOf(await measure('--model', server.named))).toBe(mrrOf(await measure()))
    expect(server.asked).toHaveLength(1)
  })

  test('S1.14 under neurogated asks for 2,048 tokens at most, at temperature 0, and balanced for 180', async () => {
    await measure('--model', server.named, '--profile', 'neurogated')
    await measure('--model', server.named)

    expect(server.asked.map(({ body }) => JSON.parse(body))).toMatchObject([
      { model: 'tiny', max_tokens: 2_048, temperature: 0 },
      { model: 'tiny', max_tokens: 180, temperature: 0 },
    ])
  })

  test('embeds the passages and the question with the named embedder, anew each time', async () => {
    const embeddings: Embeddings = await startEmbeddings()
    const { baseUrl, dimension, model } = embeddings.settings
    const named = ['--embedder', `${baseUrl}#${model}#${dimension}`, '--profile', 'neurogated']

    const once = await measure(...named)
    const texts = embeddings.asked.flatMap(({ input }) => input)
    await measure(...named)

    expect(once.embedder).toMatch(/\/tiny\//)
    for (const { text } of passages) expect(texts.filter((one) => one.includes(text))).toHaveLength(1)
    expect(texts).toContain(samples[0]?.question)
    expect(embeddings.asked.flatMap(({ input }) => input)).toEqual([...texts, ...texts])
    await embeddings.close()
  })
})
