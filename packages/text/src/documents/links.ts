/** Reads the relative links of a Markdown text: inline links, wiki links and link definitions outside of code. */

import { lower } from '../languages/unicode.ts'
import { placeOf, slugOf } from '../passages/chunks.ts'
import type { Link } from '../passages/document.ts'
import { codeSpansOf, fenceReader, type Line, linesOf } from '../words/lines.ts'
import { decoded, resolveLink } from './source-key.ts'

/** In UTF-16 units. A longer target is not a link; this also limits how far a link is read ahead. */
const maxTargetLength = 1_000

const maxOpenBrackets = 100

/** Returns the links in the order of the text. Images, footnotes and addresses with a scheme or host are left out. */
export const linksOf = (text: string): ReadonlyArray<Link> => {
  const links: Array<Link> = []
  const isCode = fenceReader()
  let open: Array<Bracket> = []
  for (const line of linesOf(text)) {
    if (isCode(line.text) || line.blank) open = []
    else if (/[[\]]/.test(line.text)) for (const link of linksIn(line, open)) links.push(link)
  }
  return links.filter((link) => isRelative(link.target))
}

interface Bracket {
  readonly image: boolean
  readonly opensLine: boolean
  readonly footnote: boolean
  /** It follows a letter or digit directly, as in `values['a'](Get)`. Other scripts may write no space before a link. */
  readonly afterWord: boolean
}

/** Reads the links of one line. `open` keeps brackets across lines, because the text of a link may be wrapped. */
const linksIn = (line: Line, open: Array<Bracket>): ReadonlyArray<Link> => {
  const links: Array<Link> = []
  const spans = codeSpansOf(line.text)
  const indent = line.text.length - line.text.trimStart().length
  let span = 0
  let at = 0
  const take = (target: Target | undefined, skip: number): void => {
    if (target !== undefined) links.push({ at: line.start + at, target: target.text })
    at = target?.end ?? at + skip
  }
  while (at < line.text.length) {
    const code = spans[span]
    const character = line.text.charAt(at)
    if (code !== undefined && at >= code[0]) {
      at = Math.max(at, code[1])
      span += 1
    } else if (character === '\\') at += 2
    else if (character === '[') {
      const wiki = line.text[at + 1] === '[' ? wikiTarget(line.text, at + 2) : undefined
      if (wiki === undefined && open.length < maxOpenBrackets) {
        const before = line.text.charAt(at - 1)
        const footnote = line.text[at + 1] === '^'
        open.push({ image: before === '!', opensLine: at === indent, footnote, afterWord: /[A-Za-z0-9]/.test(before) })
      }
      take(wiki, 1)
    } else if (character === ']') take(targetAfter(line.text, at + 1, open.pop()), 1)
    else at += 1
  }
  return links
}

interface Target {
  readonly text: string
  readonly end: number
}

const wikiTarget = (line: string, from: number): Target | undefined => {
  const ahead = line.slice(from, from + maxTargetLength)
  const close = ahead.search(/[[\]]/)
  if (close < 1 || !ahead.startsWith(']]', close)) return undefined
  const [target] = ahead.slice(0, close).split('|')
  return { text: (target ?? '').trim(), end: from + close + 2 }
}

