/** Plays a conversation to a memory over a store in memory, and keeps what each thing that was said left in the log. */
import type { Answer, MemoryError, MemoryMethods, Request } from '@crabtrail/core'
import type * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import type { AnySaid, ReplyPart, SaidAs } from '../arbitraries/conversation.ts'
import type { Log } from '../arbitraries/log.ts'
import { type RunningMemory, runningMemory } from '../arbitraries/running-memory.ts'
import { firstNotes, questions } from './small-notes.ts'

/** One thing that was said, and what came of it. */
export interface Step {
  readonly said: AnySaid
  /** Key of the session it was said in, if in any. */
  readonly session: string | undefined
  /** The turn it names, whether or not there is one. */
  readonly turn: number | undefined
  readonly at: number
  readonly events: Log
  readonly refused: string | undefined
  readonly answer: unknown
  /**
   * Rankings of recalls that record nothing, before and after the step: for the question of a recall before it, for one fixed question
   * after others.
   */
  readonly looks: { readonly before?: Ranking; readonly after?: Ranking }
}

export type Ranking = ReadonlyArray<readonly [node: string, score: number]>

/** Breaks the memory in one way, for a canary. */
export type Broken = (methods: MemoryMethods) => MemoryMethods

const sessionKeys = ['cli', 'talk', 'pulse'] as const
const keys: ReadonlyArray<string> = sessionKeys
const kinds = { cli: 'cli', talk: 'interactive', pulse: 'heartbeat' } as const
export const mute: ReadonlyArray<string> = ['pulse']

export const hits = [
  { source: 'rota.md', text: 'The fridge of the kitchen is emptied on Fridays.', node: 'rota.md#kitchen' },
  { source: 'deploy.md', text: 'Watch the error rate of the API for ten minutes.', node: 'deploy.md#after-a-deploy' },
  { source: 'elsewhere.md', text: 'Zeppelins fly.', node: undefined },
] as const
export const tags = ['kitchen', 'deploy', 'zeppelin', 'queue stuck'] as const
/** The first is a correction. */
export const spoken = ['No, that is wrong.', 'Thank you!', 'What is wrong with the build?'] as const

/** The last is of more than one memory, and of more than a turn may use. */
const widest = 'Who rolls back a bad deploy, restarts the workers of the queue, and restores backups of Postgres at night?'
export const asks: ReadonlyArray<string> = [...questions, widest]

/** A memory that has read the small notes. */
export const noted = (): RunningMemory => {
  const memory = runningMemory()
  memory.ask((methods) => methods.init({}))
  Result.getOrThrow(memory.ask((methods) => methods.ingest({ documents: firstNotes })))
  return memory
}

export const transcriptOf = (said: ReadonlyArray<AnySaid>, broken: Broken = (methods) => methods): ReadonlyArray<Step> => {
  const memory = noted()
  const say = speaker(memory, broken)
  const look = looker(memory)
  let position = memory.log().length
  return said.map((one, i) => {
    const before = one.kind === 'recall' ? look(one.question) : isHeard(one) ? look(0) : undefined
    const { answer, session, turn } = say(one, i)
    const events = memory.since(position)
    position += events.length
    if (events.length > 0) look.anew()
    return {
      said: one,
      session,
      turn,
      at: memory.now(),
      events,
      refused: Result.isFailure(answer) ? answer.failure._tag : undefined,
      answer: Result.isSuccess(answer) ? answer.success : undefined,
      looks: { ...(before === undefined ? {} : { before }), ...(isHeard(one) ? { after: look(0) } : {}) },
    }
  })
}

/** Tells whether a step is only heard, and teaches nothing at once. */
const isHeard = ({ kind }: AnySaid): boolean => ['complete', 'hear', 'heartbeat', 'session', 'skip'].includes(kind)

/** Looks again only where something was logged since. */
const looker = (memory: RunningMemory) => {
  const seen = new Map<number, Ranking>()
  const look = (place: number): Ranking => {
    const question = asks[place] ?? ''
    const ranking = seen.get(place) ?? rankingOf(Result.getOrThrow(memory.ask((methods) => methods.recall({ question, record: false }))))
    seen.set(place, ranking)
    return ranking
  }
  return Object.assign(look, { anew: () => seen.clear() })
}

export const rankingOf = ({ items }: Pick<Answer.RecallAnswer, 'items'>): Ranking => items.map(({ node, score }) => [node, score])

interface Asked {
  readonly turn: number
  readonly key: string
  readonly session: string
  /** Absent for a turn that went on without memory. */
  readonly answer: Answer.RecallAnswer | undefined
  readonly question: string
}

interface Spoken {
  readonly answer: Result.Result<unknown, MemoryError>
  readonly session: string | undefined
  readonly turn: number | undefined
}

const inSession = (place: number) => {
  const session = sessionKeys[place] ?? 'cli'
  return { session, sessionKind: kinds[session] }
}

