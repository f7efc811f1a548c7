/** Which turn a verdict is on that an agent gives while it answers a message. Pure; nothing where no turn can be meant. */
import type { Verdict } from '../events/feedback-events.ts'
import { hearSaying } from '../hearing/spoken-verdict.ts'
import type { NodeNumber, SessionNumber, TurnNumber } from '../identity.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'

export interface SaidMeanwhile {
  readonly session: SessionNumber | undefined
  /** The turn of the message that is answered; absent where its recall is not recorded. */
  readonly own: TurnNumber | undefined
  /** What the message says; absent where it is not known. */
  readonly message: string | undefined
  readonly verdict: Verdict
  /** Those that are judged; none for all that a turn was given. */
  readonly nodes: ReadonlyArray<NodeNumber>
  /** The turn that the agent names. */
  readonly named: TurnNumber | undefined
}

type Turns = Pick<BrainState, 'recentTurns' | 'lastAbsence' | 'turn'>

/**
 * The turn that is named, if it showed one of the notes; else the newest of the session whose context held all of them, then one of them,
 * then whose ranking held one. Blame in answer to a message that corrects is on a turn before that message; only notes that no turn before was
 * given are taken from its own, also where the agent names that.
 */
export const judgedTurn = (state: Turns, said: SaidMeanwhile): TurnRecord | undefined => {
  const { named, nodes, own = Number.POSITIVE_INFINITY } = said
  const blamesBefore = blamesTheAnswerBefore(said)
  // The only number that the agent sees is that of the message itself.
  const meant = named === undefined || (blamesBefore && named === own) ? undefined : state.turn(named)
  if (meant !== undefined && (nodes.length === 0 || nodes.some((node) => showed(meant, node)))) return meant
  const turns = [...state.recentTurns()].filter(({ session }) => session === said.session)
  const before = turns.filter(({ turn }) => turn < own)
  if (nodes.length === 0) return blamesBefore ? lastAnswered(state, before, said) : turns.find(gave)
  // Of a turn's ranking an agent sees nothing unless it asks, so what was given counts first.
  const inOrder = blamesBefore ? [...before, ...turns] : turns
  const held =
    ({ included }: TurnRecord) =>
    (node: NodeNumber) =>
      included.includes(node)
  return (
    inOrder.find((turn) => nodes.every(held(turn))) ??
    inOrder.find((turn) => nodes.some(held(turn))) ??
    inOrder.find((turn) => nodes.some((node) => showed(turn, node)))
  )
}

/**
 * A message can judge what was answered before it, never what is only being recalled for it. One that only begins as corrections do is enough
 * here: that there is something to blame is what the agent says.
 */
const blamesTheAnswerBefore = ({ message, verdict }: SaidMeanwhile): boolean =>
  verdict !== 'used' && verdict !== 'success' && message !== undefined && hearSaying(message) !== undefined

const gave = ({ included }: TurnRecord): boolean => included.length > 0

/** The turn before; nothing where that one was given no notes: then none of ours was meant. */
const lastAnswered = (state: Turns, [last]: ReadonlyArray<TurnRecord>, { own, session }: SaidMeanwhile): TurnRecord | undefined => {
  if (last === undefined || session === undefined || !gave(last)) return undefined
  return (state.lastAbsence(session, own) ?? 0) >= last.turn ? undefined : last
}

const showed = ({ fired, shown }: TurnRecord, node: NodeNumber): boolean => shown.includes(node) || fired.has(node)