const targetAfter = (line: string, from: number, bracket: Bracket | undefined): Target | undefined => {
  if (bracket === undefined || bracket.image) return undefined
  const inline = line[from] === '(' && !bracket.afterWord
  const definition = line[from] === ':' && bracket.opensLine && !bracket.footnote
  if (!inline && !definition) return undefined
  const ahead = line.slice(from + 1, from + 1 + maxTargetLength)
  const start = ahead.length - ahead.trimStart().length
  const inAngles = ahead[start] === '<'
  const target = inAngles ? angleTarget(ahead, start + 1) : bareTarget(ahead, start)
  if (target === undefined) return undefined
  const rest = ahead.slice(target.end).trimStart()
  if (inline && !/^[)"'(]/.test(rest)) return undefined
  return { text: target.text.replace(/\\([!-/:-@[-`{-~])/g, '$1'), end: from + 1 + target.end }
}

const angleTarget = (ahead: string, from: number): Target | undefined => {
  const close = ahead.indexOf('>', from)
  return close < 0 ? undefined : { text: ahead.slice(from, close), end: close + 1 }
}

const bareTarget = (ahead: string, from: number): Target => {
  let depth = 0
  let end = from
  for (; end < ahead.length; end++) {
    const character = ahead.charAt(end)
    if (/\s/.test(character) || (character === ')' && depth === 0)) break
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === '\\') end += 1
  }
  return { text: ahead.slice(from, end), end: Math.min(end, ahead.length) }
}

const isRelative = (target: string): boolean => target !== '' && !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(target) && !target.startsWith('//')

/* Resolves a link to a document, and to a passage in it. */

export interface LinkableSource {
  readonly source: number
  readonly key: string
  /** The name of its root, or the absolute path of its folder. */
  readonly root: string | undefined
}

export interface Destination {
  readonly source: number
  /** Slugs of headings, joined as in an id; undefined for the whole document. */
  readonly place: string | undefined
}

export type LinkResolver = (from: LinkableSource, target: string) => Destination | undefined

/**
 * Returns the resolver for a set of documents. A target is a path relative to its document, with or without the file ending. A bare name that
 * is no such path, as in wiki links, resolves to the nearest document with this name. It never resolves to a document of another root.
 */
export const linkResolver = (sources: ReadonlyArray<LinkableSource>): LinkResolver => {
  const find = documentFinder(sources)
  return (from, target) => {
    const { called, exact, path, place } = find(from, target, 'link')
    const isBare = path !== '' && bare(path) === path
    const found = exact ?? (isBare ? called.find(({ key, root }) => root === from.root && `/${bare(key)}`.endsWith(`/${path}`)) : undefined)
    return found && { source: found.source, place }
  }
}

/** Documents that a name may mean. */
export interface NamedDocuments {
  /** The document at the path, seen from the document that names it. It may be that document itself. */
  readonly exact: LinkableSource | undefined
  /** Further documents whose paths end in the name, the nearest first. Empty where another document is at the path. */
  readonly called: ReadonlyArray<LinkableSource>
  /** The name without a heading. */
  readonly path: string
  /** Slugs of headings, joined as in an id; undefined for the whole document. */
  readonly place: string | undefined
}

/** A link may leave out the file ending; the name of a file in prose is whole. */
export type NamedAs = 'link' | 'file'

/**
 * Returns a function that finds all documents that a path or a file name may mean. A path relative to the document means one alone. Else the
 * name is the end of the paths of those that it may mean: of the same root, or, where that has none, of all roots. Case counts only where one
 * is written in the same case. Nearest are those with the most shared folders, then the fewest folders, then in the order of code units.
 * `from` is undefined for a note, which has no root.
 */
export const documentFinder = (
  sources: ReadonlyArray<LinkableSource>,
): ((from: LinkableSource | undefined, target: string, as: NamedAs) => NamedDocuments) => {
  const byKey = new Map(sources.map((one) => [one.key, one]))
  const byName = Map.groupBy(sources, ({ key }) => lower(bare(nameIn(key))))
  const calledSo = (from: LinkableSource | undefined, path: string, ends: ReadonlyArray<string>): ReadonlyArray<LinkableSource> => {
    const others = (byName.get(lower(bare(nameIn(path)))) ?? []).filter(({ source }) => source !== from?.source)
    const near = others.filter(({ root }) => from === undefined || root === from.root)
    const called = (written: (text: string) => string) =>
      (near.length > 0 ? near : others).filter(({ key }) => ends.some((end) => `/${written(key)}`.endsWith(`/${written(path)}${end}`)))
    const same = called((text) => text)
    return (same.length > 0 ? same : called(lower)).toSorted((a, b) => (isNearer(a.key, b.key, from?.key ?? '') ? -1 : 1))
  }
  return (from, target, as) => {
    const ends = as === 'file' ? [''] : endings
    const linked = resolveLink(from?.key ?? '', target, from && nameOf(from))
    const place = linked?.fragment?.split('#').map(slugOf).join('/')
    const exact = linked && (from === undefined ? byKey.get(linked.key) : atPath(byKey, from, linked.key, ends))
    const [written = ''] = target.split('#')
    const path = decoded(written).normalize('NFC')
    const isElsewhere = linked !== undefined && path !== '' && !/^[./]/.test(path) && (exact === undefined || exact.source === from?.source)
    return { exact, called: isElsewhere ? calledSo(from, path, ends) : [], path, place }
  }
}

const endings = ['', '.md', '.markdown', '.txt']

const atPath = (
  byKey: ReadonlyMap<string, LinkableSource>,
  { root }: LinkableSource,
  key: string,
  ends: ReadonlyArray<string>,
): LinkableSource | undefined => ends.map((ending) => byKey.get(key + ending)).find((one) => one?.root === root)

const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const isNearer = (a: string, b: string, from: string): boolean => {
  const shared = sharedFolders(a, from) - sharedFolders(b, from)
  const depth = a.split('/').length - b.split('/').length
  return shared !== 0 ? shared > 0 : depth !== 0 ? depth < 0 : a < b
}

const sharedFolders = (a: string, b: string): number => {
  const [one, other] = [a.split('/').slice(0, -1), b.split('/').slice(0, -1)]
  const end = one.findIndex((name, i) => name !== other[i])
  return end < 0 ? one.length : end
}

const bare = (name: string): string => name.replace(/\.(md|markdown|txt)$/i, '')

/** Returns the name of a root; undefined for a root that is a path. */
const nameOf = ({ root }: LinkableSource): string | undefined => (root === undefined || isAbsolute(root) ? undefined : root)

const isAbsolute = (root: string): boolean => /^([/\\]|[A-Za-z]:)/.test(root)

/** Finds passages of one document by place. */

export interface Passages {
  /** Returns the passage at a place, or the one that stands for the document if no passage is there. */
  readonly at: (place: string | undefined) => number | undefined
}

/**
 * Indexes the passages of a document; `nodes` are in rising order. The passage above all headings stands for the document, or else the oldest
 * one. A place is a whole heading path, or its last part for the first heading with this name. Edits elsewhere in the document do not change
 * the answers.
 */
export const passagesOf = (key: string, nodes: ReadonlyArray<readonly [node: number, id: string]>): Passages => {
  const whole = new Map<string, number>()
  const last = new Map<string, number>()
  for (const [node, id] of nodes) {
    const place = placeOf(id, key)
    if (place === undefined) continue
    const name = place.slice(place.lastIndexOf('/') + 1)
    if (!whole.has(place)) whole.set(place, node)
    if (!last.has(name)) last.set(name, node)
  }
  const first = whole.get('') ?? nodes[0]?.[0]
  return { at: (place) => (place === undefined ? first : (whole.get(place) ?? last.get(place) ?? first)) }
}
