import { join } from 'node:path'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { expect, test } from 'vitest'
import { tailLog } from '../../packages/core/src/application/history/log.ts'
import { BrainKey } from '../../packages/core/src/domain/identity.ts'
import { random } from '../bench/random.ts'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { openStore } from '../models/open-store.ts'
import { readLog } from '../models/recorded-log.ts'
import { runs } from '../properties/runs.ts'
import { compete } from './competition.ts'

const folder = temporaryFolder()
const brain = BrainKey.make('local/main/default')
const commits = 60

test('INV-17 readers that stay, and readers that come and go, see every event once and in order while two processes write', {
  timeout: 180_000,
}, async () => {
  const path = join(folder, 'a.db')
  const store = openStore({ layer: layerSqlite({ path }) })
  const memory = await store.memory()
  await memory.ingest({ documents: [{ source: 'a.md', format: 'markdown', text: '# Rota\n\nAnn reads it.\n' }] })
  const chance = random(runs.seed)
  // Going back is what nobody else does: whoever sees that has seen all that was written before.
  const written = compete(path, ['ann', 'bo'], commits).finally(() => memory.rollback({ to: '1' }))

  interface Seen {
    readonly position: number
    readonly type: string
  }
  const isAll = (seen: ReadonlyArray<Seen>) => seen.some(({ type }) => type === 'RollbackRequested')
  const stay = async (): Promise<ReadonlyArray<Seen>> => {
    const seen: Array<Seen> = []
    const next = await store.run(tailLog(brain, 0, { pollEveryMs: 1, commitsPerPage: 3 }))
    while (!isAll(seen)) seen.push(...(await store.run(next)))
    return seen
  }
  const comeAndGo = async (): Promise<ReadonlyArray<Seen>> => {
    const seen: Array<Seen> = []
    while (!isAll(seen)) {
      const next = await store.run(tailLog(brain, seen.length, { pollEveryMs: 1, commitsPerPage: chance.between(1, 4) }))
      const page = await store.run(next)
      // It may leave in the midst of a commit.
      seen.push(...page.slice(0, chance.between(1, page.length)))
    }
    return seen
  }
  const all = await Promise.all([stay(), comeAndGo()])

  expect((await written).met.flatMap(({ errors }) => errors)).toEqual([])
  const { events } = readLog((await memory.export({})).lines)
  const log = events.map(({ position, type }) => [position, type])
  for (const seen of all) expect(seen.map(({ position, type }) => [position, type])).toEqual(log.slice(0, seen.length))
  await store.close()
})