const speaker = (memory: RunningMemory, broken: Broken) => {
  const turns: Array<Asked> = []
  const ask = <A>(use: (methods: MemoryMethods) => Effect.Effect<A, MemoryError>) => memory.ask((methods) => use(broken(methods)))
  const spokenIn = (place: number, answer: Spoken['answer'], turn?: number): Spoken => ({ answer, session: sessionKeys[place], turn })

  const recall = (said: SaidAs<'recall'>, i: number): Spoken => {
    const [question, key] = [asks[said.question] ?? '', `recall:${i}`]
    const found = said.hits.flatMap((hit) => hits[hit] ?? []).map(({ source, text }) => ({ source, text }))
    const hinted = found.length === 0 ? {} : { hits: found }
    const answer = ask((methods) =>
      methods.recall({ question, ...inSession(said.session), ...hinted, ...(said.record ? { key } : { record: false }) }),
    )
    const turn = Result.isSuccess(answer) && answer.success.turn !== null ? numberOf(answer.success.turn) : undefined
    if (turn !== undefined && Result.isSuccess(answer))
      turns.push({ turn, key, question, session: sessionKeys[said.session] ?? '', answer: answer.success })
    return spokenIn(said.session, answer, turn)
  }
  const skip = (said: SaidAs<'skip'>, i: number): Spoken => {
    const newest = turns.at(-1)
    const late = said.late && newest?.answer !== undefined ? newest : undefined
    const place = late === undefined ? said.session : keys.indexOf(late.session)
    const about = late === undefined ? { reason: 'off', key: `skip:${i}` } : { reason: 'late', turn: `t${late.turn}` }
    const answer = ask((methods) =>
      methods.skip({ ...about, ...inSession(place), skippedAt: memory.now(), waitedMs: 1 } as Request.SkipRequest),
    )
    const turn = Result.isSuccess(answer) ? numberOf(answer.success.turn) : undefined
    if (late === undefined && turn !== undefined)
      turns.push({ turn, key: `skip:${i}`, question: '', session: sessionKeys[place] ?? '', answer: undefined })
    return spokenIn(place, answer, turn)
  }
  const complete = (said: SaidAs<'complete'>): Spoken => {
    const asked = said.back === 40 ? undefined : turns.at(-1 - (said.back % Math.max(1, turns.length)))
    const own = keys.indexOf(asked?.session ?? '')
    const place = said.session ?? Math.max(0, own)
    const named = said.by === 'key' ? { recallKey: asked?.key ?? 'never asked' } : { turn: `t${asked?.turn ?? 999}` }
    const text = replyOf(said.reply, asked)
    const told = said.inTool ? { toolTexts: [JSON.stringify({ text })] } : { reply: text }
    const tools = ['exec', 'read'].slice(0, said.tools).map((name) => ({ name, calls: 1, failures: 0 }))
    const answer = ask((methods) =>
      methods.complete({ ...named, ...inSession(place), outcome: said.outcome, durationMs: 1, tools, ...told }),
    )
    return spokenIn(place, answer, asked?.turn ?? 999)
  }
  const hear = (said: SaidAs<'hear'>): Spoken => {
    const newest = said.ofNewest ? turns.at(-1) : undefined
    const own = newest === undefined ? {} : { recallKey: newest.key }
    const text = spoken[said.text] ?? ''
    return spokenIn(
      said.session,
      ask((methods) => methods.hear({ text, origin: said.origin, ...inSession(said.session), ...own })),
      newest?.turn,
    )
  }
  return (said: AnySaid, i: number): Spoken => {
    switch (said.kind) {
      case 'recall':
        return recall(said, i)
      case 'skip':
        return skip(said, i)
      case 'complete':
        return complete(said)
      case 'hear':
        return hear(said)
      case 'heartbeat': {
        const seen = said.tags.map((tag) => tags[tag] ?? '')
        return spokenIn(
          said.session,
          ask((methods) => methods.heartbeat({ tags: seen, ...inSession(said.session) })),
        )
      }
      case 'session':
        return spokenIn(
          said.session,
          ask((methods) => methods.session({ event: said.event, ...inSession(said.session), reason: 'reset' })),
        )
      case 'feedback':
        return spokenIn(
          said.session,
          ask((methods) => methods.feedback({ verdict: said.verdict, nodes: [], ...inSession(said.session) })),
        )
      case 'learn':
        return { answer: ask((methods) => methods.learn({})), session: undefined, turn: undefined }
      case 'wait':
        memory.wait(said.seconds * 1_000)
        return { answer: Result.succeed({}), session: undefined, turn: undefined }
      default:
        return said satisfies never
    }
  }
}

const numberOf = (turn: string): number => Number(turn.slice(1))

const replyOf = (parts: ReadonlyArray<ReplyPart>, asked: Asked | undefined): string => {
  const { context, items = [] } = asked?.answer ?? {}
  const given = items.filter(({ node }) => context?.items.includes(node) === true)
  return parts
    .map(({ part, place }) => {
      const item = given[place % Math.max(1, given.length)]
      switch (part) {
        case 'memory':
          return item?.content ?? ''
        case 'name':
          return item === undefined ? '' : `See [${item.node}].`
        case 'given':
          return context?.text ?? ''
        case 'question':
          return asked?.question ?? ''
        case 'chatter':
          return 'Gladly, and mind the tide tonight.'
        default:
          return part satisfies never
      }
    })
    .join('\n')
}
