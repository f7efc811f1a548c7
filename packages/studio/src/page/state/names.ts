/** What memories are called: most answers name a memory by its id alone, and people do not read ids. */

import { type ReadonlySignal, signal } from '@preact/signals'
import { ask } from './ask.ts'

/** Names that are kept at most; the one that was learned first goes first. */
const keptMost = 5_000
const kept = new Map<string, ReadonlySignal<string | undefined>>()

/** Returns the name of a memory as it was at a position, its id where it has none; undefined until that is known. */
export const nameOf = (node: string, at: number | undefined): ReadonlySignal<string | undefined> => {
  const key = `${at ?? ''} ${node}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const name = signal<string | undefined>(undefined)
  kept.set(key, name)
  const [oldest] = kept.keys()
  if (kept.size > keptMost && oldest !== undefined) kept.delete(oldest)
  void titleOf(node, at).then((title) => {
    name.value = title
  })
  return name
}

/** A memory that was not there yet is called as it is now, and one that is nowhere by its id. */
const titleOf = async (node: string, at: number | undefined): Promise<string> => {
  try {
    const {
      nodes: [own],
    } = await ask('show', { what: node, limit: 1, ...(at === undefined ? {} : { at: String(at) }) })
    return own?.title || node
  } catch {
    return at === undefined ? node : titleOf(node, undefined)
  }
}
