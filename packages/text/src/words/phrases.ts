/**
 * Extracts the names in a passage that other passages may share: the names of its subject, its mentions and its speaker.
 *
 * The result depends on the passage alone, so no other passage ever changes it. Names are recognised by their capitals (English and similar
 * languages), identifiers and quoted titles by their signs. A script without case has no names with capitals.
 */

import { chineseParticles, isFunctionWord, isFunctionWordAnywhere, nameConnectors, nameDividers } from '../languages/function-words.ts'
import { languageOf } from '../languages/languages.ts'
import { fold, lower } from '../languages/unicode.ts'
import { type CasedWord, casedWords, plainName } from './names.ts'
import { type IndexedText, terms, token, wordBoundary } from './tokenise.ts'

export interface Phrases {
  /** The names of its subject: its title and the aliases of the title. */
  readonly about: ReadonlySet<string>
  /** The title without text in parentheses; the last heading of a title that joins several with ` › `. */
  readonly title: string | undefined
  /** Names in its text that are not in `about`. */
  readonly mentions: ReadonlySet<string>
  /** The speaker of a text that begins with a name and a colon. */
  readonly speaker: string | undefined
}

export const phrasesOf = ({ text, title = '' }: IndexedText): Phrases => {
  // Only the last heading names the subject of this passage; the title of the document does not. A line of a list is not about its heading.
  const heading = title.split(' › ').at(-1) ?? ''
  const about = new Set(isOfList(title) ? [] : aliases(heading))
  const mentions = new Set<string>()
  const told = withoutAddresses(text)
  const words = casedWords(told)
  const sort = wordSorts(words)
  for (const run of runs(words)) for (const name of namesIn(run, sort)) mentions.add(name)
  for (const { word } of words) if (/^\d{4}$/.test(word)) mentions.add(word)
  for (const written of signed(fold(told))) mentions.add(plainName(written))
  for (const name of ['', ...about]) mentions.delete(name)
  const own = isOfList(title) ? '' : plainName(withoutParentheses(heading))
  return { about, title: own.length > 1 ? own : undefined, mentions, speaker: speakerOf(text) }
}

/** Ends the title of a line of a list that names no subject of its own: the line is one of those below the title, not about it. */
export const listMark = ':'

/** True for the title of a line of a list that names no subject of its own. */
export const isOfList = (title: string): boolean => title.endsWith(listMark)

/** Removes link targets, URLs and dates. A link is an edge of its own, and a shared date does not relate passages. */
const withoutAddresses = (text: string): string =>
  text
    .replace(/\]\([^()\s]{0,500}(?: "[^"]{0,200}")?\)/g, '] ')
    .replace(/\bhttps?:\/\/[^\s<>)]{1,500}/g, ' ')
    .replace(/\b\d{4}-\d{2}-\d{2}\b/g, ' ')

/** Adjacent words of a question. */
export interface NameSpan {
  readonly name: string
  /** Indexes of words; `to` is exclusive. */
  readonly from: number
  readonly to: number
}

/** Returns every 1 to 6 adjacent words that could be a name, except a single function word. Uses the first 64 words of the question. */
export const spansOf = (question: string): ReadonlyArray<NameSpan> => {
  const words = casedWords(question)
    .slice(0, wordsSpanned)
    .map(({ word }) => word)
  const spans: Array<NameSpan> = []
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + longestSpan); to++) {
      if (to > from + 1 || !isFunctionWord(words[from] ?? '', 'en')) spans.push({ name: words.slice(from, to).join(' '), from, to })
    }
  }
  return spans
}

const wordsSpanned = 64
const longestSpan = 6

/** Returns the title and its variants: without parentheses, without the part after a comma, without a leading "the". */
const aliases = (title: string): ReadonlyArray<string> => {
  const bare = withoutParentheses(title)
  const names = [title, bare, bare.split(',', 1)[0] ?? ''].map(plainName)
  return [...names, ...names.map((name) => name.replace(/^the /, ''))].filter((name) => name !== '')
}

const withoutParentheses = (title: string): string => title.replace(/\([^)]*\)/g, ' ')

