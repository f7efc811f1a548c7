/**
 * Brings a memory level with the notes of a workspace: what changed is read in, what moved is renamed, what is gone is retired.
 *
 * In small batches, one after the other, so that a recall never waits long behind one. A workspace that is not there retires nothing, nor
 * does one that lost most of its notes unless somebody said so; a look that could not end is made up for by the next.
 */

import type { Answer, Request } from '@crabtrail/core'
import { type MemoryWorker, RemoteMemoryError } from '@crabtrail/store/worker'
import { type FoundNotes, findNotes } from './find-notes.ts'
import type { Followed, FollowProblem, Skipped } from './followed.ts'
import { fileProblem } from './note-file.ts'
import { batchNotes, type GivenNote, isKnown, noteReader, type Reader } from './note-reader.ts'
import { othersByHost } from './others-text.ts'
import { emptyReading, markChanged, type Reading } from './reading.ts'

export interface NotesFollowed {
  readonly followed: Followed
  readonly worker: Pick<MemoryWorker, 'ask'>
  /** The words that its agent has read and heard; absent where that is not known. */
  readonly reading?: Reading
  /** Retires what is gone also where that is most of it. */
  readonly prune?: boolean
}

/** What a look did to the memory. */
export interface Brought {
  readonly documents: number
  readonly added: number
  readonly revised: number
  readonly retired: number
  readonly renamed: number
}

/** A workspace that was put in another order is read in at once, up to this. */
const wholeBytes = 16_000_000
/** Nobody waits for it. */
const deadlineMs = 60_000

