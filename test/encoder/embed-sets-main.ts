/**
 * Embeds the passages and questions of public question sets, so that a measurement finds every vector in the cache:
 * `node test/encoder/embed-sets-main.ts SET…`. Prints texts and seconds for each set.
 */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { openCorpus, temporaryMemory, usual } from '../../packages/eval/src/protocols/corpus.ts'
import { readSet } from '../../packages/eval/src/sets/files.ts'
import { filesOf } from '../eval/question-sets.ts'
import { encoderEmbedder } from './encoder-embedder.ts'
import { openSentenceEncoder } from './sentence-encoder.ts'

const encoder = openSentenceEncoder()
const questionsAtOnce = 256

for (const name of process.argv.slice(2)) {
  const began = performance.now()
  const before = encoder.computed()
  const set = Result.getOrThrow(readSet(filesOf(name), 'crabtrail'))
  const measuring = { ...usual, embedder: encoderEmbedder(encoder) }
  const reading = Effect.gen(function* () {
    const memory = yield* temporaryMemory(measuring)
    const corpus = yield* openCorpus(
      memory,
      { ...set, rows: set.rows.map((row) => ({ ...row, time: undefined, until: undefined })) },
      measuring,
      {},
    )
    yield* corpus.advance(undefined)
  })
  await Effect.runPromise(Effect.scoped(reading))
  const questions = set.questions.map(({ text }) => text)
  for (let at = 0; at < questions.length; at += questionsAtOnce) await encoder.embed(questions.slice(at, at + questionsAtOnce))
  const seconds = Math.round((performance.now() - began) / 1_000)
  process.stdout.write(`${name}: ${encoder.computed() - before} texts computed in ${seconds} s\n`)
}
