/** The files and the user of this machine, as far as the address of a server depends on them. */
import { readFileSync, statSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'

export interface AddressFiles {
  readonly home: string
  /** User of this process; undefined if the system has no name for it, as in some containers. */
  readonly user: string | undefined
  /** Returns the content of a file, or undefined if it is absent, unreadable, too large or not a file. */
  readonly readFile: (path: string) => string | undefined
  /** Returns the permission bits of whatever is at a path; undefined if there is nothing, and on Windows, which has no such bits. */
  readonly mode: (path: string) => number | undefined
}

/** The largest bundle of certificates in use has about 0.25 MiB. */
const fileBytesMax = 1_048_576

/** Returns the real files. */
export const nodeFiles = (): AddressFiles => ({
  home: homedir(),
  user: orUndefined(() => userInfo().username),
  readFile: (path) =>
    orUndefined(() => {
      const found = statSync(path)
      return found.isFile() && found.size <= fileBytesMax ? readFileSync(path, 'utf8') : undefined
    }),
  mode: (path) => (process.platform === 'win32' ? undefined : orUndefined(() => statSync(path).mode & 0o777)),
})

const orUndefined = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}
