/** A process of its own that opens a brain and says what that took: `node --expose-gc open-process.ts DATABASE QUESTION`, one line of JSON. */
import { commitsPerRead } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { decodeRow } from '../../packages/core/src/application/brain/commit-row.ts'
import { emptyColumns, type GraphColumns } from '../../packages/core/src/domain/projections/graph/graph-columns.ts'
import { foldGraph } from '../../packages/core/src/domain/projections/graph/memory-graph.ts'
import { brainKey } from './bench-brain.ts'
import { openMemory, type Ports } from './memory.ts'

export interface Opened {
  readonly openMs: number
  readonly firstRecallMs: number
  /** Resident bytes: before the brain was opened, with it open, and after a recall. */
  readonly rss: readonly [before: number, open: number, recalled: number]
  /** Bytes on the heap and in buffers that opening left. */
  readonly kept: number
  readonly events: number
  readonly nodes: number
  readonly edges: number
  readonly bytesANode: number
  readonly bytesAnEdge: number
  /** Bytes of an edge in the columns that a walk reads. */
  readonly walkedAnEdge: number
}

const main = async (path: string, question: string): Promise<Opened> => {
  const { close, memory, ports } = await openMemory(path)
  const before = settled()
  const began = performance.now()
  const { position } = await Effect.runPromise(memory.learn({}))
  const opened = performance.now()
  const open = settled()
  const asked = performance.now()
  await Effect.runPromise(memory.recall({ question, record: false }))
  const answered = performance.now()
  const recalled = settled()
  const columns = emptyColumns()
  await Effect.runPromise(foldOf(ports, columns))
  const edgeBytes = bytesOf(columns, edgeColumns)
  const graphBytes = settled().kept - recalled.kept
  await close()
  return {
    openMs: opened - began,
    firstRecallMs: answered - asked,
    rss: [before.rss, open.rss, recalled.rss],
    kept: open.kept - before.kept,
    events: position,
    nodes: columns.nodes,
    edges: columns.edges,
    bytesANode: (graphBytes - edgeBytes) / columns.nodes,
    bytesAnEdge: edgeBytes / columns.edges,
    walkedAnEdge: bytesOf(columns, walkedColumns) / columns.edges,
  }
}

const settled = () => {
  globalThis.gc?.()
  const { arrayBuffers, heapUsed, rss } = process.memoryUsage()
  return { rss, kept: heapUsed + arrayBuffers }
}

const foldOf = Effect.fnUntraced(function* ({ events }: Ports, columns: GraphColumns) {
  for (let from = 1; ; ) {
    const rows = yield* events.read(brainKey, from, commitsPerRead)
    for (const row of rows) for (const event of yield* decodeRow(brainKey, row)) foldGraph(columns, event)
    const last = rows.at(-1)
    if (last === undefined || rows.length < commitsPerRead) return
    from = last.first + last.count
  }
})

const edgeColumns = [
  'edgeSource',
  'edgeTarget',
  'edgeKind',
  'linked',
  'strength',
  'first',
  'uses',
  'skips',
  'lastUsed',
  'previousOut',
] as const

const walkedColumns = ['edgeSource', 'edgeTarget', 'edgeKind', 'linked', 'strength', 'previousOut'] as const

const bytesOf = (columns: GraphColumns, names: ReadonlyArray<(typeof edgeColumns)[number]>): number =>
  names.reduce((sum, name) => sum + columns[name].byteLength, 0)

const [path = '', question = ''] = process.argv.slice(2)
process.stdout.write(`${JSON.stringify(await main(path, question))}\n`)
