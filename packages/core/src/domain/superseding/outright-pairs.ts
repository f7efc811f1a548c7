/** Resolves what passages say outright to pairs of memories: the older one, and the one that takes its place. */
import { type LinkableSource, linkResolver, type Passages, passagesOf } from '../documents/links.ts'
import type { Outright } from '../documents/outright.ts'
import type { NodeNumber, SourceNumber } from '../identity.ts'
import { lower } from '../text/unicode.ts'

/** A memory by what it is called. */
export interface CalledNode {
  readonly node: NodeNumber
  readonly id: string
  /** Headings joined by ` › `; empty for none. */
  readonly title: string
  /** Undefined for a note that no document holds. */
  readonly source: SourceNumber | undefined
}

export interface Saying {
  readonly node: NodeNumber
  readonly says: ReadonlyArray<Outright>
}

export interface OutrightPair {
  readonly older: NodeNumber
  readonly by: NodeNumber
  /** The memory whose text or document says so. */
  readonly said: NodeNumber
  readonly rule: 'front-matter' | 'statement'
}

/** The memories of a document, or single ones. */
interface Target {
  readonly document: SourceNumber | undefined
  readonly nodes: ReadonlyArray<CalledNode>
}

const joint = ' › '

/** Finds memories by what they are called. */
interface Directory {
  readonly node: (node: NodeNumber) => CalledNode | undefined
  /** All memories of a document; undefined for none. */
  readonly document: (source: SourceNumber | undefined) => Target | undefined
  /** True for the memory that stands for its document. */
  readonly isFirst: (node: CalledNode) => boolean
  /** The memories under the headings of one. */
  readonly below: (node: CalledNode) => ReadonlyArray<CalledNode>
  /** The memory that a link from a document leads to, or the document. */
  readonly linked: (name: string, from: CalledNode) => Target | undefined
  readonly byId: (id: string) => CalledNode | undefined
  readonly documentsTitled: (title: string, inAnyCase: boolean) => ReadonlyArray<SourceNumber>
  /** Memories with this path of headings, else those that end in this heading. */
  readonly headed: (title: string, inAnyCase: boolean) => ReadonlyArray<CalledNode>
}

const directoryOf = (nodes: ReadonlyArray<CalledNode>, sources: ReadonlyArray<LinkableSource>): Directory => {
  const byNode = new Map(nodes.map((one) => [one.node, one]))
  const byId = new Map(nodes.map((one) => [one.id, one]))
  const byTitle = Map.groupBy(nodes, ({ title }) => lower(title))
  const bySource = Map.groupBy(nodes, ({ source }) => source)
  const titled = (source: SourceNumber | undefined): string => documentTitle(bySource.get(source) ?? [])
  const byDocument = Map.groupBy(bySource.keys(), (source) => lower(titled(source)))
  const known = new Map(sources.map((one) => [one.source, one]))
  const resolve = linkResolver(sources)
  const passages = new Map<SourceNumber, Passages>()
  const passagesIn = ({ key, source }: LinkableSource): Passages => {
    const made =
      passages.get(source) ??
      passagesOf(
        key,
        (bySource.get(source) ?? []).map(({ id, node }) => [node, id]),
      )
    passages.set(source, made)
    return made
  }
  const isFirst = ({ node, source }: CalledNode): boolean => {
    const own = known.get(source ?? 0)
    return own !== undefined && passagesIn(own).at(undefined) === node
  }
  const document = (source: SourceNumber | undefined): Target | undefined => {
    const all = source === undefined ? [] : (bySource.get(source) ?? [])
    return all.length === 0 ? undefined : { document: source, nodes: all }
  }
  const below = (one: CalledNode): ReadonlyArray<CalledNode> => {
    const isBelow = ({ title }: CalledNode) => title === one.title || title.startsWith(`${one.title}${joint}`)
    return one.title === '' ? [one] : (bySource.get(one.source) ?? []).filter(isBelow)
  }
  const linked = (name: string, from: CalledNode): Target | undefined => {
    const here = known.get(from.source ?? 0)
    const place = here === undefined ? undefined : resolve(here, name)
    const source = known.get(place?.source ?? sources.find(({ key }) => here === undefined && key === name)?.source ?? 0)
    if (source === undefined || place?.place === undefined) return document(source?.source)
    const at = byNode.get(passagesIn(source).at(place.place) ?? 0)
    // A place that is not there is no name of the document.
    return at === undefined || isFirst(at) ? undefined : targetOf(below(at))
  }
  return {
    node: (node) => byNode.get(node),
    byId: (id) => byId.get(id),
    documentsTitled: (title, inAnyCase) =>
      alike(byDocument.get(lower(title)) ?? [], titled, title, inAnyCase).filter((source) => source !== undefined),
    headed: (title, inAnyCase) => {
      const whole = byTitle.get(lower(title))
      if (whole !== undefined) return alike(whole, (one) => one.title, title, inAnyCase)
      const end = nodes.filter((one) => one.source !== undefined && lower(one.title).endsWith(`${joint}${lower(title)}`))
      return alike(end, (one) => one.title.slice(-title.length), title, inAnyCase)
    },
    ...{ document, isFirst, below, linked },
  }
}

