/**
 * Finds the memory that holds what a message says instead of the one that it corrects.
 *
 * The memories decide more than the wording: a few signs of each memory are weighed and summed, and the memory with the highest sum is
 * chosen if that is enough. The weights were fitted to conversations in five languages (`test/eval/fit-hearing.ts`,
 * docs/results/conversations.md).
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
  readonly question: string
  readonly corrected: WordedMemory
  /**
   * The memories that may hold the correction, and those that are close to the question and the corrected memory, among which rarity is
   * counted.
   */
  readonly memories: ReadonlyArray<WordedMemory>
}

/**
 * Signs that a memory holds the correction. The fresh words of the message are those that neither the corrected memory nor the question
 * has. The rarity of a word is counted among the memories looked at: 1 for a word that two of them have.
 */
export interface HolderSigns {
  /** The share of the fresh words that the memory holds, 0 to 1; values count twice. */
  readonly partOfChange: number
  /** The rarity of the fresh words in the best other memory, divided by that in this one: 0 to 2. */
  readonly rival: number
  /** 1 where the memory holds a fresh value of the kind that the question asks for. */
  readonly fits: number
  /** 1 where the question asks for a kind of value, and the memory holds no fresh value of that kind. */
  readonly misfits: number
  /** The summed rarity of the words in common with the corrected memory and the question, 0 to 3. */
  readonly near: number
  /** The same as a share of that of the nearest memory, 0 to 1. */
  readonly nearest: number
  /** 1 where no other memory is nearly as near. */
  readonly alone: number
  /** 1 where the memory names the old answer of the corrected memory, and so may say what became of it. */
  readonly namesOld: number
  /** 1 where the message has a word of the corrected memory that the question lacks: it is about the answer. */
  readonly saysOld: number
  /**
   * 1 where the memory holds a name beside another value, and the message lacks the name in the question: another person or thing is meant.
   */
  readonly sibling: number
}

/**
 * The weights of the signs, fitted by logistic regression; `least` is the threshold of their sum. It is 0.5 below the fitted value: most
 * messages in between that are no corrections were made from sentences of notes, which nobody says (docs/results/conversations.md).
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

/** Returns the memory that holds the correction; undefined where none is plainly meant. */
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

/** Returns the signs of each memory that holds some fresh words, and all fresh values. */
export const holderSigns = (input: HolderInput): ReadonlyMap<NodeNumber, HolderSigns> => {
  const { corrected, memories, question } = input
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
    if (near < ofClosest * closest || (!namesOld && !isPlain(input, near))) continue
    const fits = held.hasPair || kinds.some((kind) => held.kinds.has(kind))
    signs.set(memory.node, {
      partOfChange: held.part,
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

/** True for a memory that does not name the old answer and may still be meant: if the message asks, the memory is near. */
const isPlain = ({ message }: HolderInput, near: number): boolean => near >= muchNear || !isAsked(message)

/** The least share of the nearest memory's nearness that a memory must have. */
const ofClosest = 0.5
/**
 * The least nearness of a memory where the message is a question: a word in common with both the corrected memory and the question, and
 * another word.
 */
const muchNear = 2
/** The most nearness of the second nearest memory, as a share of the nearest one's, for the nearest to count as alone. */
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
  /** Words of the message that are neither in the corrected memory nor in the question, and say more than that something changed. */
  readonly fresh: ReadonlyArray<string>
  /** The fresh pairs of Chinese characters. */
  readonly freshPairs: ReadonlyArray<string>
  readonly values: ReadonlyMap<string, ValueKind>
  readonly saysOld: boolean
  /** The names in the question. */
  readonly subjects: ReadonlyArray<string>
}

/** Returns the content of the message; undefined where it has no fresh words. */
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
  /** True where the memory holds a fresh value, or enough fresh words. */
  readonly isTelling: boolean
  readonly part: number
  readonly rarity: number
  /** The kinds of the fresh values that the memory holds. */
  readonly kinds: ReadonlySet<ValueKind>
  readonly hasPair: boolean
  /** True where the memory writes one of the fresh words with a capital, also at the beginning of a sentence: it may be a name. */
  readonly hasCapital: boolean
  /** True where the memory holds every fresh value. */
  readonly hasAllValues: boolean
}

/** The least number of fresh words that a memory without a fresh value must hold. */
const wordsLeast = 2
/** The weight of a value, in words: values tell memories apart better. */
const valueWeight = 2

const heldOf = ({ fresh, freshPairs, values }: Said, memory: Told, rarity: Rarity): Held => {
  // The first word of a sentence may be a name: its other uses in the memory show that.
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
/** The least rarity of a name: a word that many memories have does not name one thing. */
const rareLeast = 0.8
/** The least number of pairs of Chinese characters in a name. */
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

/** Returns the rarity of a word: 1 where two of the texts have it, less where more have it. */
const rarityIn = (texts: ReadonlyArray<ReadonlySet<string>>): Rarity => {
  const holders = new Map<string, number>()
  for (const words of texts) for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1)
  const ofTwo = naturalLogarithm(1 + texts.length / 2)
  return (word) => naturalLogarithm(1 + texts.length / (holders.get(word) ?? 1)) / ofTwo
}
