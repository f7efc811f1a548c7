/** What memories are called: most answers name a memory by its id alone, and people do not read ids. */

import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { ask } from './ask.ts'

/** Names that are kept at most; the one that was learned first goes first. */
const keptMost = 5_000
/** Names that are asked for at once at most. */
const askedMost = 500

type Name = Signal<string | undefined>

const kept = new Map<string, Name>()
/** Names that nobody asked for yet, by the position that they are wanted of. */
const wanted = new Map<number | undefined, Map<string, Name>>()
const failed = new Set<string>()

const keyOf = (node: string, at: number | undefined): string => `${at ?? ''} ${node}`

/**
 * Returns the name of a memory as it was at a position, its id where it has none; undefined until that is known. A memory that was not there yet
 * is called as it is now. All names that a view wants are asked for at once.
 */
export const nameOf = (node: string, at: number | undefined): ReadonlySignal<string | undefined> => {
  const key = keyOf(node, at)
  const known = kept.get(key)
  if (known !== undefined) return known
  const name: Name = signal(undefined)
  kept.set(key, name)
  const [oldest] = kept.keys()
  if (kept.size > keptMost && oldest !== undefined) kept.delete(oldest)
  // Once what is being drawn is drawn: by then everything that it shows was wanted.
  if (wanted.size === 0) setTimeout(askForWanted)
  wanted.set(at, (wanted.get(at) ?? new Map<string, Name>()).set(node, name))
  return name
}

const askForWanted = (): void => {
  for (const [at, names] of wanted) {
    const all = [...names]
    for (let from = 0; from < all.length; from += askedMost) void askFor(all.slice(from, from + askedMost), at)
  }
  wanted.clear()
}

const askFor = async (names: ReadonlyArray<readonly [string, Name]>, at: number | undefined): Promise<void> => {
  const nodes = names.map(([node]) => node)
  const titles = await ask('names', { nodes, ...(at === undefined ? {} : { at: String(at) }) }).then(
    (told) => new Map(told.names.map(({ node, title }) => [node, title])),
    () => undefined,
  )
  // Called by their ids until one goes elsewhere: what shows them would ask again at once.
  if (titles === undefined) for (const node of nodes) failed.add(keyOf(node, at))
  batch(() => {
    for (const [node, name] of names) name.value = titles?.get(node) || node
  })
}

addEventListener('hashchange', () => {
  for (const key of failed) kept.delete(key)
  failed.clear()
})
