/**
 * Tells whether a message says that the reply before it was wrong, by signs without words and by its wording.
 *
 * News without a denial is not heard: no sign tells which of such messages change a memory (docs/results/talk-by-signs.md). A model does.
 */
import { onFirstUse } from '../on-first-use.ts'
import { formsOf, isIn, unitsOf, type ValueKind, valuesIn, wordsOf } from '../words/phrases.ts'
import { endsInQuestionMark, firstClauseOf, ownWords, quotations, untilColon } from '../words/sentences.ts'
import { denialWeights, insteadWeights } from './learned-weights.ts'
import { lengthOf, readMost, type Sign, weighing, wordingOf } from './wording.ts'

/** A memory in words. */
export interface WordedText {
  readonly title: string
  readonly text: string
}

/** The question and the memories that a message is compared with. */
export interface ReadBeside {
  /** The question that the reply before the message answered. */
  readonly question: string
  /** The memories that the reply drew on. */
  readonly drawn: ReadonlyArray<WordedText>
  /** Other memories near the message or the reply. */
  readonly others: ReadonlyArray<WordedText>
}

export type DenialSigns = readonly [wording: ReadonlyArray<Sign>, plain: ReadonlyArray<number>]

/** Returns the signs of a message for each memory that the reply drew on, in their order; without any, those of the message alone. */
export const denialSigns = (message: string, { drawn, others, question }: ReadBeside = nothing): ReadonlyArray<DenialSigns> => {
  const read = message.slice(0, readMost)
  const [own, near] = [drawn.map(toldOf), others.map(toldOf)]
  const all = [...own, ...near]
  const wording = wordingOf(read, (word) => [...unitsOf(word)].some((unit) => all.some(({ units }) => isIn(unit, units))))
  const said = saidIn(read, question, all)
  const plain = own.length === 0 ? [signsAlone(said)] : own.map((memory) => signsBeside(said, memory, near, own.length === 1))
  return plain.map((signs) => [wording, signs] as const)
}

const nothing: ReadBeside = { question: '', drawn: [], others: [] }

const weighed = onFirstUse(() => ({ denial: weighing(denialWeights), instead: weighing(insteadWeights) }))

/** The odds, as natural logarithms, that a message denies one memory, and that the message says what is right instead. */
export interface DenialOdds {
  readonly denies: number
  readonly saysInstead: number
}

/**
 * Returns the odds for each memory that the reply drew on; without any, those that the message denies the reply. A message may deny in its first clause
 * and go on: that clause counts as well, where it is surer than a whole message has to be.
 */
export const denialOdds = (message: string, beside?: ReadBeside): ReadonlyArray<DenialOdds> => {
  const { cut, spoken } = spokenIn(message)
  const first = firstClauseOf(spoken)
  const oddsOf = (text: string) => denialSigns(text, beside).map((signs) => weighed().denial(...signs))
  const ofWhole = oddsOf(spoken)
  const ofClause = first === undefined ? [] : oddsOf(first.clause)
  const goesOn = wordsOf(`${first?.rest ?? ''}\n${cut}`).length > 0
  return denialSigns(message, beside).map((signs, at) => {
    const [whole = 0, clause = first === undefined ? whole : Number.NEGATIVE_INFINITY] = [ofWhole[at], ofClause[at]]
    const instead = weighed().instead(...signs)
    // Whatever goes on behind a denial is meant to be read beside it.
    const saysInstead = goesOn && clause >= denialLeast ? Math.max(goingOn, instead) : instead
    return { denies: first === undefined ? whole : Math.max(whole, clause - clauseSurer), saysInstead }
  })
}

const clauseSurer = 1
/** The least odds that something is said instead where a message goes on behind its denial. */
const goingOn = 1

