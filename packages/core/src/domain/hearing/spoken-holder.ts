/**
 * Which other memory holds what a message says instead of the one that it corrects.
 *
 * The memories decide, hardly the wording: a few signs of each memory are weighed and added up, and the one with the most holds it if that is
 * enough. The weights were fitted to conversations in five languages (`test/eval/fit-hearing.ts`, docs/results/conversations.md).
 */
import type { NodeNumber } from '../identity.ts'
import { casedWords } from '../text/names.ts'
import { type Forms, formsOf, hanPair, isIn, unitsOf, type ValueKind, valuesIn, weightOf, wholeWord, wordsOf } from '../text/phrases.ts'
import { naturalLogarithm } from '../text/scoring.ts'
import { isAsked, isWordOfChange, kindsAsked } from './spoken-statement.ts'

/** A memory in words. */
export interface WordedMemory {
  readonly node: NodeNumber
  readonly title: string
  readonly text: string
}

export interface HolderInput {
  readonly message: string
  /** The values in the whole message; a part of the message may not show which of its words are names. */
  readonly values: ReadonlyMap<string, ValueKind>
  /** The message says that something is wrong, or that it changed. */
  readonly isChange: boolean
  readonly question: string
  readonly corrected: WordedMemory
  /** Those that may hold it, and those that question and corrected memory are close to, by which rarity is told. */
  readonly memories: ReadonlyArray<WordedMemory>
}

/**
 * Signs that a memory holds what is said instead. What is said are the words of the message that neither the corrected memory nor the question
 * has; rarity is that of a word among the memories looked at, 1 for one that two of them have.
 */
export interface HolderSigns {
  /** Where the message says that something is wrong or changed: the share, 0 to 1, of what is said that the memory holds; values count twice. */
  readonly partOfChange: number
  /** The rarities of what the other memory holds that holds most of it, in those of what this one holds: 0 to 2. */
  readonly rival: number
  /** 1 where it holds a value of the kind that the question asks for; */
  readonly fits: number
  /** 1 where the question asks for a kind of which it holds none of what is said. */
  readonly misfits: number
  /** The rarities of the words in common with the corrected memory and the question, added up, 0 to 3. */
  readonly near: number
  /** Share, 0 to 1, of what the memory with most words in common has of them. */
  readonly nearest: number
  /** 1 where no other memory has nearly as much in common. */
  readonly alone: number
  /** 1 where it names what the corrected memory answers with, and so says what became of it. */
  readonly namesOld: number
  /** 1 where the message has a word of the corrected memory that the question has not: it speaks of what was answered. */
  readonly saysOld: number
  /** 1 where it holds a name beside another value, and the message does not have the name that the question has: somebody else is meant. */
  readonly sibling: number
}

/**
 * By logistic regression; `least` is what the sum of the others must exceed. It is 0.5 less than fitted: of the messages between, most that are no
 * corrections were made from sentences of notes, which nobody says (docs/results/conversations.md).
 */
export const holderWeights: Readonly<Record<keyof HolderSigns | 'least', number>> = {
  partOfChange: 0.96,
  rival: -2.7,
  fits: 1.6,
  misfits: -1.93,
  near: 1.57,
  nearest: 3.37,
  alone: 1.03,
  namesOld: 1.98,
  saysOld: 0.72,
  sibling: -0.8,
  least: 5.8,
}

/** Undefined where none is plainly meant. */
export const holderOf = (input: HolderInput): NodeNumber | undefined => {
  let [holder, most] = [undefined as NodeNumber | undefined, holderWeights.least]
  for (const [node, signs] of holderSigns(input)) {
    const weight = weighed(signs)
    if (weight > most) [holder, most] = [node, weight]
  }
  return holder
}

const weighed = (signs: HolderSigns): number => {
  let sum = 0
  for (const name of signNames) sum += holderWeights[name] * signs[name]
  return sum
}

export const signNames = (Object.keys(holderWeights) as ReadonlyArray<keyof typeof holderWeights>).filter((name) => name !== 'least')

