/** Where a store is kept that another took the place of: beside it, numbered, and never deleted by us. */
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isThere } from './file-in-place.ts'

/** The first name that nothing has. */
export const freeAside = (store: string): string => {
  for (let number = 1; ; number++) {
    const aside = `${store}.aside-${number}`
    if (!isThere(aside)) return aside
  }
}

/** The stores that lie there, by path. */
export const asidesOf = (store: string): ReadonlyArray<string> => {
  const prefix = `${basename(store)}.aside-`
  return readdirSync(dirname(store))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .sort((a, b) => Number(a.slice(prefix.length)) - Number(b.slice(prefix.length)))
    .map((name) => join(dirname(store), name))
}
