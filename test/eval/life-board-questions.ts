/** Reads the notes of a life board in as a user would, asks its questions, and says what was found and given, and whether it is right. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, operations, type Request } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { parseCall } from '../../packages/cli/src/calls/parse.ts'
import { runCall } from '../../packages/cli/src/run.ts'
import { heard } from '../cli/within.ts'
import { handClock } from '../models/hand-clock.ts'
import { type AskedMemory, openStore } from '../models/open-store.ts'
import { type Answered, type Board, type Found, isTakenOut, type Judge, judgeOf, notesOf } from './life-board.ts'

/** What a question, or a message without an answer, was met with. */
export interface Asked {
  readonly id: string
  readonly kind: string
  readonly question: string
  /** The place of the right memory in the ranking, from 1; 0: not among the first ten. */
  readonly rank: number
  /** The place of the right memory among what was given, from 1; 0: it was not given. */
  readonly place: number
  readonly tokens: number
  /** The right line was found, and its answer was taken out as a secret when it was read in. */
  readonly takenOut: boolean
  readonly given: ReadonlyArray<Found>
  /** The first of the ranking. */
  readonly best: Found | undefined
}

const brain = 'local/main/default'
const rankedMost = 10
/** The ranking is read further down than it is judged, to name the files of everything that was given. */
const readMost = 200

/** What the command line printed when it read the notes in. */
export interface ReadIn {
  readonly answer: Answer.IngestAnswer
  readonly warnings: string
}

/** `crabtrail init` and `crabtrail ingest NOTES`, on the day of the board. */
export const readNotesIn = async (notes: string, store: string, into: string, now: string): Promise<ReadIn> => {
  const choice = ['--store', store, '--brain', into, '--json']
  await crabtrail(['init', ...settingsGiven(), ...choice], notes, now)
  const { stderr, stdout } = await crabtrail(['ingest', notes, ...choice], notes, now)
  return { answer: JSON.parse(stdout), warnings: stderr }
}

/** Settings to try, as `BOARD_SET='context.rival=0.5 context.adds=0.2'`. */
const settingsGiven = () => (process.env['BOARD_SET'] ?? '').split(' ').flatMap((one) => (one === '' ? [] : ['--set', one]))

const crabtrail = async (words: ReadonlyArray<string>, folder: string, now: string) => {
  const call = parseCall(words)
  if (call.ask !== 'run') throw new Error(`this command line does not know ${words.join(' ')}`)
  const [stdout, stderr] = [heard(false), heard(false)]
  const surroundings = { env: {}, home: folder, folder, stdout: stdout.stream, stderr: stderr.stream }
  await Effect.runPromise(Effect.provideService(runCall(call, surroundings), Clock.Clock, handClock(Date.parse(now))))
  return { stdout: stdout.text(), stderr: stderr.text() }
}

export interface AskedBoard {
  readonly readIn: ReadIn
  readonly questions: ReadonlyArray<Asked>
  readonly list: ReadonlyArray<Asked>
  readonly unknown: ReadonlyArray<Asked>
}

/** Asks everything that changes nothing first; then each follow-up in a session of its own. The answers are in the order of the board. */
export const askBoard = async (folder: string, board: Board): Promise<AskedBoard> => {
  const home = mkdtempSync(join(tmpdir(), 'crabtrail-board-'))
  const path = join(home, 'board.db')
  const readIn = await readNotesIn(notesOf(folder), path, brain, board.now)
  const store = openStore({ layer: layerSqlite({ path }), clock: handClock(Date.parse(board.now)) })
  try {
    const ask = asking(await store.memory(), judgeOf(folder), board.now)
    const all = new Map<Answered, Asked>()
    for (const one of [...board.questions, ...board.list].filter(({ after }) => after === undefined)) all.set(one, await ask(one))
    const unknown: Asked[] = []
    for (const { id, message } of board.unknown)
      unknown.push(await ask({ id, kind: 'unknown', question: message, right: [], answer: message }))
    for (const one of board.questions.filter(({ after }) => after !== undefined)) all.set(one, await ask(one))
    const inOrder = (of: ReadonlyArray<Answered>) => of.flatMap((one) => all.get(one) ?? [])
    return { readIn, questions: inOrder(board.questions), list: inOrder(board.list), unknown }
  } finally {
    await store.close()
    rmSync(home, { recursive: true, force: true })
  }
}

const asking =
  (memory: AskedMemory, isRight: Judge, now: string) =>
  async (one: Answered): Promise<Asked> => {
    const { after, id, kind = 'list', question } = one
    const session = after === undefined ? { record: false } : { session: `after-${id}` }
    const recall = (asked: string) => memory.recall(onDay({ brain, question: asked, limit: readMost, ...session }, now))
    if (after !== undefined) await recall(after)
    const answer = await recall(question)
    const ranked = answer.items.slice(0, rankedMost).map(foundOf)
    const given = givenIn(answer)
    return {
      id,
      kind,
      question,
      rank: ranked.findIndex((found) => isRight(found, one)) + 1,
      place: given.findIndex((found) => isRight(found, one)) + 1,
      tokens: answer.context.tokens,
      takenOut: [...ranked, ...given].some((found) => isTakenOut(found, one)),
      given,
      best: ranked[0],
    }
  }

const takesDay = Object.hasOwn(operations.recall.request.fields, 'today')

/** The request with the day on which it is made, if this memory takes one. */
const onDay = (request: Request.RecallRequest, now: string): Request.RecallRequest =>
  takesDay ? Object.assign(request, { today: now.slice(0, 10) }) : request

const foundOf = ({ content, source, title }: Answer.RecalledItem): Found => ({ file: source ?? '', text: `${title}\n${content}` })

/** The entries of the context as they are written there, each with the file of its memory. */
const givenIn = ({ context, items }: Answer.RecallAnswer): ReadonlyArray<Found> => {
  const entries = entriesOf(context.text)
  return context.items.map((node, place) => {
    const item = items.find((one) => one.node === node)
    const found = item === undefined ? { file: node.split('#')[0] ?? '', text: '' } : foundOf(item)
    const entry = entries.length === context.items.length ? entries[place] : undefined
    return entry === undefined ? found : { ...found, text: entry }
  })
}

/** Splits a context at the heads of its entries: only they begin at the margin with a bracket. */
export const entriesOf = (context: string): ReadonlyArray<string> => {
  const [, ...entries] = context.replace(/<\/crabtrail-memory>[\s\S]*$/, '').split(/\n(?=\[)/)
  return entries.map((entry) => entry.trim())
}
