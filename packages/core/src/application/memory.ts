/** The memory as plugin, command line and studio use it. Its methods take and give plain JSON values, so it can stand behind a worker thread. */
import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type * as Answer from './answers.ts'
import type { CommitGate } from './ports/event-store.ts'
import type { Abandoned, BrainExists, IdempotencyConflict, StoreUnavailable, WrongExpectedPosition } from './ports/store-errors.ts'
import type { Ambiguous, BadImport, IntegrityBroken, InvalidRequest, MostlyGone, NewerLog, NotFound } from './request-errors.ts'
import type * as Request from './requests.ts'

export type MemoryError =
  | InvalidRequest
  | NotFound
  | Ambiguous
  | MostlyGone
  | IntegrityBroken
  | NewerLog
  | BadImport
  | StoreUnavailable
  | WrongExpectedPosition
  | IdempotencyConflict
  | BrainExists
  | Abandoned

type Method<Req, Ans> = (request: Req) => Effect.Effect<Ans, MemoryError>

export interface MemoryMethods {
  readonly init: Method<Request.InitRequest, Answer.InitAnswer>
  readonly brains: Method<Record<never, never>, Answer.BrainsAnswer>
  /** Changes the settings from here on, for facts that come after it. */
  readonly profile: Method<Request.ProfileRequest, Answer.ProfileAnswer>
  readonly ingest: Method<Request.IngestRequest, Answer.IngestAnswer>
  /** One commit before it answers. `gate`, when given, is asked just before the commit (see {@link CommitGate}). */
  readonly recall: (request: Request.RecallRequest, gate?: CommitGate) => Effect.Effect<Answer.RecallAnswer, MemoryError>
  /** Records a turn that went on without memory. */
  readonly skip: Method<Request.SkipRequest, Answer.SkipAnswer>
  readonly session: Method<Request.SessionRequest, Answer.SessionAnswer>
  readonly heartbeat: Method<Request.HeartbeatRequest, Answer.HeartbeatAnswer>
  /** Records how a turn ended and, at the agent's tier, what of it was used. Learning follows by {@link learn}. */
  readonly complete: Method<Request.CompleteRequest, Answer.CompleteAnswer>
  /** Takes a person's next message as a verdict on the turn before if it surely is one. Learning follows by {@link learn}. */
  readonly hear: Method<Request.HearRequest, Answer.HearAnswer>
  /** Appends the fact and works the learner's backlog up to it before answering. */
  readonly feedback: Method<Request.FeedbackRequest, Answer.FeedbackAnswer>
  readonly strength: Method<Request.StrengthRequest, Answer.StrengthAnswer>
  readonly learn: Method<Request.LearnRequest, Answer.LearnAnswer>
  /** Forgets what is due: strengths fade, weak edges go, kinds of question die or become one. One commit; going back brings strengths and edges back. */
  readonly maintain: Method<Request.MaintainRequest, Answer.MaintainAnswer>
  /** Keeps a memory from dying and what leads to it from fading away. */
  readonly protect: Method<Request.ProtectRequest, Answer.ProtectAnswer>
  readonly trust: Method<Request.TrustRequest, Answer.TrustAnswer>
  readonly log: Method<Request.LogRequest, Answer.LogAnswer>
  readonly show: Method<Request.ShowRequest, Answer.ShowAnswer>
  readonly why: Method<Request.WhyRequest, Answer.WhyAnswer>
  readonly blame: Method<Request.BlameRequest, Answer.BlameAnswer>
  readonly rollback: Method<Request.RollbackRequest, Answer.RollbackAnswer>
  /** Erases contents for good. The log keeps its shape; what is named is known by its number from then on. */
  readonly forget: Method<Request.ForgetRequest, Answer.ForgetAnswer>
  readonly verify: Method<Request.VerifyRequest, Answer.VerifyAnswer>
  readonly export: Method<Request.ExportRequest, Answer.ExportAnswer>
  readonly import: Method<Request.ImportRequest, Answer.ImportAnswer>
  readonly stats: Method<Request.InBrain, Answer.StatsAnswer>
  readonly doctor: Method<Request.DoctorRequest, Answer.DoctorAnswer>
  /** What this process has done so far; see `counters.ts`. Opens nothing and reads nothing. */
  readonly counters: Method<Record<never, never>, Answer.WorkAnswer>
  /** What a host calls when it has nothing to ask: it costs milliseconds, and what it leaves undone loses nothing. */
  readonly upkeep: Method<Request.UpkeepRequest, Answer.UpkeepAnswer>
}
export type MemoryMethod = keyof MemoryMethods

/** What only a caller in the same thread can have. */
export interface MemoryHere extends MemoryMethods {
  /**
   * Waits for events: what it gives answers with those that were committed next, at least one, each once and in order, whoever commits
   * them. It reads when it is asked, so whoever is slow holds nothing up and nothing back.
   */
  readonly watch: (request: Request.WatchRequest) => Effect.Effect<WatchedEvents, MemoryError>
}
export type WatchedEvents = Effect.Effect<ReadonlyArray<Answer.LoggedEvent>, MemoryError>

export class Memory extends Context.Service<Memory, MemoryHere>()('@crabtrail/core/Memory') {}
