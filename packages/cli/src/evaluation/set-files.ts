/** Which files are the sets that somebody named: pairs of a corpus and its questions, and folders of such pairs. */
import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { InvalidRequest } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { tellable } from '../documents/tellable.ts'
import { fileProblem } from '../documents/whole-file.ts'
import { FileRefused } from '../failures.ts'

export interface SetFiles {
  readonly name: string
  readonly corpus: string
  readonly queries: string
}

/** Sets that one call takes. */
const setsMax = 64

/** In the order they were named, those of a folder by name. Two sets never share a name. */
export const findSets = (paths: ReadonlyArray<string>): Result.Result<ReadonlyArray<SetFiles>, InvalidRequest | FileRefused> => {
  const sets: Array<SetFiles> = []
  for (let at = 0; at < paths.length; at++) {
    const path = paths[at] ?? ''
    const inside = namesIn(path)
    if (Result.isFailure(inside)) return Result.fail(inside.failure)
    const queries = paths[at + 1]
    if (inside.success !== undefined) {
      const pairs = pairsIn(path, inside.success)
      if (pairs.length === 0) return Result.fail(new FileRefused({ path: tellable(path), problem: `no set lies in it: ${wanted}` }))
      sets.push(...pairs)
    } else if (queries === undefined) {
      return malformed(`${tellable(path)} is a corpus without its questions: name them behind it, or a folder of sets`)
    } else {
      sets.push({ name: nameOf(basename(path)), corpus: path, queries })
      at++
    }
  }
  const twin = sets.find(({ name }, at) => sets.findIndex((one) => one.name === name) < at)
  if (twin !== undefined) return malformed(`two sets would be called ${twin.name}: rename a file, or measure them apart`)
  return sets.length > setsMax ? malformed(`they are ${sets.length} sets; at most ${setsMax} at once`) : Result.succeed(sets)
}

const wanted = 'it takes NAME.corpus.jsonl and NAME.queries.jsonl, with or without .gz, or NAME_corpus.json and NAME.json'

const malformed = (problem: string) => Result.fail(new InvalidRequest({ field: 'PATH', problem }))

/** What lies in a folder, in code-unit order; undefined for a file. */
const namesIn = (path: string): Result.Result<ReadonlyArray<string> | undefined, FileRefused> =>
  Result.try({
    try: () => (statSync(path).isDirectory() ? readdirSync(path).sort() : undefined),
    catch: (error) => new FileRefused({ path: tellable(path), problem: fileProblem(error) }),
  })

const corpusNames = /^(.+?)(?:\.corpus\.jsonl|_corpus\.json)(?:\.gz)?$/

const pairsIn = (folder: string, names: ReadonlyArray<string>): ReadonlyArray<SetFiles> =>
  names.flatMap((file) => {
    const name = corpusNames.exec(file)?.[1]
    const endings = file.includes('.corpus.jsonl') ? ['.queries.jsonl', '.queries.jsonl.gz'] : ['.json', '.json.gz']
    const queries = endings.map((ending) => `${name}${ending}`).find((one) => names.includes(one))
    return name === undefined || queries === undefined ? [] : [{ name, corpus: join(folder, file), queries: join(folder, queries) }]
  })

const nameOf = (file: string): string => corpusNames.exec(file)?.[1] ?? file.replace(/(\.jsonl?)?(\.gz)?$/, '')
