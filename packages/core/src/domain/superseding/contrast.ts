/** Says whether two statements give one attribute of one thing two values, and whether a statement gives a subject a known value. */
import type { SupersedingRule } from '../graph.ts'
import { languageOf } from '../text/language.ts'
import { nothingAround, type PassageWords, tellsOfOld } from './around.ts'
import { withChangeBefore } from './change-before.ts'
import { deniesOld, hasOwnTail, isHeaded, reports, speaksOfPast, withoutTimesOfChange } from './own-statement.ts'
import { isAttribute, isChanging, isChangingChinese, isGeneralVerb, isNow, isOwnStem, marksChange, saysChanged } from './own-words.ts'
import { deniesNew, mayBothHold } from './side-by-side.ts'
import {
  contentOf,
  introducesOwn,
  isHan,
  isName,
  mayBeOwn,
  type Statement,
  sharedLeast,
  type Token,
  tokensOf,
  weightOf,
} from './statement.ts'
import { headOf, limitInFront, limitsOf, namesThing, type Subject, sharedSubject } from './subject.ts'
import type { ShapedValue } from './values.ts'

type ContrastRule = Extract<SupersedingRule, 'same-words' | 'same-predicate' | 'same-label' | 'same-kind'>

export interface Contrast {
  readonly rule: ContrastRule
  /** The old value: its text where it has a shape, else its keys joined by a space. */
  readonly from: string
  /** Rises with what both share. Compares contrasts of one new statement. */
  readonly score: number
  /** The old and the new value where they are words: they are names only if they are no things that much else is said of. */
  readonly names: ReadonlyArray<ReadonlyArray<string>>
  /** The keys of other words that must be known to say the same; absent where nothing needs to be known. */
  readonly wording?: Wording
  /** The same words as they are written, to search for. */
  readonly written: ReadonlyArray<string>
}

/** The words of two statements beside subject and value. */
export interface Wording {
  readonly older: ReadonlyArray<string>
  readonly newer: ReadonlyArray<string>
}

/** True for a new statement that says the same as an old one in the same words. */
export const saysAgain = (older: Statement, newer: Statement): boolean => {
  if (!newer.isOwn || !introducesOwn(newer.tail) || older.values.length !== newer.values.length) return false
  const [a, b] = [contentOf(older), contentOf(newer)]
  const isSame = keysOf(a).join(' ') === keysOf(b).join(' ') && older.values.every(({ text }, i) => text === newer.values[i]?.text)
  return isSame && weightOf(a) >= sharedLeast
}

/** Returns how a new statement contrasts with an old one; undefined where the two may both be true. */
export const contrastOf = (older: Statement, said: Statement, around = nothingAround): Contrast | undefined => {
  // Most pairs share no word at all.
  if (!said.keys.some((key) => older.keys.includes(key)) && said.heading === undefined && older.listed === undefined) return undefined
  const newer = withoutTimesOfChange(withChangeBefore(said, older, around), older)
  const found = sameWords(older, newer) ?? restated(older, newer, around)
  // The words around it are read only where there is a contrast: that takes longest.
  if (found === undefined || !hasAllowedTail(newer, found)) return undefined
  if (!mayBeOwn(newer) || reports(older, newer) || speaksOfPast(older, newer)) return undefined
  if (mayBothHold(older, newer, found.names) || deniesNew(older, newer, found.from)) return undefined
  return newer.isOwn || isHeaded(newer, older) || deniesOld(newer, found.from) ? found : undefined
}

const tellsOfNow = (words: string): boolean => isNow(words) || marksChange(words) || saysChanged(words)

/** True where the words behind a statement neither limit nor report it. */
const hasAllowedTail = (newer: Statement, { from }: Contrast): boolean =>
  hasOwnTail(newer, from) || (tellsOfNow(newer.clauses.join(' ')) && tellsOfOld(newer.tail, from))

