/**
 * Reads the answer of a routing model. The text is data: only the places of what was offered count, everything else is dropped and counted,
 * and nothing that the model wrote is ever put before another model.
 */
import * as Result from 'effect/Result'
import type { Kernel } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { ReadAnswer, UnreadAnswer } from '../model/model-task.ts'
import { isObject, numberIn, objectIn } from '../model/model-text.ts'
import type { RoutingSettings } from '../profiles/routing-settings.ts'
import { type Nano, nano } from '../strength.ts'
import { followsMost, type OfferedMemory } from './routing-offer.ts'

/** The part of an answer that counts. */
export interface RoutingChoice extends ReadAnswer {
  /** The memories to follow and the pointer of each, in the order of the answer. */
  readonly followed: ReadonlyMap<NodeNumber, EdgeNumber>
  readonly dropped: ReadonlySet<NodeNumber>
  /** The attention that memories get, in nano-units from 0 to 1. */
  readonly attention: ReadonlyMap<NodeNumber, Nano>
  /** The factors of the families of edges, each from 0 to 2; undefined where none were given or asked for. */
  readonly kernel: Kernel | undefined
  readonly explanation: string
  /** What was not offered, was named twice, or was no number. */
  readonly refused: number
}

export const noChoice: RoutingChoice = {
  followed: new Map(),
  dropped: new Set(),
  attention: new Map(),
  kernel: undefined,
  explanation: '',
  refused: 0,
}

/** Most characters of an explanation that are kept. */
const explanationMost = 400
/** Most entries of a list that are looked at: an answer may name each offered memory a few times, and no list needs more. */
const entriesMost = 512

export const readChoice = (
  text: string,
  offered: ReadonlyArray<OfferedMemory>,
  asksKernel: boolean,
  settings: Pick<RoutingSettings, 'follows'>,
): Result.Result<RoutingChoice, UnreadAnswer> => {
  const answer = objectIn(text)
  if (answer === undefined) return Result.fail({ reason: 'malformed', refused: 0, explanation: '' })
  const reading: Reading = { offered, refused: 0 }
  const follow = placesIn(reading, answer['follow'])
  const drop = placesIn(reading, answer['drop'])
  const followed = new Map<NodeNumber, EdgeNumber>()
  for (const { node, pointer } of follow) {
    if (pointer === 0) reading.refused++
    else followed.set(node, pointer)
  }
  const dropped = new Set<NodeNumber>()
  for (const { node } of drop) {
    // A memory that is followed and dropped at once is neither.
    if (followed.delete(node)) reading.refused += 2
    else dropped.add(node)
  }
  const attention = attentionIn(reading, answer['attention'])
  const kernel = asksKernel ? kernelIn(reading, answer['kernel']) : undefined
  const explanation = typeof answer['explanation'] === 'string' ? answer['explanation'].trim().slice(0, explanationMost).toWellFormed() : ''
  const { refused } = reading
  if (follow.length > followsMost(offered.length, settings))
    return Result.fail({ reason: 'no-choice', refused: refused + follow.length + dropped.size, explanation })
  return Result.succeed({ followed, dropped, attention, kernel, explanation, refused })
}

interface Reading {
  readonly offered: ReadonlyArray<OfferedMemory>
  refused: number
}

/** Memories are numbered from 1 in the prompt. */
const memoryAt = (reading: Reading, value: unknown): OfferedMemory | undefined => {
  const number = numberIn(value)
  const found = number === undefined ? undefined : reading.offered[number - 1]
  if (found === undefined) reading.refused++
  return found
}

const placesIn = (reading: Reading, value: unknown): ReadonlyArray<OfferedMemory> => {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) {
    reading.refused++
    return []
  }
  const found = new Set<OfferedMemory>()
  for (const entry of value.slice(0, entriesMost) as ReadonlyArray<unknown>) {
    const memory = memoryAt(reading, entry)
    if (memory === undefined) continue
    if (found.has(memory)) reading.refused++
    found.add(memory)
  }
  reading.refused += Math.max(0, value.length - entriesMost)
  return [...found]
}

/** Attention as an object from numbers to values, or as a list of `{id, value}`. */
const attentionIn = (reading: Reading, value: unknown): ReadonlyMap<NodeNumber, Nano> => {
  const found = new Map<NodeNumber, Nano>()
  if (value === undefined || value === null) return found
  if (!isObject(value)) {
    reading.refused++
    return found
  }
  const entries = attentionEntries(value)
  for (const [id, given] of entries.slice(0, entriesMost)) {
    const memory = memoryAt(reading, id)
    if (memory === undefined) continue
    if (typeof given === 'number' && given >= 0 && given <= 1 && !found.has(memory.node)) found.set(memory.node, nano(given))
    else reading.refused++
  }
  reading.refused += Math.max(0, entries.length - entriesMost)
  return found
}

const attentionEntries = (value: object): ReadonlyArray<readonly [id: unknown, given: unknown]> => {
  if (!Array.isArray(value)) return Object.entries(value)
  return (value as ReadonlyArray<unknown>).map((entry) => (isObject(entry) ? [entry['id'], entry['value']] : [undefined, undefined]))
}

const families = ['SEQ', 'SIM', 'CAUSE'] as const

/** All three factors, each from 0 to 2 (S1.31), or none. */
const kernelIn = (reading: Reading, value: unknown): Kernel | undefined => {
  if (value === undefined || value === null) return undefined
  const [SEQ, SIM, CAUSE] = families.map((family) => (isObject(value) ? value[family] : undefined))
  if (isFactor(SEQ) && isFactor(SIM) && isFactor(CAUSE)) return { SEQ, SIM, CAUSE }
  reading.refused++
  return undefined
}

const isFactor = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 2
