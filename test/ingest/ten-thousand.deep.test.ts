/**
 * Ten thousand notes, made up, and of passages of corpora: gzipped JSONL files that `CRABTRAIL_CORPORA` names, as `PATH` names folders. Prints what it took.
 *
 * In short: `test/ingest/large-folder.test.ts`
 */
import { delimiter } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePlaceOfProcesses, type Place } from '../cli/place.ts'
import { corpusNotes } from './corpus-notes.ts'
import { editOne, fillFolder, readKilled, readTwice } from './large-folder.ts'
import { madeNotes } from './made-notes.ts'

const count = 10_000
const corpora = (process.env['CRABTRAIL_CORPORA'] ?? '').split(delimiter).filter((file) => file !== '')

let place: Place
beforeEach(() => {
  place = makePlaceOfProcesses()
})
afterEach(() => place.remove())

const timed = async (name: string): Promise<void> => {
  const began = performance.now()
  const { nodes } = await readTwice(place, count)
  const seconds = (performance.now() - began) / 1_000
  process.stdout.write(`${name}: ${count} files, ${nodes.added} nodes, ${Math.round(count / seconds)} files a second, read twice\n`)
}

test('ten thousand made notes', async () => {
  fillFolder(place, count, madeNotes(count))
  await timed('made notes')
  expect((await editOne(place, 'area-050/note-05000.md')).length).toBeLessThan(200)
})

test.skipIf(corpora.length === 0)('ten thousand notes of corpora', async () => {
  fillFolder(place, count, corpusNotes(corpora, count))
  await timed('notes of corpora')
})

test('ten thousand notes whose reading was killed', () => readKilled(place, makePlaceOfProcesses(), count))
