/** Reads changed notes in batches, each with what its agent had read and heard before the change. */
import { limits, type Request } from '@crabtrail/core'
import * as Result from 'effect/Result'
import type { Followed, Skipped } from '../state/followed.ts'
import { backgroundOf, isForeign, type Reading, takeNote } from '../state/reading.ts'
import type { FoundNote, FoundNotes } from './find-notes.ts'
import { type ReadNote, readNote } from './note-file.ts'

export const batchNotes = 16
const batchBytes = 256_000

export interface GivenNote {
  readonly key: string
  readonly read: ReadNote
  readonly background: Request.NoteBackground
}

export interface Reader {
  /** The next batch of changed notes; empty at the end. */
  readonly next: (origin: 'agent' | 'owner') => Promise<ReadonlyArray<GivenNote>>
  /** All remaining notes; empty when they exceed `bytesMax`. */
  readonly rest: (origin: 'agent' | 'owner', bytesMax: number) => Promise<ReadonlyArray<GivenNote>>
  readonly taken: (key: string, read: ReadNote, isForeign: boolean) => void
  readonly skip: (more: ReadonlyArray<Skipped>) => void
  readonly skipped: () => ReadonlyArray<Skipped>
}

/** Reads on demand, so that at most one batch is in memory. `hosts`: as `byOthers` of the host's notes; `owners`: the note of the owner. */
export const noteReader = (
  { byOthers, known }: Followed,
  reading: Reading,
  { notes }: FoundNotes,
  hosts: ReadonlyMap<string, string>,
  owners: string,
): Reader => {
  const originOf = ({ key }: FoundNote): 'agent' | 'owner' => (key === owners ? 'owner' : 'agent')
  const isByOthers = (key: string, { fileHash }: ReadNote): boolean => hosts.get(key) === fileHash
  const taken: Reader['taken'] = (key, read, foreign) => {
    known.set(key, knownOf(read))
    takeNote(reading, key, foreign)
    if (isByOthers(key, read)) byOthers.add(key)
    else byOthers.delete(key)
  }
  const changed = notes.filter((note) => !isKnown(known, note))
  const waiting = {
    agent: changed.filter((note) => originOf(note) === 'agent'),
    owner: changed.filter((note) => originOf(note) === 'owner'),
  }
  const skipped: Skipped[] = []
  const read = async ({ key, path }: FoundNote): Promise<ReadonlyArray<GivenNote>> => {
    const note = await readNote(path, limits.documentBytes)
    if (Result.isFailure(note)) skipped.push({ path: key, reason: note.failure })
    if (Result.isFailure(note)) return []
    // The file was touched, but its text is the same.
    const isSame = known.get(key)?.digest === note.success.digest
    if (isSame) taken(key, note.success, isForeign(reading, key))
    if (isSame) return []
    const isNew = isByOthers(key, note.success) && !byOthers.has(key)
    return [{ key, read: note.success, background: backgroundOf(reading, key, note.success.text, isNew) }]
  }
  const take = async (from: Array<FoundNote>, notesMax: number, bytesMax: number): Promise<ReadonlyArray<GivenNote>> => {
    const given: GivenNote[] = []
    let bytes = 0
    while (given.length < notesMax && from[0] !== undefined && (given.length === 0 || bytes + from[0].size <= bytesMax)) {
      bytes += from[0].size
      given.push(...(await read(from[0])))
      from.shift()
    }
    return given
  }
  return {
    next: (origin) => take(waiting[origin], batchNotes, batchBytes),
    rest: async (origin, bytesMax) =>
      waiting[origin].reduce((sum, { size }) => sum + size, 0) > bytesMax ? [] : take(waiting[origin], Number.POSITIVE_INFINITY, bytesMax),
    taken,
    skip: (more) => skipped.push(...more),
    skipped: () => skipped,
  }
}

export const isKnown = (known: Followed['known'], { key, mtimeNs, size }: FoundNote): boolean =>
  known.get(key)?.mtimeNs === mtimeNs && known.get(key)?.size === size

const knownOf = ({ digest, mtimeNs, size }: ReadNote) => ({ digest, mtimeNs, size })
