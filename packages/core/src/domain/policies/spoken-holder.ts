/**
 * Which other memory holds what a message says instead of the one that it corrects.
 *
 * The memories decide, hardly the wording. The holder and the corrected memory are about one thing: no other memory has as much in common
 * with the corrected one and its question. And the message says what the holder says and the corrected memory does not.
 */
import type { NodeNumber } from '../identity.ts'
import { weightOf, wholeWord, wordsOf } from '../text/wording.ts'
import { type ValueKind, valuesIn } from './spoken-values.ts'

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
  /** Memories that cannot be it. */
  readonly except?: ReadonlySet<NodeNumber>
}

/** Least share of the closest memory's nearness (words in common with the corrected memory and its question) that the holder must have; */
const ofClosest = 0.6
/** and at least so much, where 1 is a word that two memories have alone. */
const closeLeast = 1
/** Where the second closest has no more than this of what the closest has, the closest alone can be meant. */
const ofSecond = 0.6

/** Undefined where none is plainly meant. */
export const holderOf = (input: HolderInput): NodeNumber | undefined => {
  const { corrected, except, memories, question } = input
  const near = nearnessOf(corrected, question, memories)
  const [closest = 0, second = 0] = [...near.values()].map(({ weight }) => weight).sort((a, b) => b - a)
  const said = saidIn(input)
  let [holder, most] = [undefined as NodeNumber | undefined, 0]
  for (const memory of memories) {
    const its = near.get(memory.node)
    if (its === undefined || except?.has(memory.node) === true || its.weight < Math.max(closeLeast, ofClosest * closest)) continue
    const isAlone = its.weight === closest && second <= ofSecond * closest
    const weight = heldBy(said, memory, { ...its, isAlone }, input.isChange)
    if (weight > most) [holder, most] = [memory.node, weight]
  }
  return holder
}

interface Nearness {
  /** The rarities of the words in common with the corrected memory and the question, added up. */
  readonly weight: number
  /** Share, 0 to 1, of the question's words in the corrected memory that stand in this one too, by rarity. */
  readonly ofSubject: number
  /** It names what the corrected memory answers with, and so says what became of it. */
  readonly namesOld: boolean
}

/** Factors of nearness: a word that both the corrected memory and the question have counts for more, one that only the question has for less. */
const inBoth = 1.5
const inQuestion = 0.5
/** A word that many memories have is the name of no one thing. */
const rareLeast = 0.8
/** Pairs of Chinese characters that make up a name. */
const namePairs = 2

const nearnessOf = (
  corrected: WordedMemory,
  question: string,
  memories: ReadonlyArray<WordedMemory>,
): ReadonlyMap<NodeNumber, Nearness> => {
  const all = new Map([corrected, ...memories].map((memory) => [memory.node, { memory, units: unitsOf(textOf(memory)) }]))
  const rarity = rarityIn([...all.values()].map(({ units }) => units))
  const sum = (units: ReadonlyArray<string>) => units.reduce((weight, unit) => weight + rarity(unit), 0)
  const [own, asked, old] = [unitsOf(textOf(corrected)), unitsOf(question), valuesIn(textOf(corrected))]
  const whole = sum([...asked].filter((unit) => own.has(unit)))
  const near = new Map<NodeNumber, Nearness>()
  for (const [node, { memory, units }] of all) {
    if (node === corrected.node) continue
    const values = valuesIn(textOf(memory))
    const isRareName = (unit: string) => (old.get(unit) ?? values.get(unit)) === 'name' && rarity(unit) > rareLeast
    const [both, only] = [
      [...units].filter((unit) => asked.has(unit) && own.has(unit)),
      [...units].filter((unit) => asked.has(unit) && !own.has(unit)),
    ]
    const beside = [...units].filter((unit) => !asked.has(unit) && isIn(unit, own))
    const subject = sum(both)
    near.set(node, {
      weight: inBoth * subject + sum(beside) + inQuestion * sum(only),
      ofSubject: whole === 0 ? 0 : subject / whole,
      namesOld: beside.some(isRareName) || beside.filter((unit) => hanPair.test(unit) && rarity(unit) > rareLeast).length >= namePairs,
    })
  }
  return near
}

/** 1 for what two of the texts have, less for what more have. */
const rarityIn = (texts: ReadonlyArray<ReadonlySet<string>>): ((unit: string) => number) => {
  const holders = new Map<string, number>()
  for (const units of texts) for (const unit of units) holders.set(unit, (holders.get(unit) ?? 0) + 1)
  return (unit) => Math.log(1 + texts.length / (holders.get(unit) ?? 1)) / Math.log(1 + texts.length / 2)
}

interface Said {
  readonly message: string
  readonly words: ReadonlyArray<string>
  /** Words of the message that stand neither in the corrected memory nor in the question. */
  readonly fresh: ReadonlyArray<string>
  readonly values: ReadonlyMap<string, ValueKind>
  readonly asked: ReadonlySet<string>
  /** Names that the question has. */
  readonly subjects: ReadonlyArray<string>
  readonly known: ReadonlySet<string>
  readonly knownUnits: ReadonlySet<string>
  /** The values of the corrected memory that the question has not. */
  readonly old: ReadonlyMap<string, ValueKind>
}

