/** One writer in a process of its own: says that it is ready, waits for the word, appends, and tells how it went. */
import { readFileSync } from 'node:fs'
import { BrainKey, Cryptography, type StoreUnavailable, type WrongExpectedPosition } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import * as Effect from 'effect/Effect'
import { commitRow } from '../../packages/core/src/application/brain/commit-row.ts'
import { fingerprintKey } from './append-commits.ts'
import { keyDigest } from './bench-brain.ts'
import type { HotCommit } from './hot-log.ts'
import { openMemory, type Ports } from './memory.ts'

/** Task of the process: `brain` may be another writer's too. */
export interface WriterTask {
  readonly path: string
  readonly brain: string
  readonly name: string
  /** A file with the commits, as JSON. */
  readonly commits: string
  readonly from: number
  readonly to: number
}

/** Milliseconds since 1970. */
export interface Written {
  readonly began: number
  readonly ended: number
  /** Number of times that another writer was quicker and the commit was made anew. */
  readonly lost: number
  /** Errors that reached the caller, a lost race apart. */
  readonly failed: ReadonlyArray<string>
}

const write = async ({ brain, commits, from, name, path, to }: WriterTask): Promise<Written> => {
  const all: ReadonlyArray<HotCommit> = JSON.parse(readFileSync(commits, 'utf8'))
  const crypto = await Effect.runPromise(Effect.provide(Cryptography, layerCryptography))
  const open = await openMemory(path)
  process.stdout.write('ready\n')
  await new Promise((told) => process.stdin.once('data', told))
  const counts = { lost: 0, failed: [] as Array<string> }
  const began = performance.timeOrigin + performance.now()
  await Effect.runPromise(writeAll(open.ports, crypto, BrainKey.make(brain), name, all.slice(from, to), counts))
  const ended = performance.timeOrigin + performance.now()
  await open.close()
  return { began, ended, ...counts }
}

/** Appends like a signal: on the head that was seen, and after two lost races with the brain's lock. */
const writeAll = Effect.fnUntraced(function* (
  { events: store }: Ports,
  crypto: Cryptography['Service'],
  brain: BrainKey,
  name: string,
  commits: ReadonlyArray<HotCommit>,
  counts: { lost: number; failed: Array<string> },
) {
  const appendOf = (events: HotCommit, prev: string, first: number, i: number) => {
    const row = commitRow(crypto, events, { prev, first, at: 1_700_000_000_000, actor: 1, session: 1 })
    const key = { key: keyDigest(`${name} ${i}`), signal: keyDigest('signal') }
    const create = first === 1 ? { create: { fingerprintKey } } : {}
    return { brain, row, contents: [], index: [], key, durability: 'process' as const, ...create }
  }
  let head = { position: 0, hash: '' }
  for (const [i, events] of commits.entries()) {
    for (let attempt = 0; ; attempt++) {
      const append = appendOf(events, head.hash, head.position + 1, i)
      const done = yield* Effect.result(
        attempt < 2
          ? store.append(append)
          : store.locked(brain, (locked) =>
              Effect.gen(function* () {
                const now = (yield* locked.tail(head.position + 1, 1)).head ?? { position: 0, hash: '' }
                const again = appendOf(events, now.hash, now.position + 1, i)
                yield* locked.append(again)
                return again
              }),
            ),
      )
      if (done._tag === 'Success') {
        const { row } = done.success ?? append
        head = { position: row.first + row.count - 1, hash: row.hash }
        break
      }
      const failure: WrongExpectedPosition | StoreUnavailable | { readonly _tag: string } = done.failure
      if (failure._tag === 'WrongExpectedPosition' || failure._tag === 'BrainExists') counts.lost++
      else counts.failed.push(JSON.stringify(failure))
      const seen = yield* store.tail(brain, head.position + 1, 0)
      head = seen.head ?? head
    }
  }
})

const [task] = process.argv.slice(2)
if (task !== undefined) process.stdout.write(`${JSON.stringify(await write(JSON.parse(task)))}\n`)
process.stdin.destroy()
