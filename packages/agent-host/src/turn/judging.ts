/** Has messages judged while nobody waits: right after one was said, at a heartbeat, before a conversation is shortened, and at its end. */
import { hash } from 'node:crypto'
import { type Answer, limits, type Request } from '@crabtrail/core'
import { asOwner, owner, type Talk } from '../conversation/conversation.ts'
import { modelMsOf } from '../model/chosen-models.ts'
import { failed, type HostParts } from '../state/parts.ts'
import type { Run } from '../state/shared-state.ts'

type Judging = Pick<HostParts, 'config' | 'memory' | 'state' | 'warn'>

/** What the owner states and no memory holds is kept where the settings keep anything of conversations. */
export const keepsFacts = ({ config }: Pick<Judging, 'config'>): boolean => config.capture !== 'off'

/** More than the calls of a whole batch may take. */
const patienceMs = 120_000

/** True where a model is to judge what the owner says. */
export const asksJudge = ({ config }: Pick<Judging, 'config'>): boolean => config.judging !== 'off' && modelMsOf(config) > 0

/** Judges the message of a run, and those of its conversation that wait. The owner is told of it behind the reply, if that is not out yet. */
export const judgeNow = (parts: Judging, run: Run): void => {
  const { brain, session } = run.talk
  ask(parts, { brain, session, when: 'message' }, ({ judged }) => {
    run.calledWrong = [...run.calledWrong, ...named(judged, 'marked')]
    run.changed = [...run.changed, ...named(judged, 'superseded')]
  })
}

const named = (judged: Answer.JudgeAnswer['judged'], end: 'marked' | 'superseded'): ReadonlyArray<string> =>
  judged.flatMap(({ became, candidate, review }) => (became === end && candidate !== null && review === undefined ? [candidate] : []))

/** A host hands no more to one run; behind it they are read as the rest of the conversation is. */
const meanwhileMost = 20

export interface SaidMeanwhile {
  readonly text: string
  /** The answer before the message in the same run. Empty: there was none, or a model that judges may not see it. */
  readonly reply: string
}

/** Hears what the owner said while a reply was being written, once it is out, in its order: such a message is the question of no turn. */
export const hearMeanwhile = (
  parts: Judging,
  { request: { today }, talk, turnKey = '' }: Run,
  messages: ReadonlyArray<SaidMeanwhile>,
): void => {
  const worker = parts.memory.worker()
  const told = messages.filter(({ text }) => text !== '' && Buffer.byteLength(text) <= limits.questionBytes)
  const heard = told.slice(0, meanwhileMost).map(({ reply, text }) => ({
    ...asOwner(talk),
    ...{ recallKey: turnKey, key: `meanwhile:${hash('sha256', JSON.stringify([turnKey, text]))}` },
    ...{ text, meanwhile: true, keep: keepsFacts(parts) },
    ...(reply.trim() === '' ? {} : { reply }),
    ...(today === undefined ? {} : { today }),
  }))
  if (heard.length === 0) return
  const byWords = () => {
    for (const one of heard) worker.signal('hear', { ...one, judge: false })
  }
  if (!asksJudge(parts)) return byWords()
  judgeInOrder(parts, talk, heard).catch((error: unknown) => {
    failed(parts, 'judge', error)
    byWords()
  })
}

/** The messages before are judged first, the question of the run among them. Where they wait on, these are heard by their words alone. */
const judgeInOrder = async (parts: Judging, { brain, session }: Talk, heard: ReadonlyArray<Request.HearRequest>): Promise<void> => {
  const [worker, patience] = [parts.memory.worker(), { deadlineMs: patienceMs }]
  const [keep, when] = [keepsFacts(parts), parts.config.judging === 'each' ? 'message' : 'rest'] as const
  await worker.drained()
  const { unasked } = await worker.ask('judge', { brain, session, ...owner, when, keep }, patience)
  for (const one of heard) await worker.ask('hear', { ...one, judge: unasked === undefined }, patience)
}

/** Judges what waits, of all conversations of a brain. */
export const judgeWaiting = (parts: Judging, { brain }: Pick<Talk, 'brain'>): void => ask(parts, { brain }, () => {})

const ask = (parts: Judging, request: Request.JudgeRequest, told: (answer: Answer.JudgeAnswer) => void): void => {
  if (!asksJudge(parts)) return
  parts.memory
    .worker()
    .ask('judge', { ...request, ...owner, keep: keepsFacts(parts) }, { deadlineMs: patienceMs })
    .then(told)
    .catch((error: unknown) => failed(parts, 'judge', error))
}
