/** Copies of a store in its folder: replaced stores, numbered, and copies left behind by a process that was killed. */
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileAt, isThere } from './file-in-place.ts'

/** Returns the first free name of the form `STORE.aside-N`. */
export const freeAside = (store: string): string => {
  for (let number = 1; ; number++) {
    const aside = `${store}.aside-${number}`
    if (!isThere(aside)) return aside
  }
}

/**
 * By path. `store` may be a link: they lie beside what it leads to. A look at a backup is made among temporary files, under the name of the
 * store that it would be.
 */
export const copiesBeside = (store: string): ReadonlyArray<string> => {
  const place = fileAt(store)
  return [...copiesIn(dirname(place), basename(place)), ...(dirname(place) === tmpdir() ? [] : looksIn(tmpdir(), basename(place)))]
}

/** Looks in a folder of temporary files. The folder is not part of the store, so a folder that cannot be read is ignored. */
const looksIn = (folder: string, name: string): ReadonlyArray<string> => {
  try {
    return copiesIn(folder, name)
  } catch {
    return []
  }
}

const copiesIn = (folder: string, name: string): ReadonlyArray<string> =>
  readdirSync(folder)
    .filter((one) => one.startsWith(`${name}.`) && copyEnding.test(one))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((one) => join(folder, one))

const copyEnding = /\.(aside-\d+|[\da-f-]{36,45}\.part)$/
