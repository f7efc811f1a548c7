/**
 * The texts of a call: what every prompt does with the words of others, and how every answer is read. An answer is data: nothing that a model
 * wrote is put before another one.
 */

import { onOneLine, withImitationsMarked } from '@crabtrail/text/words/context-fence'
import * as Result from 'effect/Result'

/** Returns a text on one line and without imitations of roles. */
export const plain = (text: string): string => onOneLine(withImitationsMarked(text)).replaceAll(/\s+/gu, ' ').trim()

/** Returns the beginning of a text in quotes, on one line and without imitations of roles. */
export const quoted = (text: string, characters: number): string => JSON.stringify(plain(text).slice(0, characters).toWellFormed())

/** Returns the first JSON object in a text behind what the model thought; models put fences and sentences around it. */
export const objectIn = (answer: string): Readonly<Record<string, unknown>> | undefined => {
  const text = answer.slice(answer.lastIndexOf(thoughtEnd) + 1)
  for (let tries = 0, from = text.indexOf('{'); from !== -1 && tries < triesMost; tries++, from = text.indexOf('{', from + 1)) {
    const to = endOfObject(text, from)
    if (to === undefined) continue
    const parsed = Result.try(() => JSON.parse(text.slice(from, to)) as unknown)
    if (Result.isSuccess(parsed)) return parsed.success as Readonly<Record<string, unknown>>
  }
  return undefined
}

/** A draft in the thoughts is not the answer. */
const thoughtEnd = '</think>'

/** Most openings at which an object is looked for. */
const triesMost = 8

/** Returns the place behind the bracket that closes the object; undefined for a text that ends before. */
const endOfObject = (text: string, from: number): number | undefined => {
  let [depth, isText] = [0, false]
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (isText) {
      if (sign === '\\') at++
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at + 1
  }
  return undefined
}

/** Returns a number that an answer names; undefined for anything else. Models write numbers as text, too. */
export const numberIn = (value: unknown): number | undefined => {
  if (typeof value === 'string') return /^\s*#?\d{1,4}\s*$/.test(value) ? Number(value.replace('#', '')) : undefined
  return typeof value === 'number' ? value : undefined
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
