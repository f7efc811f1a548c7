/** Finds memories by what an answer names: their id, a file or path of theirs, an identifier or number that only one of them has. */
import type { NodeNumber } from '../identity.ts'
import { type DistinctName, distinctNames } from '../text/distinct-names.ts'
import { fold, lower } from '../text/fold.ts'
import type { UsedItem, UseItem } from './use-item.ts'
import type { UseSettings } from './use-settings.ts'

export const namedItems = (
  items: ReadonlyArray<UseItem>,
  question: string,
  said: ReadonlyArray<string>,
  { identifier, share: least }: UseSettings,
): ReadonlyArray<UsedItem> => {
  const asked = new Set([...distinctNames(question, identifier).flatMap(({ tails }) => tails), ...bracketed(question)])
  const named = items.map((item) => ({
    node: item.node,
    place: placeNames(item, identifier),
    inside: distinctNames(`${item.title}\n${item.text}`, identifier),
  }))
  const owners = ownersOf(named.map(({ inside, node, place }) => ({ node, names: [...place, ...inside] })))
  const answer = said.flatMap((text) => distinctNames(text, identifier))
  const heard: Heard = {
    wholes: new Set(answer.map(({ whole }) => whole).concat(said.flatMap(bracketed))),
    tails: new Set(answer.flatMap(({ tails }) => tails)),
  }

  return named.flatMap(({ inside, node, place }): ReadonlyArray<UsedItem> => {
    const isOwn = (key: string) => owners.get(key) === node && !asked.has(key)
    if (place.some((name) => isHeard(name, heard, isOwn))) return [{ node, evidence: 'id', share: 1 }]
    const own = distinctByWhole(inside).filter(({ tails }) => tails.some(isOwn))
    const found = own.filter((name) => isHeard(name, heard, isOwn))
    const share = found.length / own.length
    return found.length > 0 && share >= least ? [{ node, evidence: 'identifier', share }] : []
  })
}

interface Heard {
  readonly wholes: ReadonlySet<string>
  readonly tails: ReadonlySet<string>
}

/** A path is meant by its whole at the end of a longer path, and by an end of it that stands alone. */
const isHeard = ({ tails, whole }: DistinctName, heard: Heard, isOwn: (key: string) => boolean): boolean =>
  (isOwn(whole) && heard.tails.has(whole)) || tails.some((tail) => isOwn(tail) && heard.wholes.has(tail))

/** The id as it is printed before the item, and the file that it begins with. */
const placeNames = ({ id }: UseItem, shortest: number): ReadonlyArray<DistinctName> => {
  const printed = idKey(id)
  const file = id.replace(/#.*$|~\d+$/s, '')
  return [{ whole: printed, tails: [printed] }, ...distinctNames(id, shortest), ...distinctNames(file, shortest)]
}

/** Ids between brackets, spelled so that no name is one. */
const bracketed = (text: string): ReadonlyArray<string> => [...text.matchAll(/\[([^[\]\n]{1,512})\]/g)].map(([, id = '']) => idKey(id))

const idKey = (id: string): string => `[${lower(fold(id))}]`

/** Who has a name or an end of one; a key of several is nobody's. */
const ownersOf = (
  named: ReadonlyArray<{ readonly node: NodeNumber; readonly names: ReadonlyArray<DistinctName> }>,
): ReadonlyMap<string, NodeNumber | 'several'> => {
  const owners = new Map<string, NodeNumber | 'several'>()
  for (const { names, node } of named) {
    for (const key of names.flatMap(({ tails }) => tails)) owners.set(key, (owners.get(key) ?? node) === node ? node : 'several')
  }
  return owners
}

const distinctByWhole = (names: ReadonlyArray<DistinctName>): ReadonlyArray<DistinctName> => [
  ...new Map(names.map((name) => [name.whole, name])).values(),
]
