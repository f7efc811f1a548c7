/** The state that deciders read, folded from the log: all projections, composed in one pass. */
import type * as Result from 'effect/Result'
import { type BrainEvent, erasedContents, natureOf } from '../events/brain-event.ts'
import type { GraphView } from '../graph.ts'
import type { ContentRef, Position, SessionNumber, TurnNumber } from '../identity.ts'
import { type Profile, readProfile } from '../profiles/profile.ts'
import { type CauseRecords, cloneCauses, foldCauses, noCauses } from './causes.ts'
import { cloneColumns, emptyColumns, type GraphColumns, graphView, typeAt } from './graph/graph-columns.ts'
import { foldGraph } from './graph/memory-graph.ts'
import { cloneGrowth, foldGrowth, type GrowthRecords, noGrowth } from './growth.ts'
import { cloneJudgements, foldJudgements, type JudgingRecords, noJudgements } from './judging.ts'
import { cloneCalls, foldCalls, type ModelRecords, noCalls } from './model-calls.ts'
import { cloneWords, foldWords, noWords, type OwnersWords } from './owners-words.ts'
import { cloneParticipants, foldParticipants, noParticipants, type ParticipantRecords } from './participants.ts'
import { cloneProgress, foldProgress, noProgress, type Progress, turnOfFact } from './progress.ts'
import { cloneSaid, foldSaid, noSaid, type SaidMemories } from './said-memories.ts'
import { cloneSettings, foldSettings, noSettings, type SettingsRecords } from './settings.ts'
import { cloneSources, foldSources, noSources, type SourceRecords } from './sources.ts'
import { cloneLedger, emptyLedger, foldTurns, type TurnLedger } from './turns/turn-ledger.ts'
import type { AbsentTurn, TurnRecord } from './turns/turn-record.ts'
import { cloneUnlearnings, foldUnlearnings, noUnlearnings, type UnlearnRecords } from './unlearnings.ts'

/** The state that one fold owns. Only `foldEvent` and `foldCommit` write to it. */
export interface BrainFold {
  position: Position
  at: number
  readonly columns: GraphColumns
  readonly ledger: TurnLedger
  readonly participants: ParticipantRecords
  readonly sources: SourceRecords
  readonly settings: SettingsRecords
  readonly owner: OwnersWords
  readonly unlearnings: UnlearnRecords
  readonly growth: GrowthRecords
  readonly model: ModelRecords
  readonly causes: CauseRecords
  readonly judging: JudgingRecords
  readonly said: SaidMemories
  readonly progress: Progress
  /** Contents that were erased. Any other missing content was lost. */
  readonly erased: Set<ContentRef>
}

export const emptyFold = (): BrainFold => ({
  position: 0,
  at: 0,
  columns: emptyColumns(),
  ledger: emptyLedger(),
  participants: noParticipants(),
  sources: noSources(),
  settings: noSettings(),
  owner: noWords(),
  unlearnings: noUnlearnings(),
  growth: noGrowth(),
  model: noCalls(),
  causes: noCauses(),
  judging: noJudgements(),
  said: noSaid(),
  progress: noProgress(),
  erased: new Set(),
})

export const cloneFold = (fold: BrainFold): BrainFold => ({
  position: fold.position,
  at: fold.at,
  columns: cloneColumns(fold.columns),
  ledger: cloneLedger(fold.ledger),
  participants: cloneParticipants(fold.participants),
  sources: cloneSources(fold.sources),
  settings: cloneSettings(fold.settings),
  owner: cloneWords(fold.owner),
  unlearnings: cloneUnlearnings(fold.unlearnings),
  growth: cloneGrowth(fold.growth),
  model: cloneCalls(fold.model),
  causes: cloneCauses(fold.causes),
  judging: cloneJudgements(fold.judging),
  said: cloneSaid(fold.said),
  progress: cloneProgress(fold.progress),
  erased: new Set(fold.erased),
})

