/** Gives every file the name under which it is remembered; two files never share one. */

import { relative, sep } from 'node:path'
import { InvalidRequest, sourceKey } from '@crabtrail/core'
import * as Result from 'effect/Result'
import type { FoundFile } from './find-documents.ts'

export interface NamedFile extends FoundFile {
  readonly source: string
}

export const sourceNames = (
  files: ReadonlyArray<FoundFile>,
  name: string | undefined,
): Result.Result<ReadonlyArray<NamedFile>, InvalidRequest> => {
  const separator = sep === '/' ? '/' : '\\'
  if (sourceKey({ path: 'a', separator: '/' }, name) === undefined) {
    return malformed('--as', `${JSON.stringify(name)} is no name to file documents under: give a plain one, as notes`)
  }
  const bySource = new Map<string, NamedFile>()
  for (const file of files) {
    const source = sourceKey({ path: relative(file.root, file.path), separator }, name)
    if (source === undefined) return malformed('--root', `${file.shown} does not lie below ${file.root}`)
    const other = bySource.get(source)
    if (other !== undefined) {
      return malformed(
        'PATH',
        `${other.shown} and ${file.shown} would both be remembered as ${source}: give --root, or read them in apart with --as`,
      )
    }
    bySource.set(source, { ...file, source })
  }
  return Result.succeed([...bySource.values()])
}

const malformed = (field: string, problem: string) => Result.fail(new InvalidRequest({ field, problem }))