const code = /`[^`]*`/gu
/** Returns what a message says by itself, without what it quotes, and what a colon cuts off. */
const spokenIn = (message: string): { readonly spoken: string; readonly cut: string } => {
  const read = ownWords(message.slice(0, readMost)).replace(quotations, ' ').replace(code, ' ').trim()
  const { before: spoken, behind: cut } = untilColon(read)
  return { spoken: cut !== '' && endsInQuestionMark(read) ? `${spoken}?` : spoken, cut }
}

/**
 * The odds, as natural logarithms, from which a message is taken for a denial: beside the memories that the reply drew on, and by its words alone. Of
 * messages that were not learned from, about one denial in three is above the first, and one or two in a hundred others (docs/results/talk-by-signs.md).
 */
export const denialLeast = 2
const aloneLeast = 1.2

/** From these odds on a message is worth a look at what the reply drew on: hardly any that is heard has less by its words alone. */
const mayLeast = -1

/** True for a message that by its own words says that the reply before it was wrong. */
export const isDenial = (message: string): boolean => oddsAlone(message) >= aloneLeast

/** True for a message that may be a denial, by its own words. */
export const mayDeny = (message: string): boolean => oddsAlone(message) >= mayLeast

const oddsAlone = (message: string): number => denialOdds(message)[0]?.denies ?? 0

type Told = ReturnType<typeof toldOf>

const toldOf = ({ text, title }: WordedText) => {
  const all = `${title}\n${text}`
  return { units: formsOf(unitsOf(all)), title: unitsOf(title), words: new Set(wordsOf(all)), values: valuesIn(text) }
}

type Said = ReturnType<typeof saidIn>

const saidIn = (text: string, question: string, all: ReadonlyArray<Told>) => ({
  text,
  /** In words. */
  length: lengthOf(text),
  units: [...unitsOf(text)],
  words: [...new Set(wordsOf(text))],
  values: valuesIn(text),
  asked: unitsOf(question),
  /** One divided by the number of memories that have the word. */
  rarity: (unit: string) => 1 / Math.max(1, all.filter(({ units }) => isIn(unit, units)).length),
})

const share = (part: number, whole: number): number => (whole === 0 ? 0 : Math.min(1, part / whole))

/** Signs of the message itself, each from 0 to 1: questions, force, length, and whether it has content. */
const ownSigns = ({ length, text, words }: Said): ReadonlyArray<number> => [
  Number(endsInQuestionMark(text)),
  Number(/[?\uff1f\u061f]/u.test(text)),
  Number(/[!\uff01]/u.test(text)),
  share(length, 20),
  Number(length <= 3),
  Number(words.length === 0),
]

const signsAlone = (said: Said): ReadonlyArray<number> => [...ownSigns(said), 1]

/** Signs of the message beside one memory, each from 0 to 1: what both say, what the memory says otherwise, and what another memory says as well. */
const signsBeside = (said: Said, memory: Told, others: ReadonlyArray<Told>, isOnly: boolean): ReadonlyArray<number> => {
  const { asked, rarity, units, values, words } = said
  const weightIn = (told: Told) => units.reduce((sum, unit) => (isIn(unit, told.units) ? sum + rarity(unit) : sum), 0)
  const common = units.filter((unit) => isIn(unit, memory.units)).length
  const [own, rival] = [weightIn(memory), Math.max(0, ...others.map(weightIn))]
  const freshValues = [...values].filter(([word]) => !memory.words.has(word))
  const kinds = new Set(memory.values.values())
  const exchanged = freshValues.flatMap(([, kind]) => (kinds.has(kind) ? [kind] : []))
  const saysOld = [...values.keys()].some((word) => memory.words.has(word) && !asked.has(word))
  return [
    ...[...ownSigns(said), 0],
    ...[share(common, units.length), share(own, 3), share(common, 4), share(units.filter((unit) => memory.title.has(unit)).length, 2)],
    ...[share(rival, 3), Number(rival > own), share(Math.max(0, own - rival), 2)],
    ...[Number(exchanged.length > 0), Number(exchanged.length === 1), Number(freshValues.length > 0)],
    ...(['number', 'day', 'name'] as const).map((kind) => Number(exchanged.includes(kind))),
    ...[Number(saysOld), Number(saysOld && freshValues.length > 0)],
    share(words.filter((word) => !memory.words.has(word)).length, 8),
    share(units.filter((unit) => asked.has(unit)).length, units.length),
    Number(isOnly),
  ]
}

/*
 * Finds what a denial is about: which of the memories that the reply drew on is wrong, and whether the message says what is right instead. A denial is
 * about a memory only as far as the reply drew on that memory.
 */

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
  /** Memories are wrong. `doubted`: the message says what is right instead. */
  | { readonly about: 'memories' | 'doubted'; readonly blamed: ReadonlyArray<BlamedMemory> }

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
