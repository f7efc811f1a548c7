/**
 * Erases here what came from sessions that the host was told to forget, with a receipt.
 *
 * A host may have no way to say that it forgets something: then it is asked, now and then, which sessions are forgotten. Each is erased once; the
 * receipts lie beside the store, without a word of what was erased.
 */

import type { Answer, Request } from '@crabtrail/core'
import { isWorkerFailure } from '@crabtrail/store/worker'
import { counted } from '@crabtrail/text/counted'
import * as Result from 'effect/Result'
import { owner } from '../conversation/conversation.ts'
import { brainNamed, sessionNamed } from '../conversation/naming.ts'
import { failed, type HostParts } from '../state/parts.ts'
import { patienceMs } from '../state/runs.ts'
import { readStateFile, writeStateFile } from '../state/shared-state.ts'

export interface ForgottenSession {
  /** Names the session in the host. */
  readonly id: string
  /** The key by which the memory knows the session; undefined where the host does not know it any more. */
  readonly key: string | undefined
  /** Milliseconds UTC between which the key was this session; absent where all that was ever said under the key is forgotten. */
  readonly from?: number
  readonly until?: number | undefined
}

/** Asks the host which sessions of an agent are forgotten. Rejects where that cannot be told now. */
export type ForgottenSessions = (agent: string) => Promise<ReadonlyArray<ForgottenSession>>

export interface Receipt {
  readonly id: string
  readonly brain: string
  /** Milliseconds UTC. */
  readonly at: number
  /** Contents that were erased. */
  readonly contents: number
  /** False where the host did not know any more what the session was called: then nothing could be found. */
  readonly isFound: boolean
}

export const forgottenPath = (files: string): string => `${files}.forgotten.json`

export const readReceipts = async (files: string): Promise<ReadonlyArray<Receipt>> => {
  const kept = await readStateFile(forgottenPath(files))
  return kept !== undefined && 'receipts' in kept && Array.isArray(kept.receipts) ? (kept.receipts as ReadonlyArray<Receipt>) : []
}

/** How often a host is asked. */
export const forgottenEveryMs = 60_000

/** Looks at all agents, one after the other. Never rejects. A call joins the one under way. */
export const forgetForgotten = (parts: HostParts, asked: ForgottenSessions, info: (line: string) => void): (() => Promise<void>) => {
  let under: Promise<void> | undefined
  const look = async (): Promise<void> => {
    for (const agent of parts.naming.agents()) await forgetOf(parts, agent, { asked, info })
  }
  return () => {
    under ??= look()
      .catch((error: unknown) => failed(parts, 'forgotten sessions', error))
      .finally(() => {
        under = undefined
      })
    return under
  }
}

interface Asking {
  readonly asked: ForgottenSessions
  readonly info: (line: string) => void
}

const forgetOf = async (parts: HostParts, agent: string, { asked, info }: Asking): Promise<void> => {
  const brain = brainNamed(parts.naming, agent)
  if (Result.isFailure(brain) || !parts.isOn()) return
  const forgotten = await asked(agent)
  if (forgotten.length === 0) return
  const { files } = parts.memory
  const receipts = await readReceipts(files)
  const isDone = ({ id }: ForgottenSession) => receipts.some((one) => one.id === id && one.brain === brain.success)
  for (const session of forgotten.filter((one) => !isDone(one))) {
    const contents = session.key === undefined ? 0 : await erase(parts, { agent, brain: brain.success }, session, session.key)
    const receipt: Receipt = { id: session.id, brain: brain.success, at: Date.now(), contents, isFound: session.key !== undefined }
    await writeStateFile(forgottenPath(files), { format: 1, receipts: [...(await readReceipts(files)), receipt] })
    info(`crabtrail: ${receiptInWords(receipt)}`)
  }
}

export const receiptInWords = ({ at, brain, contents, id, isFound }: Receipt): string => {
  const when = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  const what = isFound
    ? `${counted(contents, 'content')} of ${brain} ${contents === 1 ? 'was' : 'were'} erased`
    : `nothing was found of it in ${brain}, because the host does not know its name any more`
  return `the host forgot the session ${id}: ${what}, at ${when} UTC`
}