/**
 * Words by the way that the passage writes them: in lower case somewhere, or with a capital inside a sentence. A word can be in both sets.
 */
interface WordSorts {
  readonly small: ReadonlySet<string>
  readonly proper: ReadonlySet<string>
}

const wordSorts = (words: ReadonlyArray<CasedWord>): WordSorts => ({
  small: new Set(words.flatMap(({ capital, word }) => (capital ? [] : [word]))),
  proper: new Set(words.flatMap(({ begins, capital, word }) => (capital && !begins ? [word] : []))),
})

const connectorsInRow = 2

/** Returns the longest runs of words with capitals, including connectors between them and numbers after them. */
const runs = (words: ReadonlyArray<CasedWord>): ReadonlyArray<ReadonlyArray<CasedWord>> => {
  const found: Array<ReadonlyArray<CasedWord>> = []
  let run: Array<CasedWord> = []
  let between: Array<CasedWord> = []
  const end = () => {
    if (run.length > 0) found.push(run)
    run = []
    between = []
  }
  for (const word of words) {
    if (word.parted) end()
    if (word.capital) {
      run.push(...between, word)
      between = []
    } else if (run.length > 0 && between.length === 0 && /^\p{N}+$/u.test(word.word)) run.push(word)
    else if (run.length > 0 && between.length < connectorsInRow && nameConnectors.has(word.word)) between.push(word)
    else end()
  }
  end()
  return found
}

/** Returns the run as one name and, if it has dividers, each part between them. */
const namesIn = (run: ReadonlyArray<CasedWord>, sorts: WordSorts): ReadonlyArray<string> => {
  const parts: Array<Array<CasedWord>> = [[]]
  for (const word of run) {
    if (!word.capital && nameDividers.has(word.word)) parts.push([])
    else parts.at(-1)?.push(word)
  }
  const candidates = parts.length > 1 ? [run, ...parts] : [run]
  return candidates.flatMap((words) => nameOf(words, sorts) ?? [])
}

const nameOf = (words: ReadonlyArray<CasedWord>, { proper, small }: WordSorts): string | undefined => {
  const isName = ({ capital, word }: CasedWord) => capital && !isFunctionWord(word, 'en')
  let from = words.findIndex(isName)
  if (from < 0) return undefined
  // The first word of a sentence has a capital even if it belongs to no name.
  if (words[from]?.begins === true && from + 1 < words.length && small.has(words[from]?.word ?? '')) {
    from = words.findIndex((word, i) => i > from && isName(word))
    if (from < 0) return undefined
  }
  const name = words.slice(from)
  const [first] = name
  if (first !== undefined && name.length === 1) {
    const { begins, word } = first
    if (word.length < 2 || small.has(word) || dates.has(word) || (begins && !proper.has(word))) return undefined
  }
  return name.map(({ word }) => word).join(' ')
}

const dates = new Set(
  'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday'.split(
    ' ',
  ),
)