/** Folds one event in place. For the owner of the fold, on long replays. */
export const foldEvent = (fold: BrainFold, event: BrainEvent): void => {
  fold.position = event.position
  fold.at = event.commit.at
  foldProgress(fold.progress, event, fold.ledger.last)
  foldSaid(fold.said, event, fold.ledger.last, (node) => typeAt(fold.columns, node))
  foldGraph(fold.columns, event, natureOf(event.type) === 'effect' ? turnOfFact(fold.progress, event.cause) : fold.ledger.last)
  foldTurns(fold.ledger, event)
  foldParticipants(fold.participants, event)
  foldSources(fold.sources, event)
  foldSettings(fold.settings, event)
  foldWords(fold.owner, event)
  foldUnlearnings(fold.unlearnings, event)
  foldGrowth(fold.growth, event)
  foldCalls(fold.model, event)
  foldCauses(fold.causes, event)
  foldJudgements(fold.judging, event)
  for (const ref of erasedContents(event)) fold.erased.add(ref)
}

/** Pure and total reducer, `(state, event) → state`. Copies the state; {@link foldEvent} does the same in place. */
export const evolve = (fold: BrainFold, event: BrainEvent): BrainFold => {
  const next = cloneFold(fold)
  foldEvent(next, event)
  return next
}

/** A view for deciders. Valid until the fold gets the next commit. */
export interface BrainState {
  readonly position: Position
  /** Time of the newest commit in milliseconds UTC. The next commit is never earlier. */
  readonly at: number
  readonly graph: GraphView
  readonly turn: (turn: TurnNumber) => TurnRecord | undefined
  /** Returns a turn that the ledger keeps, with or without memory. */
  readonly anyTurn: (turn: TurnNumber) => AbsentTurn | undefined
  /** Newest first. Lazy, because most readers need only a few turns. */
  readonly recentTurns: () => Iterable<TurnRecord>
  /** True if the turn went on without memory. */
  readonly isAbsent: (turn: TurnNumber) => boolean
  /** Returns the newest turn of a session that went on without memory, before the turn `before` if it is given. */
  readonly lastAbsence: (session: SessionNumber, before?: TurnNumber) => TurnNumber | undefined
  readonly lastTurn: TurnNumber
  readonly participants: Readonly<ParticipantRecords>
  readonly sources: Readonly<SourceRecords>
  readonly settings: Readonly<SettingsRecords>
  /** The profile of the settings in force, or why they cannot be read; undefined before the first event. Decoded once for each change. */
  readonly profile: () => Result.Result<Profile, string> | undefined
  readonly owner: OwnersWords
  readonly unlearnings: Readonly<UnlearnRecords>
  readonly growth: Readonly<GrowthRecords>
  readonly model: Readonly<ModelRecords>
  readonly causes: Readonly<CauseRecords>
  readonly judging: Readonly<JudgingRecords>
  readonly said: Readonly<SaidMemories>
  readonly progress: Readonly<Progress>
  readonly erased: ReadonlySet<ContentRef>
}

export const brainState = (fold: BrainFold): BrainState => ({
  get position() {
    return fold.position
  },
  get at() {
    return fold.at
  },
  graph: graphView(fold.columns),
  turn: (turn) => fold.ledger.turns.get(turn),
  anyTurn: (turn) => fold.ledger.turns.get(turn) ?? fold.ledger.absent.get(turn),
  recentTurns: () => fold.ledger.turns.newestFirst(),
  isAbsent: (turn) => fold.ledger.absent.has(turn),
  lastAbsence: (session, before = Number.POSITIVE_INFINITY) =>
    [...fold.ledger.absent].findLast(([turn, absent]) => absent.session === session && turn < before)?.[0],
  get lastTurn() {
    return fold.ledger.last
  },
  participants: fold.participants,
  sources: fold.sources,
  settings: fold.settings,
  profile: profileInForce(fold.settings),
  owner: fold.owner,
  unlearnings: fold.unlearnings,
  growth: fold.growth,
  model: fold.model,
  causes: fold.causes,
  judging: fold.judging,
  said: fold.said,
  progress: fold.progress,
  erased: fold.erased,
})

const profileInForce = (records: Readonly<SettingsRecords>): BrainState['profile'] => {
  let [settings, profile]: [SettingsRecords['inForce'], ReturnType<BrainState['profile']>] = [undefined, undefined]
  return () => {
    if (records.inForce !== settings) {
      settings = records.inForce
      profile = settings && readProfile(settings.settings)
    }
    return profile
  }
}