/** The same words but for one exchange: of a value by another of its shape, or of a name by another. */
const sameWords = (older: Statement, newer: Statement): Contrast | undefined => {
  const [a, b] = [contentOf(older), contentOf(newer)]
  const { after, before, exchanged: x, other: y } = exchange(a, b)
  const score = weightOf([...before, ...after])
  if (score < sharedLeast) return undefined
  const values = exchangedValues(older, newer)
  if (x.length === 0 && y.length === 0) {
    // A day and its hour may change together, where the statement says that it is about now.
    const most = isNow(newer.clauses.join(' ')) ? 2 : 1
    const value = values.find((one) => /\d/.test(one)) ?? values[0]
    return value === undefined || values.length > most || older.values.length !== newer.values.length
      ? undefined
      : { rule: 'same-words', from: value, score, names: [], written: [value] }
  }
  if (values.length > 0 || !isName(x) || !isName(y) || !standsAlone(older, x) || !standsAlone(newer, y)) return undefined
  if (isCalled(older, x) || isCalled(newer, y) || holdsLabel(older, x) || holdsLabel(newer, y)) return undefined
  const names = [keysOf(x), keysOf(y)]
  return { rule: 'same-words', from: keysOf(x).join(' '), score, names, written: [writtenOf(x), writtenOf(y)] }
}

/** Returns the old ones of the values that differ, place by place. */
const exchangedValues = ({ values: older }: Statement, { values: newer }: Statement): ReadonlyArray<string> =>
  older.flatMap(({ text }, i) => (newer[i] === undefined || newer[i].text === text ? [] : [text]))

const writtenOf = (tokens: ReadonlyArray<Token>): string => tokens.map(({ written }) => written).join(tokens.every(isHan) ? '' : ' ')

const keysOf = (tokens: ReadonlyArray<Token>): ReadonlyArray<string> => tokens.map(({ key }) => key)

/** True where the words stand together in a statement and no article stands before them: German writes every noun with a capital. */
const standsAlone = ({ tokens }: Statement, name: ReadonlyArray<Token>): boolean => {
  const at = tokens.indexOf(name[0] as Token)
  return name.every((token, i) => tokens[at + i] === token) && !articles.has(tokens[at - 1]?.written ?? '')
}

/** True for a name in a clause of its own: it calls somebody, as in "I agree, Mel". */
const isCalled = ({ clauses }: Statement, name: ReadonlyArray<Token>): boolean =>
  clauses.length > 1 && clauses.some((clause) => keysOf(tokensOf(clause)).join(' ') === keysOf(name).join(' '))

/** True where the words of a line of a list are more than its value: another label makes it another attribute. */
const holdsLabel = ({ listed }: Statement, words: ReadonlyArray<Token>): boolean =>
  listed !== undefined && !words.every(({ key }) => listed.value.includes(key))

const articles = new Set('der die das dem den des ein eine einen einem einer eines'.split(' '))

/** Splits two lists at the one place where they differ. */
const exchange = (a: ReadonlyArray<Token>, b: ReadonlyArray<Token>) => {
  let start = 0
  while (start < a.length && start < b.length && a[start]?.key === b[start]?.key) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end]?.key === b[b.length - 1 - end]?.key) end++
  return {
    before: a.slice(0, start),
    after: a.slice(a.length - end),
    exchanged: a.slice(start, a.length - end),
    other: b.slice(start, b.length - end),
  }
}

/* The same in other words. */

/** Most words by which each of the two may differ from the other. */
const differMost = { older: 6, newer: 5 }

