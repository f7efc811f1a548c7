/**
 * Finds the subject of a heard correction: which of the memories that the reply drew on is wrong, which memory holds the correction, or why
 * it is about none.
 *
 * A denial is about a memory only as far as the reply drew on that memory and the message speaks of facts. One that says more than no is
 * only about memories whose subject it names. The words of the question, the memories and the message decide; word lists only tell the
 * reasons apart.
 */
import type { UnattributedReason } from '../events/feedback-events.ts'
import type { NodeNumber } from '../identity.ts'
import { holdsManyStatements } from '../recall/readings.ts'
import { unitsOf, type ValueKind, valuesIn, weightOf, wholeWord, wordsOf } from '../text/phrases.ts'
import { type NamedSubject, type Sharing, sharingSubject, subjectOf } from './shared-subject.ts'
import { holderOf, type WordedMemory } from './spoken-holder.ts'
import type { HeardVerdict, Saying } from './spoken-verdict.ts'

/** A memory that was put before the model. */
export interface ShownMemory extends WordedMemory {
  /** The memory's share, 0 to 1, of all that the reply drew on. */
  readonly share: number
}

export interface CorrectionInput {
  readonly saying: Saying
  /** The question of the turn that the message is about. */
  readonly question: string
  readonly shown: ReadonlyArray<ShownMemory>
  /** All memories that may hold the correction, the likeliest first. */
  readonly memories: ReadonlyArray<WordedMemory>
}

export interface BlamedMemory {
  readonly node: NodeNumber
  /** The memory's share of the blame, 0 to 1. All shares sum to 1. */
  readonly share: number
}

export type Correction =
  | { readonly about: 'nothing'; readonly reason: UnattributedReason }
  /** Memories are wrong, and the message says nothing instead. `isBare`: it says no more than that. */
  | { readonly about: 'memories'; readonly blamed: ReadonlyArray<BlamedMemory>; readonly isBare: boolean }
  /** Memories are wrong, and another memory holds the correction. */
  | { readonly about: 'replaced'; readonly blamed: ReadonlyArray<BlamedMemory>; readonly instead: NodeNumber }
  /** Memories are wrong, and no memory holds the correction. */
  | { readonly about: 'doubted'; readonly blamed: ReadonlyArray<BlamedMemory> }

/** Returns the correction of a message; undefined where the message says no more than a no. */
export const correctionIn = (input: CorrectionInput): Correction | undefined => {
  const { saying, shown } = input
  const said = saidIn(input)
  const drawn = shown.filter(({ share }) => share > 0)
  const isBare = said.words.length === 0
  const meant = isBare ? { memories: drawn, isNamed: false } : sharingSubject(said.subject, said.question, drawn)
  const stated = statedOf(input, said, meant)
  if (stated.length > 0) return settled(stated)
  const { verdict } = saying
  if (verdict === undefined) return undefined
  const reason = reasonOf(said, { drawn, meant }, ruleOf(verdict))
  if (reason !== undefined) return { about: 'nothing', reason }
  const blamed = mostDrawn(meant.memories)
  return blamed.length === 0 ? { about: 'nothing', reason: 'several' } : { about: 'memories', blamed, isBare }
}

/** The content words of a message, and those of the question. */
interface Said {
  readonly text: string
  readonly words: ReadonlyArray<string>
  readonly values: ReadonlyMap<string, ValueKind>
  readonly asked: ReadonlySet<string>
  /** The units of the question, as `unitsOf` returns them. */
  readonly question: ReadonlySet<string>
  readonly subject: NamedSubject
}

/** The object of a clause that names what is wrong, in English only: "you are wrong about the weather", "you got the dates wrong". */
const object =
  /\b(?:about|got|have|had) (?:(?:that|this|it|these|those|them|the|my|our|his|her|their|your)\b ?)?(.*?)(?: (?:wrong|mixed up|confused))?$/

const saidIn = ({ question, saying }: CorrectionInput): Said => {
  const { clause, own, rest, verdict } = saying
  const named = verdict?.rule === 'en:mistaken' ? (object.exec(clause)?.[1] ?? '') : ''
  const text = `${named}\n${rest}`
  const subject = subjectOf(text)
  return {
    subject,
    text,
    words: [...new Set(wordsOf(text))],
    values: valuesIn(own),
    asked: new Set(wordsOf(question)),
    question: unitsOf(question),
  }
}

/** The rules by which a message says that something is not true. Other rules say that something was not wanted. */
const ofFacts: ReadonlySet<string> = new Set(['not-so', 'outright', 'mistaken', 'your-answer'])
const ruleOf = ({ rule }: HeardVerdict): string => rule.slice(rule.indexOf(':') + 1)

