import type { TurnOutcome } from '../../events/turn-events.ts'
import type { ContentRef, EdgeNumber, FeedbackNumber, NodeNumber, Position, SessionNumber, TurnNumber } from '../../identity.ts'
import type { Nano } from '../../strength.ts'

export interface FollowedEdge {
  readonly edge: EdgeNumber
  readonly depth: number
  readonly energy: Nano
}

/** A cue that stood beside the seeds, and how alike its question was, in nano-units. */
export interface MatchedCue {
  readonly cue: NodeNumber
  readonly alike: Nano
}

/** A memory that a reply drew on, and which part of all that it drew, in nano-units. */
export interface DrawnNode {
  readonly node: NodeNumber
  readonly share: Nano
}

/** An agent's word that memories were used, and by how much it moved each edge, in order. */
export interface AgentUse {
  /** The position of the feedback. */
  readonly cause: Position
  readonly nodes: ReadonlyArray<NodeNumber>
  readonly moves: ReadonlyArray<readonly [edge: EdgeNumber, by: Nano]>
}

export interface TurnRecord {
  readonly turn: TurnNumber
  readonly position: Position
  readonly at: number
  readonly session: SessionNumber | undefined
  readonly question: ContentRef | undefined
  readonly seeds: ReadonlyArray<NodeNumber>
  readonly cues: ReadonlyArray<MatchedCue>
  /** Fired node → the edge that brought it, 0 for a seed. */
  readonly fired: ReadonlyMap<NodeNumber, EdgeNumber>
  readonly followed: ReadonlyArray<FollowedEdge>
  /** Node → the negative edge that suppressed it. */
  readonly inhibited: ReadonlyMap<NodeNumber, EdgeNumber>
  /** The beginning of the ranking. */
  readonly shown: ReadonlyArray<NodeNumber>
  /** What went into the context. */
  readonly included: ReadonlyArray<NodeNumber>
  /** Verdict keys (see {@link verdictKey}) → the feedback that was credited for it, the first one. */
  readonly verdicts: ReadonlyMap<string, FeedbackNumber>
  /** Feedback that the learner has not answered yet → the verdict keys that are used up if it is credited. */
  readonly unanswered: ReadonlyMap<FeedbackNumber, ReadonlyArray<string>>
  /** The cue that feedback on this turn moves, once one was chosen. */
  readonly cue: NodeNumber | undefined
  /** How it ended; absent while nobody said. */
  readonly outcome: TurnOutcome | undefined
  /** The memories that its reply drew on, the largest share first; absent where the reply is not known. */
  readonly drew: ReadonlyArray<DrawnNode> | undefined
  readonly uses: ReadonlyArray<AgentUse>
}

/** A turn that went on without memory. */
export type AbsentTurn = Pick<TurnRecord, 'session' | 'outcome'>

/** A record that its fold still writes to. */
export type TurnDraft = { -readonly [K in keyof TurnRecord]: TurnRecord[K] } & {
  fired: Map<NodeNumber, EdgeNumber>
  followed: Array<FollowedEdge>
  inhibited: Map<NodeNumber, EdgeNumber>
  verdicts: Map<string, FeedbackNumber>
  unanswered: Map<FeedbackNumber, ReadonlyArray<string>>
  uses: Array<AgentUse>
}