const saidIn = ({ corrected, message, question, values }: HolderInput): Said => {
  const [words, asked, known] = [[...new Set(wordsOf(message))], new Set(wordsOf(question)), new Set(wordsOf(textOf(corrected)))]
  const old = new Map([...valuesIn(textOf(corrected))].filter(([word]) => !asked.has(word)))
  const fresh = words.filter((word) => !known.has(word) && !asked.has(word))
  const subjects = [...valuesIn(question)].flatMap(([word, kind]) => (kind === 'name' ? [word] : []))
  return { message, words, fresh, values, asked, subjects, known, knownUnits: unitsOf(textOf(corrected)), old }
}

/** Least share of the fresh words that the holder must have: where one sign says that something changed, where several do, and where none does. */
const ofOneSign = 0.5
const ofSeveral = 0.4
const ofNone = 0.85
/** Values tell memories apart better than words do. */
const valueWeight = 2
/** Without a value in it, so many whole words of the message have to stand in the holder; */
const wordsLeast = 2
/** and the holder must say so much of what the corrected memory says of the question; with a value, so much. */
const subjectMost = 0.6
const subjectLeast = 0.2

/** How much of what is fresh a memory holds; 0 where it is not plainly what is said instead. */
const heldBy = (
  { asked, fresh, known, knownUnits, message, old, subjects, values, words }: Said,
  memory: WordedMemory,
  near: Nearness & { readonly isAlone: boolean },
  isChange: boolean,
): number => {
  const [held, its, units] = [new Set(wordsOf(textOf(memory))), valuesIn(textOf(memory)), unitsOf(textOf(memory))]
  // The first word of a sentence shows only elsewhere that it is a name.
  const kindOf = (word: string) => values.get(word) ?? its.get(word)
  const weigh = (some: ReadonlyArray<string>) =>
    some.reduce((sum, word) => sum + weightOf(word) * (kindOf(word) === undefined ? 1 : valueWeight), 0)
  if (fresh.some((word) => values.has(word) && !isIn(word, held))) return 0
  const shared = fresh.filter((word) => isIn(word, held))
  const hasPair = [...unitsOf(message)].some((unit) => hanPair.test(unit) && units.has(unit) && !knownUnits.has(unit))
  const kinds = new Set(shared.flatMap((word) => kindOf(word) ?? []))
  if (kinds.size === 0 && !hasPair && sizeOf(shared) < wordsLeast * wholeWord) return 0

  const [weight, part] = [weigh(shared), weigh(shared) / weigh(fresh)]
  // "Tuesday, not Wednesday": the message itself says what the other one stands for.
  const isContrast = words.some((word) => !held.has(word) && isOneOf(old.get(word), kinds))
  const signs = Number(isChange) + Number(isContrast) + Number(near.namesOld)
  if (signs > 1) return part >= ofSeveral ? weight : 0
  const isExchange = [...old.values()].some((kind) => kinds.has(kind))
  const isPlaced =
    (isExchange && near.ofSubject >= subjectLeast) || (near.isAlone && (isExchange || hasPair || near.ofSubject >= subjectMost))
  if (isChange) return part >= ofOneSign && isPlaced ? weight : 0
  const isSpoken = words.some((word) => known.has(word) || asked.has(word))
  if (signs === 1) return part >= ofOneSign && (isSpoken || near.isAlone) ? weight : 0
  // A name beside another value, and not the one that the question has: somebody or something else of the kind is meant.
  const isSibling = kinds.has('name') && !subjects.some((word) => words.includes(word)) && (subjects.length > 0 || kinds.size > 1)
  if (isSibling) return 0
  const isValues = fresh.every((word) => kindOf(word) !== undefined)
  return part >= ofNone && isExchange && isSpoken && isValues && near.ofSubject >= subjectLeast ? weight : 0
}

const isOneOf = (kind: ValueKind | undefined, kinds: ReadonlySet<ValueKind>): boolean => kind !== undefined && kinds.has(kind)

const textOf = ({ text, title }: WordedMemory): string => `${title}\n${text}`
const sizeOf = (words: ReadonlyArray<string>): number => words.reduce((sum, word) => sum + weightOf(word), 0)

const hanPair = /^\p{sc=Han}{2}$/u
const digit = /\p{N}/u

/** By what texts are told to be about one thing: words and pairs of Chinese characters. Two texts have a number in digits by chance. */
export const unitsOf = (text: string): ReadonlySet<string> => {
  const units = new Set<string>()
  let before = ''
  for (const word of wordsOf(text)) {
    const isCharacter = weightOf(word) < wholeWord
    if (!isCharacter && !digit.test(word)) units.add(word)
    if (isCharacter && before !== '') units.add(before + word)
    before = isCharacter ? word : ''
  }
  return units
}

/** A word is among others, or a form of it is: of its letters all but the last ones are the same. */
const isIn = (word: string, words: ReadonlySet<string>): boolean => words.has(word) || [...words].some((one) => isForm(word, one))

const formLeast = 6
const endingMost = 2
const isForm = (one: string, other: string): boolean => {
  const least = Math.min(one.length, other.length)
  return least >= formLeast && Math.abs(one.length - other.length) <= endingMost && one.slice(0, least - 1) === other.slice(0, least - 1)
}
