import { expect, test } from 'vitest'
import { areAboutTwoThings } from './two-things.ts'

const port = 'The database listens on port 5432.'
const placed = (path: string, title = '', text = port) => ({ path, title, text })

test.each([
  ['the names of two documents', placed('hosts/quince.md'), placed('hosts/medlar.md')],
  ['two headings', placed('hosts.md', 'Quince'), placed('hosts.md', 'Medlar')],
])('%s tell two things apart', (_, older, newer) => {
  expect(areAboutTwoThings(older, newer, port)).toBe(true)
})

test.each([
  ['a note of a day, and the second of that day', placed('ports.md', 'Ports'), placed('ops/2026-03-27-2.md', 'News'), port],
  ['a name that holds anything', placed('ports.md', 'Ports'), placed('journal.md'), port],
  [
    'a sentence that names the thing itself',
    placed('hosts/quince.md'),
    placed('hosts/medlar.md', '', 'Quince listens on port 5433.'),
    'Quince listens on port 5432.',
  ],
])('%s tells nothing apart', (_, older, newer, sentence) => {
  expect(areAboutTwoThings(older, newer, sentence)).toBe(false)
})
