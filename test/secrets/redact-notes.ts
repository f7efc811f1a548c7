/** Prints the texts of labelled notes as they are kept, as one JSON list. Its arguments are the names of their files. */
import { redact } from '../../packages/text/src/secrets/redaction.ts'
import { readLabelledNotes } from './labelled-notes.ts'

const notes = process.argv.slice(2).flatMap(readLabelledNotes)
process.stdout.write(JSON.stringify(notes.map(({ text }) => redact(text).text)))