/** Returns those that are written like the name, else, with `inAnyCase`, those that differ in case. */
const alike = <One>(found: ReadonlyArray<One>, written: (one: One) => string, name: string, inAnyCase: boolean): ReadonlyArray<One> => {
  const same = found.filter((one) => written(one) === name)
  return same.length > 0 || !inAnyCase ? same : found
}

const targetOf = (nodes: ReadonlyArray<CalledNode>): Target | undefined => (nodes.length === 0 ? undefined : { document: undefined, nodes })

/**
 * Finds what a memory means by a name: a path or a title; or the id, or the headings, of passages of one document. With `isOther` not its own,
 * and the case of a title does not count. "The new crane replaces the old crane" speaks of cranes, not of notes that are called so.
 */
const find = (directory: Directory, name: string, from: CalledNode, isOther: boolean): Target | undefined => {
  const id = directory.byId(name)
  if (id !== undefined) return directory.isFirst(id) && !name.includes('#') ? directory.document(id.source) : targetOf([id])
  const linked = directory.linked(name, from)
  if (linked !== undefined) return linked
  const documents = directory.documentsTitled(name, isOther).filter((source) => !(isOther && source === from.source))
  if (documents.length > 0) return documents.length === 1 ? directory.document(documents[0]) : undefined
  const titled = directory.headed(name, isOther).filter(({ node }) => node !== from.node)
  const isOne = new Set(titled.map(({ source, title }) => `${source} ${title}`)).size === 1
  return isOne ? targetOf([...new Set(titled.flatMap(directory.below))]) : undefined
}

/**
 * Returns the pairs. A name that fits no document or passage, or more than one, says nothing, and so do two statements that contradict each
 * other. Every memory of a superseded document gives way: to the memory under the same heading of a document, else to its first one.
 */
export const outrightPairs = (
  saying: ReadonlyArray<Saying>,
  nodes: ReadonlyArray<CalledNode>,
  sources: ReadonlyArray<LinkableSource>,
): ReadonlyArray<OutrightPair> => {
  const directory = directoryOf(nodes, sources)
  const pairs = new Map<string, OutrightPair>()
  for (const { node, says } of saying) {
    const from = directory.node(node)
    if (from === undefined) continue
    for (const { kind, names } of says) {
      const isFront = kind === 'front-supersedes' || kind === 'front-superseded-by'
      const own = isFront || directory.isFirst(from) ? directory.document(from.source) : targetOf([from])
      const [first, second] = names.map((name) => find(directory, name, from, kind !== 'superseded'))
      const [older, newer] =
        kind === 'superseded' ? [first, second] : kind === 'supersedes' || kind === 'front-supersedes' ? [first, own] : [own, first]
      if (older === undefined || newer === undefined) continue
      if (older.document !== undefined && older.document === newer.document) continue
      for (const one of older.nodes) {
        const by = placeIn(newer, one)
        if (by === undefined || older.nodes.some((other) => other.node === by.node)) continue
        const key = `${one.node} ${by.node}`
        pairs.set(key, pairs.get(key) ?? { older: one.node, by: by.node, said: node, rule: isFront ? 'front-matter' : 'statement' })
      }
    }
  }
  return [...pairs.values()].filter(({ by, older }) => !pairs.has(`${by} ${older}`))
}

const documentTitle = (nodes: ReadonlyArray<CalledNode>): string => nodes[0]?.title.split(joint)[0]?.replace(/:$/u, '') ?? ''

/** Returns the memory of a document under the same headings, else its first one. */
const placeIn = ({ document, nodes }: Target, older: CalledNode): CalledNode | undefined => {
  const under = ({ title }: CalledNode) => title.split(joint).slice(1).join(joint)
  const same = document === undefined || under(older) === '' ? undefined : nodes.find((one) => under(one) === under(older))
  return same ?? nodes[0]
}
