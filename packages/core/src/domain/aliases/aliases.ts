/**
 * Other words by which a memory is asked for: which of them count, and how they are recorded.
 *
 * An alias is a question that a memory answers, in words that the memory need not have. It is only searched: it is never put before a model, and never
 * counts as words of the memory.
 */

import { onOneLine } from '@crabtrail/text/words/context-fence'
import * as Result from 'effect/Result'
import type { Decision } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import { type AliasNamer, type GraphView, isRecallable, isSearched } from '../graph.ts'
import type { ContentRef, NodeNumber } from '../identity.ts'
import type { BrainState } from '../projections/brain-fold.ts'

/** Most aliases of a memory by one that names them, and most characters of each. */
export const aliasesMost = { person: 32, document: 32, model: 8 } as const satisfies Readonly<Record<AliasNamer, number>>
export const aliasCharacters = 200

/** A content holds one alias a line. */
export const aliasText = (aliases: ReadonlyArray<string>): string => aliases.join('\n')
export const aliasesIn = (text: string | undefined): ReadonlyArray<string> => (text === undefined ? [] : text.split('\n'))

/** Returns an alias as it is kept: on one line, without spaces around it. */
export const aliasLine = (text: string): string => onOneLine(text).replaceAll(/\s+/gu, ' ').trim()

/** Returns aliases as they are kept, each once; none that is blank. */
export const distinctAliases = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(texts.map(aliasLine).filter((text) => text !== '')),
]

/** An alias that a document names and that does not count: it is too long, or there are too many. */
export interface UncountedAlias {
  readonly name: string
  readonly reason: 'too-long' | 'too-many'
}

/** Returns the aliases that a document gives a passage, and those that do not count. */
export const aliasesOfDocument = (texts: ReadonlyArray<string>) => {
  const all = distinctAliases(texts)
  const short = all.filter((text) => text.length <= aliasCharacters)
  const kept = new Set(short.slice(0, aliasesMost.document))
  const uncounted = all.flatMap((name): ReadonlyArray<UncountedAlias> => {
    if (kept.has(name)) return []
    return [{ name, reason: name.length > aliasCharacters ? 'too-long' : 'too-many' }]
  })
  return { kept: [...kept], uncounted }
}

/** True for a memory that aliases lead to: it is recalled by its words. */
const mayHaveAliases = (graph: Pick<GraphView, 'stateOf' | 'typeOf'>, node: NodeNumber): boolean =>
  isRecallable(graph, node) && isSearched(graph.typeOf(node))

export interface NamedAliases {
  readonly node: NodeNumber
  readonly namer: Exclude<AliasNamer, 'model'>
  /** All aliases that hold from now on, one a line; undefined: none. */
  readonly names: ContentRef | undefined
}

/** Decides the aliases that a person gives a memory, in place of those that a person gave it before. No event where there is nothing to take back. */
export const decideAliases = ({ namer: by, names, node }: NamedAliases, { graph }: Pick<BrainState, 'graph'>): Decision<void> => {
  if (!mayHaveAliases(graph, node)) return Result.fail({ _tag: 'NodeNotLive', node })
  const known = graph.aliasesOf(node).find((one) => one.by === by)
  if (known?.names === names) return Result.succeed({ events: [], answer: undefined })
  const event: NewEvent = { type: 'AliasesNamed', data: { node, by, ...(names === undefined ? {} : { names }) } }
  return Result.succeed({ events: [event], answer: undefined })
}
