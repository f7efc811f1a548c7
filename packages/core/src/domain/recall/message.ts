/**
 * Reads a message: its sentences, whether it goes on with the message before it, and which kind of answer it wants.
 *
 * Every end mark splits, also before a small letter and behind one word, as people type in chats ("ok. when does it leave?"). A note is split
 * with more care (`documents/note-sentences.ts`), because each of its sentences is stored as the words of one writer.
 */
import { type Kernel, plainKernel } from '../edge-kinds.ts'
import type { Profile } from '../profiles/profile.ts'
import { fold, lower } from '../text/fold.ts'
import { likenessTerms } from '../text/tokenise.ts'

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Words that join a question to what was said before, in the languages of the index. */
const joining = wordSet('and but und aber et mais y e pero en maar ed ma mas')

/** Interrogatives that ask for a particular: a time, a place, a person, a reason, a number or one of several. Folded. */
const particular = wordSet(
  [
    'when where why who whom whose which',
    'wann wo woher wohin wer wem wen wessen warum wieso weshalb welche welcher welches',
    'quand ou pourquoi qui combien lequel laquelle',
    'cuando donde quien quienes por cuanto cuantos cual',
    'wanneer waar wie waarom hoeveel welke',
    'quando dove dov chi perche quanto quanti quale',
    'onde quem quantos qual',
  ].join(' '),
)

/** Pronouns of the second person, and forms of "to be" that stand for one. Folded. */
const addressing = wordSet(
  'you your yours du dir dich dein deine euch euer toi tu te vous votre usted ustedes eres estas ti jij je jou jouw jullie sei stai voi voce voces',
)
const formal = /(?<=\p{L}\s)(?:Sie|Ihnen)(?!\p{L})|[\u4f60\u60a8\u59b3]|\u3042\u306a\u305f/u

/**
 * A question of no content word that "and" joins to what was before or that asks for a particular, or of one content word that no memory has and
 * that "and" joins. A question that addresses the hearer is about the hearer. What is not asked (no question mark at its end) is none.
 */
export const isFollowUp = (question: string, isKnown: (word: string) => boolean): boolean => {
  const asked = question.trim()
  if (!isAsked(asked)) return false
  const content = likenessTerms(asked)
  const words = lower(fold(asked)).match(/\p{L}+/gu) ?? []
  if (formal.test(asked) || words.some((word) => addressing.has(word))) return false
  const [opening = ''] = words
  const [only] = content
  if (only === undefined) return joining.has(opening) || words.some((word) => particular.has(word)) || !/\p{Script=Latin}/u.test(asked)
  return content.length === 1 && !isKnown(only) && joining.has(opening)
}

/** True for a message that neither asks nor names a subject: at most one content word, as in thanks and confirmations. */
export const isRemark = (message: string): boolean => !isAsked(message.trim()) && likenessTerms(message).length <= 1

/** False for words that are all counts (numbers of at most three digits): a choice or an amount alone names no subject. */
export const namesSubject = (words: Iterable<string>): boolean => {
  for (const word of words) if (!count.test(word)) return true
  return false
}

const count = /^\p{Nd}{1,3}$/u

const isAsked = (message: string): boolean => /[?\uff1f]$/u.test(message)

/** A mark that ends a sentence with a space behind it, one of a script without spaces, or a line end. */
const boundary = /(?<=[.!?;…])\s+|(?<=[。！？；])|[\r\n]+/u
/** At most this many sentences are split off; the rest of the message is one more. */
const sentencesMost = 64

/** In their order, without those that hold no letter and no digit. A message without marks is one. */
export const messageSentences = (message: string): ReadonlyArray<string> => {
  const parts = message.split(boundary)
  const first = parts.slice(0, sentencesMost)
  const rest = parts.slice(sentencesMost).join(' ')
  return [...first, rest].filter((part) => /[\p{L}\p{N}]/u.test(part))
}

/** What sort of answer a question wants, told by its words: an order, a reason, or anything else (S1.2, S1.37); and what edges count for it. */

export const questionKinds = ['order', 'why', 'what'] as const
export type QuestionKind = (typeof questionKinds)[number]

/** Latin words stand alone; of scripts without spaces any occurrence counts. */
const words = (...alternatives: ReadonlyArray<string>): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'u')

const order = [
  words(
    '(?:in|by) (?:which|what) (?:order|sequence)',
    '(?:which|what) (?:order|sequence)',
    'order of (?:the )?(?:steps|events)',
    'step by step',
    '(?:which|what) (?:are the )?(?:next )?steps?',
    'what (?:comes?|came|happens?|happened|follows?|followed) (?:next|first|afterwards?|then)',
    // Else it may be the name of something: “What is Next.js?”
    'what (?:is|was) (?:next|first|afterwards?|then)(?= *(?:[?!.,;:]+(?:\\s|$)|$)| (?:in|steps?|to (?!the |an? |my |our |this |that ))\\b)',
    'what (?:comes?|came|happens?|happened|follows?|followed) (?:directly |right |straight )?(?:after|before)',
    'timelines?',
    'chronolog\\p{L}*',
    'in welcher reihenfolge',
    'welche (?:reihenfolge|schritte)',
    'schritt fur schritt',
    'der reihe nach',
    'dans quel ordre',
    'etape par etape',
    'en que orden',
    'paso a paso',
    'in che ordine',
    'passo dopo passo',
    'em que ordem',
    'passo a passo',
  ),
  /什么顺序|什麼順序|按顺序|步骤|步驟|先后|順番|手順|순서|단계/u,
]

const why = [
  words(
    'why',
    'how come',
    'what (?:caused?|causes|led to|leads to)',
    '(?:the )?(?:root )?causes? of',
    '(?:which|what)(?: (?:is|was|were|are))? (?:the )?(?:root )?(?:causes?|reasons?)',
    'reasons? (?:for|why|that)',
    'warum',
    'wieso',
    'weshalb',
    'aus welchem grund',
    'pourquoi',
    'por que',
    'perche',
    'pq',
  ),
  /为什么|為什麼|为何|為何|原因|なぜ|何故|どうして|왜/u,
]

/** Rules alone, so that the same question is the same kind everywhere. A question for an order of reasons is one for an order. */
export const questionKind = (question: string): QuestionKind => {
  const plain = lower(fold(question))
  if (order.some((rule) => rule.test(plain))) return 'order'
  return why.some((rule) => rule.test(plain)) ? 'why' : 'what'
}

/** Every family by one, but for the kinds of question that favour some (S1.31). */
export const kernelFor = (question: string, { kernel }: Pick<Profile, 'kernel'>): Kernel => {
  const kind = questionKind(question)
  return kind === 'what' ? plainKernel : kernel[kind]
}