const restated = (older: Statement, newer: Statement, around: PassageWords): Contrast | undefined => {
  const subject = sharedSubject(older, newer)
  if (isOfAnotherHead(older, newer, subject)) return undefined
  const about = new Set(keysOf(subject.content))
  const [inOlder, inNewer] = [rootsOf([...older.keys, ...around.titled()]), rootsOf(newer.keys)]
  const shared = contentOf(older).filter(
    (token) => token.kind === 'content' && inNewer.has(rootOf(token.key)) && !about.has(token.key) && !isOwnStem(token.key),
  )
  if (older.listed?.title.every((key) => inNewer.has(rootOf(key))) !== true && !isAbout(older, newer, subject, shared, around))
    return undefined
  // A line of a list speaks of the thing in its title alone.
  if (newer.listed?.title.every((key) => inOlder.has(rootOf(key))) === false) return undefined
  const [a, b] = [onlyIn(older, about, inNewer), onlyIn(newer, about, inOlder)]
  if (weightOf(a) > differMost.older || weightOf(b) > differMost.newer || !sharesEachClause(newer, inOlder)) return undefined
  if (differsTwice(older, newer, a, b)) return undefined
  const limits = [
    [...limitsOf(older.tokens, subject.atOlder, subject.length), ...limitInFront(older)],
    [...limitsOf(newer.tokens, subject.atNewer, subject.length), ...limitInFront(newer)],
  ] as const
  const score = weightOf(subject.content) + weightOf(shared)
  const both = { subject, a, b, shared, limits, score, around }
  const found = older.values.length > 0 && newer.values.length > 0 ? restatedValue(older, newer, both) : restatedName(older, newer, both)
  return found ?? reworded(older, newer, both)
}

/** True where two statements share what names their thing. */
const isAbout = (older: Statement, newer: Statement, subject: Subject, shared: ReadonlyArray<Token>, around: PassageWords): boolean => {
  const titled = contentOf(newer).filter(
    (token) => token.kind === 'content' && around.titled().has(token.key) && !older.keys.includes(token.key),
  )
  return namesThing(subject, weightOf([...shared, ...titled]))
}

/** True for two things of one owner: "the retro of the team", "the standup of the team". Nouns of an attribute may be exchanged. */
const isOfAnotherHead = (older: Statement, newer: Statement, { atNewer, atOlder }: Subject): boolean => {
  const heads = [headOf(older.tokens, atOlder), headOf(newer.tokens, atNewer)]
  const [a, b] = heads
  return a !== undefined && b !== undefined && a.key !== b.key && heads.every((head) => head !== undefined && !isAttribute(head.written))
}

/** True where a value and one stretch of words differ, and all else is equal in its order: then the two speak of two subjects. */
const differsTwice = (older: Statement, newer: Statement, a: ReadonlyArray<Token>, b: ReadonlyArray<Token>): boolean => {
  if (older.values.length === 0 || a.length === 0 || b.every(({ written }) => isChanging(written))) return false
  const rest = (statement: Statement, own: ReadonlyArray<Token>) =>
    keysOf(contentOf(statement).filter((token) => !own.includes(token))).join(' ')
  return rest(older, a) === rest(newer, b)
}

interface Both {
  readonly subject: Subject
  /** The content that only the older, or only the newer, has. */
  readonly a: ReadonlyArray<Token>
  readonly b: ReadonlyArray<Token>
  readonly shared: ReadonlyArray<Token>
  readonly limits: readonly [older: ReadonlyArray<string>, newer: ReadonlyArray<string>]
  readonly score: number
  readonly around: PassageWords
}

/** A stem without the vowel in which its genders differ: "tesorier", "tesoriera". */
const rootOf = (key: string): string => (key.length >= rootLeast ? key.replace(/[aeo]$/, '') : key)
const rootLeast = 6
const rootsOf = (keys: ReadonlyArray<string>): ReadonlySet<string> => new Set(keys.map(rootOf))

