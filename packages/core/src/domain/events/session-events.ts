/** Participants and conversations. */

import * as Schema from 'effect/Schema'
import { origins } from '../graph.ts'
import { ActorNumber, Position, SessionNumber } from '../identity.ts'
import {
  Count,
  Counts,
  EventPosition,
  EventPositions,
  fact,
  Hex,
  NanoList,
  NanoUnits,
  Nodes,
  Ref,
  Refs,
  SignedUnitInterval,
  UnitInterval,
  Word,
  Words,
} from './event-definition.ts'
import { noveltyMeasures } from './turn-events.ts'

export const actorKinds = ['owner', 'agent', 'host', 'tool', 'other'] as const
export const sessionKinds = ['interactive', 'cli', 'heartbeat', 'cron', 'subagent'] as const

/** The ways in which an unlearning selects its signals. */
export const selectors = ['session', 'turn', 'feedback', 'origin', 'actor', 'judge', 'range'] as const
export type Selector = (typeof selectors)[number]

export const endReasons = ['reset', 'shutdown', 'idle', 'closed'] as const

export const sessionEvents = {
  ActorNamed: fact({ actor: ActorNumber, name: Ref, kind: Schema.Literals(actorKinds) }, { name: ['actor-name', 'actor'] }),
  /** A session began. Only interactive and cli sessions teach. */
  SessionStarted: fact(
    {
      session: SessionNumber,
      key: Ref,
      kind: Schema.Literals(sessionKinds),
      agent: Schema.optionalKey(Ref),
      workspace: Schema.optionalKey(Ref),
      channel: Schema.optionalKey(Ref),
      tags: Schema.optionalKey(Refs),
    },
    {
      key: ['session-key', 'session'],
      agent: ['session-part', 'session'],
      workspace: ['session-part', 'session'],
      channel: ['session-part', 'session'],
      tags: ['tag', 'session'],
    },
  ),
  SessionEnded: fact({ session: SessionNumber, reason: Schema.Literals(endReasons) }),
  HeartbeatObserved: fact({ session: SessionNumber, tags: Refs }, { tags: ['tag', 'session'] }),
}

/* The settings in force, requests about the memory as a whole, and names for positions. */

/** Complete settings, as JSON, in force from here on. Only deciders read them, never a fold. */
const Settings = Schema.Record(Schema.String, Schema.Unknown)

export const controlEvents = {
  BrainCreated: fact({ profile: Word, settings: Settings, digest: Hex }),
  ProfileChanged: fact({ profile: Word, settings: Settings, digest: Hex }),
  /** What the owner says that the brain is for. */
  BrainDescribed: fact({ about: Ref }, { about: ['setting-name', 'brain'] }),
  /** `bands` are cosine thresholds that came with the embedder, rising; measured ones are of `BandsCalibrated`. */
  EmbedderChanged: fact({ embedder: Ref, dimension: Count, bands: NanoList }, { embedder: ['setting-name', 'brain'] }),
  /**
   * The bands of novelty were measured on the brain's own text, or are given up where there are none. They hold for what measured them: words,
   * or the vectors of the embedder of that name and dimension. `pieces` is the number of own texts that they were measured by.
   */
  BandsCalibrated: fact(
    {
      by: Schema.Literals(noveltyMeasures),
      /** Noise, novel and known; empty: the bands of the settings hold again. */
      bands: NanoList,
      pieces: Count,
      embedder: Schema.optionalKey(Ref),
      dimension: Schema.optionalKey(Count),
    },
    { embedder: ['setting-name', 'brain'] },
  ),
  /**
   * The bar of confidence was measured in this brain: the sum from which on a memory is sure. It holds until the settings change. `messages` is the
   * number of foreign messages of which a memory has a word, `memories` is how many the brain had at that time.
   */
  ConfidenceCalibrated: fact({ least: NanoUnits, messages: Count, memories: Count }),
  ExperimentArmAssigned: fact({ session: SessionNumber, experiment: Ref, arm: Count }, { experiment: ['setting-name', 'session'] }),
  /**
   * This brain was derived from the facts of another one up to its position `at`, whose newest commit has the hash. `changed` are the settings
   * that differ from those in force there, `excluded` the positions of the parent's signals that were left out. `settings`: `one` where the same
   * settings hold from the first event on, `recorded` where each fact was learned from by those of its time. `silent` are the ends of turns in
   * this log that teach nothing, because they were left out.
   */
  BrainForked: fact(
    {
      parent: Ref,
      at: Position,
      hash: Hex,
      settings: Schema.Literals(['one', 'recorded']),
      changed: Settings,
      excluded: EventPositions,
      silent: EventPositions,
      walks: Schema.Literals(['recorded', 'again']),
    },
    { parent: ['setting-name', 'brain'] },
  ),
  /**
   * The memory goes on from what a branch knows: a replay of this log up to here. `at` and `hash` are the end of the branch. The signals are
   * out from here on, and the settings are in force, where the branch has others. The rest is the evidence: NDCG@10 on held-out questions
   * before and after, and the 95 % interval of the gain.
   */
  BrainPromoted: fact(
    {
      branch: Ref,
      at: Position,
      hash: Hex,
      signals: EventPositions,
      profile: Schema.optionalKey(Word),
      settings: Schema.optionalKey(Settings),
      digest: Schema.optionalKey(Hex),
      questions: Count,
      before: UnitInterval,
      after: UnitInterval,
      low: SignedUnitInterval,
      high: SignedUnitInterval,
    },
    { branch: ['setting-name', 'brain'] },
  ),
  TagCreated: fact({ tag: Ref, at: Position }, { tag: ['tag', 'brain'] }),

  MaintenanceRequested: fact({ tasks: Words }),
  /** A rollback was requested. `to` is a commit end, `through` the newest fact whose effects are at or before it. */
  RollbackRequested: fact({ to: Position, through: Position }),
  /**
   * Learning from some signals was undone. `signals` are the positions of these facts, rising. Their walks, contents and structure stay;
   * `nodes` are the memories that were retired with them.
   */
  UnlearnRequested: fact({
    selector: Schema.Literals(selectors),
    /** The numbers of the selected sessions, turn, feedback, actor or calls of a judge. An origin is named in `selectedOrigin` instead. */
    selected: Counts,
    selectedOrigin: Schema.optionalKey(Schema.Literals(origins)),
    /** The first and the last position that the selection was limited to. */
    since: Schema.optionalKey(EventPosition),
    until: Schema.optionalKey(EventPosition),
    signals: EventPositions,
    nodes: Schema.optionalKey(Nodes),
  }),
  /** The unlearning or promotion at that position no longer applies: its signals teach again. */
  UnlearnWithdrawn: fact({ request: EventPosition }),
}
