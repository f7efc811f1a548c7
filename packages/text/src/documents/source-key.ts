/** Keys of sources (the path of a file below its root, the same on every machine), and the choice of files when a folder is read. */

import type { DocumentFormat } from '../passages/document.ts'

interface SourcePath {
  /** Relative to the root. */
  readonly path: string
  /** The folder separator of the machine that gave the path. */
  readonly separator: '/' | '\\'
}

/** The folder for a root with a name (`--as NAME`). */
type RootName = string | undefined

/** Returns the key of a file. Undefined for the root itself, a path that leaves it, and an absolute path. */
export const sourceKey = (path: SourcePath, name: RootName): string | undefined => {
  const root = folderKey({ path: '.', separator: '/' }, name)
  const key = folderKey(path, name)
  return key === root ? undefined : key
}

/** Returns the prefix of all keys in a folder; `''` for a root without a name. Undefined for a path that leaves the root. */
export const folderKey = ({ path, separator }: SourcePath, name: RootName): string | undefined => {
  const portable = separator === '/' ? path : path.replaceAll('\\', '/')
  if (portable.startsWith('/') || (separator === '\\' && /^[A-Za-z]:/.test(portable))) return undefined
  const folder = name === undefined ? [] : segmentsFrom([], name)
  const below = segmentsFrom([], portable)
  return folder === undefined || below === undefined ? undefined : [...folder, ...below].join('/')
}

/** True where a key is the folder or lies below it. */
export const liesIn = (key: string, folder: string): boolean => folder === '' || key === folder || key.startsWith(`${folder}/`)

/**
 * Returns the key that a relative link leads to, and the part of the document it names.
 *
 * Undefined when the link leaves the root, has a scheme or a host, or when `from` is not filed under the name. A target
 * without an extension is returned unchanged: the caller knows the documents.
 */
export const resolveLink = (from: string, target: string, name: RootName) => {
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(target) || target.startsWith('//')) return undefined
  const mark = target.indexOf('#')
  const path = decoded(mark < 0 ? target : target.slice(0, mark))
  const fragment = mark < 0 || mark === target.length - 1 ? undefined : decoded(target.slice(mark + 1))
  if (path === '') return { key: from, fragment }
  const folder = name === undefined ? [] : segmentsFrom([], name)
  const here = from.split('/')
  if (folder === undefined || folder.some((segment, index) => here[index] !== segment)) return undefined
  const below = segmentsFrom(path.startsWith('/') ? [] : here.slice(folder.length, -1), path)
  return below === undefined || below.length === 0 ? undefined : { key: [...folder, ...below].join('/'), fragment }
}

const segmentsFrom = (folder: ReadonlyArray<string>, path: string): ReadonlyArray<string> | undefined => {
  const segments = [...folder]
  for (const segment of path.normalize('NFC').split('/')) {
    if (segment === '..' && segments.pop() === undefined) return undefined
    if (segment !== '' && segment !== '.' && segment !== '..') segments.push(segment)
  }
  return segments
}

/** Decodes percent escapes. A target with malformed escapes is returned unchanged. */
export const decoded = (target: string): string => {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}

/**
 * The files that are read in a folder. `notes`: prose alone, as the host writes it. `files`: all known formats, source code and records included.
 * Other files are neither read nor reported as missing.
 */
export type Reach = 'notes' | 'files'

/** True for a file that is read. `path` is relative to the folder, with `/` as separator. */
export const isFollowed = (path: string, reach: Reach = 'notes'): boolean =>
  path.split('/').every((name) => !isPassedOver(name)) && (reach === 'notes' ? isDocumentName(path) : formatOfName(path) !== undefined)

/** True for hidden entries and folders of package managers. */
export const isPassedOver = (name: string): boolean => name.startsWith('.') || name === 'node_modules'

export const isDocumentName = (name: string): boolean => /\.(md|markdown|txt)$/i.test(name)

/** Returns the format by the file ending; undefined for a file that is not read with its folder. */
export const formatOfName = (path: string): DocumentFormat | undefined => {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const dot = name.lastIndexOf('.')
  return dot < 0 || isGenerated(name) ? undefined : formats.get(name.slice(dot + 1))
}

/** True for lock files and minified code, by the name. */
export const isGenerated = (path: string): boolean => /(?:^|[-./\\])lock\.(?:json|yaml|yml)$|\.min\.(?:js|css)$/i.test(path)

const endings: Readonly<Record<DocumentFormat, string>> = {
  markdown: 'md markdown',
  text: 'txt pdf',
  json: 'json',
  jsonl: 'jsonl ndjson',
  csv: 'csv tsv',
  org: 'org',
  source:
    'ts tsx mts cts js jsx mjs cjs py pyi go rs java kt kts scala c h cc cpp cxx hpp hh cs rb php swift lua sh bash zsh sql css scss less html htm vue svelte yaml yml toml ini xml proto graphql ex exs erl hs clj',
}

const formats = new Map(
  (Object.keys(endings) as ReadonlyArray<DocumentFormat>).flatMap((format) =>
    endings[format].split(' ').map((ending) => [ending, format] as const),
  ),
)

/**
 * Compares two keys for the order in which documents are read: numbers in names by their value, so that `talk-2` comes before `talk-10`, and all else
 * by code units. 0 for equal keys alone.
 */
export const inReadingOrder = (one: string, other: string): number => order(padded(one), padded(other)) || order(one, other)

/** Numbers with more digits are compared by code units. */
const digitsMost = 20
const padded = (key: string): string => key.replace(/\d+/g, (digits) => digits.padStart(digitsMost, '0'))
const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