const onlyIn = (statement: Statement, about: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlyArray<Token> =>
  contentOf(statement).filter(
    ({ key, kind }) => kind === 'content' && !about.has(key) && !other.has(rootOf(key)) && !isOwnStem(key) && !isChangingChinese(key),
  )

/** A clause that shares no word with the older statement says something else beside it, unless it is nothing but a value or a name. */
const sharesEachClause = ({ clauses }: Statement, older: ReadonlySet<string>): boolean =>
  clauses.length < 2 ||
  clauses.every((clause) => {
    const tokens = tokensOf(clause)
    return introducesOwn(clause) || tokens.some(({ key }) => older.has(rootOf(key))) || isBare(tokens)
  })

const isBare = (tokens: ReadonlyArray<Token>): boolean => {
  const said = tokens.filter(({ key, kind }) => kind !== 'function' && !isOwnStem(key))
  return isName(said) || (said.length === 1 && said[0]?.kind === 'value')
}

const restatedValue = (older: Statement, newer: Statement, { a, around, b, limits, score, shared }: Both): Contrast | undefined => {
  // A statement that only adds words to the older one limits it, or reports on it.
  const isChanged = newer.isChanged === true || saysChanged(newer.clauses.join(' '))
  const added = b.filter((token) => !isChanging(token.written) && !isPossessed(newer, token) && !(isChanged && isGeneral(token)))
  if (a.length === 0 && added.length > 0) return undefined
  if (languageOf(newer.clauses.join(' ')) !== 'de' && b.some(({ capital, written }) => capital && !isChanging(written))) return undefined
  const [olds, news] = [without(older.values, newer.values), without(newer.values, older.values)]
  if (isUnmet(limits, older, newer, around)) return undefined
  // A value of another shape limits it, too.
  if (news.some(({ shape }) => !olds.some((old) => old.shape === shape))) return undefined
  for (const value of olds) {
    const same = ({ shape }: { readonly shape: string }) => shape === value.shape
    const [other, ...more] = news.filter(same)
    if (other === undefined || more.length > 0 || olds.filter(same).length > 1) continue
    if (!isTelling(value.text) && a.length + b.length > 0) continue
    if (value.shape === 'number' && countsOther(counted(older, value), counted(newer, other))) continue
    if (shared.length > 0) return { rule: 'same-predicate', from: value.text, score, names: [], written: [value.text] }
    const isMarked =
      (newer.isChanged === true && added.length === 0) ||
      marksChange(newer.lead) ||
      (isChanged && weightOf(a) <= predicateMost && added.length === 0)
    if (value.shape !== 'number' && isMarked) return { rule: 'same-kind', from: value.text, score, names: [], written: [value.text] }
  }
  return undefined
}

/** Returns the word behind a number. */
const counted = ({ tokens, values }: Statement, value: ShapedValue): Token | undefined => {
  const places = tokens.flatMap(({ kind }, at) => (kind === 'value' ? [at] : []))
  const next = tokens[(places[values.indexOf(value)] ?? tokens.length) + 1]
  return next?.kind === 'content' && !isOwnStem(next.key) ? next : undefined
}

/** True for numbers of two different things: "250 g of flour", "4 eggs". */
const countsOther = (a: Token | undefined, b: Token | undefined): boolean => a !== undefined && b !== undefined && a.key !== b.key

/** A thing that belongs to the subject limits nothing: "shuts its doors". */
const isPossessed = ({ tokens }: Statement, token: Token): boolean => possessive.has(tokens[tokens.indexOf(token) - 1]?.written ?? '')
const possessive = new Set(
  'its their his her ihre ihren seine seinen su sus sa son ses leur leurs suo sua suoi sue seu seus suas zijn haar hun'.split(' '),
)

/** Most words that only the older of two statements may have where the newer one says that something was changed. */
const predicateMost = 1

/** True for a noun that names the attribute by its kind alone: "price". */
const isGeneral = ({ written }: Token): boolean => isAttribute(written)

/** Returns the values that another statement lacks. */
const without = (values: ReadonlyArray<ShapedValue>, others: ReadonlyArray<ShapedValue>): ReadonlyArray<ShapedValue> =>
  values.filter((value) => !others.some(({ shape, text }) => shape === value.shape && text === value.text))

/** A single digit is in many texts by chance. */
const isTelling = (value: string): boolean => !/^\d$/.test(value)

const restatedName = (older: Statement, newer: Statement, { a, around, b, limits, score, shared }: Both): Contrast | undefined => {
  if (older.values.length > 0 || newer.values.length > 0) return undefined
  const [inOlder, inNewer] = [new Set([...older.keys, ...around.titled()]), new Set(newer.keys)]
  const unmet = (words: ReadonlyArray<string>, other: ReadonlySet<string>, names: ReadonlyArray<Token>) =>
    words.some((word) => !other.has(word) && !names.some(({ key }) => key === word))
  if (unmet(limits[0], inNewer, a) || unmet(limits[1], inOlder, b)) return undefined
  const { listed } = older
  if (
    listed !== undefined &&
    listed.label.length > 0 &&
    [...listed.title, ...listed.label].every((key) => inNewer.has(key)) &&
    marksChange(newer.lead) &&
    !listed.value.every((key) => inNewer.has(key))
  )
    return {
      rule: 'same-label',
      from: listed.value.join(' '),
      score: score + 2,
      names: [],
      written: [
        older.tokens
          .filter(({ key }) => listed.value.includes(key))
          .map(({ written }) => written)
          .join(' '),
      ],
    }
  const [x, y] = [withoutGeneral(a), withoutGeneral(b)]
  if (shared.length === 0) return undefined
  if (!isName(x) || !isName(y) || !standsAlone(older, x) || !standsAlone(newer, y)) return undefined
  return { rule: 'same-predicate', from: keysOf(x).join(' '), score, names: [keysOf(x), keysOf(y)], written: [writtenOf(x), writtenOf(y)] }
}

const withoutGeneral = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> =>
  tokens.filter(({ capital, key }) => capital || !isGeneralVerb(key))

/**
 * A change in words that share nothing with the old ones but the subject: true only if other statements show that both wordings say the
 * same.
 */
const reworded = (older: Statement, newer: Statement, { a, around, b, limits, score }: Both): Contrast | undefined => {
  if (!marksChange(newer.lead) || isUnmet(limits, older, newer, around)) return undefined
  const [olds, news] = [without(older.values, newer.values), without(newer.values, older.values)]
  const isTyped = olds.length === 1 && news.length === 1 && olds[0]?.shape === news[0]?.shape
  if (!isTyped && older.values.length + newer.values.length > 0) return undefined
  const [x, y] = isTyped ? [[], []] : [capitals(a), capitals(b)]
  const wording = { older: keysOf(a.filter((token) => !x.includes(token))), newer: keysOf(b.filter((token) => !y.includes(token))) }
  if (wording.older.length === 0 || wording.newer.length === 0) return undefined
  const searches = [writtenOf(a.filter((token) => !x.includes(token))), writtenOf(b.filter((token) => !y.includes(token)))]
  if (isTyped) {
    const [{ text = '' } = {}] = olds
    return isTelling(text) ? { rule: 'same-predicate', from: text, score, names: [], wording, written: [text, ...searches] } : undefined
  }
  if (!isName(x) || !isName(y) || !standsAlone(older, x) || !standsAlone(newer, y)) return undefined
  const names = [keysOf(x), keysOf(y)]
  return { rule: 'same-predicate', from: keysOf(x).join(' '), score, names, wording, written: [writtenOf(x), ...searches] }
}

const capitals = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> => tokens.filter(({ capital }) => capital)

/** True where one of two statements has a limit that the other lacks. */
const isUnmet = ([inOlder, inNewer]: Both['limits'], older: Statement, newer: Statement, around: PassageWords): boolean =>
  inOlder.some((word) => !newer.keys.includes(word)) || inNewer.some((word) => !older.keys.includes(word) && !around.titled().has(word))

/* The old value elsewhere. */

/** True where a statement gives the subject that it shares with another one this value, within the same limits. */
export const statesValue = (statement: Statement, value: string, of: Statement): boolean => {
  if (!isTelling(value)) return false
  const subject = sharedSubject(statement, of)
  const shared = statement.tokens.filter(({ key, kind }) => kind === 'content' && of.keys.includes(key) && !value.split(' ').includes(key))
  if (
    !namesThing(subject, weightOf(shared) - weightOf(subject.content)) ||
    statement.listed?.title.every((key) => of.keys.includes(key)) === false
  )
    return false
  const known = new Set([...of.keys, ...value.split(' ')])
  if (limitsOf(statement.tokens, subject.atOlder, subject.length).some((word) => !known.has(word))) return false
  return holdsValue(statement, value)
}

const holdsValue = ({ keys, values }: Pick<Statement, 'keys' | 'values'>, value: string): boolean =>
  values.some(({ text }) => text === value) ||
  (!/\p{N}/u.test(value) && value !== '' && value.split(' ').every((word) => keys.includes(word)))
