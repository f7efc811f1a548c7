/** Resolves what passages say outright to pairs of memories: the older one, and the one that takes its place. */

import { documentFinder, type LinkableSource, type NamedAs, type Passages, passagesOf } from '../documents/links.ts'
import { lower } from '../languages/unicode.ts'
import { fileTitle } from '../passages/document.ts'
import type { Named, Outright } from '../statements/outright.ts'
import { isDecision, isStanding } from '../statements/replacing-verbs.ts'

/** A memory by what it is called. */
export interface CalledNode {
  readonly node: number
  readonly id: string
  /** Headings joined by ` › `; empty for none. */
  readonly title: string
  /** Undefined for a note that no document holds. */
  readonly source: number | undefined
}

export interface Saying {
  readonly node: number
  readonly says: ReadonlyArray<Outright>
}

export interface OutrightPair {
  readonly older: number
  readonly by: number
  /** The memory whose text or document says so. */
  readonly said: number
  readonly rule: 'front-matter' | 'statement'
}

/** A name in a statement that has no effect. */
export interface Unresolved {
  /** The memory whose text or document says the name. */
  readonly said: number
  readonly name: string
  /** Documents and memories that the name may mean; empty for one that nothing has. */
  readonly candidates: ReadonlyArray<string>
}

/** The memories of a document, or single ones. */
interface Target {
  readonly document: number | undefined
  readonly nodes: ReadonlyArray<CalledNode>
}

/** What a name means: one target, or several things, so that it is not told which. Neither for a name that nothing has. */
interface Found {
  readonly target?: Target | undefined
  readonly candidates: ReadonlyArray<string>
  /** True for the document at a path, seen from the document that names it. */
  readonly isExact?: boolean
}

const unknown: Found = { candidates: [] }

const joint = ' › '

type Directory = ReturnType<typeof directoryOf>

/** Finds memories by what they are called. */
const directoryOf = (nodes: ReadonlyArray<CalledNode>, sources: ReadonlyArray<LinkableSource>) => {
  const byNode = new Map(nodes.map((one) => [one.node, one]))
  const byId = new Map(nodes.map((one) => [one.id, one]))
  const byTitle = Map.groupBy(nodes, ({ title }) => lower(title))
  const bySource = Map.groupBy(nodes, ({ source }) => source)
  const titled = (source: number | undefined): string => documentTitle(bySource.get(source) ?? [])
  const isFileName = (source: number | undefined): boolean => fileTitle(known.get(source ?? 0)?.key ?? '') === titled(source)
  const byDocument = Map.groupBy(bySource.keys(), (source) => lower(titled(source)))
  const known = new Map(sources.map((one) => [one.source, one]))
  const documentsNamed = documentFinder(sources)
  const passagesIn = passagesBy(bySource)
  /** True for the memory that stands for its document. */
  const isFirst = ({ node, source }: CalledNode): boolean => {
    const own = known.get(source ?? 0)
    return own !== undefined && passagesIn(own).at(undefined) === node
  }
  /** All memories of a document. */
  const document = (source: number | undefined): Target | undefined => {
    const all = source === undefined ? [] : (bySource.get(source) ?? [])
    return all.length === 0 ? undefined : { document: source, nodes: all }
  }
  /** The memories under the headings of one. */
  const below = (one: CalledNode): ReadonlyArray<CalledNode> => {
    const isBelow = ({ title }: CalledNode) => title === one.title || title.startsWith(`${one.title}${joint}`)
    return one.title === '' ? [one] : (bySource.get(one.source) ?? []).filter(isBelow)
  }
  /** The memory that a path or a file name in a document means, or the document. */
  const linked = (name: string, from: CalledNode, as: NamedAs): Found => {
    const { called, exact, place } = documentsNamed(known.get(from.source ?? 0), name, as)
    const isExact = exact !== undefined && (exact.source !== from.source || place !== undefined)
    const found = isExact ? [exact] : called
    const [source] = found
    if (source === undefined) return unknown
    if (found.length > 1) return { candidates: found.map(({ key }) => key) }
    if (place === undefined) return { target: document(source.source), candidates: [], isExact }
    const at = byNode.get(passagesIn(source).at(place) ?? 0)
    // A place that is not there is no name of the document.
    return { target: at === undefined || isFirst(at) ? undefined : targetOf(below(at)), candidates: [], isExact }
  }
  const paths = (some: ReadonlyArray<number>) => some.flatMap((source) => known.get(source)?.key ?? [])
  return {
    node: (node: number) => byNode.get(node),
    byId: (id: string) => byId.get(id),
    /** A title that is the name of its file counts in its own case alone, here and among the headed. */
    documentsTitled: (title: string, inAnyCase: boolean) =>
      alike(byDocument.get(lower(title)) ?? [], titled, title, inAnyCase)
        .filter((source) => source !== undefined)
        .filter((source) => titled(source) === title || !isFileName(source)),
    /** Memories with this path of headings, else those that end in this heading. */
    headed: (title: string, inAnyCase: boolean): ReadonlyArray<CalledNode> => {
      const whole = byTitle.get(lower(title))
      if (whole !== undefined)
        return alike(whole, (one) => one.title, title, inAnyCase).filter((one) => one.title === title || !isFileName(one.source))
      const end = nodes.filter((one) => one.source !== undefined && lower(one.title).endsWith(`${joint}${lower(title)}`))
      return alike(end, (one) => one.title.slice(-title.length), title, inAnyCase)
    },
    ...{ document, isFirst, below, linked, paths },
  }
}

