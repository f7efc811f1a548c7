/**
 * Notes with the secrets in them marked, from a text file: `## title`, then the note. `⟦` and `⟧` stand around each secret, and `¦` inside
 * a key keeps the file from holding one.
 */
import { readFileSync } from 'node:fs'

export interface LabelledNote {
  readonly title: string
  readonly text: string
  /** In the order of the text. */
  readonly secrets: ReadonlyArray<string>
  /** The text with `[redacted]` for each secret. */
  readonly expected: string
}

export const readLabelledNotes = (name: string): ReadonlyArray<LabelledNote> =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .replaceAll('¦', '')
    .split(/^## /m)
    .slice(1)
    .map((entry) => {
      const [title = '', ...lines] = entry.split('\n')
      const note = lines.join('\n').trim()
      return {
        title,
        text: note.replace(/[⟦⟧]/g, ''),
        secrets: Array.from(note.matchAll(secret), ([, text = '']) => text),
        expected: note.replace(secret, '[redacted]'),
      }
    })

const secret = /⟦([^⟦⟧]*)⟧/g
