/**
 * Closes a turn with its outcome and its tool calls, and lets the memory learn after the reply.
 *
 * A host retries within a run when a model fails, and reports the end of each attempt. A failed end is therefore held. It is dropped when the run
 * goes on, and recorded when the session starts another run or ends, when the adapter stops, or after two minutes.
 */
import { limits, type Request } from '@crabtrail/core'
import { checkAsker, type Stop } from '../access/asker.ts'
import { asOwner, type HeardContext } from '../conversation/conversation.ts'
import { placeIn } from '../conversation/naming.ts'
import { readingOf } from '../notes/follow-reading.ts'
import { withWait } from '../state/deadline.ts'
import { failed, type HostParts } from '../state/parts.ts'
import { backgroundOf, isInfluenced } from '../state/reading.ts'
import { findRun, learnSoon, runKeyOf } from '../state/runs.ts'
import { conversationOf, keepNewest, type Run, type SharedState } from '../state/shared-state.ts'
import { beatOf, tellBeat } from './heartbeat.ts'
import { asksJudge, hearMeanwhile, judgeNow, judgeWaiting, keepsFacts, type SaidMeanwhile } from './judging.ts'
import { comparePrompt } from './prompt-notes.ts'
import { noteTouched } from './tool-calls.ts'

export type TurnEnd = Pick<Request.CompleteRequest, 'outcome' | 'messages'> & {
  readonly reply: string
  /** What was said last: what comes before are often words around calls of tools. */
  readonly answer: string
  /** The messages of the owner, of whom the host is sure, that came in while the reply was being written, each with the answer before it. */
  readonly meanwhile: ReadonlyArray<SaidMeanwhile>
}

/** Longer replies are to be cut here. */
export const replyCharacters = 32_000

/** An attempt of a run ended. `endOf` is called with the question of a run that is known. `durationMs`: milliseconds of this attempt. */
export const endTurn = (parts: HostParts, context: HeardContext, endOf: (asked: string) => TurnEnd, durationMs = 0): void => {
  const { state } = parts
  const beat = beatOf(parts, context)
  if (beat !== undefined) {
    tellBeat(parts, beat)
    judgeWaiting(parts, beat.talk)
    learnSoon(parts, beat.talk.brain, 'heartbeat')
  }
  const [run, runKey] = [findRun(state, context), runKeyOf(context)]
  if (run?.turnKey === undefined || runKey === undefined) return
  run.durationMs += Math.max(0, durationMs)
  const end = endOf(run.request.question)
  run.ended = end.outcome
  noteWait(state, run)
  dropEnd(state, runKey)
  if (end.outcome === 'failure') holdEnd(state, runKey, conversationOf(run.talk), () => closeLater(parts, run, end))
  else close(parts, run, end)
}

/** A turn that a person waits for and that ended well tells how long this host takes; what the memory itself took is not part of it. */
const noteWait = ({ pace }: SharedState, { ended, interactive, promptedAt }: Run): void => {
  if (interactive && ended === 'success' && promptedAt !== undefined) pace.waits = withWait(pace.waits, performance.now() - promptedAt)
}

const close = (parts: HostParts, run: Run, end: TurnEnd): void => {
  const { interactive, talk, turnKey } = run
  if (turnKey === undefined) return
  parts.memory.worker().signal('complete', { ...talk, ...completionOf(run, end), ...textsFor(parts, run, end), recallKey: turnKey })
  if (isOwnersOwn(run)) hearMeanwhile(parts, run, withoutOthers(parts, run, end.meanwhile))
  noteTouched(parts.state, run)
  run.toolTexts.length = 0
  run.calls = []
  if (interactive) learnSoon(parts, talk.brain, 'turn')
}

/** Runs in a timer, outside the guard of a handler, so it catches errors itself. */
const closeLater = (parts: HostParts, run: Run, end: TurnEnd): void => {
  try {
    if (parts.isOn()) close(parts, run, end)
  } catch (error) {
    failed(parts, parts.host.handlers.ended, error)
  }
}

/** Reply and tool arguments count as evidence only in the owner's turn, and only when memories were given. */
const completionOf = (run: Run, { messages = [], outcome, reply }: TurnEnd): Omit<Request.CompleteRequest, 'recallKey'> => {
  const { durationMs, included, interactive, senderIsOwner, toolErrors, toolTexts } = run
  const evidence = included.length > 0 && senderIsOwner === true ? { reply, toolTexts: [...toolTexts] } : {}
  const tools = [...run.tools].map(([tool, tally]) => ({ name: tool, ...tally }))
  // In the turns of others nothing is kept of what was said.
  const errors = senderIsOwner === true && toolErrors.length > 0 ? { errors: toolErrors.filter(({ tool }) => run.tools.has(tool)) } : {}
  const steps = senderIsOwner === true && interactive && run.steps.length > 0 ? { steps: [...run.steps] } : {}
  return { outcome, durationMs: Math.round(durationMs), tools, ...errors, ...steps, messages, ...evidence, ...watched(run) }
}

/** Only in a private conversation of the owner does anything follow from what nobody says. */
const watched = (run: Run): Pick<Request.CompleteRequest, 'calls'> => (isOwnersOwn(run) ? { calls: run.calls } : {})

const isOwnersOwn = ({ access, interactive, senderIsOwner }: Run): boolean =>
  interactive && senderIsOwner === true && access.memory === 'owner'

