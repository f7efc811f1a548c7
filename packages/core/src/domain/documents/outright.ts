/**
 * Reads where a text or its front matter says outright that one document or passage supersedes another, with the other one named.
 *
 * Nothing else is read from prose. The name must stand directly beside a verb of the table and end the sentence, so that nothing limits what
 * is said. Only behind a link, a file or a quotation, which have a clear end, may stand a second one, a day that is past, or how it was. The answers are kept with the links of a passage and are resolved when the named document is known.
 */

import { type Day, dayOf, monthRange } from '../days/calendar.ts'
import { dayMentions } from '../days/mentions.ts'
import { isFunctionWordAnywhere } from '../text/language.ts'
import { fold, lower } from '../text/unicode.ts'
import { blocksOf } from './blocks.ts'
import { noteSentences } from './note-sentences.ts'

/** The verbs of replacing, by language. Nothing but this file uses them, and no other words decide. */
const verbs = {
  /** X … Y: X takes the place of Y. */
  active:
    'supersedes|replaces|ersetzt|sustituye(?: a)?|reemplaza(?: a)?|(?:annule et )?remplace|sostituisce|substitui|vervangt|zastępuje|取代|替代|代替',
  /** X … Y: Y takes the place of X. */
  passive:
    '(?:(?:is|was|has been) )?(?:superseded|replaced) by|(?:(?:wird|wurde|ist) )?ersetzt durch|(?:(?:es|fue|ha sido) )?(?:sustituid|reemplazad)[oa] por|(?:(?:est|a été) )?remplacée? par|(?:(?:è|è stat[oa]) )?sostituit[oa] da|(?:(?:é|foi) )?substituíd[oa] por|(?:(?:is|wordt|werd) )?vervangen door|(?:(?:jest|został[ao]?) )?zastąpion[yae] przez',
  /** X … Y …: the same, with the name of Y inside. */
  around: [
    ['(?:wird|wurde|ist) durch', 'ersetzt'],
    ['(?:wordt|werd|is) door', 'vervangen'],
    ['已?被', '(?:取代|替代|代替)'],
  ],
  /** X …, or …: X. X is true no longer. */
  ended:
    "(?:(?:is )?no longer (?:valid|in force)|no longer applies)|gilt nicht mehr|(?:ist )?nicht mehr gültig|ya no (?:es válid[oa]|vale|rige)|(?:n'est )?plus valable|ne s'applique plus|non (?:è )?più valid[oa]|non vale più|já não (?:é válid[oa]|vale)|não vale mais|geldt niet meer|(?:is )?niet meer geldig|już nie obowiązuje|nie obowiązuje już|不再适用|不再有效",
  /** The text itself: "this", with at most one word behind it. */
  articles:
    'the|an?|our|my|its|their|de[rnms]?|die|das|eine?|unsere?|het|een|onze?|l[eao]s?|une?|notre|el|al|las|los|una|mi|il|i|gli|dal|o|os|as|uma?',
  /** Join two names; all are replaced. */
  and: 'and|und|en|et|y|e|i|oraz|和|与',
  /** Stand before the day from which it holds. */
  since: 'as of|since|from|seit|ab|sinds|vanaf|depuis|à partir de|desde|a partir de|dal?|od|自|从',
  /** Begin a clause on how the older one was. */
  was: 'which (?:was|were|had)|(?:der|die|das|welche[rs]?) (?:war|waren|hatten?)|(?:dat|die) (?:was|waren|had)|qui (?:était|étaient|avait)|que (?:era|eran?|estaba|tenía|foi|eram|tinha)|che (?:era|erano|aveva)|któr[yae] (?:był[aoy]?|miał[aoy]?)',
  /** Behind "this", none of them is a noun. */
  notNouns:
    'not|nie|never|only|hardly|barely|rarely|seldom|perhaps|maybe|possibly|probably|partly|may|might|soon|later|nearly|almost|nur|bald|vielleicht|teilweise|misschien|deels|quizás?|talvez|forse|może',
  self: 'this|dies|diese[rs]?|est[eao]|ce|cet|cette|ceci|quest[oa]|isto|dit|deze|ten|ta|to|本|此|这',
} as const

