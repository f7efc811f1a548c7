import type { Tier, Verdict } from '../../events/learning-events.ts'
import type { TurnOutcome } from '../../events/turn-events.ts'
import type {
  ActorNumber,
  ContentRef,
  EdgeNumber,
  FeedbackNumber,
  NodeNumber,
  Position,
  SessionNumber,
  TurnNumber,
} from '../../identity.ts'
import type { Nano } from '../../strength.ts'

export interface FollowedEdge {
  readonly edge: EdgeNumber
  readonly depth: number
  readonly energy: Nano
  /** The attention that a routing model gave its target, in nano-units from 0 to 1; absent where no model chose it. */
  readonly attention?: Nano | undefined
}

/** A cue that was selected beside the seeds, and the similarity of its question in nano-units. */
export interface MatchedCue {
  readonly cue: NodeNumber
  readonly alike: Nano
}

/** A memory that a reply drew on, and its share of all that the reply drew, in nano-units. */
export interface DrawnNode {
  readonly node: NodeNumber
  readonly share: Nano
}

/** An agent's verdict that memories were used, and the changes of edge strengths that it caused, in order. */
export interface AgentUse {
  readonly cause: Position
  readonly nodes: ReadonlyArray<NodeNumber>
  readonly moves: ReadonlyArray<readonly [edge: EdgeNumber, by: Nano]>
}

export interface ToolError {
  readonly error: NodeNumber
  readonly tool: NodeNumber
}

/** What was said of a memory in a turn, by whom. The same thing said again counts once. */
export interface SaidVerdict {
  /** The memory; `undefined` where the turn as a whole has a share in an outcome. */
  readonly node: NodeNumber | undefined
  readonly word: Verdict | 'instead' | 'outcome'
  readonly tier: Tier
  /** The speaker; `undefined` where the turn as a whole has a share in an outcome. */
  readonly actor: ActorNumber | undefined
}

/** A verdict that taught, with the first feedback that was credited for it. */
export interface CreditedVerdict extends SaidVerdict {
  readonly feedback: FeedbackNumber
}

export interface TurnRecord {
  readonly turn: TurnNumber
  readonly position: Position
  readonly at: number
  readonly session: SessionNumber | undefined
  readonly question: ContentRef | undefined
  readonly seeds: ReadonlyArray<NodeNumber>
  readonly cues: ReadonlyArray<MatchedCue>
  /** Fired node → the edge that reached it; 0 for a seed. */
  readonly fired: ReadonlyMap<NodeNumber, EdgeNumber>
  readonly followed: ReadonlyArray<FollowedEdge>
  /** Node → the negative edge that suppressed it. */
  readonly inhibited: ReadonlyMap<NodeNumber, EdgeNumber>
  readonly shown: ReadonlyArray<NodeNumber>
  readonly included: ReadonlyArray<NodeNumber>
  /** The verdicts that taught, each once, in the order in which they were credited. */
  readonly verdicts: ReadonlyArray<CreditedVerdict>
  /** Feedback that the learner has not answered yet → the verdicts that are used up if it is credited. */
  readonly unanswered: ReadonlyMap<FeedbackNumber, ReadonlyArray<SaidVerdict>>
  /** The cue that feedback on this turn adjusts; undefined before one was chosen. */
  readonly cue: NodeNumber | undefined
  /** How the turn ended; undefined before it was reported. */
  readonly outcome: TurnOutcome | undefined
  /** The memories that its reply drew on, the largest share first; undefined if the reply is not known. */
  readonly drew: ReadonlyArray<DrawnNode> | undefined
  readonly uses: ReadonlyArray<AgentUse>
  /** The kinds of error that its tools reported, the last one last. */
  readonly errors: ReadonlyArray<ToolError>
  /** The kinds of error of earlier turns that a tool got over in this one. */
  readonly fixed: ReadonlyArray<NodeNumber>
  readonly noted: ReadonlyArray<NodeNumber>
}

