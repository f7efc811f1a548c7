/** Counts what a folder holds and ingest does not read, by kind, with the reason and the way to read it. */

import type { Answer } from '@crabtrail/core'
import { isGenerated, isPassedOver } from '@crabtrail/text/documents/source-key'
import { tellable } from './whole-file.ts'

export interface LeftOut {
  /** The ending with its dot, `no ending`, `generated`, `hidden`, `link`, `session`, `silent`, the name of the ignore file, or what a document lacks. */
  readonly kind: string
  readonly reason: string
  readonly count: number
  /** The first thousand of them. */
  readonly names: ReadonlyArray<string>
}

export interface LeftOutTally {
  /** `count`: how many of the kind the path stands for, 1 without it. */
  readonly add: (kind: LeftOutKind, path: string, count?: number) => void
  readonly all: () => ReadonlyArray<LeftOut>
}

export type LeftOutKind = Pick<LeftOut, 'kind' | 'reason'>

/** Most names of each kind that an answer has, and that a line has. */
const namesMax = 1_000
const namesPrinted = 3
/** Most kinds that are counted apart; endings beyond are counted together. */
const kindsMax = 50
const others: LeftOutKind = { kind: 'other', reason: 'name the file to read it' }

export const makeLeftOutTally = (): LeftOutTally => {
  const counted = new Map<string, LeftOut>()
  return {
    add: (given, path, more = 1) => {
      const { kind, reason } = counted.has(given.kind) || counted.size < kindsMax ? given : others
      const { count, names } = counted.get(kind) ?? { count: 0, names: [] }
      counted.set(kind, { kind, reason, count: count + more, names: names.length < namesMax ? [...names, tellable(path)] : names })
    },
    all: () => [...counted.values()].sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1)),
  }
}

export const sessionLeftOut: LeftOutKind = { kind: 'session', reason: '--transcripts' }
export const linkLeftOut: LeftOutKind = { kind: 'link', reason: 'leads out of the folder' }
export const silentLeftOut: LeftOutKind = { kind: 'silent', reason: 'nothing was said in it' }
export const hiddenLeftOut: LeftOutKind = { kind: 'hidden', reason: 'name the file to read it' }

/** `names`: the ignore files of the folder with the rule. */
export const ignoredLeftOut = (names: ReadonlyArray<string>): LeftOutKind => ({ kind: names.join(' or '), reason: 'an ignore file has it' })

/** The words in which the command line tells what a document lacks. */
const lacks: Readonly<Record<Lack['kind'], string>> = {
  empty: 'it has no text',
  heading: 'no text stands under its headings',
  header: 'it has one row alone, which may be a header',
  column: 'no row has a value in it',
  record: 'it has no text',
  'front matter': 'it cannot be read, and is text',
}

/** Counts what documents lack. `written` is the path of a document as a user would write it. */
export const lacking = (tally: LeftOutTally, found: ReadonlyArray<Lack>, written: (path: string) => string): void => {
  for (const { count, kind, part, path } of found) {
    const name = part === undefined ? written(path) : `${written(path)}: ${part}`
    tally.add({ kind: part === undefined ? kind : `empty ${kind}`, reason: lacks[kind] }, name, count)
  }
}

type Lack = NonNullable<Answer.IngestAnswer['lacks']>[number]

/** Returns the kind of a file that is not read for its name. */
export const leftOutByName = (path: string): LeftOutKind => {
  const ending = endingOf(path)
  if (ending === '') return { kind: 'no ending', reason: 'name the file to read it' }
  if (isGenerated(path)) return { kind: 'generated', reason: 'a program made it' }
  const way = wayToRead(path)
  if (way !== undefined) return { kind: `.${ending}`, reason: `not a text: ${way}` }
  return { kind: `.${ending}`, reason: withoutText.has(ending) ? 'not a text' : 'name the file to read it' }
}

/** First bytes of formats that are no text, of the files that people rename most often. */
const signatures: ReadonlyArray<readonly [beginning: string, name: string, way?: string]> = [
  ['%PDF-', 'a PDF', 'name it .pdf'],
  ['SQLite format 3\0', 'an SQLite database'],
  ['PK\x03\x04', 'a zip archive or an office document', 'give it the ending that it had'],
  ['\x89PNG\r\n\x1a\n', 'a PNG picture'],
  ['\xff\xd8\xff', 'a JPEG picture'],
  ['GIF8', 'a GIF picture'],
  ['\x1f\x8b', 'a gzip archive'],
  ['{\\rtf', 'an RTF document', 'name it .rtf and convert it with pandoc FILE -t gfm -o FILE.md'],
]
/** Most bytes of a beginning that {@link binaryFormat} needs. */
export const signatureBytes = 16

