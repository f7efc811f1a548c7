/**
 * Brings a memory up to date with the notes of a workspace: reads changed notes, renames moved ones, retires those that are gone.
 *
 * Works in small batches, so that a recall never waits long behind one. A missing workspace retires nothing, and a workspace that lost
 * most of its notes retires them only when `prune` is set. The next check repeats one that could not finish.
 */

import type { Answer, MostlyGone, Request } from '@crabtrail/core'
import { isWorkerFailure, type MemoryWorker } from '@crabtrail/store/worker'
import { counted } from '@crabtrail/text/counted'
import { pathOf, sourceOf } from '../conversation/naming.ts'
import { todayHere } from '../conversation/today.ts'
import type { Followed, FollowProblem, Skipped } from '../state/followed.ts'
import { type HostFacts, messageOf } from '../state/parts.ts'
import { emptyReading, markChanged, type Reading } from '../state/reading.ts'
import { type FoundNotes, findNotes } from './find-notes.ts'
import { fileProblem } from './note-file.ts'
import { batchNotes, type GivenNote, isKnown, noteReader, type Reader } from './note-reader.ts'

export interface NotesFollowed {
  readonly host: Pick<HostFacts, 'actor' | 'notes' | 'terminal'>
  readonly followed: Followed
  readonly worker: Pick<MemoryWorker, 'ask'>
  /** Words that the agent has read and heard, as marks; absent when they are unknown. */
  readonly reading?: Reading
  readonly prune?: boolean
}

export interface Brought {
  readonly documents: number
  readonly added: number
  readonly revised: number
  readonly retired: number
  readonly renamed: number
  /** Memories that wait for the owner's yes behind what was read last; undefined where nothing was read in. */
  readonly waiting?: number
  /** Those of them that this look brought or changed. */
  readonly waitingNew: number
}

/** Says how many memories of a brain wait for the owner's yes, and how they are listed. */
export const waitsInWords = (brain: string, waiting: number, { terminal }: Pick<HostFacts, 'terminal'>): string =>
  `${brain}: ${counted(waiting, 'memory waits', 'memories wait')} for the owner’s yes; ${terminal(`review --brain ${brain}`)} lists ${waiting === 1 ? 'it' : 'them'}`

/** A rearranged workspace is read in one piece up to this size. */
const wholeBytes = 16_000_000
/** Long, because no turn waits for it. */
const deadlineMs = 60_000