/** The signs of each memory that holds something of what is said, and every value of it. */
export const holderSigns = (input: HolderInput): ReadonlyMap<NodeNumber, HolderSigns> => {
  const { corrected, isChange, memories, question } = input
  const all = [...new Map([corrected, ...memories].map((memory) => [memory.node, toldOf(memory)])).values()]
  const [old, ...others] = all
  if (old === undefined) return new Map()
  const rarities = { word: rarityIn(all.map(({ words }) => words.words)), unit: rarityIn(all.map(({ units }) => units.words)) }
  const said = saidIn(input, old, rarities.unit)
  if (said === undefined) return new Map()
  const [asked, kinds] = [unitsOf(question), kindsAsked(question)]
  const looked = others.map((memory) => ({
    memory,
    held: heldOf(said, memory, rarities.word),
    ...nearnessOf(memory, old, asked, rarities.unit),
  }))
  const [closest = 0, second = 0] = looked.map(({ near }) => near).sort(descending)
  const [most = 0, next = 0] = looked.map(({ held }) => held.rarity).sort(descending)
  const signs = new Map<NodeNumber, HolderSigns>()
  for (const { held, memory, namesOld, near } of looked) {
    if (!held.isTelling || !held.hasAllValues) continue
    const sibling = isSibling(said, held.kinds)
    const isExchange = said.saysOld || (held.isValues && !sibling)
    if (near < ofClosest * closest || (!namesOld && !isPlain(input, near, isExchange))) continue
    const fits = held.hasPair || kinds.some((kind) => held.kinds.has(kind))
    signs.set(memory.node, {
      partOfChange: isChange ? held.part : 0,
      rival: Math.min(2, (held.rarity === most ? next : most) / held.rarity),
      fits: Number(kinds.length > 0 && fits),
      misfits: Number(kinds.length > 0 && !fits && !(held.hasCapital && kinds.includes('name'))),
      near: Math.min(3, near),
      nearest: near === 0 ? 0 : near / closest,
      alone: Number(near > 0 && near === closest && second <= nearly * closest),
      namesOld: Number(namesOld),
      saysOld: Number(said.saysOld),
      sibling: Number(sibling),
    })
  }
  return signs
}

/** Where it does not name what the corrected memory answers with: a message without a word of change exchanges values, and a question is about the same. */
const isPlain = ({ isChange, message }: HolderInput, near: number, isExchange: boolean): boolean =>
  (isChange || isExchange) && (near >= muchNear || !isAsked(message))

/** Least share of what the closest memory has in common. */
const ofClosest = 0.5
/** In rarities: a word in common with both the corrected memory and the question, and another one. */
const muchNear = 2
/** Where the second closest has no more than this of what the closest has, the closest is alone. */
const nearly = 0.6
const descending = (a: number, b: number): number => b - a

interface Told {
  readonly node: NodeNumber
  readonly words: Forms
  /** See {@link unitsOf}. */
  readonly units: Forms
  readonly values: ReadonlyMap<string, ValueKind>
  readonly capitals: ReadonlySet<string>
}

const toldOf = ({ node, text, title }: WordedMemory): Told => {
  const own = `${title}\n${text}`
  const capitals = new Set(casedWords(text).flatMap(({ capital, word }) => (capital ? wordsOf(word) : [])))
  return { node, words: formsOf(new Set(wordsOf(own))), units: formsOf(unitsOf(own)), values: valuesIn(own), capitals }
}

interface Said {
  readonly words: ReadonlyArray<string>
  /** Words of the message that stand neither in the corrected memory nor in the question, and say more than that something changed. */
  readonly fresh: ReadonlyArray<string>
  /** The same of pairs of Chinese characters. */
  readonly freshPairs: ReadonlyArray<string>
  readonly values: ReadonlyMap<string, ValueKind>
  readonly saysOld: boolean
  /** Names that the question has. */
  readonly subjects: ReadonlyArray<string>
}

/** Undefined where nothing new is said. */
const saidIn = ({ message, question, values }: HolderInput, old: Told, rarity: Rarity): Said | undefined => {
  const [words, asked, askedUnits] = [[...new Set(wordsOf(message))], new Set(wordsOf(question)), unitsOf(question)]
  const fresh = words.filter((word) => !old.words.words.has(word) && !asked.has(word) && !isWordOfChange(word))
  const units = [...unitsOf(message)]
  const saysOld = units.some((unit) => old.units.words.has(unit) && !askedUnits.has(unit) && rarity(unit) > rareLeast)
  const freshPairs = units.filter((unit) => hanPair.test(unit) && !old.units.words.has(unit) && !askedUnits.has(unit))
  const subjects = [...valuesIn(question)].flatMap(([word, kind]) => (kind === 'name' ? [word] : []))
  return fresh.length === 0 ? undefined : { words, fresh, freshPairs, values, saysOld, subjects }
}

