/** A message that says no word of correcting, and states something: whether another memory holds it instead of the one that the answer came out of. */
import type { NodeNumber } from '../identity.ts'
import { fold, lower } from '../text/fold.ts'
import { weightOf, wholeWord, wordsOf } from '../text/wording.ts'
import type { ShownMemory, WordedMemory } from './spoken-correction.ts'
import { speaksOfForm } from './spoken-form-words.ts'
import { type ValueKind, valuesIn } from './spoken-values.ts'

/** In code units: a statement of a fact is no longer. */
const longest = 400

/** Whether a message may state a fact and no more: it asks, quotes, reports, supposes, plans, agrees and adds nothing. */
export const mayState = (text: string): boolean => {
  const own = text.trim()
  if (own.length === 0 || own.length > longest || written.test(own) || speaksOfForm(own)) return false
  const words = spelled(own)
  return !asks.test(words) && !others.test(words) && !plans.test(words) && !agrees.test(words)
}

const spelled = (text: string): string => lower(fold(text)).replace(/[\u2018\u2019\u02bc\u00b4]/g, "'")

/** Questions, quotations, code, lists and lines that somebody pasted. */
const written = /[?\uff1f\u061f"\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d\u300e`{}<>=|]|https?:|\n\s*\n|^\s*(?:[-*#>]|\d+[.)]) /mu
const asks =
  /(?:[吗嗎呢]|か)[\s\u3002.!]*$|^(?:please|bitte|s'il|por favor|per favore|请|請|can you|could you|what|when|where|who|which|how|why|was|wann|wo|wer|wie|warum|quand|ou|qui|comment|cuando|donde|quien|como) /u
/** What somebody else said, and what would be. */
const others =
  /\b(?:says?|said|told|asked|claims?|claimed|wrote|writes|heard|thinks?|thought|if|unless|suppose|imagine|would|could|might|maybe|perhaps|pretend|sagt|sagte|meint|meinte|schrieb|schreibt|behauptet|glaubt|falls|wenn|angenommen|ware|konnte|vielleicht|dit|disait|pense|ecrit|raconte|si|imagine|supposons|serait|peut-etre|dice|dijo|cree|escribe|escribio|imagina|seria|quiza|quizas|tal vez|zegt|zei|vindt|schreef|als|stel|zou|misschien|disse|ha detto|pensa|scrive|forse|sarebbe|acha|escreveu|talvez)\b|[说說][过過]?[:：,，「“]|听说|聽說|如果|假如|要是|也许|也許|可能|と言|らしい|もし|かも/u
/** What somebody will do, or wants done. */
const plans =
  /^(?:ok(?:ay)?,? |alright,? |well,? |gut,? |bon,? |bueno,? |vale,? |好,? ?)?(?:then|so|and|next|remind|note|add|write|put|send|call|book|set|make|let|dann|also|und|erinner\w*|schreib\w*|setz\w*|mach\w*|trag\w*|et|alors|donc|puis|rappelle\w*|ajoute\w*|mets|ecris|entonces|y|luego|recuerda\w*|anade|apunta|pon|escribe|dan|dus|en|allora|quindi|poi|e|entao)\b|^(?:那|然后|然後|所以|提醒|帮我|幫我|记|記|还有|還有|另外)|\b(?:i'll|we'll|i will|we will|i'm going to|i am going to|we're going to|i'd|let's|let me|tomorrow i|ich werde|wir werden|ich will|ich mochte|lass uns|je vais|nous allons|on va|je veux|voy a|vamos a|quiero|ik zal|ik ga|we gaan|vado a|andiamo|voglio|vou|vamos|quero)\b|我[要会會去想]|我们[要会去]|我們[要會去]/u
/** Thanks, agreement, and what is said beside: "Tom's is on Friday too". */
const agrees =
  /^(?:right|correct|exactly|yes|yep|yeah|true|thanks|thank|thx|great|good|perfect|nice|super|fine|cool|got it|i know|ok(?:ay)?\W|ja|genau|richtig|stimmt|danke|prima|gut|klar|oui|exact\w*|merci|parfait|bien|d'accord|si,|exacto|gracias|perfecto|correcto|vale|claro|ja,|klopt|precies|bedankt|dank|esatto|grazie|perfetto|sim|isso|obrigad[oa])(?![\p{L}])|^(?:对(?!不)|對(?!不)|是的|好的|谢|謝|没错|沒錯|嗯|はい|ありがと|そう)|\b(?:too|also|as well|likewise|both|auch|ebenfalls|ausserdem|beide|aussi|egalement|les deux|tambien|ambos|ook|allebei|anche|pure|entrambi|tambem)\b|[也亦]|同样|同樣|も同/u

/** That something changed, or is denied. */
const changed =
  /\b(?:no|not|never|wrong|now|no longer|any ?more|since|chang\w+|mov\w+|instead|old|actually|wait|careful|used to|by now|meanwhile|replaced|switch\w*|left|gone|history|former\w*|outdated|these days|nowadays|you mean|\w+n't|nein|nee|nicht|kein\w*|falsch|jetzt|inzwischen|mittlerweile|seit|geander\w*|verlegt|umgezogen|gewechselt|wechsel\w*|statt\w*|alt\w*|doch|eigentlich|moment|fruher|neu\w*|gerade|non|pas|plus|faux|maintenant|desormais|depuis|chang\w*|demenag\w*|remplac\w*|ancien\w*|en fait|attends|dorenavant|nouve\w*|a la place|quitte\w*|ya no|mal|ahora|desde|cambi\w*|mud\w*|en vez|en lugar|antigu\w*|viej\w*|en realidad|espera|antes|nuev\w*|dejamos|sino|niet|geen|fout|nu|sinds|verander\w*|verhuis\w*|in plaats|oude?|eigenlijk|wacht|tegenwoordig|voortaan|sbagliato|ora|adesso|cambiat\w*|spostat\w*|invece|vecchi\w*|aspetta|ormai|nao|errado|agora|em vez|ja nao)\b|[不没沒錯错现現换換搬改]|已经|已經|早就|以前|其实|其實|如今|目前|退了|新|いいえ|違|今は|もう|変わ|移|実は|新し/u

/** Of what the reply drew on, so much came out of one memory; */
const mostly = 0.6
export const isMostly = (share: number): boolean => share >= mostly
/** and of a memory that holds what is said, less than this. */
const hardly = 0.3
/** Of what is fresh, by weight, the holder has so much where a change is told, and where none is. */
const ofChange = 0.5
const ofBare = 0.85
/** Values tell memories apart better than words do. */
const valueWeight = 2
/** Of the words of the corrected memory, so many make another one about the same, in whole ones. */
const ownLeast = 2

export interface StatementInput {
  readonly own: string
  readonly question: string
  readonly shown: ReadonlyArray<ShownMemory>
  readonly others: ReadonlyArray<WordedMemory>
  /** Memories that the question itself finds. */
  readonly forQuestion: ReadonlySet<NodeNumber>
}

export interface Replacing {
  readonly corrected: NodeNumber
  readonly holder: NodeNumber
}

/** Undefined where the message is not surely a correction: nothing is doubted for a statement alone. */
export const replacingIn = (input: StatementInput): Replacing | undefined => {
  const main = input.shown.find(({ share }) => isMostly(share))
  if (main === undefined) return undefined
  const message = messageOf(input, main)
  if (message.fresh.length === 0) return undefined
  let [holder, most] = [undefined as NodeNumber | undefined, 0]
  for (const memory of [...input.shown, ...input.others]) {
    const isDrawn = input.shown.some(({ node, share }) => node === memory.node && share >= hardly)
    if (memory.node === main.node || isDrawn) continue
    const weight = heldBy(message, memory, input.forQuestion)
    if (weight > most) [holder, most] = [memory.node, weight]
  }
  return holder === undefined ? undefined : { corrected: main.node, holder }
}

interface Message {
  readonly words: ReadonlyArray<string>
  /** What neither the corrected memory nor the question says. */
  readonly fresh: ReadonlyArray<string>
  readonly asked: ReadonlySet<string>
  /** The words of the corrected memory. */
  readonly known: ReadonlySet<string>
  readonly values: ReadonlyMap<string, ValueKind>
  /** Kinds of value that the corrected memory has beside the question. */
  readonly kinds: ReadonlySet<ValueKind>
  /** Names that the question has. */
  readonly subjects: ReadonlyArray<string>
  readonly isChange: boolean
}

const messageOf = ({ own, question }: StatementInput, main: ShownMemory): Message => {
  const words = [...new Set(wordsOf(own))]
  const asked = new Set(wordsOf(question))
  const whole = `${main.title}\n${main.text}`
  const known = new Set(wordsOf(whole))
  const kinds = new Set([...valuesIn(whole)].flatMap(([word, kind]) => (asked.has(word) ? [] : [kind])))
  const subjects = [...valuesIn(question)].flatMap(([word, kind]) => (kind === 'name' ? [word] : []))
  const fresh = words.filter((word) => !known.has(word) && !asked.has(word))
  return { words, fresh, asked, known, values: valuesIn(own), kinds, subjects, isChange: changed.test(spelled(own)) }
}

/** How much of what is fresh a memory holds; 0 where it is not plainly what is said instead. */
const heldBy = (message: Message, memory: WordedMemory, forQuestion: ReadonlySet<NodeNumber>): number => {
  const { asked, fresh, isChange, kinds, known, words } = message
  const whole = `${memory.title}\n${memory.text}`
  const [held, its] = [new Set(wordsOf(whole)), valuesIn(whole)]
  // The first word of a sentence shows only elsewhere that it is a name.
  const kindOf = (word: string) => message.values.get(word) ?? its.get(word)
  const weigh = (some: ReadonlyArray<string>) =>
    some.reduce((sum, word) => sum + weightOf(word) * (kindOf(word) === undefined ? 1 : valueWeight), 0)
  const shared = fresh.filter((word) => held.has(word))
  const values = fresh.filter((word) => kindOf(word) !== undefined)
  const exact = fresh.filter((word) => ['number', 'day'].includes(kindOf(word) ?? ''))
  if (!values.every((word) => held.has(word)) || weigh(shared) < (isChange ? ofChange : ofBare) * weigh(fresh)) return 0
  const isTold =
    shared.some((word) => kindOf(word) !== undefined) ||
    sizeOf(shared) >= (shared.every((word) => weightOf(word) < wholeWord) ? 1 : 2) * wholeWord
  if (!isTold || !isOfSame(message, held, forQuestion.has(memory.node))) return 0
  // A value of a kind that the corrected memory has none of says something else of the subject.
  const isExchange = values.some((word) => kinds.has(kindOf(word) ?? 'name'))
  const isOther =
    exact.length > 0 && !exact.some((word) => kinds.has(kindOf(word) ?? 'number')) && !values.some((word) => kindOf(word) === 'name')
  if (isOther) return 0
  return isChange || (isExchange && !isOfSibling(message, values, kindOf) && isSpoken(words, known, asked)) ? weigh(shared) : 0
}

/** Of what question and corrected memory share, a memory that is found for the question has so much, or a word more of the corrected one. */
const ofSubject = 0.5

/** Whether a memory is about what the corrected one says of the question, and not only about something of its kind. */
const isOfSame = ({ asked, known }: Message, held: ReadonlySet<string>, isFound: boolean): boolean => {
  const subject = [...asked].filter((word) => known.has(word))
  const beside = sizeOf([...known].filter((word) => !asked.has(word) && held.has(word)))
  if (!isFound) return beside >= ownLeast * wholeWord
  return beside >= wholeWord || (subject.length > 0 && sizeOf(subject.filter((word) => held.has(word))) >= ofSubject * sizeOf(subject))
}

const sizeOf = (words: ReadonlyArray<string>): number => words.reduce((sum, word) => sum + weightOf(word), 0)

/** Whether somebody or something else of the same kind is meant: a name beside another value, and not the name that the question has. */
const isOfSibling = (
  { fresh, subjects, words }: Message,
  values: ReadonlyArray<string>,
  kindOf: (word: string) => ValueKind | undefined,
): boolean => {
  if (fresh.length > values.length) return true
  const isNamed = values.some((word) => kindOf(word) === 'name')
  const isSubject = subjects.some((word) => words.includes(word))
  return isNamed && !isSubject && (subjects.length > 0 || values.some((word) => kindOf(word) !== 'name'))
}

/** Whether the message speaks of what the corrected memory or the question does. */
const isSpoken = (words: ReadonlyArray<string>, known: ReadonlySet<string>, asked: ReadonlySet<string>): boolean =>
  words.some((word) => known.has(word) || asked.has(word))
