/** Runs one recall from its request to an outcome: an answer in time, or a turn without memory. */
import { randomUUID } from 'node:crypto'
import { type AbsenceReason, type Answer, limits, operations, type Request } from '@crabtrail/core'
import type { MemoryThread } from './memory-thread.ts'
import { abandon, type CommitWord, isAsking, openWord, type Settled, stopAsking, type WorkerFailure } from './protocol.ts'

export interface RecallOptions {
  readonly deadlineMs: number
  /** Milliseconds after the deadline that a recall may take if it asks a routing model; 0, or absent: none. */
  readonly modelMs?: number | undefined
  /** Throws if the caller can no longer use the answer. */
  readonly assertActive?: () => void
}

export type RecallOutcome =
  | { readonly outcome: 'answered'; readonly answer: Answer.RecallAnswer }
  /** The turn goes on without memory. */
  | {
      readonly outcome: 'absent'
      readonly reason: AbsenceReason
      readonly waitedMs: number
      readonly detail: string
      /** Key under which the record of this turn is found later, if it leaves one. */
      readonly recordKey: string
    }

export interface RecallSurroundings {
  readonly post: MemoryThread['post']
  readonly graceMs: number
  /**
   * Called once, and at once, for each recall that leaves a trace and was not used, so that later signals about the turn are recorded after
   * it.
   */
  readonly skipped: (skip: Skip | Promise<Skip>) => void
  /** Signals that are being recorded now. Signals heard before the question, such as a new session, are recorded before it. */
  readonly ahead: Promise<void> | undefined
}

/** Greatest share of its deadline that a recall waits for pending signals; after an outage there may be many. */
const aheadShare = 1 / 3
/** Milliseconds between two checks whether the answer of a recall is still wanted. */
const watchMs = 25

export const callRecall = (request: Request.RecallRequest, options: RecallOptions, { ahead, graceMs, post, skipped }: RecallSurroundings) =>
  new Promise<RecallOutcome>((resolve) => {
    const { assertActive, deadlineMs } = options
    const began = performance.now()
    const word = openWord()
    let given: RecallOutcome | undefined

    const give = (outcome: RecallOutcome) => {
      given = outcome
      waiting.stop()
      resolve(outcome)
    }
    /** `committed`: the recall itself is in the log. */
    const giveAbsence = (reason: AbsenceReason, detail: string, committed = false): Skip => {
      const waitedMs = Math.round(performance.now() - began)
      const skip = skipOf(request, reason, { waitedMs, deadlineMs })
      give({ outcome: 'absent', reason, waitedMs, detail, recordKey: (committed ? request.key : undefined) ?? skip.key })
      return skip
    }
    const record = (skip: Skip | Promise<Skip>) => {
      if (request.record !== false) skipped(skip)
    }

    /**
     * Completes the record of a late answer, which waits for the answer to name its turn. Later signals refer to this record, because it is
     * not known yet whether the recall itself gets into the log.
     */
    let answerLate: ((turn: ReturnType<typeof turnOf>) => void) | undefined
    const recordLate = () => {
      const late = giveAbsence('late', isAsking(word) ? explain.asking : explain.late)
      // The record waits for the end of the turn, and signals behind it wait, too.
      stopAsking(word)
      record(new Promise((resolve) => (answerLate = (turn) => resolve({ ...late, ...turn }))))
    }
    const giveUp = (reason: 'deadline' | 'ended') => record(giveAbsence(reason, explain[reason]))
    const waiting = patience(options, graceMs, word, { giveUp, recordLate })

    const settle = (end: Settled<Answer.RecallAnswer>) => {
      const turn = end._tag === 'Answered' ? turnOf(end.answer) : {}
      if (answerLate !== undefined) return answerLate(turn)
      if (given !== undefined) return
      if (end._tag === 'Failed') return record(giveAbsence(reasonOf(end.error, request), end.error.message))
      if (!isWanted(assertActive)) return record({ ...giveAbsence('ended', explain.ended, true), ...turn })
      give({ outcome: 'answered', answer: end.answer })
    }

    if (!isWanted(assertActive)) return giveUp('ended')
    waiting.start()
    const begin = () => given === undefined && post({ method: 'recall', request }, word, settle)
    if (ahead === undefined) begin()
    else waiting.also(onceBehind(ahead, deadlineMs * aheadShare, begin))
  })

interface Ends {
  /** Called when the request was called off before its commit. */
  readonly giveUp: (reason: 'deadline' | 'ended') => void
  /** Called when the answer of a committed request did not arrive in time. */
  readonly recordLate: () => void
}

