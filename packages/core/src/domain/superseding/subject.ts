/** Finds the subject that two statements share, and the words that limit it. */
import { languageOf } from '../text/language.ts'
import { fold, lower } from '../text/unicode.ts'
import { isOwnStem } from './own-words.ts'
import { isHan, type Statement, sharedLeast, type Token, weightOf } from './statement.ts'

/** True where words begin with a definite article, or stand behind one. */
const isDefinite = (tokens: ReadonlyArray<Token>, at: number): boolean =>
  [tokens[at], tokens[at - 1]].some(
    (token) => token?.kind === 'function' && (definite.has(token.written) || (token.written === 'de' && isDutch(tokens))),
  )

/** "De" is the article in Dutch alone. */
const isDutch = (tokens: ReadonlyArray<Token>): boolean => languageOf(tokens.map(({ written }) => written).join(' ')) === 'nl'

/** The subject that two statements share: the longest run of words as written. */
export interface Subject {
  readonly atOlder: number
  readonly atNewer: number
  readonly length: number
  readonly content: ReadonlyArray<Token>
  /** True where the run begins with a definite article, or stands behind one. */
  readonly isDefinite: boolean
}

export const sharedSubject = ({ tokens: a }: Pick<Statement, 'tokens'>, { tokens: b }: Pick<Statement, 'tokens'>): Subject => {
  const lengths = new Uint16Array((a.length + 1) * (b.length + 1))
  let [atOlder, atNewer, length] = [0, 0, 0]
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      if (a[i - 1]?.written !== b[j - 1]?.written || a[i - 1]?.kind === 'value') continue
      const run = (lengths[(i - 1) * (b.length + 1) + j - 1] ?? 0) + 1
      lengths[i * (b.length + 1) + j] = run
      if (run > length) [atOlder, atNewer, length] = [i - run, j - run, run]
    }
  }
  while (length > 0 && a[atOlder + length - 1]?.kind === 'function') length--
  return {
    atOlder,
    atNewer,
    length,
    isDefinite: isDefinite(a, atOlder) && isDefinite(b, atNewer),
    content: a
      .slice(atOlder, atOlder + length)
      .flatMap((token, i) => (token.kind === 'content' ? [{ ...token, capital: token.capital && b[atNewer + i]?.capital === true }] : [])),
  }
}

/**
 * True for words that name a thing: several words, one with a capital or behind a definite article, or one beside other words that both
 * statements share.
 */
export const namesThing = ({ content, isDefinite }: Subject, shared: number): boolean => {
  const weight = weightOf(content)
  return weight >= sharedLeast || (weight >= 1 && (isDefinite || weight + shared >= alsoLeast)) || content.some(({ capital }) => capital)
}
const definite = new Set(
  'the our my your el la los las del nuestro nuestra le les du des notre il lo gli dello della degli dei delle nostro nostra het der die das dem den unser unsere vom zum zur beim os as ao da do dos das'.split(
    ' ',
  ),
)
const alsoLeast = 2.5

const limiting = new Set(
  'in during for at of on within under im am bei wahrend fur von en del de para durante a pour dans chez pendant du da di per nel nella durante no na em do voor bij van tijdens op'.split(
    ' ',
  ),
)

/** Returns the words by which a phrase limits the subject: "in staging" behind it, or a word with 的 before it. */
export const limitsOf = (tokens: ReadonlyArray<Token>, at: number, length: number): ReadonlyArray<string> => {
  const limits: Array<string> = []
  const next = tokens[at + length]
  if (next?.kind === 'function' && limiting.has(next.written)) {
    const word = tokens.slice(at + length).find(({ kind }) => kind !== 'function')
    if (word?.kind === 'content') limits.push(word.key)
  }
  const [first, before] = [tokens[at], tokens[at - 1]]
  if (first !== undefined && isHan(first) && before?.written === '的') limits.push(`的${tokens[at - 2]?.key ?? ''}`)
  return limits
}

/** Returns the word by which a phrase in front limits a statement: "In winter the greenhouse …". */
export const limitInFront = ({ clauses, lead, tokens }: Statement): ReadonlyArray<string> => {
  const last = lower(fold(lead)).match(/\p{L}+(?=\P{L}*$)/u)?.[0] ?? ''
  const [first] = tokens
  const limit = first?.kind === 'content' ? last : (first?.written ?? '')
  // "A" is an article in English, and a preposition in other languages.
  if (!limiting.has(limit) || (limit === 'a' && languageOf(clauses.join(' ')) === 'en')) return []
  const word = tokens.find(({ kind }) => kind !== 'function')
  return word?.kind === 'content' && !isOwnStem(word.key) ? [word.key] : []
}

const owning = new Set('of von vom der des de del di della dei du da do dos das van'.split(' '))

/** True for a word by which one thing belongs to another: "the retro of the team". */
const isOwning = (written: string): boolean => owning.has(written)

/**
 * Returns the word of what belongs to the subject: "retro" in "the retro of the Heron team". Undefined where no phrase of this kind leads to
 * the subject.
 */
export const headOf = (tokens: ReadonlyArray<Token>, at: number): Token | undefined => {
  const first = tokens.findIndex(({ kind }, place) => place >= at && kind !== 'function')
  const before = tokens.slice(0, first)
  const head = before.findLast(({ kind }) => kind !== 'function')
  const between = head === undefined ? [] : before.slice(before.indexOf(head) + 1)
  return head?.kind === 'content' && between.some(({ written }) => isOwning(written)) ? head : undefined
}
