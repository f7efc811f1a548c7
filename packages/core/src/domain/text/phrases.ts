/**
 * Extracts the names in a passage that other passages may share: the names of its subject, its mentions and its speaker.
 *
 * The result depends on the passage alone, so no other passage ever changes it. Names are recognised by their capitals (English and similar
 * languages), identifiers and quoted titles by their signs. A script without case has no names with capitals.
 */
import { type CasedWord, casedWords, plainName } from './cased-words.ts'
import { fold } from './fold.ts'
import { isFunctionWord } from './function-words.ts'
import type { IndexedText } from './tokenise.ts'

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
  // Only the last heading names the subject of this passage; the title of the document does not.
  const heading = title.split(' › ').at(-1) ?? ''
  const about = new Set(aliases(heading))
  const mentions = new Set<string>()
  const told = withoutAddresses(text)
  const words = casedWords(told)
  const sort = wordSorts(words)
  for (const run of runs(words)) for (const name of namesIn(run, sort)) mentions.add(name)
  for (const { word } of words) if (/^\d{4}$/.test(word)) mentions.add(word)
  for (const written of signed(fold(told))) mentions.add(plainName(written))
  for (const name of ['', ...about]) mentions.delete(name)
  const own = plainName(withoutParentheses(heading))
  return { about, title: own.length > 1 ? own : undefined, mentions, speaker: speakerOf(text) }
}

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

/** How the passage writes a word: in lower case somewhere, or with a capital inside a sentence. A word can be in both sets. */
interface WordSorts {
  readonly small: ReadonlySet<string>
  readonly proper: ReadonlySet<string>
}

const wordSorts = (words: ReadonlyArray<CasedWord>): WordSorts => ({
  small: new Set(words.flatMap(({ capital, word }) => (capital ? [] : [word]))),
  proper: new Set(words.flatMap(({ begins, capital, word }) => (capital && !begins ? [word] : []))),
})

/** Lower-case words that occur inside names: "Bank of England", "Ludwig van Beethoven". */
const connectors = new Set('of the de la le du des del di da von van der den el al y e and in on at to for with a an'.split(' '))
/** Connectors that may also separate two names. */
const dividers = new Set('and in for at on to'.split(' '))
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
    else if (run.length > 0 && between.length < connectorsInRow && connectors.has(word.word)) between.push(word)
    else end()
  }
  end()
  return found
}

/** Returns the run as one name and, if it has dividers, each part between them. */
const namesIn = (run: ReadonlyArray<CasedWord>, sorts: WordSorts): ReadonlyArray<string> => {
  const parts: Array<Array<CasedWord>> = [[]]
  for (const word of run) {
    if (!word.capital && dividers.has(word.word)) parts.push([])
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

const speakerOf = (text: string): string | undefined => {
  const [, name] = /^(\p{L}[\p{L}\p{N} .'-]{0,30}):\s/u.exec(text) ?? []
  return name === undefined ? undefined : plainName(name)
}
