/** A model that takes most of a second: every turn waits for it and is in time, and routing is never paused. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemoryWorker } from '@crabtrail/store/worker'
import { expect, test } from 'vitest'
import { settings, talkDocument, unsure } from '../scenarios/routing-model.ts'
import { slowly, startModelServer } from '../src/model-server.ts'

const brain = 'local/main/default'
const patient = { deadlineMs: 60_000 }
const latencyMs = 800
const pace = { deadlineMs: 10_000, modelMs: 10_000 }

test('S3.53 twenty turns with a latency of 800 ms are routed, in time, and nothing is paused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slow-model-'))
  const server = await startModelServer(slowly(latencyMs))
  const worker = openMemoryWorker({
    path: join(folder, 'memory.db'),
    entry: () => new URL('../../packages/plugin-openclaw/src/worker.ts', import.meta.url),
    settings: {
      embedder: 'none',
      deadlineMs: pace.deadlineMs,
      model: { baseUrl: server.baseUrl, model: 'tiny' },
      modelMs: pace.modelMs,
    },
  })
  try {
    await worker.ask('init', { brain, settings }, patient)
    await worker.ask('ingest', { brain, documents: [talkDocument] }, patient)
    // Each message is another one, so that no remembered answer is taken.
    const turns = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        worker.recall({ brain, question: `${unsure} And no. ${i}?`, session: `s${i}`, key: `k${i}` }, pace),
      ),
    )

    expect(turns.map((turn) => (turn.outcome === 'answered' ? turn.answer.routing.outcome : turn.reason))).toEqual(
      turns.map(() => 'answered'),
    )
    expect(turns.every((turn) => turn.outcome === 'answered' && (turn.answer.routing.latencyMs ?? 0) >= latencyMs)).toBe(true)
    expect(server.asked).toHaveLength(20)
    const { model } = await worker.ask('stats', { brain }, patient)
    expect(model).toMatchObject({ calls: 20, answered: 20, fellBack: 0 })
    expect(model).not.toHaveProperty('pausedUntil')
  } finally {
    await worker.close(10_000)
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
