/** Which edges a word moved in the last turns: they are not let go. */
import * as Effect from 'effect/Effect'
import type { EdgeNumber, Position, TurnNumber } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { forEachEvent } from '../brain/as-of.ts'
import type { OpenBrain } from '../brain/brain.ts'

/** Rules that are nobody's word. */
const unspoken: ReadonlySet<string> = new Set(['drift', 'growth', 'merge'])

export const taughtLately = Effect.fnUntraced(function* (brain: OpenBrain, { forgetting }: Profile) {
  const taught = new Set<EdgeNumber>()
  const { state } = brain
  const oldest = state.lastTurn - forgetting.prune.young
  // Nothing is older than the first turn: whatever is there is young by its last use.
  if (oldest <= 0) return taught
  let turn: TurnNumber = 0
  yield* forEachEvent(brain, positionOf(state, oldest), state.position, (event) => {
    if (event.type === 'TurnStarted' || event.type === 'RecallSkipped') turn = Math.max(turn, event.turn ?? 0)
    if (turn >= oldest && event.type === 'StrengthAdjusted' && !unspoken.has(event.data.rule)) taught.add(event.data.edge)
  })
  return taught
})

/** Of the newest turn with a record that is no newer, else of the oldest that is kept. */
const positionOf = (state: BrainState, turn: number): Position => {
  let position: Position = 1
  for (const record of state.recentTurns()) {
    position = record.position
    if (record.turn <= turn) break
  }
  return position
}
