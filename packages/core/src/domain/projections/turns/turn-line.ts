/** A turn's record as one line of JSON, and back. The same record gives the same line. */
import type { TurnDraft } from './turn-record.ts'

type Line = readonly [
  position: number,
  at: number,
  session: number | null,
  question: string | null,
  seeds: ReadonlyArray<number>,
  /** Maps and lists of pairs and triples lie flat. */
  cues: ReadonlyArray<number>,
  fired: ReadonlyArray<number>,
  followed: ReadonlyArray<number>,
  inhibited: ReadonlyArray<number>,
  shown: ReadonlyArray<number>,
  included: ReadonlyArray<number>,
  verdicts: ReadonlyArray<readonly [string, number]>,
  unanswered: ReadonlyArray<readonly [number, ReadonlyArray<string>]>,
  cue: number | null,
  outcome: string | null,
  drew: ReadonlyArray<number> | null,
  /** Each with its moves, which lie flat. */
  uses: ReadonlyArray<readonly [cause: number, nodes: ReadonlyArray<number>, moves: ReadonlyArray<number>]>,
]

export const writeTurn = (turn: TurnDraft): string => {
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
    [...turn.verdicts],
    [...turn.unanswered],
    turn.cue ?? null,
    turn.outcome ?? null,
    turn.drew?.flatMap(({ node, share }) => [node, share]) ?? null,
    turn.uses.map(({ cause, moves, nodes }) => [cause, nodes, moves.flat()] as const),
  ]
  return JSON.stringify(line)
}

/** Trusts that `text` was written by {@link writeTurn}: who reads it has seen that its bytes are those that were written. */
export const readTurn = (turn: number, text: string): TurnDraft => {
  const line = JSON.parse(text) as Line
  const [position, at, session, question, seeds, cues, fired, followed, inhibited, ...told] = line
  const [shown, included, verdicts, unanswered, cue, outcome, drew, uses] = told
  return {
    turn,
    position,
    at,
    session: session ?? undefined,
    question: (question ?? undefined) as TurnDraft['question'],
    seeds,
    cues: grouped(cues, 2, ([of = 0, alike = 0]) => ({ cue: of, alike })),
    fired: new Map(grouped(fired, 2, ([node = 0, edge = 0]) => [node, edge])),
    followed: grouped(followed, 3, ([edge = 0, depth = 0, energy = 0]) => ({ edge, depth, energy })),
    inhibited: new Map(grouped(inhibited, 2, ([node = 0, edge = 0]) => [node, edge])),
    shown,
    included,
    verdicts: new Map(verdicts),
    unanswered: new Map(unanswered),
    cue: cue ?? undefined,
    outcome: (outcome ?? undefined) as TurnDraft['outcome'],
    drew: drew === null ? undefined : grouped(drew, 2, ([node = 0, share = 0]) => ({ node, share })),
    uses: uses.map(([cause, nodes, moves]) => ({ cause, nodes, moves: grouped(moves, 2, ([edge = 0, by = 0]) => [edge, by] as const) })),
  }
}

const grouped = <A>(flat: ReadonlyArray<number>, width: number, make: (cells: ReadonlyArray<number>) => A): Array<A> =>
  Array.from({ length: flat.length / width }, (_, i) => make(flat.slice(i * width, (i + 1) * width)))
