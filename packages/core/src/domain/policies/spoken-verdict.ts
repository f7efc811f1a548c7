/**
 * Hears in a new message that the answer before it was wrong.
 *
 * Sure or silent: only how a message begins counts, in the person's own words, so what is asked, told of others, quoted or pasted
 * is no verdict.
 */
import { fold, lower } from '../text/fold.ts'
import type { SpokenRule, SpokenRules } from './spoken-rules.ts'
import { eastAsianRules } from './spoken-rules-east-asian.ts'
import { germanicRules } from './spoken-rules-germanic.ts'
import { romanceRules } from './spoken-rules-romance.ts'
import { isSevere } from './spoken-severity.ts'

export interface HeardVerdict {
  readonly verdict: 'correction'
  /** The language and the kind of saying, as in `en:misread`. */
  readonly rule: string
  /** It is said with force. */
  readonly isSevere: boolean
}

/** Looks at the beginning of the text alone, whatever its length. */
export const hearVerdict = (text: string): HeardVerdict | undefined => {
  const own = ownText(text)
  const words = inOneSpelling(own)
  if (words === '') return undefined
  for (const hearing of hearings) {
    const rule = heard(words, hearing)
    if (rule !== undefined) return { verdict: 'correction', rule: `${hearing.language}:${rule}`, isSevere: isSevere(own) }
  }
  return undefined
}

/** In code units: of the message, of what may take a verdict back, and of what a verdict must stand in. */
const longestBeginning = 4_000
const longestSentence = 600
const longestVerdict = 200
/** "Hi, no, sorry, but I think …" */
const openersMost = 6

/** Without quoted lines and code; nothing of a message that begins with code: what follows may be about the code. */
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

/** Emoji, and whom the message speaks to. */
const beforeWords = /^(?:[\s\p{Extended_Pictographic}]|@\S{1,40}\s)+/u

interface Hearing {
  readonly language: string
  readonly opener: RegExp
  readonly denial: RegExp
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
  const bareEnd = String.raw`(?=[\s.,;!]*$|[.,;!:\u2013\u2014 -]*[.,;!:\u2013\u2014] ?(?:${spoken.correcting})${wordEnd})`
  return {
    language: spoken.language,
    opener: sticky(`(?:${spoken.openers})${opened}`),
    denial: sticky(`(?:${spoken.denials})${opened}`),
    rules: [
      ...compiled('bare', spoken.bare, bareEnd),
      ...compiled('closed', spoken.closed, `(?:${spoken.tails})?(?:${clauseEnd}|(?=: (?:${spoken.correcting})${wordEnd}))`),
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

const hearings = [...germanicRules, ...romanceRules, ...eastAsianRules].map(hearingOf)

/** Tries where the message begins and behind each of its openers; an opener may itself be the beginning of a clause. */
const heard = (words: string, { denial, opener, reported, rules, takenBack }: Hearing): string | undefined => {
  let denied = false
  let at = 0
  for (let openers = 0; openers <= openersMost && at < longestVerdict; openers++) {
    for (const { kind, name, pattern } of rules) {
      const until = kind === 'denied' && !denied ? 0 : matchEnd(pattern, words, at)
      if (until === 0 || until > longestVerdict) continue
      const rest = words.slice(until)
      if (isStated(rest, kind) && !limited.test(rest) && !isTakenBack(rest.slice(0, longestVerdict), takenBack) && !reported.test(rest))
        return name
    }
    denied ||= matchEnd(denial, words, at) > 0
    at = matchEnd(opener, words, at)
    if (at === 0) break
  }
  return undefined
}

/** 0 without a match: every pattern holds a letter at least. */
const matchEnd = (pattern: RegExp, words: string, from: number): number => {
  pattern.lastIndex = from
  return pattern.test(words) ? pattern.lastIndex : 0
}

const isTakenBack = (rest: string, takenBack: RegExp): boolean => aboutAText.test(rest) || takenBack.test(rest)

/** The clause is a line of something that the message is about. */
const aboutAText =
  /\b(?:title|titel|titre|titulo|titolo|song|lyrics|quiz|role ?play|story|poem|dialogue)\b|what (?:do|should) (?:i|we) (?:answer|reply|say)|how (?:do|should) (?:i|we) (?:answer|reply|respond|tell)|que repondre|was antworte|que (?:le )?(?:respondo|digo)|cosa rispondo|wat antwoord|标题|標題|タイトル/u

/** "That's wrong, but …", "… when …": half of what is said. */
const limited =
  /^, (?:but|aber|mais|pero|ma|mas|maar|when|if|unless|als|wenn|falls|quand|si|lorsque|cuando|quando|se|toen)\b|^[,\u3001]?(?:但|不过|不過|でも|けど)/u

const sentenceEnd = /[.!?\u3002\n]/u
/** A question behind a comma asks for something better: "that's wrong, can you look again?" */
const asksAgain =
  /[,;:] ?(?:please |so )?(?:can|could|would|will) you |[,;:] ?(?:kannst|konntest|konnen) (?:du|sie)|[,;:] ?(?:peux-tu|pouvez-vous|puedes|puoi|puede|kun je|pode)\b/u
const asksForAssent = /^[\s.!]*(?:right|correct|no|or|ok|oder|non|verdad|vero|certo|toch|对吗|是吗|吗)\s*\?/u
const asksWithParticle = /(?:[吗嗎呢]|か)[\s\u3002.!]*$/u

/** What follows a clause does not make a question of it. */
const isStated = (rest: string, kind: Rule['kind']): boolean => {
  if (kind === 'bare') return !rest.includes('?')
  const found = rest.search(sentenceEnd)
  const sentence = found === -1 ? rest : rest.slice(0, found)
  if (rest[found] === '?' && !asksAgain.test(sentence)) return false
  return !asksWithParticle.test(sentence) && !asksForAssent.test(rest.slice(sentence.length))
}
