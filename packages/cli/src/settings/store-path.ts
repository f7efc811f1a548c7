/** Where a store is, read from what a person wrote: `sqlite:PATH` or a path. */

import { isAbsolute, join, resolve } from 'node:path'
import { InvalidRequest } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { UnsupportedStore } from '../failures.ts'

export interface Written {
  readonly text: string
  /** What to call it in a complaint: `--store`, `$CRABTRAIL_STORE`. */
  readonly field: string
  /** What a relative path is relative to. */
  readonly folder: string
}

/** The absolute path. A word before a colon is a kind of store, unless it is a single letter: that is a drive. */
export const storePath = ({ text, field, folder }: Written, home: string): Result.Result<string, InvalidRequest | UnsupportedStore> => {
  const kind = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase()
  if (kind !== undefined && ['postgres', 'postgresql', 'pg'].includes(kind))
    return Result.fail(new UnsupportedStore({ kind: 'PostgreSQL' }))
  if (kind !== undefined && kind !== 'sqlite') {
    const problem = `${JSON.stringify(`${kind}:`)} is no kind of store that this version knows: give a path, or sqlite:PATH`
    return Result.fail(new InvalidRequest({ field, problem }))
  }
  const path = kind === undefined ? text : text.slice('sqlite:'.length).replace(/^\/\/(?=.)/, '')
  if (path === '' || path.startsWith(':memory:')) {
    return Result.fail(new InvalidRequest({ field, problem: 'it names no file, and a memory is kept in one: give a path, or sqlite:PATH' }))
  }
  return Result.succeed(absolute(path, folder, home))
}

/** `~` means the home folder wherever a path comes from; a shell replaces it only in some places. */
export const absolute = (path: string, folder: string, home: string): string => {
  const told = path === '~' || path.startsWith('~/') || path.startsWith('~\\') ? join(home, path.slice(1)) : path
  return isAbsolute(told) ? told : resolve(folder, told)
}
