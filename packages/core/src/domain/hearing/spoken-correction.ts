/**
 * What a correction that was heard is about: which of the memories that the reply drew on it says to be wrong, which memory holds what it says
 * instead, or why it is about none.
 *
 * A complaint is about a memory only as far as the reply drew on that memory and the message speaks of facts. What stands in the question, in
 * the memories and in the message decides; lists of words only tell the reasons apart.
 */
import type { UnattributedReason } from '../events/feedback-events.ts'
import type { NodeNumber } from '../identity.ts'
import { unitsOf, type ValueKind, valuesIn, weightOf, wholeWord, wordsOf } from '../text/phrases.ts'
import { holderOf, type WordedMemory } from './spoken-holder.ts'
import { speaksOfForm } from './spoken-statement.ts'
import type { HeardVerdict, Saying } from './spoken-verdict.ts'

/** One that was put before the model. */
export interface ShownMemory extends WordedMemory {
  /** The memory's share, 0 to 1, of all that the reply drew on. */
  readonly share: number
}

export interface CorrectionInput {
  readonly saying: Saying
  /** The question of the turn that the message is about. */
  readonly question: string
  readonly shown: ReadonlyArray<ShownMemory>
  /** All that may hold what the message says, the likeliest first. */
  readonly memories: ReadonlyArray<WordedMemory>
}

export interface BlamedMemory {
  readonly node: NodeNumber
  /** Shares are 1 together. */
  readonly share: number
}

export type Correction =
  | { readonly about: 'nothing'; readonly reason: UnattributedReason }
  /** Something is wrong, and nothing is said instead. */
  | { readonly about: 'memories'; readonly blamed: ReadonlyArray<BlamedMemory> }
  /** Another memory holds what is said. */
  | { readonly about: 'replaced'; readonly blamed: ReadonlyArray<BlamedMemory>; readonly instead: NodeNumber }
  /** No memory holds it. */
  | { readonly about: 'doubted'; readonly blamed: ReadonlyArray<BlamedMemory> }

/** Nothing where the message is no correction: it says no more than a no. */
export const correctionIn = (input: CorrectionInput): Correction | undefined => {
  const { saying, shown } = input
  const said = saidIn(input)
  const drawn = shown.filter(({ share }) => share > 0)
  const stated = statedOf(input, said, drawn)
  if (stated.length > 0) return settled(stated)
  const { verdict } = saying
  if (verdict === undefined) return undefined
  const reason = reasonOf(said, saying, drawn, ruleOf(verdict))
  if (reason !== undefined) return { about: 'nothing', reason }
  const blamed = mostDrawn(drawn)
  return blamed.length === 0 ? { about: 'nothing', reason: 'several' } : { about: 'memories', blamed }
}

/** The words of a message that say something, and those of the question. */
interface Said {
  readonly text: string
  readonly words: ReadonlyArray<string>
  readonly values: ReadonlyMap<string, ValueKind>
  readonly asked: ReadonlySet<string>
  /** The question as `unitsOf` has it. */
  readonly question: ReadonlySet<string>
}

/** What the clause itself says to be wrong, in the one language whose clauses name it: "you are wrong about the weather", "you got the dates wrong". */
const object =
  /\b(?:about|got|have|had) (?:(?:that|this|it|these|those|them|the|my|our|his|her|their|your)\b ?)?(.*?)(?: (?:wrong|mixed up|confused))?$/

const saidIn = ({ question, saying }: CorrectionInput): Said => {
  const { clause, own, rest, verdict } = saying
  const named = verdict?.rule === 'en:mistaken' ? (object.exec(clause)?.[1] ?? '') : ''
  const text = `${named}\n${rest}`
  return { text, words: [...new Set(wordsOf(text))], values: valuesIn(own), asked: new Set(wordsOf(question)), question: unitsOf(question) }
}

/** Rules of which a message says that something is not true; others say that it is not what was wanted. */
const ofFacts: ReadonlySet<string> = new Set(['not-so', 'outright', 'mistaken', 'your-answer'])
const ruleOf = ({ rule }: HeardVerdict): string => rule.slice(rule.indexOf(':') + 1)

/** A memory that the message states something else than. */
interface Stated extends ShownMemory {
  /** Another memory that holds what is said. */
  readonly holder: NodeNumber | undefined
  /** Its values that fresh ones stand for. */
  readonly replaced: ReadonlyArray<string>
  /** How much of the memory the message speaks of. */
  readonly score: number
}