/** A memory that the message contradicts. */
interface Stated extends ShownMemory {
  /** Another memory that holds the correction. Undefined where none does. */
  readonly holder: NodeNumber | undefined
  /** The values of the memory that fresh values replace. */
  readonly replaced: ReadonlyArray<string>
  /** The weight of the message's words that are about this memory. */
  readonly score: number
}

/** Returns the memory that the message is most about, with those that score the same or have one of the replaced values. */
const statedOf = (input: CorrectionInput, said: Said, { isNamed, memories: meant }: Sharing<ShownMemory>): ReadonlyArray<Stated> => {
  const found = meant.flatMap((memory): ReadonlyArray<Stated> => {
    const own = new Set(wordsOf(`${memory.title}\n${memory.text}`))
    const fresh = said.words.filter((word) => !own.has(word) && !said.asked.has(word))
    const known = said.words.filter((word) => own.has(word))
    if (fresh.length === 0) return []
    const { question } = input
    const memories = input.memories.filter((one) => !holdsManyStatements(one.text))
    const holder = holderOf({ message: said.text, values: said.values, question, corrected: memory, memories })
    const replaced = replacedValues(memory, said, fresh)
    const isMain = isMostly(memory.share)
    const statement = {
      fresh,
      known,
      exchanged: replaced.length > 0,
      isHeld: holder !== undefined,
      isMain,
      isNamed,
      answered: answeredOf(said, memory),
    }
    if (!isStatement(input.saying, said, statement)) return []
    const named = known.filter((word) => !said.asked.has(word))
    return [{ ...memory, holder, replaced, score: sizeOf(known) + sizeOf(named) + (statement.exchanged ? wholeWord : 0) }]
  })
  const [top] = [...found].sort((a, b) => b.score - a.score || b.share - a.share)
  if (top === undefined) return []
  const isSame = ({ replaced, score }: Stated) => score === top.score || replaced.some((value) => top.replaced.includes(value))
  return [top, ...found.filter((one) => one !== top && isSame(one))]
}

interface Statement {
  /** Words of the message that stand neither in the memory nor in the question; never empty. */
  readonly fresh: ReadonlyArray<string>
  /** Words of the message that the memory has too. */
  readonly known: ReadonlyArray<string>
  /** True where a fresh value replaces a value of its kind. */
  readonly exchanged: boolean
  /** True where another memory holds the fresh words. */
  readonly isHeld: boolean
  /** True where most of the reply came from this memory. */
  readonly isMain: boolean
  /** True where the message names the subject of this memory. */
  readonly isNamed: boolean
  /** See {@link answeredOf}. */
  readonly answered: number
}

/** "…, not ten": the words that a message denies at its end, without case and accents. */
const deniedLast =
  /[,;\u3001\uff0c] ?(?:and |und |et |y |e |en )?(?:not|nicht|kein\w*|pas|no|non|niet|geen|nao|不是|而不是) ?([^,.;!?\n\u3001\u3002]{1,60})[.!\u3002]?\s*$/u

/**
 * Returns the share of the question's words that the memory has, 0 to 1; the rest of the reply did not come from it. 0 where the message
 * has a word of that rest, or denies words that the memory does not have.
 */
const answeredOf = ({ question, text }: Said, memory: WordedMemory): number => {
  const own = unitsOf(`${memory.title}\n${memory.text}`)
  const answered = [...question].filter((unit) => own.has(unit))
  if (answered.length === 0) return 1
  const isOfRest = [...unitsOf(text)].some((unit) => question.has(unit) && !own.has(unit))
  const denied = unitsOf(deniedLast.exec(text)?.[1] ?? '')
  const isDeniedElse = denied.size > 0 && ![...denied].some((unit) => own.has(unit) || question.has(unit))
  return isOfRest || isDeniedElse ? 0 : answered.length / question.size
}

/** Returns the weight of words, in half words. */
const sizeOf = (words: ReadonlyArray<string>): number => words.reduce((sum, word) => sum + weightOf(word), 0)

/** Returns the values of a memory that are of the kinds of the fresh values, without those of the question. */
const replacedValues = (memory: WordedMemory, { asked, values }: Said, fresh: ReadonlyArray<string>): ReadonlyArray<string> => {
  const kinds = new Set(fresh.flatMap((word) => values.get(word) ?? []))
  if (kinds.size === 0) return []
  return [...valuesIn(`${memory.title}\n${memory.text}`)].flatMap(([word, kind]) => (kinds.has(kind) && !asked.has(word) ? [word] : []))
}

