/** Writes a page in a file, after its size was told and, at a terminal, agreed to. */

import { createInterface } from 'node:readline/promises'
import { InvalidRequest, type MemoryHere } from '@crabtrail/core'
import { counted, exits, exportTarget, FileRefused, Output, writeWhole } from 'crabtrail'
import * as Effect from 'effect/Effect'
import type { Assets } from '../server/assets.ts'
import { gather } from './gather.ts'
import type { MemoryFile } from './memory-file.ts'
import { pageFile } from './page-file.ts'

interface Wanted {
  readonly file: string
  readonly session: string | undefined
  /** True: nobody is asked. */
  readonly yes: boolean
  readonly inBrain: { readonly brain?: string }
}

/** Bytes that a file may have: a browser opens more than this only after a long wait. */
export const bytesMost = 30_000_000

export const exportPage = Effect.fnUntraced(function* (memory: MemoryHere, assets: Assets, { file, inBrain, session, yes }: Wanted) {
  const target = yield* exportTarget(file)
  if (target === 'stdout') return yield* new InvalidRequest({ field: 'export', problem: 'name a file: the page is not printed' })
  const kept = yield* gather(memory, inBrain, session)
  const page = pageFile(assets, kept)
  const bytes = Buffer.byteLength(page)
  yield* boundedFile(bytes, session)
  const { json, warn, write } = yield* Output
  yield* warn(`crabtrail: ${file} will have ${megabytes(bytes)}: ${contentsOf(kept)}`)
  if (!yes && !(yield* agreed)) return yield* new FileRefused({ path: file, problem: 'it was not written: nobody agreed; --yes agrees' })
  yield* writeWhole(target, [page])
  yield* write(json ? `${JSON.stringify({ file, bytes, position: kept.position })}\n` : `${file}\n`)
  return exits.done
})

export const boundedFile = (bytes: number, session: string | undefined): Effect.Effect<void, InvalidRequest> => {
  if (bytes <= bytesMost) return Effect.void
  const hint = session === undefined ? '; --session NAME writes less' : ''
  return Effect.fail(
    new InvalidRequest({
      field: 'export',
      problem: `it would have ${megabytes(bytes)}, and at most ${megabytes(bytesMost)} are written${hint}`,
    }),
  )
}

const contentsOf = ({ position, show, turns }: MemoryFile): string =>
  `${counted(turns.length, 'turn')} and ${counted(Object.keys(show).length, 'memory or document', 'memories and documents')} as of position ${position}`

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Asks the person at the terminal. Without one nobody agrees. */
const agreed = Effect.suspend(() => {
  const { stderr, stdin } = process
  if (!stdin.isTTY || !stderr.isTTY) return Effect.succeed(false)
  return Effect.promise(async (signal) => {
    const asked = createInterface({ input: stdin, output: stderr })
    try {
      return /^y(es)?$/i.test((await asked.question('Write it? [y/N] ', { signal })).trim())
    } finally {
      asked.close()
    }
  })
})
