import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makePlace, type Place } from '../cli/place.ts'
import { editOne, fillFolder, readKilled, readTwice, shortNotes } from './large-folder.ts'
import { madeNotes, type Note } from './made-notes.ts'

const count = 40
/** Number of documents that take two commits, of at most 256 documents each. */
const severalCommits = 400
let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

describe('a folder of notes', () => {
  test('is read once; a second run writes nothing, and an edit touches the nodes of its note', async () => {
    fillFolder(place, count)
    await readTwice(place, count)

    const events = await editOne(place, 'area-000/note-00023.md')

    const node = events.find(({ type }) => type === 'NodeRevised')?.data.node
    expect(events.filter(({ type }) => !type.startsWith('Edge')).map(({ type }) => type)).toEqual(['SourceRevised', 'NodeRevised'])
    expect(events.every(({ data, type }) => type !== 'EdgeLinked' || [data.source, data.target].includes(node))).toBe(true)
    expect(await place.ask('verify')).toMatchObject({ ok: true })
  })

  test('whose reading was killed is read to its end by the next run, to the same graph', () =>
    readKilled(place, makePlace(), severalCommits, shortNotes))
})

test('made notes are the same at every run, and those of a larger folder begin with those of a smaller one, but for where links lead', () => {
  const some = [...madeNotes(50)]
  const unlinked = (notes: Iterable<Note>) => [...notes].map(({ path, text }) => [path, text.replace(/\(\.\.\/[^)]*\)/, '()')])

  expect([...madeNotes(50)]).toEqual(some)
  expect(unlinked(madeNotes(90)).slice(0, 50)).toEqual(unlinked(some))
  expect(new Set(some.map(({ path }) => path)).size).toBe(50)
})
