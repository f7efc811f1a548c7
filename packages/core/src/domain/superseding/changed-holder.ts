/**
 * Decides what a changed text does to the memories that gave way to it: where it no longer states what is true now, nothing takes their place.
 *
 * They do not become true again by that: a file that loses a line says nothing about what the line was about.
 */
import type { NewEvent } from '../events/brain-event.ts'
import type { Supersession } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import { saysAgain } from './contrast.ts'
import { type Stating, statementsIn } from './statement.ts'
import { contrastsWith, type KnownPassage, knownPassage, saidIn, supersededBy } from './supersede.ts'
import { supersededEvent } from './superseded-event.ts'

/** A memory with the record that it gave way to a text. */
export interface HeldPassage {
  readonly older: KnownPassage
  readonly record: Supersession
}

/** A memory whose text changed. */
export interface ChangedHolder extends Stating {
  readonly node: NodeNumber
  /** Its text before. */
  readonly former: string
  /** The memories that gave way to it. */
  readonly held: ReadonlyArray<HeldPassage>
}

/** Returns the records that change: those whose holder states it no longer, and those whose holder states it again. */
export const heldAnew = (holder: ChangedHolder): ReadonlyArray<NewEvent> =>
  holder.held.flatMap((one) => {
    const states = statesStill(holder, one)
    if (states === (one.record.gone === undefined)) return []
    const { older, record } = one
    return [supersededEvent({ ...record, node: older.node }, { ...record, gone: states ? undefined : true })]
  })

const statesStill = ({ former, ...now }: ChangedHolder, { older, record }: HeldPassage): boolean => {
  if (statesOtherwise(now, older, record)) return true
  const before = { title: now.title, text: former }
  if (record.gone !== undefined || statesOtherwise(before, older, record)) return false
  // No rule tells it of the two texts alone, as where a person named them: what is left of the former text counts.
  const said = new Set(statementsIn(before).map(saidIn))
  return statementsIn(now).some((one) => said.has(saidIn(one))) || takesPlace(now, knownPassage(now.node, before))
}

/** True where a text states anew what a memory states: with another value, in the same words, or as its record word for word. */
const statesOtherwise = (text: Stating, older: KnownPassage, { rule }: Supersession): boolean => {
  if (rule === 'copy' && text.text.includes(older.text)) return true
  const statements = statementsIn(text)
  return takesPlace(text, older) || older.statements.some((one) => statements.some((newer) => saysAgain(one, newer)))
}

const takesPlace = (text: Stating, older: KnownPassage): boolean => supersededBy(contrastsWith(text, [older]), [older]).length > 0
