/**
 * Types of requests by name; `operations/` describes them. They are plain JSON values, so that a request crosses a thread or a network
 * unchanged.
 */
export type { BrainsRequest, DescribeRequest, InitRequest, ProfileRequest } from './operations/brains.ts'
export type { CalibrateRequest } from './operations/calibrate.ts'
export type { BisectRequest, DiffRequest, WhyNotRequest } from './operations/compare.ts'
export type { ForgetRequest } from './operations/forget.ts'
export type { DoctorRequest, StatsRequest, VerifyRequest } from './operations/health.ts'
export type {
  BlameRequest,
  EventsAsked,
  LogRequest,
  ShowRequest,
  TagRequest,
  TagsRequest,
  WatchRequest,
  WhyRequest,
} from './operations/history.ts'
export type {
  DocumentFile,
  DocumentInput,
  FolderInput,
  IngestRequest,
  NameAliasesRequest,
  NoteBackground,
  NoteRequest,
} from './operations/ingest.ts'
export type { ListRequest, NamesRequest } from './operations/list.ts'
export type { Ensuring, InBrain, InSession, Keyed, PositionText, Speaker } from './operations/operation.ts'
export type { Asker, RecallRequest, SearchHit } from './operations/recall.ts'
export type { PromoteRequest, ReplayRequest, TuneRequest } from './operations/replay.ts'
export type { ReviewRequest } from './operations/review.ts'
export type { FeedbackRequest, LearnRequest, RollbackRequest, StrengthRequest } from './operations/teaching.ts'
export type { SessionsRequest, TimelineRequest, TurnsRequest } from './operations/timeline.ts'
export type { ExportRequest, ImportRequest } from './operations/transfer.ts'
export type {
  CompleteRequest,
  HearRequest,
  HeartbeatRequest,
  JudgeAgainRequest,
  JudgeRequest,
  SessionRequest,
  SkipRequest,
  ToolCall,
  ToolReport,
  ToolUse,
} from './operations/turns.ts'
export type { UndoRequest, UnlearnRequest } from './operations/undo.ts'
export type { AliasRequest, ArchiveRequest, MaintainRequest, ProtectRequest, TrustRequest, UpkeepRequest } from './operations/upkeep.ts'
