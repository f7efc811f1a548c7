/** `node test/ingest/write-notes.ts FOLDER COUNT [CORPUS.jsonl.gz…]`: a folder of notes, made up or from corpora. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { corpusNotes } from './corpus-notes.ts'
import { madeNotes, type Note } from './made-notes.ts'

/** Answers how many were written. */
export const writeNotes = (folder: string, notes: Iterable<Note>): number => {
  let written = 0
  for (const { path, text } of notes) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    written++
  }
  return written
}

if (import.meta.main) {
  const [folder, count, ...corpora] = process.argv.slice(2)
  const wanted = Number(count)
  if (folder === undefined || !(wanted > 0)) throw new Error('node test/ingest/write-notes.ts FOLDER COUNT [CORPUS.jsonl.gz…]')
  const written = writeNotes(folder, corpora.length === 0 ? madeNotes(wanted) : corpusNotes(corpora, wanted))
  process.stdout.write(`${written} notes in ${folder}\n`)
}