interface Place {
  readonly agent: string
  readonly brain: string
}

/** Kinds of sessions that have a session of their own in the memory beside that of a person. */
const besides = ['', ':heartbeat', ':cron']

/** Returns the number of contents that were erased. */
const erase = async ({ memory, naming }: HostParts, { agent, brain }: Place, session: ForgottenSession, key: string): Promise<number> => {
  const worker = memory.worker()
  // Signals that wait to be recorded may belong to the session.
  await worker.drained()
  const named = besides.flatMap((kind) =>
    Result.getOrElse(
      Result.map(sessionNamed(naming, agent, `${key}${kind}`), (name) => [name]),
      () => [],
    ),
  )
  const forget = (what: { readonly session: string } | { readonly turn: string } | { readonly node: string }) =>
    unlessUnknown(worker.ask('forget', { brain, ...owner, ...what }, { deadlineMs: patienceMs })).then((answer) => answer?.contents ?? 0)
  let contents = 0
  for (const name of named) {
    const turns = session.from === undefined ? undefined : await turnsOf(worker, { brain, session: name }, session)
    if (turns === undefined) contents += await forget({ session: name })
    else {
      const notes = await notesOf(worker, { brain, session: name }, session)
      for (const turn of turns) contents += await forget({ turn })
      for (const node of notes) contents += await forget({ node })
    }
  }
  return contents
}

type Worker = ReturnType<HostParts['memory']['worker']>

type About = Pick<Request.LogRequest, 'session' | 'node'> & { readonly brain: string }

type Stretch = Pick<ForgottenSession, 'from' | 'until'>

const isWithin = ({ from = 0, until = Number.POSITIVE_INFINITY }: Stretch, at: string): boolean =>
  Date.parse(at) >= from && Date.parse(at) < until

/** Turns that began while the key was this session. */
const turnsOf = async (worker: Worker, about: About, stretch: Stretch): Promise<ReadonlyArray<string>> =>
  (await eventsOf(worker, about, 'TurnStarted')).flatMap(({ at, turn }) => (turn !== null && isWithin(stretch, at) ? [turn] : []))

/** Returns the memories that were noted while the key was this session, and that no other session said again. A passage of a document is no such memory. */
const notesOf = async (worker: Worker, about: About, stretch: Stretch): Promise<ReadonlyArray<string>> => {
  const notes: Array<string> = []
  for (const { at, data, names = {}, session } of await eventsOf(worker, about, 'NodeAdded')) {
    const [node] = names['node'] ?? []
    const isNote = data['source'] === undefined && (data['nodeType'] === 'fact' || data['nodeType'] === 'correction')
    if (node === undefined || !isNote || !isWithin(stretch, at)) continue
    const saidAgain = async (type: string) =>
      (await eventsOf(worker, { brain: about.brain, node }, type)).some(
        (one) => one.cause === null && one.session !== null && (one.session !== session || !isWithin(stretch, one.at)),
      )
    if (!((await saidAgain('NodeRevised')) || (await saidAgain('NodeRestored')))) notes.push(node)
  }
  return notes
}

/** Reads events, a page of the log after the other, the newest page first. None of a session or a memory that is not known. */
const eventsOf = async (worker: Worker, about: About, type: string): Promise<ReadonlyArray<Answer.LoggedEvent>> => {
  const all: Array<Answer.LoggedEvent> = []
  const page = (to: { readonly to?: string }) =>
    unlessUnknown(worker.ask('log', { ...about, ...to, type, names: true, limit: eventsAtOnce }, { deadlineMs: patienceMs }))
  for (let found = await page({}); found !== undefined; ) {
    const { events, more } = found
    all.push(...events)
    found = more ? await page({ to: String((events[0]?.position ?? 1) - 1) }) : undefined
  }
  return all
}

const eventsAtOnce = 20

const unlessUnknown = async <A>(work: Promise<A>): Promise<A | undefined> => {
  try {
    return await work
  } catch (error) {
    if (isWorkerFailure(error) && error._tag === 'NotFound') return undefined
    throw error
  }
}