/** The timers of one recall. Each of them stops when another one has called an end. */
const patience = ({ assertActive, deadlineMs, modelMs = 0 }: RecallOptions, graceMs: number, word: CommitWord, ends: Ends) => {
  const began = performance.now()
  const timers: NodeJS.Timeout[] = []
  const stop = () => {
    for (const timer of timers.splice(0)) clearTimeout(timer)
  }
  const leftMs = () => deadlineMs + (isAsking(word) ? modelMs : 0) + graceMs - (performance.now() - began)
  /** Waits `ms` milliseconds while the caller wants the answer, and then does `next`. */
  const wait = (ms: number, next: () => void) => {
    stop()
    timers.push(setTimeout(next, ms))
    if (assertActive !== undefined) timers.push(setInterval(() => isWanted(assertActive) || onceUnwanted(), watchMs))
  }
  const onceUnwanted = () => {
    stop()
    stopAsking(word)
    if (abandon(word)) ends.giveUp('ended')
    else timers.push(setTimeout(ends.recordLate, Math.min(graceMs, leftMs())))
  }
  const atDeadline = () => {
    if (abandon(word)) ends.giveUp('deadline')
    else waitForAnswer()
  }
  /** The worker may begin to ask a model within the grace, so the time that is left is computed again at its end. */
  const waitForAnswer = () => {
    const ms = leftMs()
    if (ms > 0) wait(ms, waitForAnswer)
    else ends.recordLate()
  }
  return {
    start: () => wait(deadlineMs, atDeadline),
    also: (timer: NodeJS.Timeout) => void timers.push(timer),
    stop,
  }
}

const onceBehind = (ahead: Promise<void>, patienceMs: number, begin: () => unknown): NodeJS.Timeout => {
  let begun = false
  const once = () => {
    if (!begun) begin()
    begun = true
  }
  void ahead.then(once)
  return setTimeout(once, patienceMs)
}

const explain = {
  deadline: 'the memory did not answer in time; nothing of it was written',
  ended: 'the caller no longer waited for it',
  asking: 'a routing model was asked, and the answer did not arrive soon enough',
  late: 'the answer was being written at the deadline and did not arrive soon enough',
}

const isWanted = (assertActive: (() => void) | undefined): boolean => {
  try {
    assertActive?.()
    return true
  } catch {
    return false
  }
}

const turnOf = ({ turn }: Answer.RecallAnswer): { readonly turn?: string } => (turn === null ? {} : { turn })

export type Skip = Request.SkipRequest & { readonly key: string }

const skipFields: ReadonlySet<string> = new Set(Object.keys(operations.skip.request.fields))

/**
 * Makes the record of a turn that went on without memory: what a skip and its recall both tell, and no word of the question. Its key ensures that a turn with a key is recorded once for each reason, even if
 * it is tried again.
 */
export const skipOf = (request: Request.RecallRequest, reason: AbsenceReason, waited: Pick<Skip, 'deadlineMs' | 'waitedMs'>): Skip => {
  const { key } = request
  const told = Object.fromEntries(Object.entries(request).filter(([field]) => skipFields.has(field)))
  return { ...told, reason, skippedAt: Date.now(), ...waited, key: key === undefined ? randomUUID() : `${reason}:${key}` }
}

const reasonOf = (error: WorkerFailure, { question }: Request.RecallRequest): AbsenceReason => {
  if (error._tag === 'StoreUnavailable') return error.reason === 'locked' ? 'locked' : 'unavailable'
  // A question is refused if it is too long or has no visible character.
  if (error._tag !== 'InvalidRequest') return reasons[error._tag]
  if (error.field !== 'question') return 'failed'
  return Buffer.byteLength(question) > limits.questionBytes ? 'too-long' : 'no-text'
}

const reasons: Readonly<Record<Exclude<WorkerFailure['_tag'], 'InvalidRequest' | 'StoreUnavailable'>, AbsenceReason>> = {
  WorkerGone: 'unavailable',
  WorkerBusy: 'unavailable',
  Abandoned: 'failed',
  Ambiguous: 'failed',
  BadImport: 'failed',
  BrainExists: 'failed',
  DeadlinePassed: 'failed',
  Defect: 'failed',
  IdempotencyConflict: 'failed',
  IntegrityBroken: 'failed',
  MostlyGone: 'failed',
  NewerLog: 'failed',
  NotFound: 'failed',
  RequestDropped: 'failed',
  StaleBranch: 'failed',
  TagExists: 'failed',
  WrongExpectedPosition: 'failed',
}
