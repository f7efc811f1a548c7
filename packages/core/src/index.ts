/** The only door of the core. */

export type * as Answer from './application/answers.ts'
export { type WaitingLine, waitingLine } from './application/commands/open-brains.ts'
export { Counters, type Counts, noCounts } from './application/counters.ts'
export { type CallsEstimate, IngestInterrupted, IngestProgress, type IngestStep } from './application/documents/ingest-progress.ts'
export { type ExitCode, exitCodeOfTag, exits, memoryExitCodes } from './application/exit-codes.ts'
export {
  broughtInWords,
  originInWords,
  refusalInWords,
  reviewsInWords,
  ungainedInWords,
  whyNotInWords,
} from './application/explanations.ts'
export { tellsForgotten } from './application/ingest/forgotten.ts'
export { typicalMessageCost } from './application/judging/judging-cost.ts'
export { layerMemory, layerRedactor } from './application/layer.ts'
export { type Limits, limits } from './application/limits.ts'
export {
  Memory,
  type MemoryError,
  type MemoryHere,
  type MemoryMethod,
  type MemoryMethods,
  type WatchedEvents,
} from './application/memory.ts'
export { ModelPace, WaitingOutside } from './application/model/ask-model.ts'
export { judgeTrial, trialQuestion } from './application/model/model-trial.ts'
export { localDay } from './application/naming/names.ts'
export { checkOf, choicesOf, type DescribedField, describedFields } from './application/operations/operation.ts'
export {
  type AnswerOf,
  type ErrorOf,
  type OperationName,
  operationErrors,
  operationNames,
  operations,
  type RequestOf,
  writesNothing,
} from './application/operations/operations.ts'
export { type ToolArguments, toolArguments } from './application/operations/tool-arguments.ts'
export { ContentStore } from './application/ports/content-store.ts'
export { Cryptography, Redactor } from './application/ports/cryptography.ts'
export { DocumentFiles, type Sight, SourcePlaces } from './application/ports/document-files.ts'
export {
  type EmbeddedKind,
  Embedder,
  EmbedderFailed,
  type EmbedderFailure,
  embedderLimits,
  refusedTexts,
} from './application/ports/embedder.ts'
export {
  type ErasedPlace,
  type Erasing,
  ErasureStore,
  type Finished,
  type OwnedContent,
  type Owners,
  type UnreachedPlace,
} from './application/ports/erasure-store.ts'
export {
  type Append,
  type ArchivedBytes,
  type ArchivedStretch,
  type BrainRecord,
  type CommandKey,
  type CommitGate,
  type CommitRow,
  type ContentRow,
  commitsPerRead,
  EventStore,
  type FoundContent,
  type Head,
  type IndexChange,
  type IndexSpace,
  type LockedBrain,
  type RecordedCommand,
  type Tail,
} from './application/ports/event-store.ts'
export {
  LanguageModel,
  ModelFailed,
  type ModelFailure,
  type ModelMessage,
  type ModelQuestion,
  type ModelReply,
  modelLimits,
  reportedCost,
  reportedTokens,
} from './application/ports/language-model.ts'
export {
  byTextOfIndex,
  type ComingReads,
  type FiledText,
  type IndexStatistics,
  indexLines,
  indexSpaces,
  type PostingNumbers,
  type Postings,
  postingLine,
  type ReadAhead,
  SearchIndex,
  type TextOfIndex,
  textLine,
  type WholeIndex,
} from './application/ports/search-index.ts'
export { type FoundPart, type FoundParts, type SegmentRecord, SegmentStore } from './application/ports/segment-store.ts'
export { type SnapshotRecord, SnapshotStore } from './application/ports/snapshot-store.ts'
export { Abandoned, BrainExists, IdempotencyConflict, StoreUnavailable, WrongExpectedPosition } from './application/ports/store-errors.ts'
export type { StorePorts } from './application/ports/store-ports.ts'
export { type EmbeddedContents, type NodeVector, VectorStore } from './application/ports/vector-store.ts'
export {
  Ambiguous,
  BadImport,
  IntegrityBroken,
  InvalidRequest,
  MostlyGone,
  MovedWhileWritten,
  MoveRefused,
  NewerLog,
  NotFound,
  StaleBranch,
  TagExists,
} from './application/request-errors.ts'
export type * as Request from './application/requests.ts'
export {
  brainsToMove,
  commitsToMove,
  type MoveSource,
  moveBrain,
  type PlannedMove,
  planMove,
  requireSame,
} from './application/transfer/move.ts'
export { ReplayProgress, type ReplayStep } from './application/undo/derive.ts'
export { EmbedderPace } from './application/vectors/embed.ts'
export { canonicalJson, type Json } from './domain/canonical-json.ts'
export type { ContentKind, ContentOwner } from './domain/events/event-definition.ts'
export { type Verdict, verdicts } from './domain/events/learning-events.ts'
export type { AbsenceReason, ChatKind, RoutingReason } from './domain/events/turn-events.ts'
export { type Origin, origins } from './domain/graph.ts'
export { percentilesOf } from './domain/history/percentiles.ts'
export type { PartKey, PartKind, SegmentPart } from './domain/history/segments.ts'
export {
  type ActorNumber,
  BrainKey,
  ContentRef,
  type EdgeNumber,
  type NodeNumber,
  type Position,
  parseBrainKey,
  type SessionNumber,
  type TurnNumber,
} from './domain/identity.ts'
export { type ToolVerdictFacts, toolVerdictTier } from './domain/learning/movement-policy.ts'
export { callCost, embeddingCost, nanoUsd, type Prices } from './domain/model/model-call.ts'
export type { OwnSettings, RefusedSetting, SettingValue } from './domain/profiles/own-settings.ts'
export { writtenSettings } from './domain/profiles/own-settings.ts'
export { type ExplainedProfile, type ExplainedSetting, explainedProfiles } from './domain/profiles/profiles.ts'
export { asksModel } from './domain/routing/routing-policy.ts'
export type { SnapshotBlock } from './domain/snapshots/snapshot.ts'
export { type NearestOptions, type NearNode, prefilterWidth, VectorTable } from './domain/vectors/vector-table.ts'
