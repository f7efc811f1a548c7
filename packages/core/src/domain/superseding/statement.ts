/** Finds what a text states as its own word: sentences, clauses and lines of lists, each with what stands before and behind it. */
import { noteSentences } from '../documents/note-sentences.ts'
import { isFunctionWord, languageOf } from '../text/language.ts'
import { casedWords } from '../text/names.ts'
import { wordsOf } from '../text/phrases.ts'
import { fold, lower } from '../text/unicode.ts'
import {
  chineseAdverbsIn,
  foreignWords,
  introducesAt,
  isAdverb,
  isAttribute,
  isChineseHeading,
  isOwnChinese,
  isOwnStem,
  marksChange,
  ownChineseAtStart,
  word,
} from './own-words.ts'
import { type ShapedValue, shapedValues } from './values.ts'

export interface Token {
  /** `content`: compared by its key. `function`: compared as written. `value`: stands for a value with a shape. */
  readonly kind: 'content' | 'function' | 'value'
  /** Folded and in lower case. */
  readonly written: string
  /** The stem of a word, a Chinese character, or the shape of a value. */
  readonly key: string
  readonly capital: boolean
}

export interface Statement {
  readonly tokens: ReadonlyArray<Token>
  readonly values: ReadonlyArray<ShapedValue>
  /** The keys of its content, in order. */
  readonly keys: ReadonlyArray<string>
  /** Its clauses as they are written. */
  readonly clauses: ReadonlyArray<string>
  /** The words before it in its sentence. */
  readonly lead: string
  /** The words behind it in its sentence. */
  readonly tail: string
  /** True where all that stands before it are words in which somebody introduces a statement of his own. */
  readonly isOwn: boolean
  /** The other words of a heading of change before it: "New opening hours:". Undefined for what is no such heading. */
  readonly heading: ReadonlyArray<string> | undefined
  /** The words of a clause before it that may say that its thing changed. Absent where there is none, and in what is known. */
  readonly clauseBefore?: ReadonlyArray<Token>
  /** True behind a clause that says that the thing changed. */
  readonly isChanged?: boolean
  /** Absent for a sentence. */
  readonly listed: Listed | undefined
  /** UTF-16 offsets of its sentence in the text, end exclusive. */
  readonly span: readonly [from: number, to: number]
}

/** The keys of a line of a list: those of the title that names its subject, of its label and of its value. */
export interface Listed {
  readonly title: ReadonlyArray<string>
  readonly label: ReadonlyArray<string>
  readonly value: ReadonlyArray<string>
}

export interface Stating {
  /** The title that names its subject; empty for none. */
  readonly title: string
  readonly text: string
}

/** Returns a memory with the title that names its subject: its last heading, unless that is a day. */
export const statingOf = ({ text, title = '' }: { readonly title: string | undefined; readonly text: string }): Stating => {
  const heading = title.split(' › ').at(-1) ?? ''
  return { title: /\d{4}-\d{2}-\d{2}/.test(heading) ? '' : heading, text }
}

/** A longer text states too much at once: the record of a whole talk, an article, a listing. In UTF-16 code units. */
const longestText = 1_500
const longestSentence = 300

