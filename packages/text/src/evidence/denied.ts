/**
 * Finds what a denial is about: which of the memories that the reply drew on is wrong, and whether the message says what is right instead. A denial is
 * about a memory only as far as the reply drew on that memory.
 */

import { denialLeast, denialOdds, isDenial, type WordedText } from '../signs/denial.ts'
import { readMost } from '../signs/wording.ts'
import { unitsOf, type ValueKind, valuesIn } from '../words/phrases.ts'

/** A memory in words. */
export interface WordedMemory extends WordedText {
  readonly node: number
}

/** A memory that was put before the model. */
export interface ShownMemory extends WordedMemory {
  /** The memory's share, 0 to 1, of all that the reply drew on. */
  readonly share: number
}

export interface HeardEvidence {
  /** The question of the turn that the message is about. */
  readonly question: string
  readonly shown: ReadonlyArray<ShownMemory>
  /** Other memories near the message, the question and the memories drawn on. */
  readonly others: ReadonlyArray<WordedMemory>
}

export interface BlamedMemory {
  readonly node: number
  /** The share of the reply that came from the memory, 0 to 1: so much of the blame it takes. */
  readonly share: number
}

export type Denied =
  | { readonly about: 'nothing'; readonly reason: 'not-drawn-on' | 'several' }
  /** Memories are wrong, and the message says nothing instead. */
  | { readonly about: 'memories'; readonly blamed: ReadonlyArray<BlamedMemory> }
  /** Memories are wrong, and the message says what is right instead. */
  | { readonly about: 'doubted'; readonly blamed: ReadonlyArray<BlamedMemory> }

/** The least share of the reply that must come from a memory that a denial names, and from one where it names none. */
const [ofNamed, mostly] = [0.2, 0.6]

/** Returns what a message denies; undefined for one that is surely no denial of what the reply drew on. */
export const deniedIn = (message: string, { others, question, shown }: HeardEvidence): Denied | undefined => {
  const said = message.slice(0, readMost)
  const drawn = shown.filter(({ share }) => share > 0)
  if (drawn.length === 0) return isDenial(said) ? { about: 'nothing', reason: 'not-drawn-on' } : undefined
  const among = new Set(drawn.map(({ node }) => node))
  const beside = new Map([...shown, ...others].flatMap((memory) => (among.has(memory.node) ? [] : [[memory.node, memory]])))
  const odds = denialOdds(said, { question, drawn, others: [...beside.values()] })
  const meant = drawn.flatMap((memory, at): ReadonlyArray<Meant> => {
    const { denies = 0, saysInstead = 0 } = odds[at] ?? {}
    return denies < denialLeast ? [] : [{ ...memory, named: namedIn(said, question, memory), saysInstead: saysInstead > 0 }]
  })
  if (meant.length === 0) return undefined
  const [top, ...rest] = [...meant].sort((a, b) => b.named - a.named || b.share - a.share)
  const isAlike = rest[0] !== undefined && rest[0].named === top?.named && rest[0].share === top.share
  if (top === undefined || isAlike || top.share < (top.named > 0 ? ofNamed : mostly)) return { about: 'nothing', reason: 'several' }
  const blamed = top.saysInstead ? [top, ...rest.filter((one) => holdsSameValue(said, question, top, one))] : [top]
  return { about: top.saysInstead ? 'doubted' : 'memories', blamed: blamed.map(({ node, share }) => ({ node, share })) }
}

interface Meant extends ShownMemory {
  /** The number of words that the message has in common with the memory, beside those of the question. */
  readonly named: number
  readonly saysInstead: boolean
}

const namedIn = (message: string, question: string, { text, title }: WordedMemory): number => {
  const [asked, own] = [unitsOf(question), unitsOf(`${title}\n${text}`)]
  return [...unitsOf(message)].filter((unit) => own.has(unit) && !asked.has(unit)).length
}

/** True where both memories hold a value that the message replaces by another of its kind: copies of a fact are wrong together. */
const holdsSameValue = (message: string, question: string, one: WordedMemory, other: WordedMemory): boolean => {
  const asked = valuesIn(question)
  const said = valuesIn(message)
  const own = valuesIn(`${one.title}\n${one.text}`)
  const kinds: ReadonlySet<ValueKind> = new Set([...said].flatMap(([word, kind]) => (own.has(word) ? [] : [kind])))
  const replaced = [...own].flatMap(([word, kind]) => (kinds.has(kind) && !asked.has(word) ? [word] : []))
  const others = valuesIn(`${other.title}\n${other.text}`)
  return replaced.some((word) => others.has(word))
}
