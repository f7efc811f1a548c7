/**
 * Lists every command, the decider that turns it into events, and the answer of its caller.
 *
 * Every event of a log is decided here. A decider is a pure function of the command, the state and the settings in force, and is in the
 * folder of its capability. A command is plain data: a signal and everything that was looked up for it.
 */
import * as Result from 'effect/Result'
import { decideAliases, type NamedAliases } from './aliases/aliases.ts'
import { decideMaintenance, type Maintenance, type MaintenanceCommand, type Waiting } from './decay/maintenance.ts'
import type { Decided, Decision, Rejection, Speaker } from './decision.ts'
import { decideErasure, type Erasure } from './erasure/erasure.ts'
import type { Origin } from './graph.ts'
import { decideHeardStatement, type HeardStatement } from './growth/birth.ts'
import { decideHeard, type Heard, type HeardCorrection } from './hearing/hearing.ts'
import type { ActorNumber, EdgeNumber, FeedbackNumber, NodeNumber, Position, SessionNumber, TurnNumber } from './identity.ts'
import { type BatchCommit, decideBatch, decideIngest, type IngestResult } from './ingest/ingest.ts'
import { type ChangedEdges, decideIngestLinks, decideMentions, type WantedLinks, type WantedMentions } from './ingest/ingest-edges.ts'
import type { IngestChanges } from './ingest/ingested-document.ts'
import { decideNote, type Note, type NotedMemory } from './ingest/note.ts'
import { decideSimilar, type WantedSimilar } from './ingest/similar-passages.ts'
import { type AwaitedMessages, decideWaiting } from './judging/judge-call.ts'
import { type DecidedFeedback, decideFeedback, type Feedback } from './learning/feedback.ts'
import { decideEffects, type LearnedFact } from './learning/learning.ts'
import { decideOutcome, type Outcome } from './learning/outcome.ts'
import { decideProtection, decideStrength, decideTrust, type OwnerMark, type StrengthSetting } from './learning/owner-marks.ts'
import { decideReview, inReview, type ReviewDecision } from './learning/review.ts'
import { type AllowedCall, type AnsweredCall, decideAnswered, decideAsk, type ModelAsk } from './model/model-call.ts'
import type { ChangedSetting } from './profiles/own-settings.ts'
import type { Profile } from './profiles/profile.ts'
import type { BrainState } from './projections/brain-fold.ts'
import { type Completion, decideCompletion } from './recording/completion.ts'
import {
  type Calibration,
  type ConfidenceCalibration,
  type Creation,
  type Description,
  decideCalibration,
  decideConfidence,
  decideCreation,
  decideDescription,
  decideEmbedder,
  decideProfile,
  decideTag,
  type EmbedderChange,
  type ProfileChange,
  type Tag,
} from './recording/settings.ts'
import {
  type Absence,
  decideAbsence,
  decideHeartbeat,
  decideSessionEnd,
  decideSessionStart,
  decideTurn,
  type Heartbeat,
  introduce,
  type Participants,
  type RecalledTurn,
  type RecordedTurn,
  type SessionEnd,
} from './recording/turn.ts'
import { decideRead, type ReadPassages } from './superseding/read-statements.ts'
import { decideRollback, type Rollback } from './undo/rollback.ts'
import {
  decidePromotion,
  decideTakeBack,
  decideUnlearn,
  decideWithdrawal,
  type Promotion,
  type PromotionDecision,
  type TakeBack,
  type Unlearn,
  type Withdrawal,
} from './undo/unlearn.ts'

interface Asks<Data, Answer> {
  readonly data: Data
  readonly answer: Answer
}

interface Commands {
  readonly CreateBrain: Asks<Creation, void>
  readonly ChangeProfile: Asks<ProfileChange, ReadonlyArray<ChangedSetting>>
  readonly DescribeBrain: Asks<Description, void>
  readonly NamePosition: Asks<Tag, Position | undefined>
  readonly ChangeEmbedder: Asks<EmbedderChange, void>
  readonly CalibrateBands: Asks<Calibration, void>
  readonly CalibrateConfidence: Asks<ConfidenceCalibration, void>
  readonly StartSession: Asks<Record<never, never>, SessionNumber | undefined>
  readonly EndSession: Asks<SessionEnd, SessionNumber | undefined>
  readonly ObserveHeartbeat: Asks<Heartbeat, SessionNumber>
  readonly AskModel: Asks<ModelAsk, AllowedCall>
  readonly RecordAnswer: Asks<AnsweredCall, void>
  readonly AwaitJudgement: Asks<AwaitedMessages, void>
  readonly RecordRecall: Asks<RecalledTurn, RecordedTurn>
  readonly RecordAbsence: Asks<Absence, TurnNumber>
  readonly CompleteTurn: Asks<Completion, ReadonlyArray<NodeNumber>>
  readonly GiveFeedback: Asks<Feedback, DecidedFeedback>
  readonly GiveOutcome: Asks<Outcome, FeedbackNumber>
  readonly HearCorrection: Asks<Heard, HeardCorrection | undefined>
  readonly HearStatement: Asks<HeardStatement, NodeNumber | undefined>
  readonly SetStrength: Asks<StrengthSetting, EdgeNumber>
  readonly Protect: Asks<OwnerMark, void>
  readonly Trust: Asks<OwnerMark, void>
  readonly Review: Asks<ReviewDecision, void>
  readonly NameAliases: Asks<NamedAliases, void>
  readonly Learn: Asks<LearnedFact, void>
  readonly RollBack: Asks<Rollback, void>
  readonly Unlearn: Asks<Unlearn, void>
  readonly WithdrawUnlearning: Asks<Withdrawal, void>
  readonly Promote: Asks<Promotion, PromotionDecision>
  readonly TakeBackPromotion: Asks<TakeBack, ReadonlyArray<ChangedSetting>>
  readonly Maintain: Asks<MaintenanceCommand, Maintenance | Waiting>
  readonly ReadDocuments: Asks<IngestChanges & { readonly origin: Origin }, IngestResult>
  readonly LinkPassages: Asks<WantedLinks, ChangedEdges>
  readonly JoinMentions: Asks<WantedMentions, ChangedEdges>
  readonly JoinSimilar: Asks<WantedSimilar, ChangedEdges>
  readonly SupersedeRead: Asks<ReadPassages, void>
  readonly StoreBatch: Asks<BatchCommit, void>
  readonly Note: Asks<Note, NotedMemory>
  readonly Forget: Asks<Erasure, void>
}

