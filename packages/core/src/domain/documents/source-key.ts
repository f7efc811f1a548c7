/** The name under which a file is remembered: its path below the root, the same on every machine. */

export interface SourcePath {
  /** Relative to the root. */
  readonly path: string
  /** What separates folders on the machine that gave the path. */
  readonly separator: '/' | '\\'
}

/** The folder under which a root is filed, if it has been given a name (`--as NAME`). */
export type RootName = string | undefined

export interface LinkedSource {
  readonly key: string
  readonly fragment: string | undefined
}

/** Undefined for the root itself, for a path that leaves it, and for one that is absolute. */
export const sourceKey = (path: SourcePath, name: RootName): string | undefined => {
  const root = folderKey({ path: '.', separator: '/' }, name)
  const key = folderKey(path, name)
  return key === root ? undefined : key
}

/** What the keys of all sources in a folder begin with; `''` for a root without a name. Undefined for a path that leaves the root. */
export const folderKey = ({ path, separator }: SourcePath, name: RootName): string | undefined => {
  const portable = separator === '/' ? path : path.replaceAll('\\', '/')
  if (portable.startsWith('/') || (separator === '\\' && /^[A-Za-z]:/.test(portable))) return undefined
  const folder = name === undefined ? [] : segmentsFrom([], name)
  const below = segmentsFrom([], portable)
  return folder === undefined || below === undefined ? undefined : [...folder, ...below].join('/')
}

/** Whether a key is the folder's or lies below it. */
export const liesIn = (key: string, folder: string): boolean => folder === '' || key === folder || key.startsWith(`${folder}/`)

/**
 * The key a relative link leads to, and the part of the document it names.
 *
 * Undefined when the link leaves the root, has a scheme or a host, or when `from` is not filed under the name. A target
 * without an extension is given as it is: the caller knows which documents there are.
 */
export const resolveLink = (from: string, target: string, name: RootName): LinkedSource | undefined => {
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

/** A target whose escapes are malformed is meant as it is written. */
const decoded = (target: string): string => {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
