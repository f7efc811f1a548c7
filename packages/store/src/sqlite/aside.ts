/** Copies of a store beside it: those that another took the place of, numbered, and what work on a copy left behind that was killed. */
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileAt, isThere } from './file-in-place.ts'

/** The first name that nothing has. */
export const freeAside = (store: string): string => {
  for (let number = 1; ; number++) {
    const aside = `${store}.aside-${number}`
    if (!isThere(aside)) return aside
  }
}

/** By path. `store` may be a link: they lie beside what it leads to. */
export const copiesBeside = (store: string): ReadonlyArray<string> => {
  const place = fileAt(store)
  return readdirSync(dirname(place))
    .filter((name) => name.startsWith(`${basename(place)}.`) && copyEnding.test(name))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((name) => join(dirname(place), name))
}

const copyEnding = /\.(aside-\d+|[\da-f-]{36}\.part)$/