const verb = (words: string): RegExp => {
  const parts = alternatives(words)
  const [han, others] = [parts.filter((part) => /\p{sc=Han}/u.test(part)), parts.filter((part) => !/\p{sc=Han}/u.test(part))]
  return new RegExp(
    [...(others.length === 0 ? [] : [`(?<![\\p{L}\\p{N}])(?:${others.join('|')})(?![\\p{L}\\p{N}])`]), ...han].join('|'),
    'giu',
  )
}

/** Splits a pattern at the bars outside of brackets. */
const alternatives = (words: string): ReadonlyArray<string> => {
  const parts = ['']
  let depth = 0
  for (const sign of words) {
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (sign === '|' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts
}

const [active, passive, ended] = [verb(verbs.active), verb(verbs.passive), verb(verbs.ended)]
const around = verbs.around.map(([open, close]) => [verb(open), new RegExp(`(?<=[\\s\\p{sc=Han}\\p{P}])(?:${close})$`, 'iu')] as const)
const self = new RegExp(
  `^(?:${verbs.self})(?:(?<=\\p{sc=Han})[^\\P{sc=Han}不未没沒无無非将將会會应應可或若如只]{0,3}| +(?!(?:${verbs.notNouns})$)(\\p{L}+))?$`,
  'iu',
)

/** True for words that stand for the text itself: "this", "this note", but not "this never". */
const isSelf = (words: string): boolean => {
  const [all, noun] = self.exec(words) ?? []
  return all !== undefined && (noun === undefined || !isFunctionWordAnywhere(lower(fold(noun))))
}

/** A document or passage by its name. */
interface Named {
  readonly name: string
  /** How it is named. Plain words may be those of a sentence about something else. */
  readonly as: 'link' | 'quoted' | 'file' | 'words'
}

const wordsLeast = 2
const nameMost = 200

/** Returns the name that a stretch of a sentence is, and nothing but that. */
const namedBy = (stretch: string): Named | undefined => {
  const own = stretch.trim().replace(/^[*_]{1,2}(.*?)[*_]{1,2}$/u, '$1')
  if (own === '' || own.length > nameMost) return undefined
  const link = /^\[\[([^[\]|]+)(?:\|[^[\]]*)?\]\]$/u.exec(own) ?? /^\[[^[\]]*\]\(<?([^()<>\s]+)>?\)$/u.exec(own)
  if (link !== null) return { name: (link[1] ?? '').trim(), as: 'link' }
  const quoted = /^["“”„«‹「『`'‘]([^"“”„«»‹›「」『』`]+)["”“»›」』`'’]$/u.exec(own)
  if (quoted !== null)
    return { name: (quoted[1] ?? '').trim(), as: /^\S+\.\p{L}\w{0,8}(?:#\S*)?$/u.test(quoted[1] ?? '') ? 'file' : 'quoted' }
  if (/^[\p{L}\p{N}_./@-]+\.\p{L}\w{0,8}(?:#\S+)?$/u.test(own)) return { name: own, as: 'file' }
  const words = own.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  const isLong = words.length >= wordsLeast || /\p{sc=Han}{4}/u.test(own)
  return isLong && !/[[\](){}<>|"“”„:：;]/u.test(own) ? { name: own, as: 'words' } : undefined
}

/** Returns the name in a stretch that may begin with one article. */
const named = (stretch: string): Named | undefined => {
  const own = stretch.trim()
  return namedBy(own.replace(article, ''))
}

const article = new RegExp(`^(?:${verbs.articles}) `, 'iu')
/** A name with a clear end, in the middle of a sentence. */
const clear = new RegExp(
  `^(?:(?:${verbs.articles}) )?[*_]{0,2}(?:\\[\\[[^[\\]]+\\]\\]|\\[[^[\\]]*\\]\\(<?[^()<>\\s]+>?\\)|["“„«「『\`][^"“”„«»「」『』\`]+["”“»」』\`]|[\\p{L}\\p{N}_./@-]+\\.\\p{L}\\w{0,8}(?:#[^\\s,;]+)?)[*_]{0,2}(?![\\p{L}\\p{N}])`,
  'iu',
)
const joined = new RegExp(`^(?:,\\s*(?:(?:${verbs.and})\\s)?|(?:${verbs.and})(?:(?<=\\p{sc=Han})|\\s))\\s*`, 'iu')

/** Returns the names that a stretch is: one, or links, files and quotations beside each other. With `isLast` they may be followed by {@link isAside}. */
const allNamed = (stretch: string, today: Day | undefined, isLast: boolean): ReadonlyArray<Named> => {
  const names: Array<Named> = []
  for (let rest = stretch.trim(); ; ) {
    const [words] = clear.exec(rest) ?? []
    const one = words === undefined ? undefined : named(words)
    if (words === undefined || one === undefined) break
    names.push(one)
    const behind = rest.slice(words.length).trim()
    if (behind === '' || (isLast && isAside(behind, today))) return names
    const next = behind.replace(joined, '')
    if (next === behind) break
    rest = next
  }
  const whole = named(stretch)
  return whole === undefined ? [] : [whole]
}

const since = new RegExp(`^,?\\s*(?:${verbs.since})\\s*`, 'iu')
const was = new RegExp(`^,\\s*(?:${verbs.was})(?: [\\p{L}\\p{N}'’-]+){1,4}$`, 'iu')

/** True for words behind a name that limit nothing: the day or month, not after `today`, from which it holds, or how the older one was. */
const isAside = (behind: string, today: Day | undefined): boolean => {
  if (was.test(behind)) return true
  const [begin] = since.exec(behind) ?? []
  const [mention, ...more] = begin === undefined ? [] : dayMentions(behind)
  if (begin === undefined || mention === undefined || more.length > 0 || today === undefined) return false
  if (mention.from > begin.length || mention.to < behind.length) return false
  const { meaning } = mention
  if ((meaning.kind !== 'date' && meaning.kind !== 'month') || meaning.year === undefined) return false
  const first = meaning.kind === 'date' ? dayOf(meaning.year, meaning.month, meaning.date) : monthRange(meaning.year, meaning.month)?.first
  return first !== undefined && first <= today
}

/** True for words that may be the name of a person: all begin with a capital. */
const mayBePerson = ({ as, name }: Named): boolean => as === 'words' && !/(?:^|\s)[\p{Ll}\p{N}]/u.test(name)

/** The kinds of what is said outright, as they are kept with the links of a passage. `front-`: the front matter says it. */
const kinds = ['supersedes', 'superseded-by', 'superseded', 'front-supersedes', 'front-superseded-by'] as const

export interface Outright {
  readonly kind: (typeof kinds)[number]
  /** The names: of the other one; for `superseded`, of the older and the newer one. */
  readonly names: ReadonlyArray<string>
}

/** Returns the form in which something is kept among links. No link that is followed has it. */
export const outrightMark = ({ kind, names }: Outright): string => `${kind}:${names.join('\n')}`

const marked = new RegExp(`^(${kinds.join('|')}):([^]+)$`, 'u')

/** Returns what an entry among links says outright; undefined for a link. */
export const readOutright = (link: string): Outright | undefined => {
  const [, kind, names] = marked.exec(link) ?? []
  return kind === undefined || names === undefined ? undefined : { kind: kind as Outright['kind'], names: names.split('\n') }
}

/** Returns the name in a value of front matter, which may be written as a link. */
export const frontName = (value: string): string => {
  const one = namedBy(value)
  return one === undefined || one.as === 'words' ? value.trim() : one.name
}

/**
 * Returns what the sentences of a text say outright, each once. Questions and code say nothing, and what begins after `today`, in days since
 * 1970-01-01, is not said yet.
 */
export const saidOutright = (text: string, today?: Day): ReadonlyArray<Outright> => {
  const prose = blocksOf(text).flatMap((block) =>
    block.kind === 'rule' || block.kind === 'code' || block.kind === 'heading' ? [] : noteSentences(text.slice(block.start, block.end)),
  )
  const found = new Map<string, Outright>()
  for (const { text: sentence } of prose) {
    if (/^\s*(?:```|~~~|>|#)/u.test(sentence)) continue
    const own = unwrapped(sentence.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])[ \t]+/u, ''))
    if (own.length > 2 * nameMost || /[?？]$/u.test(own)) continue
    for (const one of said(own, today)) found.set(outrightMark(one), one)
  }
  return [...found.values()]
}

const wrapping = /^(?:([*_]{1,2})(.+)\1|\((.+)\)|（(.+)）)$/u

/** Returns a sentence without its end mark, and without emphasis or brackets around the whole of it, with the mark inside or behind. */
const unwrapped = (sentence: string): string => {
  const own = sentence.trim().replace(/[.!。！]+$/u, '')
  const [, , ...inside] = wrapping.exec(own) ?? []
  const inner = inside.find((one) => one !== undefined)
  return inner === undefined ? own : unwrapped(inner)
}

const said = (sentence: string, today: Day | undefined): ReadonlyArray<Outright> => {
  for (const { 0: words, index } of sentence.matchAll(passive)) {
    const one = between(sentence.slice(0, index), sentence.slice(index + words.length), 'newer', today)
    if (one.length > 0) return one
  }
  for (const [open, close] of around) {
    for (const { 0: words, index } of sentence.matchAll(open)) {
      const rest = sentence.slice(index + words.length)
      const one = close.test(rest) ? between(sentence.slice(0, index), rest.replace(close, ''), 'newer', today) : []
      if (one.length > 0) return one
    }
  }
  for (const { 0: words, index } of sentence.matchAll(active)) {
    const one = between(sentence.slice(0, index), sentence.slice(index + words.length), 'older', today)
    if (one.length > 0) return one
  }
  for (const { 0: words, index } of sentence.matchAll(ended)) {
    const [before, behind] = [sentence.slice(0, index).trim(), sentence.slice(index + words.length).trim()]
    const stretch = behind === '' ? before : before === '' && /^[:：]/u.test(behind) ? behind.slice(1) : ''
    const older = allNamed(stretch, today, false)
    if (older.length > 0) return older.map(({ name }) => ({ kind: 'supersedes', names: [name] }))
  }
  return []
}

/** Returns what a verb between two stretches says. `is` tells which of the two the second one is. */
const between = (before: string, behind: string, is: 'newer' | 'older', today: Day | undefined): ReadonlyArray<Outright> => {
  const [subject, object] = [before.trim().replace(/[*_]+$/u, ''), behind.trim().replace(/^[*_]{0,2}[:：][*_]{0,2}\s*/u, '')]
  const others = allNamed(object, today, true)
  if (subject === '' || isSelf(subject)) {
    return others.map(({ name }) => ({ kind: is === 'older' ? 'supersedes' : 'superseded-by', names: [name] }))
  }
  const ones = allNamed(subject, today, false)
  if (isSelf(object)) return ones.map(({ name }) => ({ kind: is === 'older' ? 'superseded-by' : 'supersedes', names: [name] }))
  // "Anna replaces Ben" says that one person follows another in an office, and nothing about their notes.
  if ([...ones, ...others].some(mayBePerson)) return []
  return ones.flatMap((one) =>
    others.map(({ name }): Outright => ({ kind: 'superseded', names: is === 'older' ? [name, one.name] : [one.name, name] })),
  )
}