const deciders: { readonly [Name in CommandName]: Decider<Name> } = {
  CreateBrain: decideCreation,
  ChangeProfile: decideProfile,
  DescribeBrain: decideDescription,
  NamePosition: decideTag,
  ChangeEmbedder: decideEmbedder,
  CalibrateBands: decideCalibration,
  CalibrateConfidence: decideConfidence,
  StartSession: decideSessionStart,
  EndSession: decideSessionEnd,
  ObserveHeartbeat: decideHeartbeat,
  AskModel: decideAsk,
  RecordAnswer: decideAnswered,
  AwaitJudgement: decideWaiting,
  RecordRecall: decideTurn,
  RecordAbsence: decideAbsence,
  CompleteTurn: decideCompletion,
  GiveFeedback: decideFeedback,
  GiveOutcome: decideOutcome,
  HearCorrection: decideHeard,
  HearStatement: decideHeardStatement,
  SetStrength: decideStrength,
  Protect: decideProtection,
  Trust: decideTrust,
  Review: decideReview,
  NameAliases: decideAliases,
  Learn: decideEffects,
  RollBack: decideRollback,
  Unlearn: decideUnlearn,
  WithdrawUnlearning: decideWithdrawal,
  Promote: decidePromotion,
  TakeBackPromotion: decideTakeBack,
  Maintain: decideMaintenance,
  ReadDocuments: decideIngest,
  LinkPassages: decideIngestLinks,
  JoinMentions: decideMentions,
  JoinSimilar: decideSimilar,
  SupersedeRead: decideRead,
  StoreBatch: decideBatch,
  Note: decideNote,
  Forget: decideErasure,
}

export type CommandName = keyof Commands
export type CommandData<Name extends CommandName> = { readonly _tag: Name } & Commands[Name]['data']
export type CommandAnswer<Name extends CommandName> = Commands[Name]['answer']

/** The actor and session of a command; `memory` for a command of the memory itself. */
export type CommandOf<Name extends CommandName> = CommandData<Name> & { readonly by: Participants | 'memory' }
export type Command = { [Name in CommandName]: CommandOf<Name> }[CommandName]

type Decider<Name extends CommandName> = (
  command: Speaker & Commands[Name]['data'],
  state: BrainState,
  settings: Profile,
) => Decision<CommandAnswer<Name>>

export interface DecidedCommand<Answer> extends Omit<Decided<Answer>, 'introduces'> {
  readonly actor: ActorNumber
  readonly session: SessionNumber | undefined
}

/**
 * Introduces the actor and the session where they are new, and lets the decider of the command choose its events.
 *
 * Where the settings ask for a review, a text of a model or of others waits for the owner's yes, whichever decider added it. `state` is the state
 * before the events; `settings` are those in force there, or for a new brain those it begins with. A command without events introduces nobody.
 */
export const decide = <Name extends CommandName>(
  command: CommandOf<Name>,
  state: BrainState,
  settings: Profile,
): Result.Result<DecidedCommand<CommandAnswer<Name>>, Rejection> => {
  const { events: introductions, speaker } = introduce(state, command.by)
  const decider: Decider<Name> = deciders[command._tag]
  return Result.map(decider({ ...speaker, ...command }, state, settings), ({ answer, events, introduces }) => ({
    events: events.length > 0 || introduces ? inOrder(command._tag, introductions, [...events, ...inReview(events, state, settings)]) : [],
    actor: speaker.actor,
    session: speaker.sessionNumber,
    answer,
  }))
}

/** The first event of a log holds the settings of its brain. */
const inOrder = (name: CommandName, introductions: Decided<unknown>['events'], events: Decided<unknown>['events']) =>
  name === 'CreateBrain' ? [...events, ...introductions] : [...introductions, ...events]

/** Decides one of several steps whose events share a commit. A step introduces nobody, and a refused step is an error of our own code. */
export const decideStep = <Name extends CommandName>(
  data: CommandData<Name>,
  state: BrainState,
  settings: Profile,
): DecidedCommand<CommandAnswer<Name>> => Result.getOrThrow(decide({ ...data, by: 'memory' }, state, settings))
