/** Four processes, one brain, so many commits each: all of them in the log, each once, and nobody left behind. */
import { join } from 'node:path'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { expect } from 'vitest'
import { complaints } from '../models/log-rules.ts'
import { openStore } from '../models/open-store.ts'
import { eventsOf, readLog } from '../models/recorded-log.ts'
import { compete } from './competition.ts'

const names = ['ann', 'bo', 'cy', 'dee']
/** So long a write waits for the lock before it fails; a signal that comes near it was all but refused. */
const busyTimeoutMs = 5_000

/** `leastShare`: of what one of them made while all competed, everybody else made at least so much. */
export const shareOneBrain = async (folder: string, commits: number, leastShare: number): Promise<void> => {
  const path = join(folder, 'shared.db')
  const store = openStore({ layer: layerSqlite({ path }) })
  try {
    const memory = await store.memory()
    await memory.ingest({
      documents: [{ source: 'rota.md', format: 'markdown', text: '# Rota\n\nAnn reads the rota.\n\n## Quay\n\nShips.\n' }],
    })

    const { met, shares } = await compete(path, names, commits)

    for (const [i, { conflicts, locks, longestMs, ms, name }] of met.entries()) {
      process.stdout.write(
        `${name}: ${shares[i]} commits while all competed; ${conflicts} races lost, ${locks} times the lock; longest ${longestMs} ms, all ${ms} ms\n`,
      )
    }
    expect(met.flatMap(({ errors }) => errors)).toEqual([])
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(Math.floor(Math.max(...shares) * leastShare))
    expect(Math.max(...met.map(({ longestMs }) => longestMs))).toBeLessThan(busyTimeoutMs)

    const recorded = readLog((await memory.export({})).lines)
    expect(complaints(recorded)).toEqual([])
    const signals = [...eventsOf(recorded, 'TurnStarted'), ...eventsOf(recorded, 'HeartbeatObserved')]
    const actors = Map.groupBy(signals, ({ commit }) => commit.actor)
    expect([...actors.values()].map((of) => of.length)).toEqual(names.map(() => commits))
    expect(new Set(recorded.commits.flatMap(({ key }) => key ?? [])).size).toBe(names.length * commits)
    expect(recorded.commits.filter(({ actor }) => actors.has(actor))).toHaveLength(names.length * commits)
    expect(await (await store.memory()).verify({ rederive: true })).toMatchObject({ ok: true })
  } finally {
    await store.close()
  }
}