/** Never rejects; a failure becomes the `problem` of the followed workspace. */
export const followNotes = async (following: NotesFollowed): Promise<Brought> => {
  const { followed } = following
  let brought: Brought = { documents: 0, added: 0, revised: 0, retired: 0, renamed: 0, waitingNew: 0 }
  const tally = ({ documents, nodes, renamed, retired, waiting = 0, waitingNew = 0 }: Answer.IngestAnswer) => {
    brought = {
      documents: brought.documents + documents,
      added: brought.added + nodes.added,
      revised: brought.revised + nodes.revised,
      retired: brought.retired + retired.length,
      renamed: brought.renamed + renamed.length,
      waiting,
      waitingNew: brought.waitingNew + waitingNew,
    }
  }
  const began = Date.now()
  try {
    const found = await findNotes(followed.workspace, following.host.notes)
    const changed = found.notes.filter((note) => !isKnown(followed.known, note))
    if (following.reading !== undefined) markChanged(following.reading, changed, began)
    followed.problem = await look(following, found, tally)
    followed.lastAt = Date.now()
  } catch (error) {
    // A missing workspace has no notes that others could have influenced.
    if (isMissing(error) && following.reading !== undefined) markChanged(following.reading, [], began)
    followed.problem = await problemOf(following, error)
  }
  return brought
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** A workspace that never existed is no problem. */
const problemOf = async ({ followed, worker }: NotesFollowed, error: unknown): Promise<FollowProblem | undefined> => {
  const { known, workspace } = followed
  // Only file system errors have a `code`.
  if (isWorkerFailure(error) || !(error instanceof Error && 'code' in error))
    return {
      kind: 'memory',
      text: `the notes of ${workspace} could not all be read in: ${messageOf(error)}`,
    }
  if (known.size === 0 && !(await remembers(followed, worker))) return undefined
  const text = `the workspace ${workspace} cannot be read, and what was read from it is still remembered: ${fileProblem(error)}`
  return { kind: 'unreadable', text }
}

/** True if notes of the workspace are remembered. In a brain that others share only those count that are filed under its folder. */
const remembers = async ({ brain, folder }: Followed, worker: NotesFollowed['worker']): Promise<boolean> => {
  try {
    if (folder === undefined) return (await worker.ask('show', { brain }, { deadlineMs })).counts.nodes > 0
    const emptied = { brain, documents: [], folders: [{ root: folder, below: folder }], prune: true, dryRun: true }
    return (await worker.ask('ingest', emptied, { deadlineMs })).retired.length > 0
  } catch {
    return false
  }
}

const look = async (
  following: NotesFollowed,
  found: FoundNotes,
  tally: (answer: Answer.IngestAnswer) => void,
): Promise<FollowProblem | undefined> => {
  const { followed, reading = emptyReading() } = following
  const { byOthers, folder, owners } = following.host.notes
  const hosts = found.notes.every((note) => isKnown(followed.known, note)) ? new Map() : await byOthers(found.root)
  const reader = noteReader(followed, reading, found, hosts, owners)
  followed.notes = found.notes.length
  try {
    return await bring(following, found, reader, tally)
  } finally {
    followed.skipped = leftOut(followed, found, reader, folder)
  }
}

/** As `tellsForgotten` of the core, which this thread does not load. */
const tellsForgotten = (reason: string): boolean => reason === 'forgotten' || reason === 'forgotten in part'

/** Replaces the names of erased notes by a count: no status may name what was erased. */
const nameless = (skipped: ReadonlyArray<Skipped>, folder: string): ReadonlyArray<Skipped> => {
  const named = skipped.filter(({ reason }) => !tellsForgotten(reason))
  const forgotten = skipped.length - named.length
  return forgotten === 0
    ? named
    : [...named, { path: folder, reason: `${forgotten} of its notes or passages were forgotten, and are not read again` }]
}

/** Keeps the reason of a note that this check did not reach, until the note is read or gone. */
const leftOut = ({ known, skipped }: Followed, found: FoundNotes, reader: Reader, folder: string): ReadonlyArray<Skipped> => {
  const now = [...found.skipped, ...nameless(reader.skipped(), folder)]
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
  const ask = async (origin: 'agent' | 'owner', given: ReadonlyArray<GivenNote>, sweeps = false) => {
    const told = await following.worker.ask('ingest', requestOf(following, found, { origin, given, sweeps }), { deadlineMs })
    tally(told)
    const answer = inWorkspace(followed, told)
    for (const { key, read } of taken(given, answer)) reader.taken(key, read, answer.others?.includes(key) === true)
    reader.skip(answer.skipped)
    // Lets waiting questions run between two batches.
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

/** The notes that need no second try. A refused one is sent again, an erased one once it changed. A hidden name in the answer sends all again. */
const taken = (given: ReadonlyArray<GivenNote>, { skipped }: Pick<Answer.IngestAnswer, 'skipped'>): ReadonlyArray<GivenNote> => {
  const refused = new Set(skipped.filter(({ reason }) => !tellsForgotten(reason)).map(({ path }) => path))
  const rest = given.filter(({ key }) => !refused.has(key))
  return given.length - rest.length === refused.size ? rest : []
}

/** Creates the brain for its first notes. False when there is no brain and nothing to read. */
const ensureBrain = async ({ followed: { brain }, host, worker }: NotesFollowed, { notes }: FoundNotes): Promise<boolean> => {
  const { brains } = await worker.ask('brains', { below: [brain] }, { deadlineMs })
  if (brains.some(({ key }) => key === brain)) return true
  if (notes.length === 0) return false
  await worker.ask('init', { brain, actor: host.actor, actorKind: 'host' }, { deadlineMs }).catch((error: unknown) => {
    // The agent's first turn created it meanwhile.
    if (!(isWorkerFailure(error) && error._tag === 'BrainExists')) throw error
  })
  return true
}

/** The first check does not know which notes existed before. */
const isSweepDue = ({ followed, prune }: NotesFollowed, found: FoundNotes): boolean =>
  followed.fresh || prune === true || goneIn(followed, found).length > 0

const presentIn = ({ notes, unseen }: FoundNotes): ReadonlyArray<string> => [...notes.map(({ key }) => key), ...unseen]

const goneIn = ({ known }: Followed, found: FoundNotes): ReadonlyArray<string> => {
  const present = new Set(presentIn(found))
  return [...known.keys()].filter((key) => !present.has(key))
}

interface Sweeping {
  readonly ask: (origin: 'agent', given: ReadonlyArray<GivenNote>, sweeps?: boolean) => Promise<void>
  readonly reader: Reader
  readonly first: ReadonlyArray<GivenNote>
}

/** Retires together with the first batch, so that a moved note is recognised. A note that moves later matches what was retired. */
const retireGone = async ({ followed, host }: NotesFollowed, found: FoundNotes, { ask, first, reader }: Sweeping) => {
  const sweep = async (given: ReadonlyArray<GivenNote>): Promise<MostlyGone | undefined> => {
    try {
      await ask('agent', given, true)
      followed.fresh = false
      for (const key of goneIn(followed, found)) followed.known.delete(key)
      return undefined
    } catch (error) {
      if (isWorkerFailure(error) && error._tag === 'MostlyGone') return error
      throw error
    }
  }
  const refused = await sweep(first)
  if (refused === undefined) return undefined
  // The missing notes may have moved: then they are among the remaining ones.
  const rest = await reader.rest('agent', wholeBytes)
  const all = [...first, ...rest]
  const still = rest.length === 0 ? refused : await sweep(all)
  if (still === undefined) return undefined
  for (let from = 0; from < all.length; from += batchNotes) await ask('agent', all.slice(from, from + batchNotes))
  const { gone, known } = still
  const prune = host.terminal(`follow --agent ${followed.agent} --prune`)
  const text = `gone from ${found.root}: ${gone} of ${counted(known, 'note')}, still remembered; if that is meant: ${prune}`
  return { kind: 'gone', text } satisfies FollowProblem
}

interface Asked {
  readonly origin: 'agent' | 'owner'
  readonly given: ReadonlyArray<GivenNote>
  /** True to retire what is gone, too. */
  readonly sweeps: boolean
}

/** Here a note turns into a source: its path gets the folder of its gateway, which is the root then. */
const requestOf = (
  { followed: { agent, brain, folder }, host, prune = false }: NotesFollowed,
  found: FoundNotes,
  { given, origin, sweeps }: Asked,
): Request.IngestRequest => {
  const root = folder ?? found.root
  const source = (path: string) => sourceOf(folder, path)
  return {
    brain,
    actor: host.actor,
    actorKind: 'host',
    agent,
    // A session kind that teaches nothing, because nobody speaks here.
    session: 'workspace',
    sessionKind: 'cron',
    origin,
    today: todayHere(),
    documents: given.map(({ background, key, read }) => ({ source: source(key), format: 'markdown', text: read.text, root, background })),
    ...(sweeps ? { folders: [{ root, below: folder ?? '' }], present: presentIn(found).map(source) } : {}),
    ...(sweeps && prune ? { prune } : {}),
  }
}

/** The notes of an answer by their paths in the workspace again. */
const inWorkspace = ({ folder }: Followed, { others, skipped }: Answer.IngestAnswer) => ({
  others: others?.map((source) => pathOf(folder, source)),
  skipped: skipped.map(({ path, reason }) => ({ path: pathOf(folder, path), reason })),
})
