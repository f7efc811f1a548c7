/**
 * Prints what an embedder adds to the time of a recall: `node test/encoder/recall-times-main.ts [NODES]`, 10,000 by default.
 *
 * Each question is asked three memories of the same notes in turn, in an order that changes from question to question: one without an embedder, one with the
 * built-in one, one with the sentence encoder behind a server on this machine. The encoder computes each question; the vectors of the notes are made up, because
 * their number and length alone take time. The server's own time is that of the encoder, from the request to its vector.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Embedder } from '@crabtrail/core'
import { hashedEmbedder, hashedVector } from '@crabtrail/models'
import { openAiCompatible } from '@crabtrail/models/open-ai-compatible'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { temporaryMemory, usual } from '../../packages/eval/src/protocols/corpus.ts'
import { corpus } from '../bench/corpus.ts'
import { percentile } from '../bench/measure.ts'
import { misspelt } from './misspelt.ts'
import { openSentenceEncoder, sentenceDimension, sentenceModel } from './sentence-encoder.ts'

const nodes = Number(process.argv[2] ?? 10_000)
const sections = 5
const asked = 100
const warmUp = 10
const seed = 20_261_130
const { documents, questions: drawn } = corpus(nodes / sections, sections, 2 * (asked + warmUp))
// Half of them in words that no note has, where the built-in embedder speaks.
const questions = drawn.map((text, at) => (at % 2 === 0 ? text : misspelt(text, 0.5, seed + at)))
const areAsked = new Set(questions)

/** Nothing is found in it, so every question is computed. */
const folder = mkdtempSync(join(tmpdir(), 'vectors-'))
const encoder = openSentenceEncoder(folder)
let ownMs = 0

const vectorsOf = async (input: ReadonlyArray<string>) => {
  const isQuestion = input.every((text) => areAsked.has(text))
  const madeUp = (text: string) => [...hashedVector(text), ...new Float32Array(sentenceDimension - hashedVector(text).length)]
  return isQuestion ? (await encoder.embed(input)).map((vector) => [...(vector ?? [])]) : input.map(madeUp)
}

const server = createServer(async (request, response) => {
  const parts: Array<Buffer> = []
  for await (const part of request) parts.push(part)
  const began = performance.now()
  const vectors = await vectorsOf(JSON.parse(Buffer.concat(parts).toString()).input)
  ownMs = performance.now() - began
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ data: vectors.map((embedding, index) => ({ index, embedding })) }))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
const served = Result.getOrThrow(openAiCompatible({ baseUrl, model: sentenceModel, dimension: sentenceDimension }))

const opened = Effect.fnUntraced(function* (embedder: Embedder['Service'] | undefined) {
  const memory = yield* temporaryMemory({ ...usual, embedder })
  yield* memory.ingest({ documents })
  while (((yield* memory.upkeep({ part: 'vectors' })).embedded ?? 0) > 0);
  const { vectors } = yield* memory.stats({})
  if (embedder !== undefined && vectors?.inForce !== true) return yield* Effect.die(`${vectors?.missing} notes lack a vector`)
  return memory
})

const measured = Effect.gen(function* () {
  const ways = [
    { way: 'words alone', memory: yield* opened(undefined) },
    { way: 'built-in embedder', memory: yield* opened(hashedEmbedder) },
    { way: 'server on this machine', memory: yield* opened(served) },
  ]
  const taken = new Map(ways.flatMap(({ way }) => ['as written', 'misspelt'].map((kind) => [`${way}, ${kind}`, [] as Array<number>])))
  const [own, beside] = [[] as Array<number>, [] as Array<number>]
  for (const [at, question] of questions.entries()) {
    for (const turn of ways.keys()) {
      const one = ways[(turn + at) % ways.length]
      if (one === undefined) continue
      ownMs = 0
      const began = performance.now()
      yield* one.memory.recall({ question, record: false })
      const ms = performance.now() - began
      if (at < 2 * warmUp) continue
      taken.get(`${one.way}, ${at % 2 === 0 ? 'as written' : 'misspelt'}`)?.push(ms)
      if (ownMs > 0) {
        own.push(ownMs)
        beside.push(ms - ownMs)
      }
    }
  }
  return [...taken, ['the server’s own time', own], ['server on this machine, without that', beside]] as ReadonlyArray<
    readonly [string, Array<number>]
  >
})

const rows = await Effect.runPromise(Effect.scoped(measured))
process.stdout.write(`${nodes} nodes, ms\n\n| recall | questions | p50 | p95 |\n| --- | --- | --- | --- |\n`)
for (const [name, ms] of rows) {
  const at = (share: number) => (ms.length === 0 ? '–' : percentile(ms, share).toFixed(1))
  process.stdout.write(`| ${name} | ${ms.length} | ${at(0.5)} | ${at(0.95)} |\n`)
}
server.closeAllConnections()
server.close()
rmSync(folder, { recursive: true, force: true })
