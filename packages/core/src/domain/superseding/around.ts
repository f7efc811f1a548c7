/** The surroundings of two statements: title and other sentences of the older one, and the whole message of the new one. */
import { onFirstUse } from '../on-first-use.ts'
import { languageOf } from '../text/language.ts'
import { fold, lower } from '../text/unicode.ts'
import { exchangesOutright, givenUpIn, isAddress, isOwnStem, isPerson, negates, neverOwn, pastOf, tellsLeaving } from './own-words.ts'
import { isElsewhere, isOfOneDay, isWished } from './side-by-side.ts'
import { introducesOwn, type Stating, type Token, tokensOf } from './statement.ts'
import { isPreposition } from './subject.ts'
import { type ShapedValue, shapedValues } from './values.ts'

/** The words of a passage, made when they are first needed. */
export interface PassageWords {
  /** The keys of its title. They name its subject, so they limit no new statement. */
  readonly titled: () => ReadonlySet<string>
  /** The keys of its title and of all its sentences. */
  readonly known: () => ReadonlySet<string>
  /** The values in its title and text. */
  readonly valued: () => ReadonlySet<string>
}

export const wordsOfPassage = ({ text, title }: Stating): PassageWords => ({
  titled: onFirstUse(() => keysOf(title)),
  known: onFirstUse(() => keysOf(`${title}\n${text}`)),
  valued: onFirstUse(() => new Set(shapedValues(`${title}\n${text}`).map((value) => value.text))),
})

/** The message of somebody, read once for all passages. */
export interface Message {
  readonly text: string
  readonly tokens: () => ReadonlyArray<Token>
  readonly values: () => ReadonlyArray<ShapedValue>
  /** Its words from the first that gives a value up; undefined where it gives none up, or is about one day, a wish, the past or another place. */
  readonly givenUp: () => string | undefined
}

export const messageOf = (text: string): Message => ({
  text,
  givenUp: onFirstUse(() => {
    const given = givenUpIn(text)
    return given === undefined || isOfOneDay(text) || isWished(text) || isElsewhere(text) || pastOf(text).isPast ? undefined : given
  }),
  tokens: onFirstUse(() => tokensOf(text)),
  values: onFirstUse(() => shapedValues(text)),
})

export interface Around extends PassageWords {
  /** The whole message of the new statement; undefined for a document, whose sentences may be about anything. */
  readonly message: Message | undefined
}

export const nothingAround: Around = { ...wordsOfPassage({ text: '', title: '' }), message: undefined }

const keysOf = (text: string): ReadonlySet<string> => new Set(tokensOf(text).flatMap(({ key, kind }) => (kind === 'function' ? [] : [key])))

/** True where words hold an old value: its text where it has a shape, else one of its keys as a name. */
const holdsOld = ({ tokens, values }: Message, from: string): boolean => {
  if (from === '') return false
  if (/\d/.test(from) || shapedValues(from).length > 0) return values().some(({ text }) => text === from)
  const keys = from.split(' ').filter((key) => !isAddress(key))
  return tokens().some(({ capital, key }) => capital && keys.includes(key))
}

/** True where the message of a new statement names the old value: then it is about the older statement. */
export const isOldNamed = ({ message }: Around, from: string): boolean => message !== undefined && holdsOld(message, from)

/** The longest clause around a statement that is looked at, in UTF-16 code units. */
export const clauseMost = 100

/** True for a clause that begins with the old value, or a part of an old name, and says that it is there no longer: "Bernd has stepped down". */
export const tellsOfOld = (clause: string, from: string): boolean => {
  if (from === '' || clause.length > clauseMost || introducesOwn(clause) || negates(clause)) return false
  const tokens = withoutIntroduction(clause)
  const [first] = tokens.filter(({ kind, written }) => kind !== 'function' && !isAddress(written))
  const isOld = first?.kind === 'value' ? first.written === from : first?.capital === true && from.split(' ').includes(first.key)
  return isOld && (tokens.some(({ written }) => tellsLeaving(written)) || pastOf(clause).isPast)
}

