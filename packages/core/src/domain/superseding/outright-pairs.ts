/** Resolves what passages say outright to pairs of memories: the older one, and the one that takes its place. */
import { type LinkableSource, linkResolver, type Passages, passagesOf } from '../documents/links.ts'
import type { Outright } from '../documents/outright.ts'
import type { NodeNumber, SourceNumber } from '../identity.ts'

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

/**
 * Returns the pairs. A name that fits no document or passage, or more than one, says nothing, and so do two statements that contradict each
 * other. Every memory of a superseded document gives way: to the memory under the same heading of a document, else to its first one.
 */
export const outrightPairs = (
  saying: ReadonlyArray<Saying>,
  nodes: ReadonlyArray<CalledNode>,
  sources: ReadonlyArray<LinkableSource>,
): ReadonlyArray<OutrightPair> => {
  const byNode = new Map(nodes.map((one) => [one.node, one]))
  const bySource = Map.groupBy(nodes, ({ source }) => source)
  const known = new Map(sources.map((one) => [one.source, one]))
  const resolve = linkResolver(sources)
  const byTitle = Map.groupBy(nodes, ({ title }) => title)
  const byDocument = Map.groupBy(bySource.keys(), (source) => documentTitle(bySource.get(source) ?? []))
  const byId = new Map(nodes.map((one) => [one.id, one]))
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
  const wholeOf = (source: SourceNumber | undefined): Target | undefined => {
    const all = source === undefined ? [] : (bySource.get(source) ?? [])
    return all.length === 0 ? undefined : { document: source, nodes: all }
  }
  const ofNodes = (found: ReadonlyArray<CalledNode>): Target | undefined =>
    found.length === 0 ? undefined : { document: undefined, nodes: found }

  /** Finds a name, as it is meant in a memory. With `isOther` it is not its own document: a path or a title; or the id, or the headings, of passages of one document. */
  const find = (name: string, from: CalledNode, isOther: boolean): Target | undefined => {
    const id = byId.get(name)
    if (id !== undefined) return isFirst(id) && !name.includes('#') ? wholeOf(id.source) : ofNodes([id])
    const here = known.get(from.source ?? 0)
    const linked = here === undefined ? sources.find(({ key }) => key === name) : resolve(here, name)
    if (linked !== undefined) {
      const place = 'place' in linked ? linked.place : undefined
      if (place === undefined) return wholeOf(linked.source)
      const source = known.get(linked.source)
      const at = source === undefined ? undefined : passagesIn(source).at(place)
      const one = at === undefined ? undefined : byNode.get(at)
      // A place that is not there is no name of the document.
      return one === undefined || isFirst(one) ? undefined : ofNodes(below(one))
    }
    const documents = (byDocument.get(name) ?? []).filter((source) => source !== undefined && !(isOther && source === from.source))
    const [document] = documents
    if (document !== undefined) return documents.length === 1 ? wholeOf(document) : undefined
    const titled = (byTitle.get(name) ?? headed(name)).filter(({ node }) => node !== from.node)
    return new Set(titled.map(({ source, title }) => `${source} ${title}`)).size === 1 ? ofNodes(titled.flatMap(below)) : undefined
  }
  const headed = (name: string) => nodes.filter(({ source, title }) => source !== undefined && title.endsWith(`${joint}${name}`))
  const below = (one: CalledNode): ReadonlyArray<CalledNode> =>
    one.title === ''
      ? [one]
      : (bySource.get(one.source) ?? []).filter(({ title }) => title === one.title || title.startsWith(`${one.title}${joint}`))
  const isFirst = ({ node, source }: CalledNode): boolean => {
    const own = known.get(source ?? 0)
    return own !== undefined && passagesIn(own).at(undefined) === node
  }
  const ownOf = (one: CalledNode): Target | undefined => (isFirst(one) ? wholeOf(one.source) : ofNodes([one]))

  const pairs = new Map<string, OutrightPair>()
  for (const { node, says } of saying) {
    const from = byNode.get(node)
    if (from === undefined) continue
    for (const { kind, names } of says) {
      const isFront = kind === 'front-supersedes' || kind === 'front-superseded-by'
      const own = isFront ? wholeOf(from.source) : ownOf(from)
      const [first, second] = names.map((name) => find(name, from, kind !== 'superseded'))
      const [older, newer] =
        kind === 'superseded' ? [first, second] : kind === 'supersedes' || kind === 'front-supersedes' ? [first, own] : [own, first]
      if (older === undefined || newer === undefined) continue
      if (older.document !== undefined && older.document === newer.document) continue
      for (const one of older.nodes) {
        const by = placeIn(newer, one)
        if (by === undefined || older.nodes.some((other) => other.node === by.node)) continue
        const pair = { older: one.node, by: by.node, said: node, rule: isFront ? 'front-matter' : 'statement' } as const
        pairs.set(`${pair.older} ${pair.by}`, pairs.get(`${pair.older} ${pair.by}`) ?? pair)
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