interface Held {
  /** It holds a value of what is said, or words enough. */
  readonly isTelling: boolean
  readonly part: number
  readonly rarity: number
  /** The kinds of the values that it holds of what is said. */
  readonly kinds: ReadonlySet<ValueKind>
  readonly hasPair: boolean
  /** It writes one of the words with a capital, if only where a sentence begins: that may be a name. */
  readonly hasCapital: boolean
  /** All that is said are values. */
  readonly isValues: boolean
  /** It holds every value that is said. */
  readonly hasAllValues: boolean
}

/** Words without a value among them that tell what is meant. */
const wordsLeast = 2
/** A value tells memories apart better than a word does. */
const valueWeight = 2

const heldOf = ({ fresh, freshPairs, values }: Said, memory: Told, rarity: Rarity): Held => {
  // The first word of a sentence shows only elsewhere that it is a name.
  const kindOf = (word: string) => values.get(word) ?? memory.values.get(word)
  const weigh = (words: ReadonlyArray<string>) =>
    words.reduce((sum, word) => sum + weightOf(word) * (kindOf(word) === undefined ? 1 : valueWeight), 0)
  const held = fresh.filter((word) => isIn(word, memory.words))
  const kinds = new Set(held.flatMap((word) => kindOf(word) ?? []))
  const hasPair = freshPairs.some((pair) => memory.units.words.has(pair))
  const size = held.reduce((sum, word) => sum + weightOf(word), 0)
  return {
    isTelling: kinds.size > 0 || hasPair || size >= wordsLeast * wholeWord,
    part: weigh(held) / weigh(fresh),
    rarity: held.reduce((sum, word) => sum + (weightOf(word) / wholeWord) * rarity(word), 0),
    kinds,
    isValues: fresh.every((word) => kindOf(word) !== undefined),
    hasCapital: held.some((word) => memory.capitals.has(word)),
    hasPair,
    hasAllValues: fresh.every((word) => !values.has(word) || held.includes(word)),
  }
}

const isSibling = ({ subjects, words }: Said, kinds: ReadonlySet<ValueKind>): boolean =>
  kinds.has('name') && !subjects.some((word) => words.includes(word)) && (subjects.length > 0 || kinds.size > 1)

/** Factors of nearness: a word that both the corrected memory and the question have counts for more, one that only the question has for less. */
const inBoth = 1.5
const inQuestion = 0.5
/** A word that many memories have is the name of no one thing. */
const rareLeast = 0.8
/** Pairs of Chinese characters that make up a name. */
const namePairs = 2

const nearnessOf = (
  memory: Told,
  old: Told,
  asked: ReadonlySet<string>,
  rarity: Rarity,
): { readonly near: number; readonly namesOld: boolean } => {
  const sum = (units: ReadonlyArray<string>) => units.reduce((weight, unit) => weight + rarity(unit), 0)
  const units = [...memory.units.words]
  const ofQuestion = units.filter((unit) => asked.has(unit))
  const beside = units.filter((unit) => !asked.has(unit) && isIn(unit, old.units))
  const isRareName = (unit: string) => (old.values.get(unit) ?? memory.values.get(unit)) === 'name' && rarity(unit) > rareLeast
  return {
    near:
      inBoth * sum(ofQuestion.filter((unit) => old.units.words.has(unit))) +
      inQuestion * sum(ofQuestion.filter((unit) => !old.units.words.has(unit))) +
      sum(beside),
    namesOld: beside.some(isRareName) || beside.filter((unit) => hanPair.test(unit) && rarity(unit) > rareLeast).length >= namePairs,
  }
}

type Rarity = (word: string) => number

/** 1 for what two of the texts have, less for what more have. */
const rarityIn = (texts: ReadonlyArray<ReadonlySet<string>>): Rarity => {
  const holders = new Map<string, number>()
  for (const words of texts) for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1)
  const ofTwo = naturalLogarithm(1 + texts.length / 2)
  return (word) => naturalLogarithm(1 + texts.length / (holders.get(word) ?? 1)) / ofTwo
}
