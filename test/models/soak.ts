/**
 * Lives through mixed traffic on a store of its own, and reports what of the brain grew and what its recalls cost then. `probes`: the number of
 * questions that are asked to measure that.
 */
import { layerSqlite } from '@crabtrail/store/sqlite'
import { percentile } from '../bench/measure.ts'
import { handClock } from './hand-clock.ts'
import { mixedTraffic } from './mixed-traffic.ts'
import { openStore } from './open-store.ts'

export interface Look {
  readonly turns: number
  readonly events: number
  readonly memories: number
  readonly edges: number
  /** Live cues that growth made, and those of them on probation. */
  readonly cues: number
  readonly onProbation: number
  readonly made: number
  readonly died: number
  readonly churn: number
  /** Median milliseconds of a recall that is not recorded, over the same questions at every look. */
  readonly recallMs: number
  /** Mean milliseconds of processor time of these recalls, which other programs move less. */
  readonly recallCpuMs: number
}

export const soak = async (
  path: string,
  {
    every,
    pages = 60,
    probes,
    seed,
    turns,
  }: { readonly turns: number; readonly every: number; readonly pages?: number; readonly probes: number; readonly seed: number },
) => {
  const clock = handClock()
  const store = openStore({ layer: layerSqlite({ path }), clock, seed })
  const memory = await store.memory()
  const looks: Array<Look> = []
  const look = async (lived: number): Promise<void> => {
    const { counts, growth, position } = await memory.stats({})
    const { cues, churn, died, made, onProbation } = growth
    const sizes = { memories: counts['nodes'] ?? 0, edges: counts['edges'] ?? 0 }
    looks.push({ turns: lived, events: position, ...sizes, cues, onProbation, made, died, churn, ...(await recalls()) })
  }
  const recalls = async (): Promise<Pick<Look, 'recallMs' | 'recallCpuMs'>> => {
    const taken: Array<number> = []
    const before = process.cpuUsage()
    for (const question of asked) {
      const from = performance.now()
      await memory.recall({ question, record: false })
      taken.push(performance.now() - from)
    }
    const { system, user } = process.cpuUsage(before)
    return { recallMs: percentile(taken, 0.5), recallCpuMs: (user + system) / 1_000 / Math.max(1, asked.length) }
  }
  let asked: ReadonlyArray<string> = []
  await mixedTraffic({
    memory,
    clock,
    seed,
    turns,
    pages,
    every,
    begin: (questions) => {
      asked = questions.slice(0, probes)
    },
    look,
  })
  const { counts, growth } = await memory.stats({})
  const { checks } = await memory.verify({ rederive: true })
  await store.close()
  return { looks, counts, growth, problems: checks.filter(({ ok }) => !ok) }
}
