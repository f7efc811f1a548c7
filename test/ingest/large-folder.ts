/** What must hold of any folder of notes, however large: a second run writes nothing, an edit touches its own nodes, an interrupted run goes on. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { ended, type Json, type Place } from '../cli/place.ts'
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

/** Kills a run as soon as it has stored something, and lets another end it. */
export const readInterrupted = async (place: Place): Promise<Json> => {
  const child = place.start('ingest', 'notes')
  const over = ended(child)
  const stored = async (): Promise<boolean> => {
    const { code, stdout } = await place.run('show', '--json')
    return code === 0 && JSON.parse(stdout).counts?.nodes > 0
  }
  while (child.exitCode === null && !(await stored())) await new Promise((resolve) => setImmediate(resolve))
  child.kill('SIGKILL')
  await over
  return place.ask('ingest', 'notes')
}

/** What a person sees of the memory: which passages there are and what joins them, without numbers and salts. */
export const graphOf = async (place: Place): Promise<Json> => {
  const { brain, counts } = await head(place)
  return { brain, counts }
}
