/** Times a recall in a small and in a large brain, where the question's words say enough and where vectors have to. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { layerHashed } from '@crabtrail/models/hashed'
import * as Effect from 'effect/Effect'
import { buildBrain } from './bench-brain.ts'
import { corpus } from './corpus.ts'
import { percentile } from './measure.ts'
import { openMemory } from './memory.ts'
import { heading, number, say, table } from './print.ts'
import { random } from './random.ts'
import { type Recalls, recalls } from './recall-bench.ts'

const sizes = [1_000, 100_000]
const edgesPerNode = 10
const sections = 40
const judged = 50
const warmUp = 100
const asked = 300

export const scaleBench = async (folder: string): Promise<void> => {
  const rows: Array<ReadonlyArray<string>> = []
  for (const nodes of sizes) rows.push(...(await measured(join(folder, `${nodes}.db`), nodes)))
  heading(`recalls by size of the brain, ${edgesPerNode} edges a node, ${asked} questions (ms)`)
  table([['', 'recorded p50', 'p95', 'look p50', 'p95', 'of it all but the index p50', 'p95'], ...rows])
  say(
    'misspelt: in every longer word two letters have changed places, and the hashed vectors are asked; the search of vectors is in the last columns',
  )
}

const measured = async (path: string, nodes: number): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const { documents, questions } = corpus(nodes / sections, sections, judged + warmUp + asked)
  const [first, warm, rest] = [questions.slice(0, judged), questions.slice(judged, judged + warmUp), questions.slice(judged + warmUp)]
  const lexical = await buildBrain(path, { documents, questions }, first, nodes * edgesPerNode)
  const known = await recalls(lexical, warm, rest)
  await lexical.close()
  const vectors = await openMemory(path, layerHashed)
  await embedAll(vectors.memory, warm[0] ?? '')
  const slipped = await recalls(vectors, warm.map(misspelt), rest.map(misspelt))
  await vectors.close()
  rmSync(path, { force: true })
  return [row(`${number(nodes)} nodes, known words`, known), row(`${number(nodes)} nodes, misspelt`, slipped)]
}

/** A brain is followed by its vectors once it is open. */
const embedAll = async (memory: Awaited<ReturnType<typeof openMemory>>['memory'], question: string): Promise<void> => {
  await Effect.runPromise(memory.recall({ question, record: false }))
  while (((await Effect.runPromise(memory.upkeep({}))).embedded ?? 0) > 0);
}

const row = (name: string, { looked, recorded }: Recalls): ReadonlyArray<string> => [
  name,
  ...[0.5, 0.95].map((share) =>
    number(
      percentile(
        recorded.map(({ whole }) => whole),
        share,
      ),
    ),
  ),
  ...[0.5, 0.95].map((share) =>
    number(
      percentile(
        looked.map(({ whole }) => whole),
        share,
      ),
    ),
  ),
  ...[0.5, 0.95].map((share) =>
    number(
      percentile(
        looked.map((split) => split['all but gather']),
        share,
      ),
    ),
  ),
]

const { below } = random(53)

const misspelt = (question: string): string =>
  question.replace(/[a-z]{4,}/g, (word) => {
    const at = 1 + below(word.length - 2)
    return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
  })