/** Passages of programs and of settings. */
const program = /^\s*(?:\/\*|\/\/|\*\/|\*\s|#!|---\s*$|"{3}|'{3}|import\s|package\s|from\s\S+\simport\s|def\s|class\s|\$\s)/mu
/** Text of others, of programs, questions, exclamations without a value, and addresses. */
const notStated =
  /^[^\d]*[!\uff01]$|\p{L}_\p{L}|\*\*|::|->|["“”„«»「」『』?？`{}<>=|\\]|\w\(|https?:|;$|^#|^import |@v?\d|\.(?:ts|js|mdx?|py|json)\b/u
const speaker = /^(?:user|assistant|system): /u
const listMark = /^\s*(?:[-*+]|\d+[.)])\s+/u
const supposed =
  /\b(?:would|could|might|maybe|perhaps|suppose|imagine|pretend|what if|vielleicht|angenommen|ware|konnte|wurde|puede que|quiza|quizas|tal vez|podria|seria|peut-etre|pourrait|serait|il se peut|forse|puo darsi|potrebbe|sarebbe|pode ser que|talvez|poderia|misschien|zou)\b|如果|假如|要是|也许|也許|可能|听|聽|[讲講]过|(?<!记录里)写着|寫著/u

export const hasChinese = (text: string): boolean => /\p{sc=Han}/u.test(text)
const oneHan = /^\p{sc=Han}$/u
export const isHan = ({ key }: Token): boolean => oneHan.test(key)

/** Returns the statements of a text. A sentence gives several: with and without its opening clauses. */
export const statementsIn = ({ text, title }: Stating): ReadonlyArray<Statement> => {
  if (text.length > longestText || program.test(text)) return []
  const found: Array<Statement> = []
  let at = 0
  const isList = /^\s*(?:[-*+]|\d+[.)])\s/mu.test(text)
  for (const sentence of sentencesIn(text)) {
    const from = Math.max(at, text.indexOf(sentence, at))
    at = Math.min(text.length, from + sentence.length)
    const stated = sentence.replace(speaker, '').replace(listMark, '').trim()
    const own = stated.replace(/[.。!！,，;；:：\s]+$/u, '')
    if (own.length < 4 || own.length > longestSentence || notStated.test(stated) || supposed.test(lower(fold(own)))) continue
    const [, label = '', value = ''] = /^([^.:：]{1,40})[:：]\s*(\S.*)$/u.exec(own) ?? []
    if (label === '' || !isList) {
      found.push(...statementsOf(own, [from, at]))
      continue
    }
    // A line of a list says nothing without its title.
    if (title === '') continue
    const keys = (part: string) => tokensOf(part).flatMap(({ key, kind }) => (kind === 'function' || isOwnStem(key) ? [] : [key]))
    const line = statement(`${title} ${own}`, { lead: '', tail: '', clauses: [], span: [from, at] })
    found.push({ ...line, values: shapedValues(value), listed: { title: keys(title), label: keys(label), value: keys(value) } })
  }
  return found
}

/** Returns the sentences of a text. "28. Juni" ends none. */
export const sentencesIn = (text: string): ReadonlyArray<string> => {
  const sentences: Array<string> = []
  let lineBefore = -1
  for (const { line, text: sentence } of noteSentences(text)) {
    const last = sentences.at(-1)
    const isDate =
      last !== undefined &&
      line === lineBefore &&
      shapedValues(`${/\d+\.$/.exec(last)?.[0] ?? ''} ${sentence.slice(0, 16)}`)[0]?.shape === 'date'
    if (isDate) sentences[sentences.length - 1] = `${last} ${sentence}`
    else sentences.push(sentence)
    lineBefore = line
  }
  return sentences
}

const clauseBorder = /(?<=[,:;])\s+|(?<=[，：；])\s*|(?<=\p{sc=Han}) (?=\p{sc=Han})/u
/** Most opening clauses that are tried without. */
const openingMost = 3

const statementsOf = (sentence: string, span: Statement['span']): ReadonlyArray<Statement> => {
  const clauses = sentence.split(clauseBorder).filter((clause) => clause !== '')
  const joint = hasChinese(sentence) ? '' : ' '
  const found: Array<Statement> = []
  const first = clauses.findIndex((clause) => !introducesOwn(clause))
  for (let from = Math.max(0, first); from <= Math.min(clauses.length - 1, Math.max(0, first) + openingMost); from++) {
    for (let to = clauses.length; to > from && to >= clauses.length - 1; to--) {
      const [lead = '', core = '', tail = ''] = [clauses.slice(0, from), clauses.slice(from, to), clauses.slice(to)].map((part) =>
        part.join(joint),
      )
      for (const opening of openings(core)) {
        const own = core.slice(opening)
        const around = { lead: `${lead}${joint}${core.slice(0, opening)}`, tail, clauses: own.split(clauseBorder), span }
        found.push(statement(own, around))
      }
    }
  }
  return found
}

/** Returns where a statement may begin: at the beginning, and behind all of its opening words that only introduce it. */
const openings = (core: string): ReadonlyArray<number> => {
  if (hasChinese(core)) return [0, ownChineseAtStart(core)].filter((at, i) => i === 0 || (at > 0 && at < core.length))
  let at = 0
  const found = [...core.matchAll(word)]
  const words = found.map(([one]) => one)
  for (const [i, { 0: one, index }] of found.entries()) {
    if (!introducesAt(words, i)) break
    at = index + one.length
  }
  const next = at === 0 ? -1 : core.slice(at).search(/[\p{L}\p{N}€£$¥]/u)
  return next < 0 ? [0] : [0, at + next]
}

const statement = (text: string, around: Pick<Statement, 'clauses' | 'lead' | 'tail' | 'span'>): Statement => {
  const tokens = tokensOf(text)
  return {
    ...around,
    tokens,
    values: shapedValues(text),
    keys: tokens.flatMap(({ key, kind }) => (kind === 'function' ? [] : [key])),
    isOwn: introducesOwn(around.lead),
    heading: headingOf(around.lead),
    listed: undefined,
  }
}

