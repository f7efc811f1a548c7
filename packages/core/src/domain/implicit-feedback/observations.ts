/** Tells what the end of a turn shows of its memories, and of those of earlier turns of its session. */
import type { ImplicitSignal } from '../events/learning-events.ts'
import type { NodeNumber, TurnNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { usedByAgent } from '../projections/turns/turn-ledger.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { type Nano, nano, one } from '../strength.ts'
import type { Observation } from './observed-outcome.ts'
import { editedBy, type SeenCall, stepOf, type ToolCall, takenBack } from './seen-calls.ts'

/** The end of a turn as its host reported it, and what the session did before. */
export interface SeenTurn {
  readonly turn: TurnNumber
  readonly at: number
  /** The calls of the turn in order, each with the memories of its context whose words it had. */
  readonly calls: ReadonlyArray<SeenCall>
  /** The calls of earlier turns of the session, oldest first. */
  readonly before: ReadonlyArray<SeenCall>
  /** The memories of earlier turns that the turn used, each with the turn that was given it last. */
  readonly late: ReadonlyArray<{ readonly turn: TurnRecord; readonly node: NodeNumber }>
  /** The turn of the session before, and the likeness of the two questions in nano-units. Undefined: there is none that counts. */
  readonly last: { readonly turn: TurnRecord; readonly alike: Nano; readonly goesOn: boolean } | undefined
}

export const observationsOf = (seen: SeenTurn, { learning: { implicit } }: Profile): ReadonlyArray<Observation> => {
  const ofCalls = [...callOutcomes(seen), ...takenBackIn(seen), ...editedIn(seen, implicit.seconds)]
  const isBlamed = (turn: TurnNumber) => ofCalls.some((one) => one.turn === turn && blames.has(one.signal))
  return [...ofCalls, ...usedLater(seen), ...lastTurn(seen, implicit, isBlamed)]
}

const blames: ReadonlySet<ImplicitSignal> = new Set(['failed', 'undone', 'restored'])

const observed = (
  signal: ImplicitSignal,
  { turn }: Pick<TurnRecord, 'turn'>,
  nodes: ReadonlyArray<NodeNumber>,
  { turn: seen }: Pick<SeenTurn, 'turn'>,
  { by, value = one }: { readonly value?: Nano; readonly by?: ToolCall } = {},
): ReadonlyArray<Observation> =>
  nodes.length === 0 ? [] : [{ turn, signal, value, nodes, seen, ...(by === undefined ? {} : { by: stepOf(by) }) }]

/** How the last call went that had the words of a memory: an agent that failed may try again. Only what a call used is praised or blamed. */
const callOutcomes = (seen: SeenTurn): ReadonlyArray<Observation> => {
  const last = new Map<NodeNumber, SeenCall>()
  for (const call of seen.calls) for (const node of call.nodes) last.set(node, call)
  return [...last].flatMap(([node, by]) => observed(by.failed ? 'failed' : 'succeeded', seen, [node], seen, { by }))
}

const takenBackIn = (seen: SeenTurn): ReadonlyArray<Observation> =>
  seen.calls.flatMap((call, i) =>
    takenBack(call, [...seen.before, ...seen.calls.slice(0, i)]).flatMap(({ call: earlier, how }) =>
      observed(how, earlier, earlier.nodes, seen, { by: call }),
    ),
  )

const editedIn = (seen: SeenTurn, seconds: number): ReadonlyArray<Observation> =>
  seen.calls.flatMap((call) => {
    const isTakenBack = takenBack(call, seen.before).length > 0
    const edited = isTakenBack ? [] : editedBy(call, seen.before).filter(({ at }) => seen.at - at <= 1_000 * seconds)
    return edited.flatMap((earlier) => observed('edited', earlier, earlier.nodes, seen, { by: call }))
  })

const usedLater = (seen: SeenTurn): ReadonlyArray<Observation> =>
  seen.late.flatMap(({ node, turn }) => (usedByAgent(turn).has(node) ? [] : observed('used-later', turn, [node], seen)))

/**
 * What the message shows of the turn before. The same question again speaks against what was answered from; another subject without a complaint
 * speaks for it, and against what was given and not used.
 */
const lastTurn = (
  seen: SeenTurn,
  { alike: least, seconds }: Profile['learning']['implicit'],
  isBlamed: (turn: TurnNumber) => boolean,
): ReadonlyArray<Observation> => {
  const { last } = seen
  // Without its reply nobody knows what a turn was answered from.
  const drew = last?.turn.drew
  if (last === undefined || last.turn.outcome !== 'success' || drew === undefined || isCorrected(last.turn)) return []
  const { alike, goesOn, turn } = last
  const called = seen.before.flatMap((call) => (call.turn === turn.turn ? call.nodes : []))
  const followed = [...new Set([...drew.map(({ node }) => node), ...usedByAgent(turn), ...called])]
  if (alike >= nano(least))
    return seen.at - turn.at <= 1_000 * seconds ? observed('asked-again', turn, followed, seen, { value: alike }) : []
  if (goesOn || isBlamed(turn.turn)) return []
  const usedNow = new Set(seen.late.flatMap((late) => (late.turn.turn === turn.turn ? [late.node] : [])))
  const left = turn.included.filter((node) => !followed.includes(node) && !usedNow.has(node))
  return [...observed('unopposed', turn, followed, seen), ...observed('unused', turn, left, seen)]
}

/** True for a turn that somebody said was wrong, or that was seen to go wrong. */
const isCorrected = ({ unanswered, verdicts }: TurnRecord): boolean =>
  [...verdicts, ...[...unanswered.values()].flat()].some(({ tier, word }) => tier === 'conscious' || word === 'correction')
