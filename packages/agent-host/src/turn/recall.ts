/** Recalls memories for the message of a turn. Fails open: without an answer in time the turn goes on without memory. */
import { hash } from 'node:crypto'
import { type AbsenceReason, limits, type Request } from '@crabtrail/core'
import { accessNow } from '../access/asker.ts'
import { withhold } from '../access/withheld.ts'
import { type HeardContext, type HeardPrompt, isWithheld, recallSignal, saidIn } from '../conversation/conversation.ts'
import { modelMsOf } from '../model/chosen-models.ts'
import { deadlineFor, longestDeadline } from '../state/deadline.ts'
import { type HostFacts, type HostParts, tell } from '../state/parts.ts'
import { beginRun, findRun, runKeyOf } from '../state/runs.ts'
import { conversationOf, type Run, type TouchedFile } from '../state/shared-state.ts'
import { dropEnd, releaseEnds } from './completion.ts'
import { notesInPrompt } from './prompt-notes.ts'

/** The recall keeps its own deadline and grace; this margin covers everything else in a handler. */
const guardMarginMs = 150

/** Milliseconds after which a handler that recalls is to give up: no turn has a longer deadline. */
export const recallGuardMs = (config: HostParts['config']): number => longestDeadline(config.deadlineMs) + modelMsOf(config) + guardMarginMs

/** Returns the memories for the prompt of a turn; undefined where there are none. `assertActive` throws where the host no longer waits. */
export const recallForTurn = async (
  parts: HostParts,
  prompt: HeardPrompt,
  context: HeardContext,
  assertActive?: () => void,
): Promise<string | undefined> => {
  const run = knownRun(parts, prompt, context) ?? newRun(parts, prompt, context)
  if (run === undefined) return undefined
  const text = await recallFor(parts, run, assertActive)
  run.promptedAt = performance.now()
  return text
}

/**
 * The host builds the prompt again when a model fails and when it compacts the history. The question is then the same or empty. A client
 * that reuses a run id asks another question, or asks after the first answer; that is a new run.
 */
const knownRun = ({ state }: HostParts, event: HeardPrompt, context: HeardContext): Run | undefined => {
  const run = findRun(state, context)
  if (run === undefined || run.ended === 'success' || run.senderId !== context.senderId) return undefined
  const said = saidIn(event)
  if (run.interactive && said !== '' && digestOf(said) !== run.saidDigest) return undefined
  run.ended = undefined
  dropEnd(state, runKeyOf(context) ?? '')
  return run
}

const digestOf = (said: string): string => hash('sha256', said)

/** Begins a run; returns undefined for a turn that the memory ignores from now on. */
const newRun = (parts: HostParts, event: HeardPrompt, context: HeardContext): Run | undefined => {
  const { config, memory, naming, state } = parts
  const access = accessNow(parts, context)
  const signal = recallSignal(event, context, { access, naming, tokens: config.tokens })
  if (signal.heard === 'unknown-agent') {
    noteUnrecorded(parts)
    tell(parts, parts.host.handlers.recall, signal.detail, `no memory for turns like this one: ${signal.detail}`)
    return undefined
  }
  const { interactive, talk } = signal
  const saidDigest = digestOf(saidIn(event))
  if (access.memory === 'none' && isWithheld(talk)) return withhold(parts, { ...signal, access, context, saidDigest })
  const conversation = conversationOf(talk)
  releaseEnds(state, conversation)
  const round = (findRun(state, context)?.round ?? -1) + 1
  const request = inRound(signal.request, round)
  if (state.muted.has(context.sessionKey ?? talk.session)) {
    memory.worker().skip(request, count(parts, 'off'))
    return undefined
  }
  const hits = interactive ? state.hits.get(conversation) : undefined
  const touched = interactive ? state.touched.get(conversation) : undefined
  const inPrompt = interactive ? knownPrompt(parts, conversation, context) : undefined
  const bytes = Buffer.byteLength(request.question)
  const isTooLong = bytes > limits.questionBytes
  const run = beginRun(state, context, {
    talk,
    access,
    interactive,
    round,
    saidDigest,
    request: {
      ...request,
      ...(isTooLong ? { question: '' } : {}),
      ...(interactive ? { autoNeurogenesis: true } : {}),
      ...(hits === undefined ? {} : { hits }),
      ...(touched === undefined ? {} : filesOf(touched)),
      ...(inPrompt === undefined ? {} : { inPrompt }),
    },
  })
  if (!interactive || signal.heard === 'nothing') {
    run.turnKey = memory.worker().skip(request, count(parts, interactive ? 'no-text' : 'not-interactive'))
  } else if (isTooLong) {
    run.turnKey = memory.worker().skip(request, 'too-long')
    tellAbsence(parts, 'too-long', `the question has ${bytes} bytes; at most ${limits.questionBytes}`, 0)
  }
  return run
}

