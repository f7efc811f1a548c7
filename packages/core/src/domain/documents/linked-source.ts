/** Resolves a link to a document, and to a passage in it. */
import type { NodeNumber, SourceNumber } from '../identity.ts'
import { placeOf, slugOf } from './chunk-id.ts'
import { resolveLink } from './source-key.ts'

export interface LinkableSource {
  readonly source: SourceNumber
  readonly key: string
  /** The name of its root, or the absolute path of its folder. */
  readonly root: string | undefined
}

export interface Destination {
  readonly source: SourceNumber
  /** Slugs of headings, joined as in an id; undefined for the whole document. */
  readonly place: string | undefined
}

export type LinkResolver = (from: LinkableSource, target: string) => Destination | undefined

/**
 * Returns the resolver for a set of documents. A target is a path relative to its document, with or without the file ending. A bare name that
 * is no such path, as in wiki links, resolves to the nearest document with this name: most shared folders first, then fewest folders, then
 * code-unit order. It never resolves to a document of another root.
 */
export const linkResolver = (sources: ReadonlyArray<LinkableSource>): LinkResolver => {
  const byKey = new Map(sources.map((one) => [one.key, one]))
  const byName = new Map<string, Array<LinkableSource>>()
  for (const one of sources) {
    const name = bare(one.key.slice(one.key.lastIndexOf('/') + 1))
    const called = byName.get(name)
    if (called === undefined) byName.set(name, [one])
    else called.push(one)
  }
  return (from, target) => {
    const linked = resolveLink(from.key, target, nameOf(from))
    const found = linked && (atPath(byKey, from, linked.key) ?? calledSo(byName, from, target))
    return found && { source: found.source, place: linked.fragment?.split('#').map(slugOf).join('/') }
  }
}

const endings = ['', '.md', '.markdown', '.txt']

const atPath = (byKey: ReadonlyMap<string, LinkableSource>, { root }: LinkableSource, key: string): LinkableSource | undefined =>
  endings.map((ending) => byKey.get(key + ending)).find((one) => one?.root === root)

const calledSo = (
  byName: ReadonlyMap<string, ReadonlyArray<LinkableSource>>,
  from: LinkableSource,
  target: string,
): LinkableSource | undefined => {
  const path = (target.split('#')[0] ?? '').normalize('NFC')
  if (path === '' || /^[./]/.test(path) || bare(path) !== path) return undefined
  let nearest: LinkableSource | undefined
  for (const one of byName.get(path.slice(path.lastIndexOf('/') + 1)) ?? []) {
    if (one.root !== from.root || !`/${bare(one.key)}`.endsWith(`/${path}`)) continue
    if (nearest === undefined || isNearer(one.key, nearest.key, from.key)) nearest = one
  }
  return nearest
}

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
  readonly at: (place: string | undefined) => NodeNumber | undefined
}

/**
 * Indexes the passages of a document; `nodes` are in rising order. The passage above all headings stands for the document, or else the oldest
 * one. A place is a whole heading path, or its last part for the first heading with this name. Edits elsewhere in the document do not change
 * the answers.
 */
export const passagesOf = (key: string, nodes: ReadonlyArray<readonly [node: NodeNumber, id: string]>): Passages => {
  const whole = new Map<string, NodeNumber>()
  const last = new Map<string, NodeNumber>()
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