/** Those that the message speaks of most, and those that say the same. */
const statedOf = (input: CorrectionInput, said: Said, drawn: ReadonlyArray<ShownMemory>): ReadonlyArray<Stated> => {
  const looked = drawn.length > 0 ? drawn : input.shown
  const isDrawn = drawn.length > 0
  const found = looked.flatMap((memory): ReadonlyArray<Stated> => {
    const own = new Set(wordsOf(`${memory.title}\n${memory.text}`))
    const fresh = said.words.filter((word) => !own.has(word) && !said.asked.has(word))
    const known = said.words.filter((word) => own.has(word))
    if (fresh.length === 0) return []
    const { memories, question } = input
    const holder = holderOf({ message: said.text, values: said.values, question, corrected: memory, memories, isChange: true })
    const replaced = replacedValues(memory, said, fresh)
    const isMain = isMostly(memory.share)
    const statement = {
      fresh,
      known,
      exchanged: replaced.length > 0,
      isHeld: holder !== undefined,
      isMain,
      isLinked: isLinked(said, memory),
      answered: answeredOf(said, memory),
    }
    if (!(isDrawn ? isStatement(input.saying, said, statement) : isPlain(said, statement))) return []
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
  /** What the memory says too. */
  readonly known: ReadonlyArray<string>
  /** A fresh value stands for one of its kind. */
  readonly exchanged: boolean
  /** Another memory holds what is fresh. */
  readonly isHeld: boolean
  /** The reply is made of this memory, or nearly. */
  readonly isMain: boolean
  /** It speaks of what the memory does. */
  readonly isLinked: boolean
  /** See {@link answeredOf}. */
  readonly answered: number
}

/** True where a message has a word of the memory that is no value, or one of the question where the memory has none of that. */
const isLinked = ({ asked, text, values }: Said, memory: WordedMemory): boolean => {
  const [units, own] = [[...unitsOf(text)], unitsOf(`${memory.title}\n${memory.text}`)]
  if (units.some((unit) => own.has(unit) && !isCount(values.get(unit)))) return true
  return ![...asked].some((word) => own.has(word)) && units.some((unit) => asked.has(unit))
}

/** "…, not ten": what is denied last, without case and accents. */
const deniedLast =
  /[,;\u3001\uff0c] ?(?:and |und |et |y |e |en )?(?:not|nicht|kein\w*|pas|no|non|niet|geen|nao|不是|而不是) ?([^,.;!?\n\u3001\u3002]{1,60})[.!\u3002]?\s*$/u

/**
 * The share, 0 to 1, of the question's words that the memory has: of the rest the reply spoke by itself. 0 where the message has a word of that rest, or
 * denies what the memory does not say.
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

const isCount = (kind: ValueKind | undefined): boolean => kind === 'number' || kind === 'day'

/** In half words. */
const sizeOf = (words: ReadonlyArray<string>): number => words.reduce((sum, word) => sum + weightOf(word), 0)

/** Values of a memory of the kinds that are fresh, which the question does not have. */
const replacedValues = (memory: WordedMemory, { asked, values }: Said, fresh: ReadonlyArray<string>): ReadonlyArray<string> => {
  const kinds = new Set(fresh.flatMap((word) => values.get(word) ?? []))
  if (kinds.size === 0) return []
  return [...valuesIn(`${memory.title}\n${memory.text}`)].flatMap(([word, kind]) => (kinds.has(kind) && !asked.has(word) ? [word] : []))
}

/** A message that speaks of nothing that the memory does can only be about a memory that answers so much of the question. */
const answeredLeast = 0.7
/** So many words are still an answer by themselves: "it is Tobias". */
const bareMost = 3

/** True where a message states something else than a memory that the reply drew on. */
const isStatement = ({ isContrast, own, rest, verdict }: Saying, said: Said, statement: Statement): boolean => {
  const { answered, exchanged, fresh, isHeld, isLinked, isMain, known } = statement
  if (isContrast) return (exchanged || isHeld) && known.some((word) => !said.asked.has(word))
  if (isHeld && (isMain || known.length > 0)) return true
  if (answered === 0 || (!isLinked && answered < answeredLeast)) return false
  if (speaksOfForm(own) && !(exchanged && known.length > 0)) return false
  const isMuch = sizeOf(known) >= 2 * wholeWord
  if (exchanged && (isMuch || isValueAlone(said, statement))) return true
  if (verdict === undefined || !ofFacts.has(ruleOf(verdict))) return false
  const isShort = sizeOf(said.words) <= bareMost * wholeWord
  if (!isLinked) return isShort && answers.test(rest) && (exchanged || !fresh.some((word) => said.values.has(word)))
  return isShort || exchanged || isMuch || (isMain && sizeOf(fresh) >= 2 * wholeWord)
}

/** A name has so many words at most. */
const nameMost = 2

/** Nothing but a value, with what the memory says beside its own: "5433", "Tuesday at 9", "130 euros", where it has euros. A name beside a number names what is counted. */
const isValueAlone = ({ values }: Said, { fresh, known }: Statement): boolean => {
  const kinds = new Set(fresh.map((word) => values.get(word)))
  if (kinds.has(undefined) || sizeOf(fresh) + sizeOf(known) > bareMost * wholeWord) return false
  return !kinds.has('name') || (kinds.size === 1 && fresh.length <= nameMost)
}

/** "It is …", without case and accents; a few Chinese characters are a name or a number of things. */
const answers =
  /^[\s,.;:!\u3001\u3002-]*(?:it'?s |it is |(?:es|das|er|sie|dat|het) (?:ist|is) |c'est |il s'appelle |(?:es|se llama|e|si chiama) |(?:[应應][该該])?是|\p{sc=Han}{2,6}[\u3002.!]?$)/u

/** Of what is said beside the fresh words, so much must stand in a memory that the reply is not known to have drawn on. */
const plainly = 0.6

/** Whether it contradicts a memory so plainly that nothing else can be meant. */
const isPlain = ({ words }: Said, { exchanged, fresh, known }: Statement): boolean =>
  exchanged && sizeOf(known) >= 2 * wholeWord && sizeOf(known) >= plainly * (sizeOf(words) - sizeOf(fresh))

/** What blames the memories that are meant: another that holds what is said, or the doubt that none does. */
const settled = (stated: ReadonlyArray<Stated>): Correction => {
  const [top] = stated
  if (top === undefined) return { about: 'nothing', reason: 'not-drawn-on' }
  const whole = stated.reduce((sum, { share }) => sum + share, 0)
  const blamed = stated.map(({ node, share }) => ({ node, share: whole > 0 ? share / whole : 1 / stated.length }))
  const { holder } = top
  return holder === undefined || stated.some(({ node }) => node === holder)
    ? { about: 'doubted', blamed }
    : { about: 'replaced', blamed, instead: holder }
}

/** Of what the reply drew on, so much came out of one memory: then it is meant where nothing is named. */
const mostly = 0.6
const isMostly = (share: number): boolean => share >= mostly

const mostDrawn = (drawn: ReadonlyArray<ShownMemory>): ReadonlyArray<BlamedMemory> =>
  drawn.filter(({ share }) => isMostly(share)).map(({ node, share }) => ({ node, share }))

/** Why a message that states nothing of a memory is about none; absent where it may be about what the reply drew on. */
const reasonOf = (said: Said, saying: Saying, drawn: ReadonlyArray<ShownMemory>, rule: string): UnattributedReason | undefined => {
  if (speaksOfForm(saying.own)) return 'form'
  if (!ofFacts.has(rule)) return ofAnotherQuestion.has(rule) ? 'other-subject' : 'action'
  if (drawn.length > 0 && drawn.every((memory) => answeredOf(said, memory) === 0)) return 'other-subject'
  const known = drawn.map(({ text, title }) => new Set(wordsOf(`${title}\n${text}`)))
  const beside = said.words.filter((word) => !said.asked.has(word))
  if (beside.length > 0 && known.some((own) => beside.every((word) => own.has(word)))) return 'as-remembered'
  if (said.words.length > 0 && !drawn.some((memory) => isLinked(said, memory))) return 'other-subject'
  return drawn.length === 0 ? 'not-drawn-on' : undefined
}

/** Rules by which somebody meant another thing than the reply is about. */
const ofAnotherQuestion: ReadonlySet<string> = new Set(['meant', 'misread', 'other-question'])
