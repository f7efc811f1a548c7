/**
 * Types of answers by name; `operations/` describes them. They are plain JSON values; strengths, utilities and scores are decimals, exact
 * to nine places.
 */
export type { BrainsAnswer, DescribeAnswer, InitAnswer, ProfileAnswer } from './operations/brains.ts'
export type { CalibrateAnswer } from './operations/calibrate.ts'
export type { BisectAnswer, ComparedRanking, DiffAnswer, Mover, Next, Sighting, WhyNotAnswer } from './operations/compare.ts'
export type { ForgetAnswer, ForgottenThing } from './operations/forget.ts'
export type {
  BehindAnswer,
  CountersAnswer,
  DoctorAnswer,
  DoctorFinding,
  EmbedderAnswer,
  GrowthAnswer,
  LearningAnswer,
  StatsAnswer,
  VectorsAnswer,
  VerifyAnswer,
  VerifyCheck,
  WorkAnswer,
} from './operations/health.ts'
export type {
  BlameAnswer,
  BlameStep,
  LogAnswer,
  LoggedEvent,
  ShowAnswer,
  TagAnswer,
  Tagged,
  TagsAnswer,
  WhyAnswer,
  WhyItem,
  WhyNot,
} from './operations/history.ts'
export type { AskedAnswer, IngestAnswer, NameAliasesAnswer, NoteAnswer } from './operations/ingest.ts'
export type { ListAnswer, ListedDocument, ListedNote, NamesAnswer } from './operations/list.ts'
export type { PathStep, RecallAnswer, RecalledItem } from './operations/recall.ts'
export type { PromoteAnswer, ReplayAnswer, TuneAnswer } from './operations/replay.ts'
export type { LatelyDecided, ReviewAnswer, WaitingNode } from './operations/review.ts'
export type { ShownEdge } from './operations/shown-edge.ts'
export type { AliasOf, Doubt, ShownAlias, ShownNode, TracedLife } from './operations/shown-node.ts'
export type { Ending } from './operations/superseding.ts'
export type {
  ChangedRanking,
  EdgeChange,
  FeedbackAnswer,
  LearnAnswer,
  ReviewChange,
  RollbackAnswer,
  StrengthAnswer,
  UngainedNode,
  UtilityChange,
} from './operations/teaching.ts'
export type { ListedSession, ListedTurn, SessionsAnswer, TimelineAnswer, TurnsAnswer } from './operations/timeline.ts'
export type { ExportAnswer, ImportAnswer } from './operations/transfer.ts'
export type {
  CompleteAnswer,
  HearAnswer,
  HeartbeatAnswer,
  JudgeAgainAnswer,
  JudgeAnswer,
  SessionAnswer,
  SkipAnswer,
} from './operations/turns.ts'
export type { UndoAnswer, UnlearnAnswer } from './operations/undo.ts'
export type { AliasAnswer, ArchiveAnswer, MaintainAnswer, ProtectAnswer, TrustAnswer, UpkeepAnswer } from './operations/upkeep.ts'
