/**
 * Recognises a new message that says that the answer before it was wrong.
 *
 * It must be certain: only the beginning of the message counts, in the person's own words. Questions, reports, quotations and pasted text
 * give no verdict.
 */

import { onFirstUse } from '../on-first-use.ts'
import { fold, lower } from '../text/unicode.ts'
import type { SpokenRule, SpokenRules } from './spoken-rules.ts'
import { eastAsianRules } from './spoken-rules-east-asian.ts'
import { germanicRules } from './spoken-rules-germanic.ts'
import { romanceRules } from './spoken-rules-romance.ts'

export interface HeardVerdict {
  readonly verdict: 'correction'
  /** The language and the kind of clause, as in `en:misread`. */
  readonly rule: string
  /** True where it is said with force. */
  readonly isSevere: boolean
}

/** A message that begins as a correction. */
export interface Saying {
  /** The verdict. Undefined where the message only says no: the words that follow must then show the subject. */
  readonly verdict: HeardVerdict | undefined
  /** The clause of the verdict, without case and accents. */
  readonly clause: string
  readonly rest: string
  /** The person's own words as written, up to the end of the part that is looked at. */
  readonly own: string
}

/** Returns the verdict of a message. Reads only the beginning of the text, whatever its length. */
export const hearVerdict = (text: string): HeardVerdict | undefined => hearSaying(text)?.verdict

/**
 * Returns the verdict of a message if it surely is one; otherwise how it begins as a denial: with a no, or with one word that says wrong.
 * Undefined where it does not.
 */
export const hearSaying = (text: string): Saying | undefined => {
  const own = ownText(text)
  const words = inOneSpelling(own)
  if (words === '') return undefined
  const said = { own: own.slice(0, longestSentence) }
  for (const hearing of hearings()) {
    const found = heard(words, hearing)
    if (found === undefined) continue
    const verdict = { verdict: 'correction', rule: `${hearing.language}:${found.name}`, isSevere: isSevere(own) } as const
    return { verdict, clause: words.slice(found.from, found.until), rest: words.slice(found.until), ...said }
  }
  for (const hearing of hearings()) {
    const until = refused(words, hearing)
    if (until > 0) return { verdict: undefined, clause: words.slice(0, until), rest: words.slice(until), ...said }
  }
  return undefined
}

/**
 * Limits in code units: of the beginning that is read, of the text that may take a verdict back, and of the text that must hold a verdict.
 */
const longestBeginning = 4_000
const longestSentence = 600
const longestVerdict = 200
/** The most openers before a clause: "Hi, no, sorry, but I think …". */
const openersMost = 6

/** Returns the text without quoted lines and code; empty for a message that begins with code, because the rest may be about the code. */
const ownText = (text: string): string => {
  const beginning = text.slice(0, longestBeginning).toWellFormed().replace(/\r\n?/g, '\n').trimStart()
  if (beginning.startsWith('```')) return ''
  return beginning
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/^[ \t]*>.*$/gm, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(beforeWords, '')
}

const inOneSpelling = (own: string): string =>
  lower(fold(own))
    .replace(/[\u2018\u2019\u02bc\u00b4]/g, "'")
    .replace(/[^\S\n]+/g, ' ')
    .replace(beforeWords, '')
    .slice(0, longestSentence)

/** Emoji, and the names of addressed people. */
const beforeWords = /^(?:[\s\p{Extended_Pictographic}]|@\S{1,40}\s)+/u

interface Hearing {
  readonly language: string
  readonly opener: RegExp
  readonly denial: RegExp
  /** A no, or one word that says wrong, with the separator behind it. */
  readonly refusal: RegExp
  readonly rules: ReadonlyArray<Rule>
  readonly takenBack: RegExp
  readonly reported: RegExp
}

interface Rule {
  readonly name: string
  readonly pattern: RegExp
  readonly kind: 'bare' | 'closed' | 'open' | 'denied'
}

const wordEnd = String.raw`(?![\p{L}\p{N}'])`
const clauseEnd = String.raw`(?=\s*(?:$|[.,;!)\n\u3002\u3001\p{Extended_Pictographic}]|[\u2013\u2014-](?=[\s\u2013\u2014-])))`