/** The least share of the question that a memory must answer for a message without a word in common with it to be about it. */
const answeredLeast = 0.6
/** The most words of an answer without a sentence around it: "it is Tobias". */
const bareMost = 3

/** True where a message contradicts a memory that the reply drew on. */
const isStatement = ({ rest, verdict }: Saying, said: Said, statement: Statement): boolean => {
  const { answered, exchanged, fresh, isHeld, isMain, isNamed, known } = statement
  if (isHeld && (isMain || known.length > 0)) return true
  const isOutright = verdict !== undefined && ofFacts.has(ruleOf(verdict))
  if (answered === 0 || (!isNamed && answered < answeredLeast && !(isOutright && exchanged))) return false
  const isMuch = sizeOf(known) >= 2 * wholeWord
  if (exchanged && (isMuch || isValueAlone(said, statement))) return true
  if (!isOutright) return false
  const isShort = sizeOf(said.words) <= bareMost * wholeWord
  if (!isNamed) return isShort && answers.test(rest) && (exchanged || !fresh.some((word) => said.values.has(word)))
  return isShort || exchanged || isMuch || (isMain && sizeOf(fresh) >= 2 * wholeWord)
}

/** The most words of a name. */
const nameMost = 2

/**
 * True for a message of a value alone, with words of the memory around its own value: "5433", "Tuesday at 9", "130 euros" where it has
 * euros. A name beside a number names what is counted.
 */
const isValueAlone = ({ values }: Said, { fresh, known }: Statement): boolean => {
  const kinds = new Set(fresh.map((word) => values.get(word)))
  if (kinds.has(undefined) || sizeOf(fresh) + sizeOf(known) > bareMost * wholeWord) return false
  return !kinds.has('name') || (kinds.size === 1 && fresh.length <= nameMost)
}

/** "It is …", without case and accents, or a few Chinese characters, which are a name or a number of things. */
const answers =
  /^[\s,.;:!\u3001\u3002-]*(?:it'?s |it is |(?:es|das|er|sie|dat|het) (?:ist|is) |c'est |il s'appelle |(?:es|se llama|e|si chiama) |(?:[应應][该該])?是|\p{sc=Han}{2,6}[\u3002.!]?$)/u

/**
 * Returns the correction of the contradicted memories: replaced where another memory holds it and none of them states much else, else a doubt.
 */
const settled = (stated: ReadonlyArray<Stated>): Correction => {
  const [top] = stated
  if (top === undefined) return { about: 'nothing', reason: 'not-drawn-on' }
  const whole = stated.reduce((sum, { share }) => sum + share, 0)
  const blamed = stated.map(({ node, share }) => ({ node, share: whole > 0 ? share / whole : 1 / stated.length }))
  const { holder } = top
  return holder === undefined || stated.some(({ node, text }) => node === holder || holdsManyStatements(text))
    ? { about: 'doubted', blamed }
    : { about: 'replaced', blamed, instead: holder }
}

/** The least share of the reply that must come from one memory for an unnamed complaint to be about it. */
const mostly = 0.6
const isMostly = (share: number): boolean => share >= mostly

const mostDrawn = (drawn: ReadonlyArray<ShownMemory>): ReadonlyArray<BlamedMemory> =>
  drawn.filter(({ share }) => isMostly(share)).map(({ node, share }) => ({ node, share }))

/**
 * Returns the reason why a message that contradicts no memory is about none; undefined where it may be about the memories that the reply
 * drew on.
 */
const reasonOf = (
  said: Said,
  { drawn, meant }: { readonly drawn: ReadonlyArray<ShownMemory>; readonly meant: Sharing<ShownMemory> },
  rule: string,
): UnattributedReason | undefined => {
  if (!ofFacts.has(rule)) return ofAnotherQuestion.has(rule) ? 'other-subject' : 'action'
  if (drawn.length > 0 && drawn.every((memory) => answeredOf(said, memory) === 0)) return 'other-subject'
  const known = drawn.map(({ text, title }) => new Set(wordsOf(`${title}\n${text}`)))
  const beside = said.words.filter((word) => !said.asked.has(word))
  if (beside.length > 0 && known.some((own) => beside.every((word) => own.has(word)))) return 'as-remembered'
  if (drawn.length === 0) return 'not-drawn-on'
  return meant.memories.length === 0 || (said.words.length > 0 && !meant.isNamed) ? 'other-subject' : undefined
}

/** The rules by which a message says that another thing was meant than the reply is about. */
const ofAnotherQuestion: ReadonlySet<string> = new Set(['meant', 'misread', 'other-question'])