/** Returns a function that indexes the passages of a document, once. */
const passagesBy = (nodes: ReadonlyMap<number | undefined, ReadonlyArray<CalledNode>>): ((document: LinkableSource) => Passages) => {
  const made = new Map<number, Passages>()
  return ({ key, source }) => {
    const called = () => (nodes.get(source) ?? []).map(({ id, node }) => [node, id] as const)
    const passages = made.get(source) ?? passagesOf(key, called())
    made.set(source, passages)
    return passages
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
 * and the case of a title does not count. "The new crane replaces the old crane" speaks of cranes, not of notes that are called so: words are
 * the name of no file, and the name of a file in prose is no title.
 */
const find = (directory: Directory, { as, name }: Named, from: CalledNode, isOther: boolean): Found => {
  const one = (target: Target | undefined): Found => ({ target, candidates: [] })
  const linked = as === 'link' || as === 'file' ? directory.linked(name, from, as) : unknown
  if (linked.target !== undefined && linked.isExact === true) return linked
  // A bare file name is an id, too, where the file is in no folder: it is not told from others of that name.
  const id = name.includes('/') || linked.candidates.length === 0 ? directory.byId(name) : undefined
  if (id !== undefined) return one(directory.isFirst(id) && !name.includes('#') ? directory.document(id.source) : targetOf([id]))
  if (linked.target !== undefined || linked.candidates.length > 0 || as === 'file') return linked
  const documents = directory.documentsTitled(name, isOther).filter((source) => !(isOther && source === from.source))
  if (documents.length > 0)
    return documents.length === 1 ? one(directory.document(documents[0])) : { candidates: directory.paths(documents) }
  const titled = directory.headed(name, isOther).filter(({ node }) => node !== from.node)
  const isOne = new Set(titled.map(({ source, title }) => `${source} ${title}`)).size === 1
  return isOne ? one(targetOf([...new Set(titled.flatMap(directory.below))])) : { candidates: titled.map(({ id }) => id) }
}

export interface ResolvedOutright {
  readonly pairs: ReadonlyArray<OutrightPair>
  /** Names that are surely meant as names and fit nothing, and those that fit more than one thing. */
  readonly unresolved: ReadonlyArray<Unresolved>
}

/**
 * Returns the pairs. A name that fits no document or passage, or more than one, says nothing, and so do two statements that contradict each
 * other. Every memory of a superseded document gives way: to the memory under the same heading of a document, else to its first one.
 */
export const outrightPairs = (
  saying: ReadonlyArray<Saying>,
  nodes: ReadonlyArray<CalledNode>,
  sources: ReadonlyArray<LinkableSource>,
): ResolvedOutright => {
  const directory = directoryOf(nodes, sources)
  const pairs = new Map<string, OutrightPair>()
  const unresolved: Array<Unresolved> = []
  for (const { node, says } of saying) {
    const from = directory.node(node)
    if (from === undefined) continue
    for (const outright of says) {
      const found = outright.names.map((name) => ({ ...name, ...find(directory, name, from, outright.kind !== 'superseded') }))
      for (const { candidates, name, target } of found) {
        const isTold = outright.isMeant || (candidates.length > 0 && outright.kind !== 'superseded')
        if (target === undefined && isTold) unresolved.push({ said: node, name, candidates })
      }
      for (const pair of pairsOf(directory, from, outright, found)) {
        const key = `${pair.older} ${pair.by}`
        pairs.set(key, pairs.get(key) ?? pair)
      }
    }
  }
  return { pairs: [...pairs.values()].filter(({ by, older }) => !pairs.has(`${by} ${older}`)), unresolved }
}

/** Returns the pairs of one statement. */
const pairsOf = (
  directory: Directory,
  from: CalledNode,
  { kind }: Outright,
  [first, second]: ReadonlyArray<Found>,
): ReadonlyArray<OutrightPair> => {
  const isFront = kind === 'front-supersedes' || kind === 'front-superseded-by'
  const isWhole = isFront || directory.isFirst(from) || statesStanding(directory, from)
  const own = isWhole ? directory.document(from.source) : targetOf([from])
  const isOwnNewer = kind === 'supersedes' || kind === 'front-supersedes'
  const [older, newer] = kind === 'superseded' ? [first?.target, second?.target] : isOwnNewer ? [first?.target, own] : [own, first?.target]
  if (older === undefined || newer === undefined) return []
  if (older.document !== undefined && older.document === newer.document) return []
  return older.nodes.flatMap((one): ReadonlyArray<OutrightPair> => {
    const by = placeIn(newer, one)
    if (by === undefined || older.nodes.some((other) => other.node === by.node)) return []
    return [{ older: one.node, by: by.node, said: from.node, rule: isFront ? 'front-matter' : 'statement' }]
  })
}

/** True for the section in which a decision record states its own standing: it speaks of the document. */
const statesStanding = (directory: Directory, { source, title }: CalledNode): boolean => {
  const [, heading, ...more] = title.split(joint)
  if (heading === undefined || more.length > 0 || !isStanding(heading)) return false
  return directory.document(source)?.nodes.some((one) => isDecision(one.title.split(joint)[1] ?? '')) === true
}

const documentTitle = (nodes: ReadonlyArray<CalledNode>): string => nodes[0]?.title.split(joint)[0]?.replace(/:$/u, '') ?? ''

/** Returns the memory of a document under the same headings, else its first one. */
const placeIn = ({ document, nodes }: Target, older: CalledNode): CalledNode | undefined => {
  const under = ({ title }: CalledNode) => title.split(joint).slice(1).join(joint)
  const same = document === undefined || under(older) === '' ? undefined : nodes.find((one) => under(one) === under(older))
  return same ?? nodes[0]
}
