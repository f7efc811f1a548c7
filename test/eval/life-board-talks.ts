/**
 * Holds the remarks and changes of a life board with the plugin in the fake host. Each has an agent of its own, whose brain holds all notes,
 * so that what one message does is told apart from what the others do.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '@crabtrail/core'
import type { MemoryWorker } from '@crabtrail/store/worker'
import { sharedMemory } from '../../packages/agent-host/src/state/shared-memory.ts'
import { sharedState } from '../../packages/agent-host/src/state/shared-state.ts'
import { defaultPlace } from '../../packages/plugin-openclaw/src/host/settings.ts'
import { fenceIn } from '../conversations/talk.ts'
import { currentUserText } from '../src/chat-request.ts'
import { createFakeHost, type FakeHost } from '../src/fake-host/fake-host.ts'
import { handClock } from '../src/fake-host/host-clock.ts'
import type { HostedPlugin } from '../src/fake-host/registration.ts'
import { type Answered, type Board, type Change, type Found, hasAnswer, type Judge, judgeOf, notesOf, type Remark } from './life-board.ts'
import { entriesOf, readNotesIn } from './life-board-questions.ts'

interface Held {
  readonly id: string
  readonly asked: string
  readonly says: string
  /** What the message taught or changed, beside the record of the turn and what the agent used. */
  readonly heard: ReadonlyArray<string>
}

export interface HeldRemark extends Held {
  /** The right memory was given before the remark. Of a question without a known answer: anything was. */
  readonly before: boolean
  /** It is given afterwards. */
  readonly after: boolean
}

export interface HeldChange extends Held {
  /** The question was answered from the line that holds the old value. */
  readonly drawn: boolean
  /** The new value stands in what is given afterwards. */
  readonly takenUp: boolean
  /** The old line is given afterwards, and the new value is not. */
  readonly stale: boolean
  /** The beginning of what is given afterwards. */
  readonly instead: string
}

export interface HeldTalks {
  readonly remarks: ReadonlyArray<HeldRemark>
  readonly changes: ReadonlyArray<HeldChange>
}

interface Stage {
  readonly say: (
    agent: string,
    session: string,
    message: string,
    reply: (given: ReadonlyArray<Found>) => string,
  ) => Promise<ReadonlyArray<Found>>
  /** Everything that an agent's brain recorded behind a position, once all is recorded and learned from. */
  readonly log: (agent: string, from: number) => Promise<ReadonlyArray<Answer.LoggedEvent>>
  readonly leave: () => Promise<void>
}

export interface TalkOptions {
  /** Loads the plugin for a registration. */
  readonly load?: () => Promise<HostedPlugin>
  readonly note?: (text: string) => void
}

const patient = { deadlineMs: 60_000 }
const brainOf = (agent: string): string => `local/${agent}/default`
const loadPlugin = async (): Promise<HostedPlugin> => (await import('../../packages/plugin-openclaw/src/index.ts')).default

export const holdTalks = async (
  folder: string,
  board: Board,
  { load = loadPlugin, note = () => {} }: TalkOptions = {},
): Promise<HeldTalks> => {
  const isRight = judgeOf(folder)
  const [first, ...others] = [...board.remarks, ...board.changes].map(({ id }) => agentOf(id))
  if (first === undefined) return { remarks: [], changes: [] }
  const stage = await openStage(folder, board, [first, ...others], { load, note })
  try {
    const remarks: HeldRemark[] = []
    for (const one of board.remarks) remarks.push(await holdRemark(stage, one, knownAnswer(board, one.after), isRight))
    const changes: HeldChange[] = []
    for (const one of board.changes) changes.push(await holdChange(stage, one, isRight))
    return { remarks, changes }
  } finally {
    await stage.leave()
  }
}

const agentOf = (id: string): string => `board-${id.toLowerCase()}`

const neutral = () => 'OK.'

const holdRemark = async (stage: Stage, { after, id, message }: Remark, known: Known | undefined, isRight: Judge): Promise<HeldRemark> => {
  const agent = agentOf(id)
  let drawn: Found | undefined
  await stage.say(agent, 'talk', after, (given) => {
    drawn = known === undefined ? given[0] : given.find((found) => isRight(found, known))
    return known?.right[0]?.text ?? replyFrom(given[0])
  })
  const heard = await hearing(stage, agent, message)
  const given = await stage.say(agent, 'later', after, neutral)
  const isThere = given.some((found) => (known === undefined ? headOf(found) === (drawn && headOf(drawn)) : isRight(found, known)))
  return { id, asked: after, says: message, heard, before: drawn !== undefined, after: isThere }
}

const holdChange = async (stage: Stage, change: Change, isRight: Judge): Promise<HeldChange> => {
  const { id, message, new: fresh, old, question, right } = change
  const agent = agentOf(id)
  const holdsOld = (found: Found) => isRight(found, { right: [right], answer: old })
  const before = await stage.say(agent, 'talk', question, () => right.text)
  const heard = await hearing(stage, agent, message)
  const given = await stage.say(agent, 'later', question, neutral)
  const takenUp = given.some(({ text }) => hasAnswer(text, fresh))
  const instead = given.map(({ text }) => text.replace(/\s+/g, ' ').slice(0, 100)).join(' / ')
  return {
    id,
    asked: question,
    says: message,
    heard,
    drawn: before.some(holdsOld),
    takenUp,
    stale: !takenUp && given.some(holdsOld),
    instead: instead === '' ? 'nothing' : instead,
  }
}