const hearingOf = (spoken: SpokenRules): Hearing => {
  const compiled = (kind: Rule['kind'], list: ReadonlyArray<SpokenRule>, after: string): ReadonlyArray<Rule> =>
    list.map(([name, ...patterns]) => ({ name, kind, pattern: sticky(`(?:${patterns.join('|')})${after}`) }))
  const opened = `${spoken.gap.endsWith('*') ? '' : wordEnd}${spoken.gap}`
  const outright = spoken.bare.flatMap(([name, ...patterns]) => (name === 'outright' ? patterns : []))
  const bareEnd = String.raw`(?=[\s.,;!]*$|[.,;!:\u2013\u2014 -]*[.,;!:\u2013\u2014] ?(?:${spoken.correcting})${wordEnd})`
  return {
    language: spoken.language,
    opener: sticky(`(?:${spoken.openers})${opened}`),
    denial: sticky(`(?:${spoken.denials})${opened}`),
    refusal: sticky(
      String.raw`(?:${[spoken.denials, ...outright].join('|')})\s*[,.;:!\u3001\u3002\u2013\u2014-]${spoken.gap.replace(/\+$/, '*')}`,
    ),
    rules: [
      ...compiled('bare', spoken.bare, bareEnd),
      ...compiled('closed', spoken.closed, `(?:${spoken.tails})?(?:${clauseEnd}|(?=:\\s))`),
      ...compiled('open', spoken.open, ''),
      ...compiled('denied', spoken.denied, ''),
    ],
    takenBack: new RegExp(spoken.takenBack, 'u'),
    reported: new RegExp(
      String.raw`^["')\]]*[,.!;:]?["']? ?(?:(?:${spoken.reporting})${wordEnd}|(?!(?:as )?(?:i|you|ich|je|yo|eu|ik) )(?:[\p{L}'-]+ ){1,4}(?:${spoken.reporting})\s*(?:[.,;!?]|$))`,
      'u',
    ),
  }
}

const sticky = (source: string): RegExp => new RegExp(source, 'uy')

const hearings = onFirstUse(() => [...germanicRules, ...romanceRules, ...eastAsianRules].map(hearingOf))

/**
 * Finds the first clause of a rule, at the beginning of the message or behind its openers. An opener may itself be the beginning of a
 * clause.
 */
const heard = (words: string, { denial, opener, reported, rules, takenBack }: Hearing): Clause | undefined => {
  let denied = false
  let at = 0
  for (let openers = 0; openers <= openersMost && at < longestVerdict; openers++) {
    for (const { kind, name, pattern } of rules) {
      const until = kind === 'denied' && !denied ? 0 : matchEnd(pattern, words, at)
      if (until === 0 || until > longestVerdict) continue
      const rest = words.slice(until)
      if (isStated(rest, kind) && !limited.test(rest) && !isTakenBack(rest.slice(0, longestVerdict), takenBack) && !reported.test(rest))
        return { name, from: at, until }
    }
    denied ||= matchEnd(denial, words, at) > 0
    at = matchEnd(opener, words, at)
    if (at === 0) break
  }
  return undefined
}

interface Clause {
  readonly name: string
  readonly from: number
  readonly until: number
}

/** Returns the end of a no at the beginning, behind openers or not; 0 where there is none, or it is a question, reported or taken back. */
const refused = (words: string, { opener, refusal, reported, takenBack }: Hearing): number => {
  for (let [at, openers] = [0, 0]; openers <= openersMost && at < longestVerdict; openers++) {
    const until = matchEnd(refusal, words, at)
    if (until > 0) {
      const rest = words.slice(until)
      return isStated(rest, 'closed') && !isTakenBack(rest.slice(0, longestVerdict), takenBack) && !reported.test(rest) ? until : 0
    }
    at = matchEnd(opener, words, at)
    if (at === 0) return 0
  }
  return 0
}

/** Returns the end of a match; 0 where there is none: every pattern has at least one letter. */
const matchEnd = (pattern: RegExp, words: string, from: number): number => {
  pattern.lastIndex = from
  return pattern.test(words) ? pattern.lastIndex : 0
}

const isTakenBack = (rest: string, takenBack: RegExp): boolean => aboutAText.test(rest) || takenBack.test(rest)

/** Words that make the clause a line of a text that the message is about. */
const aboutAText =
  /\b(?:title|titel|titre|titulo|titolo|song|lyrics|quiz|role ?play|story|poem|dialogue)\b|what (?:do|should) (?:i|we) (?:answer|reply|say)|how (?:do|should) (?:i|we) (?:answer|reply|respond|tell)|que repondre|was antworte|que (?:le )?(?:respondo|digo)|cosa rispondo|wat antwoord|标题|標題|タイトル/u

