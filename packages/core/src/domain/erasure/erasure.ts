/** Forgets contents for good: a fact in the log, which keeps its shape, and nothing in it that could bring them back. */

import * as Result from 'effect/Result'
import type { Decision, Speaker } from '../decision.ts'
import type { EventData, NewEvent } from '../events/brain-event.ts'
import { isLive, type Origin } from '../graph.ts'
import type { ContentRef, NodeNumber, SourceNumber } from '../identity.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { cjkClass, isFunctionWord } from '../text/language.ts'
import { normalise } from '../text/unicode.ts'

export type ErasureScope = Extract<EventData<'ContentErased'>['scope'], 'node' | 'source' | 'session' | 'turn' | 'subject'>

export interface Erasure {
  readonly scope: ErasureScope
  /** Without those that were erased before. */
  readonly contents: ReadonlyArray<ContentRef>
  /** Of which nothing is left. */
  readonly nodes: ReadonlyArray<NodeNumber>
  readonly sources: ReadonlyArray<SourceNumber>
}

/** Empty where nothing of it is left to erase. What is retired stays so: no reading in brings back a node whose name is gone. */
export const decideErasure = (
  { contents, nodes, origin, scope, sources }: Erasure & Pick<Speaker, 'origin'>,
  state: BrainState,
): Decision<void> => {
  if (contents.length === 0) return Result.succeed({ events: [], answer: undefined })
  const live = nodes.filter((node) => isLive(state.graph.stateOf(node)))
  const known = sources.filter((source) => state.sources.byNumber.get(source)?.retired === false)
  const erased: NewEvent = { type: 'ContentErased', origin, data: { contents, scope, ...(nodes.length === 0 ? {} : { nodes }) } }
  const events = [
    ...known.map((source): NewEvent => ({ type: 'SourceRetired', origin, data: { source, reason: 'forgotten' } })),
    ...live.map((node): NewEvent => ({ type: 'NodeRetired', origin, data: { node, reason: 'forgotten' } })),
    erased,
  ]
  return Result.succeed({ events, answer: undefined })
}

/** Nobody but the owner: what is forgotten nobody can bring back. */
export const mayForget = (origin: Origin): boolean => origin === 'owner'

/*
 * Whether a text says some words, one after the other, however they are spelled and whatever stands between them that is no word.
 *
 * Whole words: “Ann” is not said by “Annette”. Only in scripts that write words without spaces a part of a run counts.
 */

const cjk = new RegExp(cjkClass, 'v')

/** Words that can be looked for; undefined for a text that says next to nothing. */
export const phraseOf = (text: string): string | undefined => {
  const words = normalise(text).split(' ')
  const telling = words.filter((word) => word !== '' && !isFunctionWord(word, 'en'))
  const isEnough = cjk.test(telling.join('')) || telling.some((word) => word.length >= shortest)
  return isEnough ? words.join(' ') : undefined
}

const shortest = 3

/** `phrase` as {@link phraseOf} gives it. */
export const says = (text: string, phrase: string): boolean => {
  const said = normalise(text)
  return cjk.test(phrase) ? said.includes(phrase) : ` ${said} `.includes(` ${phrase} `)
}
