/**
 * Derives the class of an error from the text that a failed tool call reported: what failed and its code, `npm/ERESOLVE`, or its first words
 * where it has no code. The same error on another day, path or line has the same class.
 */
import { normalWords } from '../languages/unicode.ts'

export interface ErrorClass {
  /** At most {@link classCharacters} letters, digits, `.`, `_`, `-` and one `/`. */
  readonly name: string
  /** The report without the parts that change from day to day; questions are compared with it. */
  readonly text: string
}

const classCharacters = 64
/** Longer reports are cut: an error is told at the beginning or at the end. */
const charactersRead = 2_000
const textCharacters = 240
const wordsOfName = 6
/** Words by which a report is known without its tool. */
const wordsEnough = 4

/** Codes that name an error by themselves, the surest form first. */
const codes: ReadonlyArray<RegExp> = [
  /\b(?:ERR|SQLITE|PGRST|HTTP)_[A-Z0-9_]{2,}\b/,
  /\bE[A-Z]{3,}[A-Z0-9]*\b(?<!\bERROR|\bERRORS)/,
  /\b(?:TS|CS|PHP|ORA-|SQLSTATE\s?)\d{4,5}\b/,
  /\b[A-Z][A-Za-z]{2,}(?:Error|Exception|Failure)\b/,
  /\b(?:exit(?:ed)?(?: with)?(?: code| status)?|status(?: code)?|HTTP(?:\/[\d.]+)?) (\d{1,3})\b/i,
]

/** The beginning of a code that is a number, which says nothing by itself. */
const numbered = 'exit-'

/** The parts that change from one report of an error to the next. URLs come before paths, and quoted text before both. */
const changing: ReadonlyArray<RegExp> = [
  /\p{Cc}\[[\d;]*[A-Za-z]/gu,
  /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi,
  /"[^"\n]{0,200}"|'[^'\n]{0,200}'|`[^`\n]{0,200}`|«[^»\n]{0,200}»|“[^”\n]{0,200}”/g,
  /(?:[A-Za-z]:)?(?:[\\/][\w.@+-]+){1,}[\\/]?|\b[\w.@+-]+(?:\/[\w.@+-]+)+/g,
  /\b0x[0-9a-f]+\b|\b(?=[a-f]*\d)[0-9a-f]{7,}\b/gi,
  /\b\d[\d.,:_-]*(?:ms|s|kb|mb|gb|b)?\b/gi,
]

/** Returns undefined for a report without a word. */
export const errorClass = (tool: string, report: string): ErrorClass | undefined => {
  const lines = report.slice(0, charactersRead).split(/\r?\n/)
  const telling = lines.filter((line) => /\p{L}{3}/u.test(line))
  const [code, at] = codeIn(telling)
  const line = telling[at] ?? ''
  const program = [line, telling[0] ?? ''].map(programOf).find((found) => found !== undefined && found !== code?.toLowerCase()) ?? tool
  const said = withoutChanging([line, ...telling.filter((_, i) => i !== at)].slice(0, 3).join(' '))
  const words = normalWords(said)
  if (words.length === 0 && code === undefined) return undefined
  const named = code ?? words.slice(0, wordsOfName).join('-')
  // Nobody names the tool who quotes a report, so only a short one needs it to tell it from other talk.
  const text = [...(words.length < wordsEnough ? [program] : []), ...(code === undefined || said.includes(code) ? [] : [code]), said]
    .join(' ')
    .slice(0, textCharacters)
  return { name: `${plainPart(program)}/${plainPart(named)}`.slice(0, classCharacters), text: text.replace(/\s+/g, ' ').trim() }
}

/** Returns the surest code of the lines and the place of its line; the first line where there is none. */
const codeIn = (lines: ReadonlyArray<string>): readonly [code: string | undefined, at: number] => {
  for (const pattern of codes) {
    for (const [at, line] of lines.entries()) {
      const found = pattern.exec(line)
      if (found !== null) return [found[1] === undefined ? found[0] : `${numbered}${found[1]}`, at]
    }
  }
  return [undefined, 0]
}

/* Tells whether a question quotes a report. */

/** Words of a report that a question must have one after another to quote it, and the characters of the question that are read. */
const [quotedLeast, questionCharacters] = [3, 8_000]

/**
 * Returns what a question quotes of a kind of error: a stretch of it word for word, for its words alone are words of ordinary talk; and its
 * code, as `ECONNREFUSED`, which is no such word. What changes from one report to the next counts on neither side.
 */
export const quoted = (question: string, kind: ErrorClass['text']) => {
  const read = question.slice(0, questionCharacters)
  const told = new Set(stretchesOf(normalWords(withoutChanging(kind))))
  const [code] = codeIn([kind])
  return {
    stretch: stretchesOf(normalWords(withoutChanging(read))).some((stretch) => told.has(stretch)),
    code: code !== undefined && !code.startsWith(numbered) && new Set(read.match(/\w+/g)).has(code),
  }
}

const stretchesOf = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.slice(quotedLeast - 1).map((_, i) => words.slice(i, i + quotedLeast).join(' '))

/** The program that a report names first: `npm ERR! code …`, `fatal: …`, `bash: line 1: …`. */
const programOf = (line: string): string | undefined => {
  const found = /^\s*([A-Za-z][\w.-]{1,20})(?: ERR!|: | error\b)/.exec(line)?.[1]
  return found === undefined || /^(?:error|errors|warning|fatal|failed|failure|exception|uncaught)$|(?:Error|Exception)$/i.test(found)
    ? undefined
    : found.toLowerCase()
}

const withoutChanging = (text: string): string => changing.reduce((left, pattern) => left.replace(pattern, ' '), text)

/** Returns the program of the id of a kind of error: `npm` of `error:npm/ERESOLVE`. */
export const programOfClass = (id: string): string => id.slice(id.indexOf(':') + 1).split('/')[0] ?? ''

/** Returns a name as it stands in a class. */
export const plainPart = (part: string): string =>
  part
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, classCharacters / 2) || 'error'