/** True for a statement that may be the owner's own, whatever it contrasts with. */
export const mayBeOwn = ({ heading, isOwn, lead }: Statement): boolean => isOwn || heading !== undefined || deniesFirst(lead)

/** True for a lead that may deny the old value: "Not Odile, …". */
export const deniesFirst = (lead: string): boolean => /^\P{L}*(?:not|nicht|no|pas|niet|non|não|nie|不是)(?![\p{Ll}])/iu.test(lead)

const headingOf = (lead: string): Statement['heading'] => {
  const [heading = '', rest] = splitAt(lead, /^.*(?:[:：]|,(?!.*:))\s*/u)
  if (heading === '' || !marksChange(heading) || /\d/.test(heading) || !introducesOwn(rest)) return undefined
  if (hasChinese(heading)) return isChineseHeading(heading) ? [] : undefined
  const words = foreignWords(heading)
  return /[:：]\s*$/u.test(heading) || words.every(isAttribute) ? words : undefined
}

/** True for text that holds nothing but words in which somebody introduces a statement of his own. */
export const introducesOwn = (text: string): boolean => {
  if (hasChinese(text)) return isOwnChinese(text)
  return foreignWords(text).length === 0
}

/** Chinese words of one character that only join others, beside those of the text index. */
const chineseParticles = new Set('由给将该')

const splitAt = (text: string, beginning: RegExp): readonly [beginning: string, rest: string] => {
  const length = beginning.exec(text)?.[0].length ?? 0
  return [text.slice(0, length), text.slice(length)]
}

const wordPattern = /\p{sc=Han}|[\p{L}\p{N}](?:(?!\p{sc=Han})[\p{L}\p{N}\p{M}_])*/gu

/** Returns the words and values of a text in order. */
export const tokensOf = (text: string): ReadonlyArray<Token> => {
  const values = shapedValues(text)
  const cased = casedWords(text)
  const capitals = new Set(cased.flatMap(({ capital, word }) => (capital ? [word] : [])))
  // A name may be a function word of another language: "la sede Sur".
  const within = new Set(cased.flatMap(({ begins, capital, word }) => (capital && !begins ? [word] : [])))
  const isNamed = (written: string) => within.has(written) && !isFunctionWord(written, languageOf(text))
  const tokens: Array<Token> = []
  let at = 0
  const adverbs = hasChinese(text) ? chineseAdverbsIn(text) : []
  const read = (to: number) => {
    for (const { 0: written, index } of lower(fold(text.slice(at, to))).matchAll(wordPattern)) {
      const isHan = oneHan.test(written)
      const isParticle = chineseParticles.has(written)
      const [stem = isNamed(written) ? written : undefined] = wordsOf(written)
      const place = at + index
      const isSilent = isHan ? adverbs.some(([from, end]) => place >= from && place < end) : stem !== undefined && isAdverb(stem)
      const kind = stem === undefined || isSilent || isParticle ? 'function' : 'content'
      tokens.push({ kind, written, key: stem ?? written, capital: capitals.has(written) })
    }
  }
  for (const value of values) {
    read(value.from)
    tokens.push({ kind: 'value', written: value.text, key: `<${value.shape}>`, capital: false })
    at = value.to
  }
  read(text.length)
  return tokens
}

/** Returns the content of a statement without closing words such as "now" and "again". */
export const contentOf = ({ tokens }: Statement): ReadonlyArray<Token> => {
  const content = tokens.filter(({ kind }) => kind !== 'function')
  let end = content.length
  while (end > 1 && content[end - 1]?.kind === 'content' && isOwnStem(content[end - 1]?.key ?? '')) end--
  return content.slice(0, end)
}

/** The number of words that tokens weigh: a Chinese character is half a word, a value none. */
export const weightOf = (tokens: ReadonlyArray<Token>): number =>
  tokens.reduce((sum, token) => sum + (token.kind === 'value' ? 0 : isHan(token) ? 0.5 : 1), 0)

/** A name is up to 3 words with capitals, or 2 to 6 Chinese characters, and no words of introduction. */
export const isName = (tokens: ReadonlyArray<Token>): boolean => {
  if (tokens.length === 0 || tokens.some(({ kind }) => kind !== 'content')) return false
  if (tokens.every(isHan)) return tokens.length >= 2 && tokens.length <= 6 && !isOwnChinese(tokens.map(({ key }) => key).join(''))
  return tokens.length <= 3 && tokens.every(({ capital }) => capital) && !tokens.every(({ key }) => isOwnStem(key))
}

/** The least words that two statements about one thing must share. */
export const sharedLeast = 1.5
