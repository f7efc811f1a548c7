/** Which of the documents there are a link means. */
import type { SourceNumber } from '../identity.ts'
import { slugOf } from './slug.ts'
import { resolveLink } from './source-key.ts'

export interface LinkableSource {
  readonly source: SourceNumber
  readonly key: string
  /** The name it is filed under, or the absolute path of its folder. */
  readonly root: string | undefined
}

export interface Destination {
  readonly source: SourceNumber
  /** Slugs of headings, joined as in an id; undefined for the document as a whole. */
  readonly place: string | undefined
}

export type LinkResolver = (from: LinkableSource, target: string) => Destination | undefined

/**
 * A target is a path from the document it stands in, its ending left out or not. A bare name that is not there, as wiki links are
 * written, means the nearest document that is called so: in the folders shared with it, then highest up, then first in code-unit
 * order. Never a document of another root.
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

/** A path is no name: its documents are filed under none. */
const nameOf = ({ root }: LinkableSource): string | undefined => (root === undefined || isAbsolute(root) ? undefined : root)

const isAbsolute = (root: string): boolean => /^([/\\]|[A-Za-z]:)/.test(root)