const identifier = /[\p{L}\p{N}_][\p{L}\p{N}_./-]{0,78}[\p{L}\p{N}_]/gu
const quoted = /["“]([^"“”\n]{3,60})["”]/gu

/** Returns the names that are recognised by their signs: identifiers, paths, file names, and text in double quotes. */
const signed = (folded: string): ReadonlyArray<string> => [
  ...(folded.match(identifier) ?? []).filter(
    (word) => /[\p{L}\p{N}]_[\p{L}\p{N}]|\p{L}\/\p{L}|\p{Ll}\p{Lu}/u.test(word) || /\p{L}\.[a-z]{1,5}$/u.test(word),
  ),
  ...Array.from(folded.matchAll(quoted), ([, inner = '']) => inner),
]

/** Returns the speaker of a text that begins with a name and a colon, in plain form. */
export const speakerOf = (text: string): string | undefined => {
  const [, name] = /^(\p{L}[\p{L}\p{N} .'-]{0,30}):\s/u.exec(text) ?? []
  return name === undefined ? undefined : plainName(name)
}

/* Splits a text into its stemmed words without function words, and into overlapping stretches to compare with those of another text. */

/** Consecutive words. */
export type Stretch = ReadonlyArray<string>

/**
 * Returns for each start the shortest stretch that weighs at least as much as `words` words; none if the text ends before.
 *
 * A Chinese character weighs half a word. Hiragana is left out, so that Japanese endings and forms of courtesy do not count.
 */
export const stretches = (text: string, words: number): ReadonlyArray<Stretch> => {
  const all = wordsOf(text)
  const found: Array<Stretch> = []
  let [end, weight] = [0, 0]
  for (let start = 0; start < all.length; start++) {
    while (weight < words * wholeWord && end < all.length) weight += weightOf(all[end++] ?? '')
    if (weight < words * wholeWord) break
    found.push(all.slice(start, end))
    weight -= weightOf(all[start] ?? '')
  }
  return found
}

/** Returns the weight in half words, the unit of `stretches`. */
export const weightOf = (word: string): number => (oneHan.test(word) ? 1 : wholeWord)
export const wholeWord = 2

const oneHan = /^\p{sc=Han}$/u
const anyAsian = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u
/** Runs of one script. Each Chinese character is a run of its own. */
const wordRuns =
  /\p{sc=Han}|[\p{sc=Hira}\p{M}]+|[\p{sc=Kana}\u30fc\p{M}]+|[\p{sc=Hang}\p{M}]+|[^\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]+/gu
const hiragana = /^[\p{sc=Hira}\p{M}]/u

/**
 * Returns the words of a text in order, without function words. Lower case and removed underscores keep the tokeniser from finding
 * identifiers of several words.
 */
export const wordsOf = (text: string): ReadonlyArray<string> => {
  const words: Array<string> = []
  for (const found of lower(fold(text)).replaceAll('_', '').match(token) ?? []) {
    if (!anyAsian.test(found)) pushWord(found, words)
    else {
      for (const run of found.match(wordRuns) ?? []) {
        if (oneHan.test(run)) {
          if (!chineseParticles.has(run)) words.push(run)
        } else if (!hiragana.test(run)) pushWord(run, words)
      }
    }
  }
  return words
}

const pushWord = (word: string, words: Array<string>): void => {
  if (isFunctionWordAnywhere(word)) return
  if (anyAsian.test(word)) words.push(word)
  else words.push(...terms(word))
}

/* Finds the values in a message or a memory: numbers, days and names. A correction replaces a value by another of the same kind. */

export type ValueKind = 'number' | 'day' | 'name'

const days = [
  'monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december',
  'montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag januar februar marz april juni juli august september oktober november dezember',
  'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag januari februari maart april juni juli augustus september oktober november december',
  'lundi mardi mercredi jeudi vendredi samedi dimanche janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre',
  'lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril junio julio agosto septiembre octubre noviembre diciembre',
  'lunedi martedi mercoledi giovedi venerdi sabato domenica gennaio febbraio marzo aprile giugno luglio settembre ottobre novembre dicembre',
  'segunda terca quarta quinta sexta sabado domingo janeiro fevereiro marco abril junho julho agosto setembro outubro novembro dezembro',
]
const counted = [
  'two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty hundred thousand',
  'zwei drei vier funf sechs sieben acht neun zehn elf zwolf funfzehn zwanzig dreissig vierzig funfzig sechzig hundert tausend',
  'twee drie vier vijf zes zeven acht negen tien elf twaalf vijftien twintig dertig veertig vijftig zestig honderd duizend',
  'deux trois quatre cinq six sept huit neuf dix onze douze quinze vingt trente quarante cinquante soixante cent mille',
  'dos tres cuatro cinco seis siete ocho nueve diez once doce quince veinte treinta cuarenta cincuenta sesenta cien mil',
  'due tre quattro cinque sei sette otto nove dieci undici dodici quindici venti trenta quaranta cinquanta sessanta cento mille',
  'dois duas tres quatro cinco seis sete oito nove dez onze doze quinze vinte trinta quarenta cinquenta sessenta cem mil',
]
const countedWords: ReadonlySet<string> = new Set(counted.flatMap((line) => wordsOf(line)))
const spelledCounts: ReadonlySet<string> = new Set(counted.flatMap((line) => line.split(' ')))
const asianCount = /^[二三四五六七八九十百千万萬两兩]$/u
const dayWords: ReadonlySet<string> = new Set(days.flatMap((line) => wordsOf(line)))
const asianDay = /[曜周週]/u
const number = /\p{N}/u

/** Maps each word of `text` that is a value to its kind. A capital at the beginning of a sentence does not make a name. */
export const valuesIn = (text: string): ReadonlyMap<string, ValueKind> => {
  const values = new Map<string, ValueKind>()
  for (const word of wordsOf(text)) {
    if (number.test(word) || countedWords.has(word) || asianCount.test(word)) values.set(word, 'number')
    else if (dayWords.has(word) || asianDay.test(word)) values.set(word, 'day')
  }
  for (const { begins, capital, word } of casedWords(text)) {
    if (!capital || begins) continue
    for (const one of wordsOf(word)) if (!values.has(one)) values.set(one, 'name')
  }
  return values
}

/** Returns the numbers in words of a text, as they are spelled. {@link valuesIn} lacks those that are function words elsewhere: "ten", "due". */
export const countsIn = (text: string): ReadonlySet<string> =>
  new Set((lower(fold(text)).match(/\p{L}+/gu) ?? []).filter((word) => spelledCounts.has(word)))

/* Finds the words that two texts have in common: equal words, equal pairs of Chinese characters, and forms of one word by their spelling. */

const digit = /\p{N}/u

/** Returns the words of a text and its pairs of Chinese characters, without numbers in digits, which texts have in common by chance. */
export const unitsOf = (text: string): ReadonlySet<string> => {
  const units = new Set<string>()
  let before = ''
  for (const word of wordsOf(text)) {
    const isCharacter = weightOf(word) < wholeWord
    if (!isCharacter && !digit.test(word)) units.add(word)
    if (isCharacter && before !== '') units.add(before + word)
    before = isCharacter ? word : ''
  }
  return units
}

/** A set of words, indexed by their beginnings and ends. */
export interface Forms {
  readonly words: ReadonlySet<string>
  readonly byEdge: ReadonlyMap<string, ReadonlyArray<string>>
}

/** Two forms of one word share at least 4 letters at the beginning, and at least 0.7 of the letters of the longer one. */
const beginningLeast = 4
const ofLonger = 0.7
/** Minimum letters of the last part of a compound. */
const endLeast = 5
const letters = /^\p{L}+$/u

const edgesOf = (word: string): ReadonlyArray<string> =>
  word.length < beginningLeast || !letters.test(word) ? [] : [`${word.slice(0, beginningLeast)}-`, `-${word.slice(-endLeast)}`]

export const formsOf = (words: ReadonlySet<string>): Forms => {
  const byEdge = new Map<string, Array<string>>()
  for (const word of words) for (const edge of edgesOf(word)) byEdge.set(edge, [...(byEdge.get(edge) ?? []), word])
  return { words, byEdge }
}

/** True if the set has the word, a form of it, or a word that ends with it or is its end (a compound). */
export const isIn = (word: string, { byEdge, words }: Forms): boolean =>
  words.has(word) || edgesOf(word).some((edge) => byEdge.get(edge)?.some((one) => isForm(word, one)) === true)

const isForm = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length >= endLeast && long.endsWith(short)) return true
  let common = 0
  while (common < short.length && short[common] === long[common]) common += 1
  return common >= beginningLeast && common >= ofLonger * long.length
}

/* Maps the index terms of a question back to its words as they are spelled in it. */

/** Returns the first of several spellings of a term. A term that is not a word of the question by itself (a pair of characters) is unchanged. */
export const spelledAs = (question: string): ((term: string) => string) => {
  const language = languageOf(question)
  const spellings = new Map<string, string>()
  const spell = (word: string, spelling: string) => {
    const [term, ...more] = terms(word, language)
    if (term !== undefined && more.length === 0 && !spellings.has(term)) spellings.set(term, spelling)
  }
  for (const found of question.match(token) ?? []) {
    const parts = found.split(wordBoundary).filter((part) => part !== '')
    if (parts.length > 1) spell(parts.join('').toLowerCase(), found)
    for (const part of parts) spell(part, part)
  }
  return (term) => spellings.get(term) ?? term
}