/** Returns what is kept of the owner's turn, and what a model that judges the next message sees of the reply: others' text where it repeats that. */
const textsFor = (
  parts: HostParts,
  run: Run,
  { answer, meanwhile, reply }: TurnEnd,
): Pick<Request.CompleteRequest, 'answered' | 'captured' | 'today'> => {
  if (!isOwnersOwn(run)) return {}
  const { request, talk } = run
  const { capture } = parts.config
  const reading = readingOf(parts, placeIn(talk))
  const background = (text: string) => backgroundOf(reading, '', text, isInfluenced(reading, conversationOf(talk)))
  const [said, replied, shown] = [[request.question, ...meanwhile.map(({ text }) => text)].join('\n\n'), reply, answer].map(
    withinBytes,
  ) as [string, string, string]
  return {
    ...(asksJudge(parts) ? { answered: { text: shown, background: background(shown) } } : {}),
    ...(capture === 'turns' ? { ...dayOf(request), captured: { said, reply: replied, background: background(replied) } } : {}),
  }
}

/** A reply that may hold what others wrote is not shown to a model that judges. */
const withoutOthers = (parts: HostParts, { talk }: Run, said: ReadonlyArray<SaidMeanwhile>): ReadonlyArray<SaidMeanwhile> => {
  const reading = readingOf(parts, placeIn(talk))
  const ofOthers = (reply: string) => {
    const { afterOthers, others } = backgroundOf(reading, '', reply, isInfluenced(reading, conversationOf(talk)))
    return afterOthers === true || (others ?? []).length > 0
  }
  return said.map(({ reply, text }) => ({ text, reply: ofOthers(reply) ? '' : withinBytes(reply) }))
}

const dayOf = ({ today }: Request.RecallRequest) => (today === undefined ? {} : { today })

/** Three bytes are the most that a UTF-16 unit takes. */
const withinBytes = (text: string): string => text.slice(0, Math.floor(limits.capturedBytes / 3))

const heldMs = 120_000
const heldMost = 64

export const holdEnd = (state: SharedState, runKey: string, conversation: string, tell: () => void): void => {
  dropEnd(state, runKey)
  const release = () => {
    dropEnd(state, runKey)
    tell()
  }
  const timer = setTimeout(release, heldMs).unref()
  for (const oldest of keepNewest(state.held, runKey, { conversation, timer, release }, heldMost)) {
    clearTimeout(oldest.timer)
    oldest.release()
  }
}

/** The run goes on, so its held end is void. */
export const dropEnd = ({ held }: SharedState, runKey: string): void => {
  clearTimeout(held.get(runKey)?.timer)
  held.delete(runKey)
}

export const dropEnds = (state: SharedState): void => {
  for (const runKey of [...state.held.keys()]) dropEnd(state, runKey)
}

/** Records the held ends of one conversation, or of all. */
export const releaseEnds = ({ held }: SharedState, conversation?: string): void => {
  for (const end of [...held.values()]) if (conversation === undefined || end.conversation === conversation) end.release()
}

/* The prompt is ready, and the host says for sure who asked. */

export interface ReadyPrompt {
  readonly systemPrompt?: string
  readonly senderIsOwner?: boolean
}

/** Hears the owner's message as a possible correction and keeps the prompt. Returns why the run is to be stopped, if it is; see `checkAsker`. */
export const readyPrompt = (parts: HostParts, { senderIsOwner, systemPrompt }: ReadyPrompt, context: HeardContext): Stop | undefined => {
  const beat = beatOf(parts, context)
  if (beat !== undefined) tellBeat(parts, beat)
  comparePrompt(parts.state, context, systemPrompt)
  const run = findRun(parts.state, context)
  if (run === undefined) return undefined
  run.senderIsOwner = senderIsOwner
  keepPrompt(parts, run, systemPrompt)
  const stop = checkAsker(parts, run, context)
  hearOwner(parts, run)
  return stop
}

/** Bound of remembered prompts; the oldest is dropped first. */
const promptsKept = 32

/** The system prompt is known after the recall, so the next recall of the session uses it. */
const keepPrompt = ({ state }: HostParts, { interactive, talk }: Run, prompt: string | undefined): void => {
  const conversation = conversationOf(talk)
  if (!interactive || prompt === undefined || Buffer.byteLength(prompt) > limits.promptBytes) state.prompts.delete(conversation)
  else keepNewest(state.prompts, conversation, prompt, promptsKept)
}

/** The owner's message may correct the answer before it; the memory decides that. Sent once for each run, however often the host retries. */
const hearOwner = (parts: HostParts, run: Run): void => {
  const { access, interactive, request, senderIsOwner, talk, turnKey } = run
  if (run.heard || !interactive || senderIsOwner !== true || turnKey === undefined) return
  run.heard = true
  const text = request.question
  if (text === '' || Buffer.byteLength(text) > limits.questionBytes) return
  const { judging } = parts.config
  // Only a private conversation of the owner is judged.
  const judge = judging !== 'off' && access.memory === 'owner'
  const heard = { ...asOwner(talk), text, recallKey: turnKey, judge, later: judge, keep: keepsFacts(parts) }
  run.hearing = new Promise((answered) => {
    parts.memory.worker().signal('hear', heard, ({ doubted, waits }) => {
      run.calledWrong = doubted
      answered()
      if (waits === true && judging === 'each' && parts.isOn()) judgeNow(parts, run)
    })
  })
  // Learning at once is cheap: the correction is still the newest fact, so the log is not read a second time.
  learnSoon(parts, talk.brain, 'turn')
}