/** True for a clause that says that the old value holds no longer: "We're not with Magenta any more". */
export const isGivenUp = (clause: string, from: string, { known }: Around): boolean => {
  if (clause.length > clauseMost || !exchangesOutright(clause) || !holdsOld(messageOf(clause), from)) return false
  const [first] = withoutIntroduction(clause.replace(/['\u2019](?:re|ve|s|m)\b|n['\u2019]t\b/gu, ' ')).filter(
    ({ kind }) => kind !== 'function',
  )
  return first !== undefined && (first.kind === 'value' || known().has(first.key)) && !/\p{L}['\u2019]s \p{Ll}/u.test(clause)
}

/** True for a clause that begins with a name in the older passage and says something of it: "Frau Novak hat aufgeschlagen". */
export const isOfKnown = (clause: string, { known }: Around): boolean => {
  if (clause.length > clauseMost || !/[,;]\s*$/u.test(clause)) return false
  const tokens = withoutIntroduction(clause)
  const at = tokens.findIndex(({ kind, written }) => kind !== 'function' && !isAddress(written))
  const [name, next] = [tokens[at], tokens[at + 1]]
  if (name?.kind !== 'content' || !name.capital || !known().has(name.key) || tokens.slice(0, at).some(supposes)) return false
  const isAlone = !tokens.slice(at + 2).some((token, i, rest) => tellsMore(token, rest[i + 1], clause))
  return next !== undefined && having.has(next.written) && isAlone
}

const having = new Set('has have hat haben ha han a ont hanno heeft hebben tem'.split(' '))

/** True for a word that leads to another thing, or reports: "has a sister", "hat im Nachbarhaus …", "hat erzählt". */
const tellsMore = ({ kind, written }: Token, next: Token | undefined, clause: string): boolean =>
  (kind === 'function' && (one.has(written) || (isLimiting(written, languageOf(clause)) && next?.kind !== 'value'))) ||
  reporting.test(written)

const one = new Set('a an another ein eine einen einem einer noch un una une uno unos unas een'.split(' '))
const reporting =
  /^(?:said|told|claimed|thought|suggested|guessed|proposed|mentioned|joked|dreamt|dreamed|lost|gesagt|behauptet|erzahlt|gemeint|vorgeschlagen|geraten|getraumt|vertippt|gescherzt|geschrieben|gelesen|geglaubt|dicho|propuesto|contado|raconte|propose|reve|dit|detto|raccontato|proposto|gezegd|verteld|voorgesteld)$/u

/** Returns the tokens of words from the first that does not only introduce what is said. */
export const withoutIntroduction = (words: string): ReadonlyArray<Token> => {
  const clauses = words.trim().split(/(?<=[,:;，：；])/u)
  const first = clauses.findIndex((clause) => !introducesOwn(clause))
  const tokens = tokensOf(
    clauses
      .slice(Math.max(0, first))
      .join('')
      .replace(/[,:;，：；\s]+$/u, ''),
  )
  const said = tokens.findIndex(({ kind, written }) => kind === 'value' || !introducesOwn(written))
  const introduced = tokens.slice(0, Math.max(0, said)).findLastIndex(({ kind }) => kind === 'content')
  return tokens.slice(introduced + 1)
}

/** True for a preposition that may limit what is said. Some are articles or other words in another language. */
export const isLimiting = (written: string, language: string | undefined): boolean =>
  limits(written) && !(ambiguous.has(written) && language !== undefined && silentIn[language]?.includes(written) === true)

/** Prepositions of other languages that are articles or other words in this one. */
const silentIn: Readonly<Partial<Record<string, ReadonlyArray<string>>>> = {
  en: ['a', 'no', 'do', 'na', 'per', 'am', 'di', 'en', 'of'],
  de: ['von', 'a', 'do', 'na'],
  nl: ['de', 'en', 'van'],
  es: ['de', 'del', 'no', 'a'],
  fr: ['de', 'a', 'on'],
  it: ['di', 'del', 'a'],
  pt: ['de', 'do', 'a'],
}
const ambiguous = new Set(Object.values(silentIn).flatMap((words) => words ?? []))

/** Words beside prepositions that limit a statement: "only in summer", "with a card". */
const beside = new Set('with without mit ohne con sin avec sans met zonder except ausser only nur solo'.split(' '))
const limits = (written: string): boolean => isPreposition(written) || beside.has(written)

/** True for a clause behind a spoken statement that gives a reason, or tells of what was before, and has no value: "…, they want us there early". */
export const isRemark = (tail: string, message: string): boolean => {
  if (tail.length > clauseMost || shapedValues(tail).length > 0 || doubting.test(lower(fold(tail)))) return false
  const [first, noun, verb] = tokensOf(tail)
  if (first === undefined || limits(first.written)) return false
  // In German a word without a capital behind a noun is its verb: "die Vorband braucht so lang".
  const isGerman = germanArticles.has(first.written) && languageOf(message) === 'de'
  if (isGerman && noun?.kind === 'content' && noun.capital && verb?.kind === 'content' && !verb.capital) return true
  return isPerson(first.written) || (!supposes(first) && (reasons.has(first.written) || pastOf(tail).isFormer))
}

const germanArticles = new Set('der die das'.split(' '))
const reasons = new Set('because since too weil da denn zu porque demasiado parce trop perche troppo omdat want te'.split(' '))
const doubting =
  /\b(?:but|though|only|just|not|stays?|remains?|keeps?|locally|lokal|ander\w*|other|wrong|mistake|test\w*|reckon\w*|claim\w*|say|says|write|wrote|nur|aber|nicht|bleib\w*|behaupte\w*|sagen|glauben|falsch|solo|pero|dicen|mais|disent|ma|dicono|maar|zeggen|blijft?)\b/u

const supposes = ({ written }: Token): boolean => neverOwn(written) && !isPerson(written)

/** True for content that says something of its own. */
export const tells = ({ key, kind }: Token): boolean => kind === 'content' && !isOwnStem(key)