/** Returns the format of a file that is no text, with a way to read it, by its first bytes in Latin-1; undefined for all others. */
export const binaryFormat = (beginning: string): string | undefined => {
  const [, name, way] = signatures.find(([one]) => beginning.startsWith(one)) ?? []
  return name === undefined ? undefined : `${name}${way === undefined ? '' : `: ${way}`}`
}

/** Returns the kind of a file whose name is that of a text, and whose first bytes are of another format. */
export const leftOutAsBinary = (path: string, format: string): LeftOutKind => ({
  kind: `.${endingOf(path)} that is ${format.split(':', 1)[0]}`,
  reason: `not a text${format.includes(': ') ? format.slice(format.indexOf(': ')) : ''}`,
})

/** Returns the way to make a readable file of one that is no text; undefined if none is known. */
export const wayToRead = (path: string): string | undefined => ways.get(endingOf(path))

const endingOf = (path: string): string => {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1) : ''
}

const listed = (endings: string, way: string) => endings.split(' ').map((ending) => [ending, way] as const)

const ways = new Map([
  ...listed('docx odt rtf epub', 'convert it with pandoc FILE -t gfm -o FILE.md'),
  ...listed('xlsx xls ods numbers', 'save it as .csv'),
  ...listed('doc pages', 'save it as .txt'),
])

const withoutText = new Set(
  'png jpg jpeg gif webp svg heic bmp tiff ico mp3 m4a wav ogg flac mp4 mov avi mkv webm zip gz tgz bz2 xz zst 7z rar tar jar exe dll so dylib bin o a class wasm db sqlite sqlite3 woff woff2 ttf otf pptx ppt key parquet pyc'.split(
    ' ',
  ),
)

/** True for a hidden file that is worth a mention: no folder, and no ignore file, which has done its work. */
export const isHiddenFile = (name: string, isFile: boolean): boolean =>
  isFile && name.startsWith('.') && isPassedOver(name) && !/^\.(?:git|crabtrail)ignore$/.test(name)

const printedMax = 8

/** Returns a line for each kind with the first of its names, under the line of all. */
export const leftOutLines = (leftOut: ReadonlyArray<LeftOut>): ReadonlyArray<string> => {
  const line = leftOutLine(leftOut)
  if (line === undefined) return []
  const named = leftOut.slice(0, printedMax).map((kind) => {
    const more = kind.count - namesPrinted
    return `  ${kind.kind}: ${kind.names.slice(0, namesPrinted).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  })
  return [line, ...named]
}

/** Returns the line that names all kinds with their counts; undefined if nothing was left out. Kinds with one reason stand together. */
export const leftOutLine = (leftOut: ReadonlyArray<LeftOut>): string | undefined => {
  if (leftOut.length === 0) return undefined
  const shown = leftOut.slice(0, printedMax)
  const groups = [...Map.groupBy(shown, ({ reason }) => reason)].map(([reason, kinds]) => {
    const names = kinds.map(kindInWords)
    const [last = '', ...before] = names.toReversed()
    const joined = before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`
    return isInWords(kinds[0]) ? joined : `${joined} (${reason})`
  })
  const more = leftOut.length - shown.length
  return `left out: ${groups.join(', ')}${more === 0 ? '' : `, and ${more} more ${more === 1 ? 'kind' : 'kinds'} that --json has`}`
}

/** True where the kind says the reason. */
const isInWords = (kind: LeftOut | undefined): boolean => kind?.kind === 'generated' || kind?.kind.includes('ignore') === true

/** Kinds that are nouns. */
const plural = new Set(['session', 'link', 'empty column', 'empty record'])

const kindInWords = ({ count, kind }: LeftOut): string => {
  if (kind.includes('ignore')) return `${count} by ${kind}`
  if (kind === 'no ending') return `${count} without an ending`
  return plural.has(kind) ? `${count} ${kind}${count === 1 ? '' : 's'}` : `${count} ${kind}`
}
