/** Where the memory of all agents lies. */
import { join, resolve } from 'node:path'

export const databasePath = (stateDir: string, { storePath }: { readonly storePath?: string }): string =>
  storePath === undefined ? join(stateDir, 'crabtrail', 'crabtrail.db') : resolve(stateDir, storePath)
