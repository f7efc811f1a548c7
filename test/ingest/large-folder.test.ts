import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makePlace, type Place } from '../cli/place.ts'
import { editOne, fillFolder, graphOf, readInterrupted, readTwice } from './large-folder.ts'
import { madeNotes } from './made-notes.ts'

const count = 200
let place: Place
beforeEach(() => {
  place = makePlace()
  fillFolder(place, count)
})
afterEach(() => place.remove())

describe('a folder of some hundred notes', () => {
  test('is read once; a second run writes nothing, and an edit touches the nodes of its note', async () => {
    await readTwice(place, count)

    const events = await editOne(place, 'area-001/note-00123.md')

    const node = events.find(({ type }) => type === 'NodeRevised')?.data.node
    expect(events.filter(({ type }) => !type.startsWith('Edge')).map(({ type }) => type)).toEqual(['SourceRevised', 'NodeRevised'])
    expect(events.every(({ data, type }) => type !== 'EdgeLinked' || [data.source, data.target].includes(node))).toBe(true)
    expect(await place.ask('verify')).toMatchObject({ ok: true })
  })

  test('whose reading was killed is read to its end by the next run, to the same graph', async () => {
    const whole = makePlace()
    try {
      fillFolder(whole, count)
      await whole.ask('ingest', 'notes')
      await readInterrupted(place)

      expect(await graphOf(place)).toEqual(await graphOf(whole))
      expect(await place.ask('verify')).toMatchObject({ ok: true })
    } finally {
      whole.remove()
    }
  })
})

test('made notes are the same at every run, and those of a larger folder begin with those of a smaller one', () => {
  const some = [...madeNotes(50)]
  const paths = some.map(({ path }) => path)

  expect([...madeNotes(50)]).toEqual(some)
  expect([...madeNotes(90)].slice(0, 50).map(({ path }) => path)).toEqual(paths)
  expect(new Set(paths).size).toBe(50)
})
