import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { parentPort, threadId, workerData } from 'node:worker_threads'
import { Memory } from '@crabtrail/core'
import { serveMemory } from '@crabtrail/store/worker'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
const note = (x: object) => { mkdirSync(dirname(workerData.path), { recursive: true }); appendFileSync(workerData.path + '.jsonl', JSON.stringify({ ...x, thread: threadId }) + '\n') }
const memory = new Proxy({}, { get: (_, m) => (request: any, gate: any) => Effect.sync(() => { note({ m, request, gate: gate?.enterCommit() }); return m === 'recall' ? { turn: 't1', context: { text: '<crabtrail-memory>X</crabtrail-memory>', items: [] }, items: [] } : { brains: [] } }) })
if (parentPort) void Effect.runPromise(serveMemory(parentPort, Layer.succeed(Memory, memory as any)))