export type AbsentTurn = Pick<TurnRecord, 'session' | 'outcome'>

export type TurnDraft = { -readonly [K in keyof TurnRecord]: TurnRecord[K] } & {
  fired: Map<NodeNumber, EdgeNumber>
  followed: Array<FollowedEdge>
  inhibited: Map<NodeNumber, EdgeNumber>
  verdicts: Array<CreditedVerdict>
  unanswered: Map<FeedbackNumber, ReadonlyArray<SaidVerdict>>
  uses: Array<AgentUse>
}

/** Encodes a turn's record as one line of JSON, and decodes it. The same record gives the same line. */

type Line = readonly [
  position: number,
  at: number,
  session: number | null,
  question: string | null,
  seeds: ReadonlyArray<number>,
  /** `cues` to `inhibited` and `drew` are flattened lists of pairs or triples. */
  cues: ReadonlyArray<number>,
  fired: ReadonlyArray<number>,
  followed: ReadonlyArray<number>,
  inhibited: ReadonlyArray<number>,
  shown: ReadonlyArray<number>,
  included: ReadonlyArray<number>,
  verdicts: ReadonlyArray<readonly [said: SaidCells, feedback: number]>,
  unanswered: ReadonlyArray<readonly [feedback: number, said: ReadonlyArray<SaidCells>]>,
  cue: number | null,
  outcome: string | null,
  drew: ReadonlyArray<number> | null,
  /** `moves` is a flattened list of pairs. */
  uses: ReadonlyArray<readonly [cause: number, nodes: ReadonlyArray<number>, moves: ReadonlyArray<number>]>,
  /** Flattened pairs. Absent in the lines of older snapshots, as `fixed` and `noted`. */
  errors?: ReadonlyArray<number>,
  fixed?: ReadonlyArray<number>,
  noted?: ReadonlyArray<number>,
  /** Flattened pairs of the place of a followed edge and its attention. Absent where there are none. */
  attention?: ReadonlyArray<number>,
]

const writeTurn = (turn: TurnDraft): string => {
  const line: Line = [
    turn.position,
    turn.at,
    turn.session ?? null,
    turn.question ?? null,
    turn.seeds,
    turn.cues.flatMap(({ alike, cue }) => [cue, alike]),
    [...turn.fired].flat(),
    turn.followed.flatMap(({ depth, edge, energy }) => [edge, depth, energy]),
    [...turn.inhibited].flat(),
    turn.shown,
    turn.included,
    turn.verdicts.map((verdict) => [cellsOf(verdict), verdict.feedback] as const),
    [...turn.unanswered].map(([feedback, said]) => [feedback, said.map(cellsOf)] as const),
    turn.cue ?? null,
    turn.outcome ?? null,
    turn.drew?.flatMap(({ node, share }) => [node, share]) ?? null,
    turn.uses.map(({ cause, moves, nodes }) => [cause, nodes, moves.flat()] as const),
    turn.errors.flatMap(({ error, tool }) => [error, tool]),
    turn.fixed,
    turn.noted,
    ...attendedCells(turn.followed),
  ]
  return JSON.stringify(line)
}

const attendedCells = (followed: ReadonlyArray<FollowedEdge>): readonly [] | readonly [ReadonlyArray<number>] => {
  const cells = followed.flatMap(({ attention }, place) => (attention === undefined ? [] : [place, attention]))
  return cells.length === 0 ? [] : [cells]
}

