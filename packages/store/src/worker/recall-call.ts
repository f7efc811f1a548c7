/** Runs one recall from its request to an outcome: an answer in time, or a turn without memory. */
import { randomUUID } from 'node:crypto'
import { type AbsenceReason, type Answer, limits, type Request } from '@crabtrail/core'
import type { MemoryThread } from './memory-thread.ts'
import { abandon, openWord, type Settled, type WorkerFailure } from './protocol.ts'

export interface RecallOptions {
  readonly deadlineMs: number
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
      stopWaiting()
      resolve(outcome)
    }
    /** `committed`: the recall itself is in the log. */
    const giveAbsence = (reason: AbsenceReason, detail: string, committed = false): Skip => {
      const waitedMs = Math.round(performance.now() - began)
      const skip = skipOf(request, reason, waitedMs)
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
      const late = giveAbsence('late', explain.late)
      record(new Promise((resolve) => (answerLate = (turn) => resolve({ ...late, ...turn }))))
    }
    const giveUp = (reason: 'deadline' | 'ended') => {
      stopWaiting()
      if (abandon(word)) record(giveAbsence(reason, explain[reason]))
      else timers.push(setTimeout(recordLate, graceMs))
    }

    const timers: NodeJS.Timeout[] = []
    const stopWaiting = () => {
      for (const timer of timers.splice(0)) clearTimeout(timer)
    }

    const settle = (end: Settled<Answer.RecallAnswer>) => {
      const turn = end._tag === 'Answered' ? turnOf(end.answer) : {}
      if (answerLate !== undefined) return answerLate(turn)
      if (given !== undefined) return
      if (end._tag === 'Failed') return record(giveAbsence(reasonOf(end.error, request), end.error.message))
      if (!isWanted(assertActive)) return record({ ...giveAbsence('ended', explain.ended, true), ...turn })
      give({ outcome: 'answered', answer: end.answer })
    }

    if (!isWanted(assertActive)) return record(giveAbsence('ended', explain.ended))
    timers.push(setTimeout(() => giveUp('deadline'), deadlineMs))
    if (assertActive !== undefined) timers.push(setInterval(() => isWanted(assertActive) || giveUp('ended'), watchMs))
    const begin = () => given === undefined && post({ method: 'recall', request }, word, settle)
    if (ahead === undefined) begin()
    else timers.push(onceBehind(ahead, deadlineMs * aheadShare, begin))
  })

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

/**
 * Makes the record of a turn that went on without memory. Its key ensures that a turn with a key is recorded once for each reason, even if
 * it is tried again.
 */
export const skipOf = (request: Request.RecallRequest, reason: AbsenceReason, waitedMs: number): Skip => {
  const {
    at: _at,
    budget: _budget,
    hits: _hits,
    key,
    limit: _limit,
    question: _question,
    record: _record,
    expected: _expected,
    ...speaker
  } = request
  return { ...speaker, reason, skippedAt: Date.now(), waitedMs, key: key === undefined ? randomUUID() : `${reason}:${key}` }
}

const reasonOf = (error: WorkerFailure, { question }: Request.RecallRequest): AbsenceReason => {
  switch (error._tag) {
    case 'StoreUnavailable':
      return error.reason === 'locked' ? 'locked' : 'unavailable'
    case 'WorkerGone':
    case 'WorkerBusy':
      return 'unavailable'
    case 'InvalidRequest':
      // A question is refused if it is too long or has no visible character.
      if (error.field !== 'question') return 'failed'
      return Buffer.byteLength(question) > limits.questionBytes ? 'too-long' : 'no-text'
    case 'Abandoned':
    case 'Ambiguous':
    case 'BadImport':
    case 'BrainExists':
    case 'DeadlinePassed':
    case 'Defect':
    case 'IdempotencyConflict':
    case 'IntegrityBroken':
    case 'MostlyGone':
    case 'NewerLog':
    case 'NotFound':
    case 'RequestDropped':
    case 'StaleBranch':
    case 'TagExists':
    case 'WrongExpectedPosition':
      return 'failed'
    default:
      return error satisfies never
  }
}
