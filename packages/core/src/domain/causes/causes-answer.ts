/**
 * Reads the answer of a model that names causes. The text is data: only pairs that the window judges count, everything else is dropped and
 * counted, and nothing that the model wrote is kept.
 */
import * as Result from 'effect/Result'
import type { NodeNumber } from '../identity.ts'
import type { ReadAnswer, UnreadAnswer } from '../model/model-task.ts'
import { isObject, numberIn, objectIn } from '../model/model-text.ts'
import { type Nano, nano } from '../strength.ts'
import { type CauseWindow, isJudged, type WindowText } from './cause-windows.ts'

export interface NamedCause {
  readonly cause: NodeNumber
  readonly effect: NodeNumber
  /** In nano-units from 0 to 1. */
  readonly confidence: Nano
}

export interface CausesRead extends ReadAnswer {
  /** In the order of the answer. Of two passages at most one pair is named, whichever is the cause. */
  readonly pairs: ReadonlyArray<NamedCause>
}

/** Most entries that are looked at. A window of 8 passages has 22 pairs. */
const entriesMost = 128

/** Fails for a text without a JSON object that has a list of causes. */
export const readCauses = (text: string, window: CauseWindow): Result.Result<CausesRead, UnreadAnswer> => {
  const entries = objectIn(text)?.['causes']
  if (!Array.isArray(entries)) return Result.fail({ reason: 'malformed', refused: 0 })
  const pairs: Array<NamedCause> = []
  const named = new Set<string>()
  for (const entry of entries.slice(0, entriesMost) as ReadonlyArray<unknown>) {
    const read = pairIn(entry, window)
    if (read === undefined || named.has(read.name)) continue
    named.add(read.name)
    pairs.push(read.pair)
  }
  return Result.succeed({ pairs, refused: entries.length - pairs.length })
}

const pairIn = (entry: unknown, window: CauseWindow) => {
  if (!isObject(entry)) return undefined
  const { cause, confidence, effect } = entry
  const [from, to] = [textAt(window, cause), textAt(window, effect)]
  const isConfidence = typeof confidence === 'number' && confidence >= 0 && confidence <= 1
  if (from === undefined || to === undefined || !isConfidence || !isJudged(from, to)) return undefined
  const name = `${Math.min(from.node, to.node)} ${Math.max(from.node, to.node)}`
  return { name, pair: { cause: from.node, effect: to.node, confidence: nano(confidence) } }
}

/** Passages are numbered from 1 in the prompt. */
const textAt = (window: CauseWindow, value: unknown): WindowText | undefined => {
  const number = numberIn(value)
  return number === undefined ? undefined : window[number - 1]
}