/** Trusts that `text` was written by {@link writeTurn}: the caller has verified that the bytes are those that were written. */
const readTurn = (turn: number, text: string): TurnDraft => {
  const line = JSON.parse(text) as Line
  const [position, at, session, question, seeds, cues, fired, followed, inhibited, ...told] = line
  const [shown, included, verdicts, unanswered, cue, outcome, drew, uses, errors = [], fixed = [], noted = [], attention = []] = told
  const attended = new Map(grouped(attention, 2, ([place = 0, given = 0]) => [place, given] as const))
  return {
    turn,
    position,
    at,
    session: session ?? undefined,
    question: (question ?? undefined) as TurnDraft['question'],
    seeds,
    cues: grouped(cues, 2, ([of = 0, alike = 0]) => ({ cue: of, alike })),
    fired: new Map(grouped(fired, 2, ([node = 0, edge = 0]) => [node, edge])),
    followed: grouped(followed, 3, ([edge = 0, depth = 0, energy = 0]) => ({ edge, depth, energy })).map((one, place) => {
      const given = attended.get(place)
      return given === undefined ? one : { ...one, attention: given }
    }),
    inhibited: new Map(grouped(inhibited, 2, ([node = 0, edge = 0]) => [node, edge])),
    shown,
    included,
    verdicts: verdicts.map(([cells, feedback]) => ({ ...saidBy(cells), feedback })),
    unanswered: new Map(unanswered.map(([feedback, said]) => [feedback, said.map(saidBy)] as const)),
    cue: cue ?? undefined,
    outcome: (outcome ?? undefined) as TurnDraft['outcome'],
    drew: drew === null ? undefined : grouped(drew, 2, ([node = 0, share = 0]) => ({ node, share })),
    uses: uses.map(([cause, nodes, moves]) => ({ cause, nodes, moves: grouped(moves, 2, ([edge = 0, by = 0]) => [edge, by] as const) })),
    errors: grouped(errors, 2, ([error = 0, tool = 0]) => ({ error, tool })),
    fixed,
    noted,
  }
}

type SaidCells = readonly [node: number | null, word: SaidVerdict['word'], tier: Tier, actor: number | null]

const cellsOf = ({ actor, node, tier, word }: SaidVerdict): SaidCells => [node ?? null, word, tier, actor ?? null]

const saidBy = ([node, word, tier, actor]: SaidCells): SaidVerdict => ({ node: node ?? undefined, word, tier, actor: actor ?? undefined })

const grouped = <A>(flat: ReadonlyArray<number>, width: number, make: (cells: ReadonlyArray<number>) => A): Array<A> =>
  Array.from({ length: flat.length / width }, (_, i) => make(flat.slice(i * width, (i + 1) * width)))

/** Holds recent turns in the order in which they began. Turns of a snapshot stay encoded until they are requested, because few ever are. */
export class TurnShelf {
  readonly #kept: Map<TurnNumber, TurnDraft | string>

  constructor(kept: Iterable<readonly [TurnNumber, TurnDraft | string]> = []) {
    this.#kept = new Map(kept)
  }

  get size(): number {
    return this.#kept.size
  }

  has(turn: TurnNumber): boolean {
    return this.#kept.has(turn)
  }

  get(turn: TurnNumber): TurnDraft | undefined {
    const found = this.#kept.get(turn)
    if (typeof found !== 'string') return found
    const read = readTurn(turn, found)
    this.#kept.set(turn, read)
    return read
  }

  set(turn: TurnNumber, record: TurnDraft): void {
    this.#kept.set(turn, record)
  }

  delete(turn: TurnNumber): void {
    this.#kept.delete(turn)
  }

  keys(): MapIterator<TurnNumber> {
    return this.#kept.keys()
  }

  *newestFirst(): Generator<TurnDraft> {
    for (const turn of [...this.#kept.keys()].reverse()) {
      const record = this.get(turn)
      if (record !== undefined) yield record
    }
  }

  /** Yields each turn with its line of JSON. */
  *lines(): Generator<readonly [TurnNumber, string]> {
    for (const [turn, kept] of this.#kept) yield [turn, typeof kept === 'string' ? kept : writeTurn(kept)]
  }

  /** Returns a shelf that later changes of this one do not affect. */
  clone(cloneTurn: (turn: TurnDraft) => TurnDraft): TurnShelf {
    return new TurnShelf([...this.#kept].map(([turn, kept]) => [turn, typeof kept === 'string' ? kept : cloneTurn(kept)] as const))
  }
}
