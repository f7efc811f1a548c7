/**
 * Properties of any folder of notes, however large: a second run writes nothing, an edit touches its own nodes, an interrupted run goes on.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect } from 'vitest'
import { ended, type Json, type Place } from '../cli/place.ts'
import { madeGraph } from '../models/made-graph.ts'
import { expectSameGraph } from '../models/same-graph.ts'
import { madeNotes, type Note } from './made-notes.ts'
import { writeNotes } from './write-notes.ts'

export const fillFolder = (place: Place, count: number, notes: Iterable<Note> = madeNotes(count)): void => {
  expect(writeNotes(join(place.home, 'notes'), notes)).toBe(count)
}

const head = async (place: Place): Promise<Json> => place.ask('show')

/** Answers nodes and edges of the whole. */
export const readTwice = async (place: Place, count: number): Promise<Json> => {
  const first = await place.ask('ingest', 'notes')
  expect(first).toMatchObject({ documents: count, nodes: { revised: 0, unchanged: 0, retired: 0 }, edges: { pruned: 0 }, skipped: [] })
  expect(first.nodes.added).toBeGreaterThanOrEqual(count)
  const { digest, position } = await head(place)
  const added = first.nodes.added

  const again = await place.ask('ingest', 'notes')

  expect(again).toMatchObject({
    documents: count,
    nodes: { added: 0, revised: 0, unchanged: added, retired: 0 },
    edges: { linked: 0, pruned: 0 },
  })
  expect(await head(place)).toMatchObject({ digest, position })
  return first
}

/** `path` below the folder. Answers the events of the edit. */
export const editOne = async (place: Place, path: string): Promise<ReadonlyArray<Json>> => {
  const { position } = await head(place)
  const file = join(place.home, 'notes', path)
  writeFileSync(file, readFileSync(file, 'utf8').replace(/\n\n(?=\S[^\n]*\n?$)/, '\n\nSomebody wrote this into it. '))

  expect(await place.ask('ingest', 'notes')).toMatchObject({ nodes: { added: 0, revised: 1, retired: 0 } })

  const { events } = await place.ask('log', '--from', String(position + 1))
  expect((await place.ask('recall', 'Somebody wrote this into it', '--no-record')).items[0].source).toBe(path)
  return events
}

/** The first paragraph of each note below its heading, and no link: what a killed run leaves does not depend on how long the notes are. */
export function* shortNotes(count: number): Generator<Note> {
  for (const { path, text } of madeNotes(count)) yield { path, text: `${text.split(' See [').at(0)}\n` }
}

/** Reads a folder with a run that is killed and one that ends it, and in `whole` with one that is not: both come to the same. Of more notes than one commit takes. */
export const readKilled = async (place: Place, whole: Place, count: number, notes = madeNotes): Promise<void> => {
  try {
    for (const one of [place, whole]) fillFolder(one, count, notes(count))
    await whole.ask('ingest', 'notes')
    await readInterrupted(place)

    expectSameGraph(await graphOf(place), await graphOf(whole))
    expect(await place.ask('verify')).toMatchObject({ ok: true })
  } finally {
    whole.remove()
  }
}

/** Kills a run as soon as it has stored something, and lets another end it. */
const readInterrupted = async (place: Place): Promise<void> => {
  const child = place.start('ingest', 'notes')
  const over = ended(child)
  while (child.exitCode === null && !hasPassages(place)) await new Promise((resolve) => setTimeout(resolve, 5))
  child.kill('SIGKILL')
  await over
  const before = await stored(place)

  expect(await place.ask('ingest', 'notes')).toMatchObject({ nodes: { unchanged: before, revised: 0, retired: 0 } })
  expect([child.signalCode, before > 0, before < (await stored(place))]).toEqual(['SIGKILL', true, true])
}

/** Asks the file: a look at the brain would take from the run the time that it needs. */
const hasPassages = ({ store }: Place): boolean => {
  if (!existsSync(store)) return false
  const database = new Database(store, { readonly: true })
  try {
    const isMade = database.prepare("select 1 from sqlite_schema where name = 'contents'").get() !== undefined
    return isMade && database.prepare('select 1 from contents limit 1 offset 100').get() !== undefined
  } finally {
    database.close()
  }
}

/** Nodes that are there by now. */
const stored = async (place: Place): Promise<number> => {
  const { code, stdout } = await place.run('show', '--json')
  return code === 0 ? (JSON.parse(stdout).counts?.nodes ?? 0) : 0
}

/** Which passages there are and what joins them, without numbers and salts. */
const graphOf = async (place: Place) => madeGraph((await place.ask('export')).lines, 'by id')