/** Says the message in the talk, and returns what it taught or changed. */
const hearing = async (stage: Stage, agent: string, message: string): Promise<ReadonlyArray<string>> => {
  const known = (await stage.log(agent, 1)).at(-1)?.position ?? 0
  await stage.say(agent, 'talk', message, neutral)
  const all = await stage.log(agent, 1)
  return teachingIn(all, known)
}

type Known = Pick<Answered, 'right' | 'answer'>

/** The answer of the board to a question, if it is one of its own. */
const knownAnswer = ({ changes, list, questions }: Board, asked: string): Known | undefined => {
  const isAsked = ({ question }: { readonly question: string }) => question.trim().toLowerCase() === asked.trim().toLowerCase()
  const change = changes.find(isAsked)
  return [...questions, ...list].find(isAsked) ?? (change === undefined ? undefined : { right: [change.right], answer: change.old })
}

const replyMost = 400

const replyFrom = (found: Found | undefined): string =>
  found === undefined ? 'I do not know.' : found.text.split('\n').slice(1).join('\n').trim().slice(0, replyMost)

const headOf = ({ text }: Found): string => text.split('\n')[0] ?? ''

/** What every turn records, and what follows from time alone. */
const ordinary: ReadonlySet<string> = new Set(
  `ActorNamed SessionStarted SessionEnded HeartbeatObserved TurnStarted SeedsSelected NoveltyAssessed NodeAdded EdgeLinked NodeFired NodeInhibited
  EdgeFollowed EdgeSkipped ContextBundled TurnCompleted RecallSkipped ModelAsked ModelAnswered RouteChosen StrengthsDecayed ContentErased`.split(
    /\s+/,
  ),
)

/** The events behind a position that teach or change a memory and are not the agent's own use. */
export const teachingIn = (events: ReadonlyArray<Answer.LoggedEvent>, known: number): ReadonlyArray<string> => {
  const unheard = new Set(events.filter(isWithoutEffect).map(({ data }) => data['feedback']))
  return events.flatMap(({ data, position, type }) => {
    if (position <= known || ordinary.has(type) || data['tier'] === 'agent' || unheard.has(data['feedback'])) return []
    return [[type, data['verdict'], data['reason']].filter((word) => typeof word === 'string').join(' ')]
  })
}

/** A verdict of the agent, and a message that was taken for a verdict on no turn. */
const isWithoutEffect = ({ data, type }: Answer.LoggedEvent): boolean =>
  (type === 'FeedbackGiven' && data['tier'] === 'agent') ||
  (type === 'OutcomeGiven' && (data['tier'] === 'agent' || (Array.isArray(data['turns']) && data['turns'].length === 0)))

const openStage = async (
  folder: string,
  { now }: Board,
  agents: readonly [string, ...ReadonlyArray<string>],
  { load, note }: Required<TalkOptions>,
): Promise<Stage> => {
  const home = mkdtempSync(join(tmpdir(), 'crabtrail-talks-'))
  const place = defaultPlace(join(home, 'state'))
  mkdirSync(dirname(place.path), { recursive: true, mode: 0o700 })
  for (const [number, agent] of agents.entries()) {
    note(`reading the notes in for talk ${number + 1} of ${agents.length}`)
    await readNotesIn(notesOf(folder), place.path, brainOf(agent), now)
  }
  const entry = { hooks: { allowConversationAccess: true }, config: { deadlineMs: 10_000, follow: false } }
  const host = createFakeHost({ home, load, entry, agents, script: neutral, clock: handClock(Date.parse(now)) })
  const shared = sharedMemory({ ...place, entry: new URL('../../packages/plugin-openclaw/src/worker.ts', import.meta.url) })
  const [memory, state] = [shared.worker, sharedState(place.store.place)]
  await host.start()
  const quiet = async () => {
    await host.settled()
    await memory().drained()
    while (state.learning.size > 0) await pause(5)
  }
  return {
    say: async (agent, session, message, reply) => {
      note(`${agent}: ${session}`)
      const given = await sayIn(host, memory(), agent, session, message, reply)
      await quiet()
      return given
    },
    log: async (agent, from) => {
      await quiet()
      return (await memory().ask('log', { brain: brainOf(agent), from: String(from), limit: 10_000, walks: false }, patient)).events
    },
    leave: async () => {
      await host.stop()
      await memory().close(10_000)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const sayIn = async (
  host: FakeHost,
  memory: MemoryWorker,
  agent: string,
  session: string,
  message: string,
  reply: (given: ReadonlyArray<Found>) => string,
): Promise<ReadonlyArray<Found>> => {
  let given: ReadonlyArray<Found> = []
  host.follow(async (request) => {
    if (!currentUserText(request).includes(message)) return neutral()
    given = await Promise.all(entriesOf(fenceIn(request)).map((text) => foundIn(memory, brainOf(agent), text)))
    return reply(given)
  })
  await host.chat(`agent:${agent}:${session}`, message)
  return given
}

/** An entry begins with the id of its memory in brackets; the memory knows its file. */
const foundIn = async (memory: MemoryWorker, brain: string, text: string): Promise<Found> => {
  const id = /^\[(.*?)\](?: |$)/m.exec(text)?.[1] ?? ''
  const file = await memory.ask('show', { brain, what: id }, patient).then(
    ({ nodes }) => nodes[0]?.source ?? id,
    () => id.split('#')[0] ?? id,
  )
  return { file, text }
}