/** Never rejects; what went wrong is the problem of what is followed. */
export const followNotes = async (following: NotesFollowed): Promise<Brought> => {
  const { followed } = following
  let brought: Brought = { documents: 0, added: 0, revised: 0, retired: 0, renamed: 0 }
  const tally = ({ documents, nodes, renamed, retired }: Answer.IngestAnswer) => {
    brought = {
      documents: brought.documents + documents,
      added: brought.added + nodes.added,
      revised: brought.revised + nodes.revised,
      retired: brought.retired + retired.length,
      renamed: brought.renamed + renamed.length,
    }
  }
  const began = Date.now()
  try {
    const found = await findNotes(followed.workspace)
    const changed = found.notes.filter((note) => !isKnown(followed.known, note))
    if (following.reading !== undefined) markChanged(following.reading, changed, began)
    followed.problem = await look(following, found, tally)
    followed.lastAt = Date.now()
  } catch (error) {
    // Nothing was written under influence in a workspace that is not there.
    if (isMissing(error) && following.reading !== undefined) markChanged(following.reading, [], began)
    followed.problem = await problemOf(following, error)
  }
  return brought
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** A workspace that was never there is none that vanished. */
const problemOf = async ({ followed, worker }: NotesFollowed, error: unknown): Promise<FollowProblem | undefined> => {
  const { brain, known, workspace } = followed
  // Only the file system's errors have a code.
  if (error instanceof RemoteMemoryError || !(error instanceof Error && 'code' in error))
    return {
      kind: 'memory',
      text: `the notes of ${workspace} could not all be read in: ${error instanceof Error ? error.message : String(error)}`,
    }
  const remembers = () =>
    worker.ask('show', { brain }, { deadlineMs }).then(
      ({ counts }) => counts.nodes > 0,
      () => false,
    )
  if (known.size === 0 && !(await remembers())) return undefined
  const text = `the workspace ${workspace} cannot be read, and what was read from it is still remembered: ${fileProblem(error)}`
  return { kind: 'unreadable', text }
}

/** The problem that it found, if any. */
const look = async (
  following: NotesFollowed,
  found: FoundNotes,
  tally: (answer: Answer.IngestAnswer) => void,
): Promise<FollowProblem | undefined> => {
  const { followed } = following
  const hosts = found.notes.every((note) => isKnown(followed.known, note)) ? new Map() : await othersByHost(found.root)
  const reader = noteReader(followed, following.reading ?? emptyReading(), found, hosts)
  followed.notes = found.notes.length
  try {
    return await bring(following, found, reader, tally)
  } finally {
    followed.skipped = leftOut(followed, found, reader)
  }
}

/** What was forgotten is to stand nowhere by its name: the store itself keeps only a mark of it. */
const nameless = (skipped: ReadonlyArray<Skipped>): ReadonlyArray<Skipped> => {
  const named = skipped.filter(({ reason }) => reason !== 'forgotten')
  const forgotten = skipped.length - named.length
  return forgotten === 0
    ? named
    : [...named, { path: 'memory', reason: `${forgotten} of its notes or passages were forgotten, and are not read again` }]
}

/** A reason stands until its note was read in or is there no more, also where this look did not come to it. */
const leftOut = ({ known, skipped }: Followed, found: FoundNotes, reader: Reader): ReadonlyArray<Skipped> => {
  const now = [...found.skipped, ...nameless(reader.skipped())]
  const told = new Set(now.map(({ path }) => path))
  const waiting = new Set(found.notes.flatMap((note) => (isKnown(known, note) || told.has(note.key) ? [] : [note.key])))
  return [...now, ...skipped.filter(({ path }) => waiting.has(path))]
}

const bring = async (
  following: NotesFollowed,
  found: FoundNotes,
  reader: Reader,
  tally: (answer: Answer.IngestAnswer) => void,
): Promise<FollowProblem | undefined> => {
  const { followed } = following
  const ask = async (origin: 'agent' | 'owner', given: ReadonlyArray<GivenNote>, sweep?: Sweep) => {
    const answer = await following.worker.ask('ingest', requestOf(followed, found, { origin, given, sweep }), { deadlineMs })
    tally(answer)
    for (const { key, read } of taken(given, answer)) reader.taken(key, read, answer.others?.includes(key) === true)
    reader.skip(answer.skipped)
    // Between two batches whoever waits comes first.
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (followed.fresh && !(await ensureBrain(following, found))) return undefined
  let problem: FollowProblem | undefined
  const agents = await reader.next('agent')
  if (isSweepDue(following, found)) problem = await retireGone(following, found, { ask, reader, first: agents })
  else if (agents.length > 0) await ask('agent', agents)
  for (const origin of ['agent', 'owner'] as const) {
    for (let given = await reader.next(origin); given.length > 0 && !followed.halted; given = await reader.next(origin))
      await ask(origin, given)
  }
  return problem
}

/**
 * What the memory refused is offered again at the next look, but for what was forgotten there: that is offered when it changes. It names a
 * note whose name holds a secret otherwise: then all of them are.
 */
const taken = (given: ReadonlyArray<GivenNote>, { skipped }: Answer.IngestAnswer): ReadonlyArray<GivenNote> => {
  const refused = new Set(skipped.filter(({ reason }) => reason !== 'forgotten').map(({ path }) => path))
  const rest = given.filter(({ key }) => !refused.has(key))
  return given.length - rest.length === refused.size ? rest : []
}

/** A brain for the first notes. False: there is none, and nothing to be read in. */
const ensureBrain = async ({ followed: { brain }, worker }: NotesFollowed, { notes }: FoundNotes): Promise<boolean> => {
  const { brains } = await worker.ask('brains', {}, { deadlineMs })
  if (brains.some(({ key }) => key === brain)) return true
  if (notes.length === 0) return false
  await worker.ask('init', { brain, actor: 'openclaw', actorKind: 'host' }, { deadlineMs }).catch((error: unknown) => {
    // The first turn of the agent came between.
    if (!(error instanceof RemoteMemoryError && error.tag === 'BrainExists')) throw error
  })
  return true
}

/** At the first look nobody knows what was there before. */
const isSweepDue = ({ followed: { fresh, known }, prune }: NotesFollowed, { notes, unseen }: FoundNotes): boolean => {
  const there = new Set([...notes.map(({ key }) => key), ...unseen])
  return fresh || prune === true || [...known.keys()].some((key) => !there.has(key))
}

interface Sweep {
  readonly prune: boolean
}

interface Sweeping {
  readonly ask: (origin: 'agent', given: ReadonlyArray<GivenNote>, sweep?: Sweep) => Promise<void>
  readonly reader: Reader
  readonly first: ReadonlyArray<GivenNote>
}

/** Together with the first batch, so that a note that moved is not taken for a new one; what moves later finds what was retired. */
const retireGone = async ({ followed, prune = false }: NotesFollowed, found: FoundNotes, { ask, first, reader }: Sweeping) => {
  const sweep = async (given: ReadonlyArray<GivenNote>): Promise<RemoteMemoryError | undefined> => {
    try {
      await ask('agent', given, { prune })
      followed.fresh = false
      forget(followed, found)
      return undefined
    } catch (error) {
      if (error instanceof RemoteMemoryError && error.tag === 'MostlyGone') return error
      throw error
    }
  }
  const refused = await sweep(first)
  if (refused === undefined) return undefined
  // Perhaps they moved: then they are among what is still to come.
  const rest = await reader.rest('agent', wholeBytes)
  const all = [...first, ...rest]
  const still = rest.length === 0 ? refused : await sweep(all)
  if (still === undefined) return undefined
  for (let from = 0; from < all.length; from += batchNotes) await ask('agent', all.slice(from, from + batchNotes))
  const { gone, known } = still.facts
  const text = `${gone} of the ${known} notes that were read from ${found.root} are not there any more, and are still remembered; if they are meant to go: openclaw crabtrail follow --agent ${followed.agent} --prune`
  return { kind: 'gone', text } satisfies FollowProblem
}

const forget = ({ known }: Followed, { notes, unseen }: FoundNotes): void => {
  const there = new Set([...notes.map(({ key }) => key), ...unseen])
  for (const key of known.keys()) if (!there.has(key)) known.delete(key)
}

interface Asked {
  readonly origin: 'agent' | 'owner'
  readonly given: ReadonlyArray<GivenNote>
  readonly sweep: Sweep | undefined
}

const requestOf = (
  { agent, brain }: Followed,
  { notes, root, unseen }: FoundNotes,
  { given, origin, sweep }: Asked,
): Request.IngestRequest => ({
  brain,
  actor: 'openclaw',
  actorKind: 'host',
  agent,
  // Nobody talks here: a session that teaches nothing.
  session: 'workspace',
  sessionKind: 'cron',
  origin,
  documents: given.map(({ background, key, read }) => ({ source: key, format: 'markdown', text: read.text, root, background })),
  ...(sweep === undefined ? {} : { folders: [{ root, below: '' }], present: [...notes.map(({ key }) => key), ...unseen] }),
  ...(sweep?.prune === true ? { prune: true } : {}),
})