/** "That's wrong, but …", "… when …": limits of a verdict. */
const limited =
  /^, (?:but|aber|mais|pero|ma|mas|maar|when|if|unless|als|wenn|falls|quand|si|lorsque|cuando|quando|se|toen)\b|^[,\u3001]?(?:但|不过|不過|でも|けど)/u

const openingEnd = /[.!?\u3002\n]/u
/** A question behind a comma that asks for a better answer: "that's wrong, can you look again?" */
const asksAgain =
  /[,;:] ?(?:please |so )?(?:can|could|would|will) you |[,;:] ?(?:kannst|konntest|konnen) (?:du|sie)|[,;:] ?(?:peux-tu|pouvez-vous|puedes|puoi|puede|kun je|pode)\b/u
const asksForAssent = /^[\s.!]*(?:right|correct|no|or|ok|oder|non|verdad|vero|certo|toch|对吗|是吗|吗)\s*\?/u
const asksWithParticle = /(?:[吗嗎呢]|か)[\s\u3002.!]*$/u

/** True where the words behind a clause do not make it a question. */
const isStated = (rest: string, kind: Rule['kind']): boolean => {
  if (kind === 'bare') return !rest.includes('?')
  const found = rest.search(openingEnd)
  const sentence = found === -1 ? rest : rest.slice(0, found)
  if (rest[found] === '?' && !asksAgain.test(sentence)) return false
  return !asksWithParticle.test(sentence) && !asksForAssent.test(rest.slice(sentence.length))
}

/**
 * Clauses that reject an answer as a whole, in the languages that corrections are heard in; without case and accents. A word that only adds
 * force counts beside a word that says wrong: "the total amount" has no force.
 */
const forceful = [
  '(?:completely|totally|absolutely|entirely|utterly) (?:wrong|incorrect|false|off|mistaken|untrue|useless)|not even close|nonsense',
  '(?:vollig|komplett|absolut|total|ganz) (?:falsch|verkehrt|daneben)|(?:uberhaupt|ganz und gar) nicht|quatsch|unsinn|blodsinn',
  '(?:helemaal|totaal|volledig|absoluut) (?:fout|verkeerd|mis|niet)|onzin',
  "(?:completement|totalement|absolument|entierement) (?:faux|fausse|errone|a cote)|pas du tout|n'importe quoi",
  '(?:completamente|totalmente|absolutamente) (?:mal|incorrect[oa]|equivocad[oa]|fals[oa]|erroneo)|para nada|tonterias?',
  '(?:completamente|totalmente|assolutamente|del tutto) (?:sbagliat[oa]|errat[oa]|fals[oa])|per niente|sciocchezze',
  '(?:completamente|totalmente|absolutamente) (?:errad[oa]|incorret[oa])|nada a ver|besteira',
].join('|')
const spaced = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${forceful})(?![\p{L}\p{N}])`, 'u')
const unspaced = /完全(?:错|錯|不对|不對|に?(?:違|間違))|根本不|胡说|胡說|全然(?:違|ちが)|(?:まったく|全く)(?:違|ちが)|でたらめ/u
const insisting = /[!！]\s*[!！]/u
/** Repetition: "No no no", "nein, nein, nein"; "不不不", "違う違う違う". */
const repeating = /^[^\p{L}]*(?:(\p{L}{2,6})(?:[\s,.!]+\1(?!\p{L})){2}|([\p{Script=Han}\p{Script=Hiragana}]{1,3})(?:[\s,，、]*\2){2})/u
const sentenceEnd = /[.!?！？\u3002\n]+/u
/** The least number of capitals in a row; fewer are an abbreviation. */
const shoutedLeast = 6

/** True where a message is said with force. `own` is the person's text as written: its first two sentences count. */
export const isSevere = (own: string): boolean => {
  const beginning = firstSentences(own)
  const words = lower(fold(beginning))
  return spaced.test(words) || unspaced.test(beginning) || insisting.test(beginning) || repeating.test(words) || isShouted(beginning)
}

/** Returns the first two sentences with their end marks. */
const firstSentences = (text: string): string => {
  let at = 0
  for (let sentences = 0; sentences < 2 && at < text.length; sentences++) {
    const end = sentenceEnd.exec(text.slice(at))
    if (end === null) return text
    at += end.index + end[0].length
  }
  return text.slice(0, at)
}

const isShouted = (text: string): boolean => {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0
  return capitals >= shoutedLeast && !/\p{Ll}/u.test(text)
}
