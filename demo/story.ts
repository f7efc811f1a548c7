/** The story of the demo in the real host: what is said to its agent, what is typed beside it, and what each scene claims. */
import { currentNote, type Door, notePaths, outdatedNote, promised, question, typedAs, wordsOf } from '../packages/cli/src/demo/story.ts'
import type { Answer } from '../packages/core/src/index.ts'
import { type Fence, fenceOf } from './fence.ts'
import { type Ask, askBeside, type PrivateHost } from './private-host.ts'
import type { Progress } from './progress.ts'

/** The notes lie in this folder of the workspace, so their ids begin with it. */
export const notes = 'memory'
export const outdated = `${notes}/${outdatedNote}`
export const current = `${notes}/${currentNote}`

/** One asking of the question: the text that reached the model, the reply, and the ranking. */
export interface Asked {
  readonly turn: string
  /** Position of the recall in the log. */
  readonly position: number
  readonly sent: Fence
  readonly bytes: number
  readonly answer: string
  /** Ids in the order of their scores. */
  readonly places: ReadonlyArray<string>
}

interface Typed {
  /** A message to the agent, or a command in a terminal. */
  readonly typed: string
}

/** `same`: the claim of the step holds. */
interface Claiming {
  readonly same: boolean
}

export type Step = Typed &
  (
    | { readonly step: 'filled'; readonly notes: number; readonly memories: number; readonly edges: number }
    | ({ readonly step: 'asked' } & Asked)
    | { readonly step: 'corrected'; readonly answer: string }
    | ({ readonly step: 'asked-again'; readonly before: Asked; readonly changed: boolean } & Asked)
    | { readonly step: 'why'; readonly lines: ReadonlyArray<string> }
    | ({ readonly step: 'as-it-was'; readonly position: number; readonly places: ReadonlyArray<string>; readonly bytes: number } & Claiming)
    | { readonly step: 'rolled-back'; readonly answer: Answer.RollbackAnswer }
    | ({ readonly step: 'asked-after' } & Asked & Claiming)
    | { readonly step: 'proven'; readonly answer: Answer.VerifyAnswer }
  )

export interface Telling<S> {
  readonly stage: PrivateHost
  readonly progress: Progress
  /** Called with each step as soon as it is done. */
  readonly told: (step: S, seconds: number) => void
}

/** The functions that a story gives to its scenes. */
export interface Scenery<S> {
  readonly ask: Ask
  /** Tells a step, with the seconds since the one before. */
  readonly step: (done: S) => void
  /** Shows what is waited for. */
  readonly waiting: <A>(name: string, work: () => Promise<A>) => Promise<A>
}

export const sceneryOf = <S>({ progress, stage, told }: Telling<S>): Scenery<S> => {
  let began = performance.now()
  const step = (done: S) => {
    told(done, (performance.now() - began) / 1_000)
    began = performance.now()
  }
  return { ask: askBeside(stage.host), step, waiting: (name, work) => progress.during(name, work, 'passing') }
}

/** The door to the memory of the gateway: the command line beside it. `waits`: what is shown while a scene waits for its answer. */
export const doorBeside = <S>({ ask, step, waiting }: Scenery<S>, waits: Readonly<Record<string, string>>): Door<S, never, never> => ({
  ask: (name, request, scene = '') => {
    const work = () => ask<never>(...wordsOf(name, request))
    const waited = waits[scene]
    return promised(() => (waited === undefined ? work() : waiting(waited, work)))
  },
  typed: typedBeside,
  told: (done) => promised(async () => step(done)),
})

export const typedBeside = (words: ReadonlyArray<string>): string => `${typedAs(words)} --host`

