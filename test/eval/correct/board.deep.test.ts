/**
 * Seven worlds in which facts change, by talk, by verdicts, by newer notes and by edits, judged by a model that knows what each text says: what is
 * taken up at the next question, what stays, and what comes back. The board is no part of this repository; without it nothing is run.
 * Results: docs/results/correction-board.md.
 *
 * In short: `test/scenarios/judging-notes.test.ts`
 */
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { create } from './crabtrail.ts'

const board = new URL('../../../../shared/eval/correct/', import.meta.url)

interface Share {
  readonly value: number
  readonly first: { readonly value: number }
}
type Measures = Readonly<
  Record<
    | 'uptake_at_next'
    | 'non_resurrection'
    | 'collateral_delta'
    | 'scope_precision'
    | 'false_apply'
    | 'reassertion'
    | 'provenance_fidelity'
    | 'known_before',
    Share
  >
>

const measured = async (model: string): Promise<Measures> => {
  const part = (name: string) => import(new URL(`${name}.mjs`, board).href)
  const [{ build }, { play }, { measure }] = await Promise.all([part('corpus'), part('protocol'), part('measures')])
  const system = await create(model)
  const [log, scenarios] = [[] as unknown[], [] as unknown[]]
  for (const world of build().worlds) {
    log.push(...(await play(system, world)).log)
    scenarios.push(...world.scenarios)
  }
  await system.close()
  return measure(log, scenarios)
}

describe.skipIf(!existsSync(board))('the correction board', () => {
  test('with a model that knows, what is said and noted is taken up, stays, and comes back', async () => {
    const [knowing, none] = [await measured('knows'), await measured('none')]

    expect(knowing.uptake_at_next.value).toBeGreaterThanOrEqual(0.92)
    expect(knowing.uptake_at_next.first.value).toBeGreaterThanOrEqual(0.94)
    expect(knowing.non_resurrection.value).toBeGreaterThanOrEqual(0.89)
    expect(knowing.scope_precision.value).toBeGreaterThanOrEqual(0.95)
    expect(knowing.reassertion.value).toBeGreaterThanOrEqual(0.95)
    expect(knowing.provenance_fidelity.value).toBe(1)
    expect(knowing.collateral_delta.value).toBeGreaterThanOrEqual(none.collateral_delta.value)
    expect(knowing.false_apply.value).toBeLessThanOrEqual(none.false_apply.value)
  })
})
