/** The state that deciders read, folded from the log: all projections, composed in one pass. */
import type * as Result from 'effect/Result'
import { type BrainEvent, erasedContents, natureOf } from '../events/brain-event.ts'
import type { GraphView } from '../graph.ts'
import type { ContentRef, Position, SessionNumber, TurnNumber } from '../identity.ts'
import { type Profile, readProfile } from '../profiles/profile.ts'
import { copyOf } from './copy-of.ts'
import { emptyColumns, type GraphColumns, graphView, typeAt } from './graph/graph-columns.ts'
import { foldGraph } from './graph/memory-graph.ts'
import { foldGrowth, foldSaid, type GrowthRecords, noGrowth, noSaid, type SaidMemories } from './growth.ts'
import {
  type CauseRecords,
  foldCalls,
  foldCauses,
  foldJudgements,
  type JudgingRecords,
  type ModelRecords,
  noCalls,
  noCauses,
  noJudgements,
} from './model-calls.ts'
import { foldProgress, noProgress, type Progress, turnOfFact } from './progress.ts'
import {
  foldParticipants,
  foldSettings,
  foldSources,
  noParticipants,
  noSettings,
  noSources,
  type ParticipantRecords,
  type SettingsRecords,
  type SourceRecords,
} from './registry.ts'
import { foldUnlearnings, foldWords, noUnlearnings, noWords, type OwnersWords, type UnlearnRecords } from './standing.ts'
import { emptyLedger, foldTurns, type TurnLedger } from './turns/turn-ledger.ts'
import type { AbsentTurn, TurnRecord } from './turns/turn-record.ts'

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

export const cloneFold = (fold: BrainFold): BrainFold => copyOf(fold)

/** Folds one event in place. For the owner of the fold, on long replays. */
export const foldEvent = (fold: BrainFold, event: BrainEvent): void => {
  fold.position = event.position
  fold.at = event.commit.at
  foldProgress(fold.progress, event, fold.ledger.last)
  foldSaid(fold.said, event, fold.ledger.last, (node) => typeAt(fold.columns, node))
  foldGraph(fold.columns, event, natureOf(event.type) === 'effect' ? turnOfFact(fold.progress, event.cause) : fold.ledger.last)
  foldParticipants(fold.participants, event, (turn) => fold.ledger.turns.has(turn) || fold.ledger.absent.has(turn))
  foldTurns(fold.ledger, event)
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

/** The records of a fold, for readers. */
type Records = {
  readonly [Part in Exclude<keyof BrainFold, 'at' | 'columns' | 'erased' | 'ledger' | 'position'>]: Readonly<BrainFold[Part]>
}

/** A view for deciders. Valid until the fold gets the next commit. The next commit is never earlier than `at`. */
export interface BrainState extends Records, Readonly<Pick<BrainFold, 'at' | 'position'>> {
  readonly graph: GraphView
  readonly turn: (turn: TurnNumber) => TurnRecord | undefined
  /** Returns a turn that the ledger keeps, with or without memory. */
  readonly anyTurn: (turn: TurnNumber) => AbsentTurn | undefined
  /** Newest first. Lazy, because most readers need only a few turns. */
  readonly recentTurns: () => Iterable<TurnRecord>
  readonly isAbsent: (turn: TurnNumber) => boolean
  /** Returns the newest turn of a session that went on without memory, before the turn `before` if it is given. */
  readonly lastAbsence: (session: SessionNumber, before?: TurnNumber) => TurnNumber | undefined
  readonly lastTurn: TurnNumber
  /** The profile of the settings in force, or why they cannot be read; undefined before the first event. Decoded once for each change. */
  readonly profile: () => Result.Result<Profile, string> | undefined
  readonly erased: ReadonlySet<ContentRef>
}

export const brainState = (fold: BrainFold): BrainState => {
  const { columns, ledger, ...records } = fold
  return {
    ...records,
    get position() {
      return fold.position
    },
    get at() {
      return fold.at
    },
    graph: graphView(columns),
    turn: (turn) => ledger.turns.get(turn),
    anyTurn: (turn) => ledger.turns.get(turn) ?? ledger.absent.get(turn),
    recentTurns: () => ledger.turns.newestFirst(),
    isAbsent: (turn) => ledger.absent.has(turn),
    lastAbsence: (session, before = Number.POSITIVE_INFINITY) =>
      [...ledger.absent].findLast(([turn, absent]) => absent.session === session && turn < before)?.[0],
    get lastTurn() {
      return ledger.last
    },
    profile: profileInForce(records.settings),
  }
}

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