export const tell = async (telling: Telling<Step>): Promise<void> => {
  const { stage } = telling
  const { host } = stage
  const { ask, step, waiting } = sceneryOf(telling)

  const filled = await waiting('the plugin reads the notes in', () => filledWith(ask, notePaths().length))
  step({ step: 'filled', typed: copyNotes(host.workspace), ...filled })
  const first = await waiting('the agent answers', () => asking(stage, ask, 'first', question))
  step({ step: 'asked', typed: question, ...first })

  const correction = `/trail wrong 1 instead ${current}`
  const answer = await waiting('the plugin answers', () => host.chat(conversation('first'), correction))
  step({ step: 'corrected', typed: correction, answer })
  const again = await waiting('the agent answers', () => asking(stage, ask, 'second', question))
  step({ step: 'asked-again', typed: question, ...again, before: first, changed: isChanged(first, again) })

  const why = await waiting('the command line of OpenClaw answers', () => host.cli('crabtrail', 'why', again.turn))
  step({ step: 'why', typed: `openclaw crabtrail why ${again.turn}`, lines: why.trim().split('\n') })
  const past = await waiting('the memory is read as it was', () => pastOf(ask, first))
  step({ step: 'as-it-was', typed: `crabtrail recall "${question}" --at ${first.position} --host`, ...past })

  const to = String(first.position)
  const back = await waiting('the lesson is taken back', () => ask<Answer.RollbackAnswer>('rollback', '--to', to))
  step({ step: 'rolled-back', typed: `crabtrail rollback --to ${to} --host`, answer: back })
  const after = await waiting('the agent answers', () => asking(stage, ask, 'third', question))
  step({ step: 'asked-after', typed: question, ...after, same: after.sent.withoutTurn === first.sent.withoutTurn })

  const proof = await waiting('the log is proven', () => ask<Answer.VerifyAnswer>('verify', '--rederive'))
  step({ step: 'proven', typed: 'crabtrail verify --rederive --host', answer: proof })
}

/** How the notes got into a workspace. */
export const copyNotes = (workspace: string): string => `cp -r packages/cli/demo/notes ${workspace}/memory`

const pastOf = async (ask: Ask, { position, sent }: Asked) => {
  const { context, items } = await ask<Answer.RecallAnswer>('recall', question, '--at', String(position))
  const places = items.map(({ node }) => node)
  return { position, places, bytes: Buffer.byteLength(context.text), same: context.text === sent.withoutTurn }
}

/** True if the outdated note led first, and now the right note leads and the outdated one is not sent. */
const isChanged = (first: Asked, again: Asked): boolean =>
  first.sent.memories[0]?.id === outdated &&
  again.sent.memories[0]?.id === current &&
  again.places[0] === current &&
  again.sent.memories.every(({ id }) => id !== outdated)

export const conversation = (name: string): string => `agent:main:${name}`

const patienceMs = 60_000
const everyMs = 250

/** Calls `look` until it returns something. Rejects after a minute. */
const until = async <A>(what: string, look: () => Promise<A | undefined>): Promise<A> => {
  for (const end = Date.now() + patienceMs; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, everyMs))) {
    const seen = await look()
    if (seen !== undefined) return seen
  }
  throw new Error(`${what}: not within ${patienceMs / 1_000} seconds`)
}

/** Waits until the plugin has ingested all notes of the workspace. Before its first notes there is no brain. */
export const filledWith = (ask: Ask, count: number) =>
  until('the plugin reads the notes in', async () => {
    const log = await ask<Answer.LogAnswer>('log', '--type', 'SourceAdded', '--limit', String(count)).catch(() => undefined)
    if (log === undefined || log.events.length < count) return undefined
    const { counts } = await ask<Answer.ShowAnswer>('show')
    return { notes: count, memories: counts.nodes, edges: counts.edges }
  })

/** Asks a question in a new conversation, so that the model knows of the earlier ones only by the memory. */
export const asking = async ({ host, model }: PrivateHost, ask: Ask, name: string, question: string): Promise<Asked> => {
  const before = model.requests.length
  const answer = await host.chat(conversation(name), question)
  const request = model.requests.slice(before).find(({ body }) => body.includes(question))
  const sent = request === undefined ? undefined : fenceOf(request)
  if (sent === undefined) throw new Error('the turn went on without memory')
  // The turn is recorded and learned from after the reply.
  const events = await until('the turn is recorded', async () => {
    const log = await ask<Answer.LogAnswer>('log', '--session', conversation(name), '--limit', '1000')
    const { backlog } = await ask<Answer.ShowAnswer>('show')
    return log.events.some(({ type }) => type === 'TurnCompleted') && backlog === 0 ? log.events : undefined
  })
  const bundled = events.find(({ type }) => type === 'ContextBundled')
  if (bundled === undefined || bundled.turn === null) throw new Error('the turn is not in the log of the memory')
  const { turn, position } = bundled
  const { items } = await ask<Answer.WhyAnswer>('why', turn)
  return { turn, position, sent, bytes: Buffer.byteLength(sent.text), answer, places: items.map(({ node }) => node) }
}
