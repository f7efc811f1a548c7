/** Notes from passages of a corpus: a gzipped JSONL file whose lines have an id, a text and perhaps a title. A file each, linked to the one before. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Note } from './made-notes.ts'

interface Row {
  readonly id: string
  readonly title?: string
  readonly text: string
}

export function* corpusNotes(files: ReadonlyArray<string>, count: number): Generator<Note> {
  let [number, before] = [0, '']
  for (const file of files) {
    const set = basename(file).replace(/\.corpus\.jsonl\.gz$/, '')
    for (const line of gunzipSync(readFileSync(file)).toString('utf8').split('\n')) {
      if (line === '') continue
      if (number === count) return
      const row: Row = JSON.parse(line)
      const path = `${set}/${String(Math.floor(number / 100)).padStart(3, '0')}/${String(number).padStart(5, '0')}.md`
      const link = before === '' ? '' : `\n\nBefore it: [${number - 1}](../../${before}).`
      yield { path, text: `# ${row.title ?? row.id}\n\n${row.text}${link}\n` }
      before = path
      number++
    }
  }
}
