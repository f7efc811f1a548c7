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

/** Hears what the owner said while a reply was being written, once it is out: such a message is the question of no turn. */
export const hearMeanwhile = (parts: Judging, { request: { today }, talk, turnKey }: Run, messages: ReadonlyArray<string>): void => {
  const worker = parts.memory.worker()
  const said = messages.filter((text) => text !== '' && Buffer.byteLength(text) <= limits.questionBytes)
  for (const text of said.slice(0, meanwhileMost)) {
    const key = `meanwhile:${hash('sha256', JSON.stringify([turnKey, text]))}`
    const heard = { ...asOwner(talk), ...(today === undefined ? {} : { today }), key, text, meanwhile: true, keep: keepsFacts(parts) }
    if (!asksJudge(parts)) worker.signal('hear', { ...heard, judge: false })
    // A signal waits for its answer, and others for it. What was answered before is recorded first.
    else {
      const asked = worker.drained().then(() => worker.ask('hear', heard, { deadlineMs: patienceMs }))
      asked.catch((error: unknown) => failed(parts, 'judge', error))
    }
  }
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
