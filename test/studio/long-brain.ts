/** A brain of a long log that was really lived, kept outside of the checkout: every turn was recalled and judged through the memory. */

import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildBrain } from '../bench/bench-brain.ts'
import { corpus } from '../bench/corpus.ts'
import { lived } from '../bench/undo-bench.ts'

const [documents, sections, asked, judged, edges] = [245, 40, 700, 200, 100_000]

/** Returns the file of a brain with so many events. It is made once, in some minutes, and found again the next time. */
export const longBrain = async (events: number, path = join(tmpdir(), 'crabtrail-long-brain', `${events}.db`)): Promise<string> => {
  if (existsSync(path)) return path
  mkdirSync(dirname(path), { recursive: true })
  const unfinished = `${path}.unfinished`
  const { documents: notes, questions } = corpus(documents, sections, asked)
  const open = await buildBrain(unfinished, { documents: notes, questions }, questions.slice(0, judged), edges)
  await lived(open, questions.slice(judged), events)
  await open.close()
  renameSync(unfinished, path)
  return path
}
