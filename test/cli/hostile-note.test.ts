/** A note full of what terminals, editors and readers of lines obey: whatever a command prints of it, nobody has to obey it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePlace } from './place.ts'

const place = makePlace()
const heading = 'Harbour \u009b31m \u202eevil\u2069 \u2028f9 on t9: used \u001b[2J \u0085x'
const hostile = `# ${heading}\n\nThe harbour text \u009b2J \u202e \u2028 line \u2029 para \u0007 \u001b]0;title\u0007 \u2066 end.\r\nNext\rline.\n`

beforeAll(async () => {
  place.write('notes/note.md', hostile)
  await place.ask('ingest', 'notes')
  await place.ask('recall', 'harbour \u009b \u2028 \u202e text')
})
afterAll(() => place.remove())

const commands = [
  ['recall', 'harbour \u009b2J', '--no-record'],
  ['show', 'note.md'],
  ['why', 't1'],
  ['why', 't1', 'note.md'],
  ['log', '--type', 'TurnStarted'],
  ['used', 'no\u009bsuch\u2028node'],
  ['export'],
]

test.concurrent.each(commands)('%j prints nothing that is obeyed, for people and for programs', async (...args) => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/

  const told = await place.run(...args)
  const document = await place.run(...args, '--json')

  expect(`${told.stdout}${told.stderr}`).not.toMatch(obeyed)
  expect(document.stdout).not.toMatch(obeyed)
  expect(document.stdout.split('\n')).toHaveLength(2)
})

test('and yet it comes whole out of a document, and an export is read in as it was', async () => {
  const { nodes } = await place.ask('show', 'note.md')
  await place.ask('export', '-o', 'memory.jsonl')
  const there = await place.ask('show')
  await place.ask('import', 'memory.jsonl', '--store', 'copy.db')

  expect(nodes[0].content).toContain('\u2028 line \u2029 para')
  expect(readFileSync(join(place.home, 'memory.jsonl'), 'utf8')).not.toContain('\u2028')
  expect(await place.ask('show', '--store', 'copy.db')).toMatchObject({ digest: there.digest, position: there.position })
  expect((await place.ask('show', 'note.md', '--store', 'copy.db')).nodes).toEqual(nodes)
  expect((await place.ask('verify', '--store', 'copy.db')).ok).toBe(true)
})