const filesOf = (touched: ReadonlyArray<TouchedFile>): Pick<Request.RecallRequest, 'changed' | 'files'> => {
  const changed = touched.flatMap(({ isChanged, name }) => (isChanged ? [name] : []))
  return { files: touched.map(({ name }) => name), ...(changed.length === 0 ? {} : { changed }) }
}

/** The prompt of the previous turn in this conversation, which is known whole, and the notes that the host puts into this one. */
const knownPrompt = ({ state }: HostParts, conversation: string, context: HeardContext): string | undefined => {
  const before = state.prompts.get(conversation)
  const notes = notesInPrompt(state, context)
  if (notes === '') return before
  const both = before === undefined ? notes : `${before}\n\n${notes}`
  return Buffer.byteLength(both) > limits.promptBytes ? before : both
}

/** A repeated run id makes another turn even when the words are the same, so the round becomes part of the key. */
const inRound = (request: Request.RecallRequest, round: number): Request.RecallRequest =>
  request.key === undefined || round === 0 ? request : { ...request, key: `${request.key}:${round}` }

const recallFor = async (parts: HostParts, run: Run, assertActive: (() => void) | undefined): Promise<string | undefined> => {
  const { interactive, request, talk } = run
  if (!interactive || request.question === '') return undefined
  const { config, memory, state } = parts
  const deadlineMs = deadlineFor(config.deadlineMs, state.pace.waits)
  const patience = { deadlineMs, modelMs: modelMsOf(config), ...(assertActive === undefined ? {} : { assertActive }) }
  const recalled = await memory.worker().recall(request, patience)
  if (recalled.outcome === 'absent') {
    const { detail, reason, waitedMs } = recalled
    run.turnKey = recalled.recordKey
    tellAbsence(parts, reason, detail, waitedMs)
    noteUnrecorded(parts)
    if (reason === 'unavailable' || reason === 'failed') state.health.untaken = { turns: state.health.untaken.turns + 1, detail }
    return undefined
  }
  state.health.untaken = { turns: 0, detail: '' }
  state.health.unrecorded = { turns: 0, since: 0 }
  const { context, turn } = recalled.answer
  run.turnKey = request.key
  run.turn = turn ?? undefined
  run.included = context.text === '' ? [] : context.items
  // Hits and files from before this question are no hint for the next one.
  state.hits.delete(conversationOf(talk))
  state.touched.delete(conversationOf(talk))
  return context.text === '' ? undefined : context.text
}

const noteUnrecorded = ({ state: { health } }: HostParts): void => {
  const { since, turns } = health.unrecorded
  health.unrecorded = { turns: turns + 1, since: turns === 0 ? Date.now() : since }
}

const tellAbsence = (parts: HostParts, reason: AbsenceReason, detail: string, waitedMs: number): void => {
  count(parts, reason)
  const { handlers, setting } = parts.host
  const line = `this turn goes on without memory (${reason} after ${waitedMs} ms): ${detail}${adviceOn(reason, setting)}`
  tell(parts, handlers.recall, `${reason}: ${detail}`, line)
}

const count = ({ state }: HostParts, reason: AbsenceReason): AbsenceReason => {
  const { absences } = state.health
  absences[reason] = (absences[reason] ?? 0) + 1
  return reason
}

/** Advice for reasons that do not explain themselves. */
const adviceOn = (reason: AbsenceReason, setting: HostFacts['setting']): string => {
  if (reason === 'deadline') return `; if this is often so, allow more with ${setting('deadlineMs')}`
  return reason === 'too-long' ? '; to have what is remembered, ask in a message of its own' : ''
}
