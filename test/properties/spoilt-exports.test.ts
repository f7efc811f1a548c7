/** The file itself, byte by byte, where `torn-exports` damages lines: what a disk, a copy or a wire does to it. */

import { join } from 'node:path'
import { layerSqlite } from '@crabtrail/store/sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dump } from '../contracts/store-dump.ts'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { everyEvent } from '../models/every-event.ts'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'
import { scriptedMemory } from '../models/scripted-memory.ts'
import { runs } from './runs.ts'

const folder = temporaryFolder()
const bytesOf = (lines: ReadonlyArray<string>): Uint8Array => new TextEncoder().encode(`${lines.join('\n')}\n`)
const digestOf = async (lines: ReadonlyArray<string>): Promise<string> => {
  const whole = openStore()
  const { digest } = await (await whole.memory()).import({ lines })
  await whole.close()
  return digest
}
const made = { 'a memory in use': await scriptedMemory(), 'every event': await everyEvent() }
const exports = await Promise.all(
  Object.entries(made).map(async ([name, lines]) => ({ name, bytes: bytesOf(lines), digest: await digestOf(lines) })),
)
const stores = [{ kind: 'in memory' }, { kind: 'on disk', layer: layerSqlite({ path: join(folder, 'a.db') }) }] as const
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe.each(stores)('into a store $kind', ({ ...options }) => {
  let store: OpenStore
  let memory: AskedMemory
  let before: ReadonlyArray<unknown>
  let taken = 0
  // What is refused is refused before any store is asked: that one is left alone is to be seen in a few.
  const often = { ...runs, numRuns: Math.ceil(runs.numRuns / ('layer' in options ? 10 : 1)) }
  beforeAll(async () => {
    store = openStore('layer' in options ? { layer: options.layer } : {})
    memory = await store.memory()
    await memory.init({ brain: 'kept' })
    before = await store.run(dump)
  })
  afterAll(() => store.close())

  /** Refused, and the store is as it was; or nothing was changed that means anything, and it is the same brain. */
  const isRefusedOrSame = async (bytes: Uint8Array, digest: string): Promise<void> => {
    const lines = linesIn(bytes)
    if (lines === undefined) return
    const brain = `copy-${taken}`
    const outcome = await memory.import({ brain, lines }).catch((error: { readonly _tag: string }) => error)
    if ('_tag' in outcome) {
      expect(outcome._tag).toBe('BadImport')
      expect(await store.run(dump)).toEqual(before)
    } else {
      taken++
      expect(outcome.digest).toBe(digest)
      before = await store.run(dump)
    }
  }

  test.each(exports)('INV-18 $name cut at any byte is refused and leaves nothing', ({ bytes: whole, digest }) => {
    return fc.assert(
      fc.asyncProperty(share, (cut) => isRefusedOrSame(whole.subarray(0, Math.floor(cut * whole.length)), digest)),
      { ...often, examples: [[0], [1 - 1 / whole.length], [1 - 2 / whole.length]] },
    )
  })

  test.each(exports)('INV-18 $name with any bit turned is refused and leaves nothing, or is the same brain', ({ bytes: whole, digest }) => {
    return fc.assert(
      fc.asyncProperty(share, fc.nat(7), (at, bit) => {
        const place = Math.floor(at * whole.length)
        return isRefusedOrSame(whole.with(place, (whole[place] ?? 0) ^ (1 << bit)), digest)
      }),
      often,
    )
  })

  test('and the whole file is taken', async () => {
    const [{ bytes, digest } = { bytes: new Uint8Array(), digest: '' }] = exports
    const before = taken

    await isRefusedOrSame(bytes, digest)

    expect(taken).toBe(before + 1)
  })
})

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads the lines of a file like the command line; absent if that refuses the file for not being text. */
const linesIn = (bytes: Uint8Array): ReadonlyArray<string> | undefined => {
  try {
    return utf8.decode(bytes).replace(/\n$/, '').split('\n')
  } catch {
    return undefined
  }
}
