/** How the rows of a set become documents: a session is one, rows without a session lie many in one, and one each where they come and go. */
import type { Request } from '@crabtrail/core'
import { isTimed, type QuestionSet, type Row } from './question-set.ts'

/** A document of a brain, which holds rows. */
export interface Shelf {
  /** Its folder, which holds nothing else. */
  readonly folder: string
  readonly scope: string
  /** Rising. */
  readonly places: ReadonlyArray<number>
}

/** Rows and characters that one document holds where nothing says which belong together. */
const rowsMost = 2_000
const charactersMost = 2_000_000

/** Every place in exactly one shelf; shelves by their first place. */
export const shelvesOf = (set: QuestionSet): ReadonlyArray<Shelf> => {
  const timed = isTimed(set)
  const shelves: Array<{ readonly folder: string; readonly scope: string; readonly places: Array<number>; characters: number }> = []
  const open = new Map<string, (typeof shelves)[number]>()
  for (const [place, row] of set.rows.entries()) {
    const key = keyOf(row, place, timed)
    const known = open.get(key)
    const isFull = row.session === undefined && (known?.places.length === rowsMost || (known?.characters ?? 0) >= charactersMost)
    const shelf = known === undefined || isFull ? { folder: `d${shelves.length + 1}`, scope: row.scope, places: [], characters: 0 } : known
    if (shelf !== known) {
      shelves.push(shelf)
      open.set(key, shelf)
    }
    shelf.places.push(place)
    shelf.characters += row.text.length
  }
  return shelves
}

const keyOf = ({ scope, session }: Row, place: number, timed: boolean): string =>
  JSON.stringify(session === undefined ? [scope, timed ? place : 'rows'] : [scope, 'session', session])

/** What its folders are called in the memory. */
export const root = 'corpus'

/** The document that holds these rows of it. A row is called by its place. What is missed of a folder goes by its name, as a text file. */
export const documentWith = ({ rows }: QuestionSet, { folder }: Shelf, places: ReadonlyArray<number>): Request.DocumentInput => {
  const lines = places.map((place) => {
    const { session, text, title } = rows[place] ?? {}
    return JSON.stringify({ id: String(place), title, text, session })
  })
  return { source: `${folder}/rows.txt`, format: 'jsonl', text: lines.join('\n'), root }
}

/** The place of the row that a memory was read from; a long row is several memories. */
export const placeIn = (node: string): number | undefined => {
  const found = /^d\d+\/rows\.txt#(\d+)(?:~\d+)?$/.exec(node)?.[1]
  return found === undefined ? undefined : Number(found)
}
