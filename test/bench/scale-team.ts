/**
 * Computes what a team, a company or a service of many needs: sizes by arithmetic, and waiting times by simulation. `pnpm bench scale-team` prints the
 * tables of `docs/reference/scale.md`, `pnpm bench scale-team write` puts them there. Every number comes from `turn-costs.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { markdownTable } from '../../tools/markdown-table.ts'
import { number, say } from './print.ts'
import { simulate } from './team-simulation.ts'
import {
  alone,
  coresAServer,
  crowded,
  daySwing,
  hottestRate,
  type Load,
  measuredCosts,
  type Sizes,
  sizesOf,
  turnsADay,
  usedShare,
} from './team-sizes.ts'
import type { TurnCosts } from './turn-costs.ts'

export const scalePage = new URL('../../docs/reference/scale.md', import.meta.url)
const [begins, ends] = ['<!-- written by: pnpm bench scale-team write -->', '<!-- end -->']

const brainCounts = [1_000, 10_000, 100_000, 1_000_000]
const seed = 71
const simulatedTurns = 60_000
/** Share of the work of the server that comes before the client decides: half of the statements of a turn are reads. */
const readShare = 0.5
const usualZipf = 0.5
/** Defaults of PostgreSQL. */
const [maxConnections, maxWalBytes, vacuumShare, freezeAge] = [100, 2 ** 30, 0.2, 200_000_000]

export const scaleTeamBench = async (option: string | undefined): Promise<void> => {
  const tables = teamTables()
  say(tables)
  if (option === 'write') writeFileSync(scalePage, pageWith(readFileSync(scalePage, 'utf8'), tables))
}

/** The page with these tables in place of those that are there. */
export const pageWith = (page: string, tables: string): string => {
  const [head, rest] = [page.slice(0, page.indexOf(begins)), page.slice(page.indexOf(ends))]
  return `${head}${begins}\n\n${tables}\n${rest}`
}

export const teamTables = (): string => {
  const costs = measuredCosts()
  return [
    section('One turn', turnTable(costs)),
    section(`Sizes at ${number(turnsADay)} turns a day and brain`, sizeTable(costs)),
    section('Waiting times through the day', dayTable(costs)),
    section('Fewer servers than that', fewerTable(costs)),
    section('One brain that everybody uses', hotTable(costs)),
    section('A million brains, some busier than others', zipfTable(costs)),
    section('Limits that are met first', limitTable(costs)),
  ].join('\n')
}

const section = (title: string, table: ReadonlyArray<ReadonlyArray<string>>): string =>
  `## ${title}\n\n${markdownTable(table).join('\n')}\n`

const turnTable = (costs: TurnCosts) => [
  ['a turn', 'alone', 'crowded'],
  ['processor time of the client (ms)', number(costs.clientMs), number(crowded.clientMs)],
  ['processor time of the server (ms)', number(costs.serverMs), number(crowded.serverMs)],
  ['statements', number(costs.statements), number(crowded.statements)],
  ['commits', number(costs.commits), ''],
  ['write-ahead log, on pages written since the checkpoint (kB)', kilo(costs.walBytes), ''],
  ['write-ahead log, on other pages (kB)', kilo(costs.walBytesCold), ''],
  ...Object.entries(costs.bytes).map(([family, bytes]) => [`left in the tables of the ${family} (kB)`, kilo(bytes), '']),
  [`memory of an open brain of ${number(costs.notes)} notes in a client (kB)`, kilo(costs.heapABrain), ''],
]

const sizeTable = (costs: TurnCosts) => {
  const both = [alone(costs), crowded].map((load) => brainCounts.map((brains) => sizesOf(brains, load, costs)))
  const [quiet = [], busy = []] = both
  const line = (title: string, of: (sizes: Sizes) => string) => [title, ...quiet.map(of)]
  const range = (title: string, of: (sizes: Sizes) => number, text = number) => [
    title,
    ...quiet.map((sizes, i) => `${text(of(sizes))} to ${text(of(busy[i] ?? sizes))}`),
  ]
  return [
    ['brains', ...brainCounts.map(number)],
    line('turns /s, mean of the day', (sizes) => number(sizes.turnsPerSecond)),
    line('turns /s, busiest hour', (sizes) => number(sizes.peak)),
    line('commits /s, busiest hour', (sizes) => number(sizes.commitsPerSecond)),
    range('cores of servers in use, alone to crowded', (sizes) => sizes.serverCores),
    range(`servers of ${coresAServer} cores at ${usedShare * 100} %`, (sizes) => sizes.servers, whole),
    range('cores of clients in use', (sizes) => sizes.clientCores),
    range('connections, 4 a client process', (sizes) => sizes.connections, whole),
    line('new on disk a day (GB)', (sizes) => giga(sizes.bytesADay)),
    line('notes and their index (GB)', (sizes) => giga(sizes.bytesOfNotes)),
    line('write-ahead log, busiest hour (MB/s)', (sizes) => `${number(sizes.walWarm / 1e6)} to ${number(sizes.walCold / 1e6)}`),
    line('memory of clients, all brains open (GB)', (sizes) => giga(sizes.heapOfAll)),
  ]
}

/** A turn of the simulation is as long, compared with the mean, as a measured one. */
const worksLike = (costs: TurnCosts, { serverMs }: Load) => {
  const { turnMs } = costs
  const last = turnMs.length - 1
  const at = (share: number) => {
    const place = share * last
    const low = turnMs[Math.floor(place)] ?? 0
    return low + ((turnMs[Math.ceil(place)] ?? low) - low) * (place % 1)
  }
  const mean = Array.from({ length: 1_000 }, (_, i) => at((i + 0.5) / 1_000)).reduce((all, one) => all + one, 0) / 1_000
  return (share: number) => (at(share) / mean) * serverMs
}

const run = (costs: TurnCosts, load: Load, fleet: { servers: number; brains: number; zipf: number; turnsPerSecond: number }) =>
  simulate({
    ...fleet,
    ...{ seed, coresAServer, turns: simulatedTurns, readShare },
    serverMs: worksLike(costs, load),
    clientMs: load.clientMs,
  })

const dayTable = (costs: TurnCosts) => [
  [
    'brains, load, hour',
    'servers',
    'turns /s',
    'cores in use',
    'busiest server',
    'waiting p99',
    'p50 (ms)',
    'p95',
    'p99',
    'lost races in 1,000',
  ],
  ...[10_000, 100_000, 1_000_000].flatMap((brains) =>
    [alone(costs), crowded].flatMap((load) =>
      [3, 15].map((hour) => {
        const { servers, turnsPerSecond } = sizesOf(brains, load, costs)
        const rate = turnsPerSecond * (1 + daySwing * Math.cos((2 * Math.PI * (hour - 15)) / 24))
        const out = run(costs, load, { servers, brains, zipf: usualZipf, turnsPerSecond: rate })
        return [
          `${number(brains)}, ${load.title}, ${hour} h`,
          whole(servers),
          number(rate),
          ...[out.busy, out.busiest].map(percent),
          ...[out.queueP99, out.p50, out.p95, out.p99, out.lostRaces].map(number),
        ]
      }),
    ),
  ),
]

const hotTable = (costs: TurnCosts) => [
  ['turns /s in one brain', 'p50 (ms)', 'p95', 'p99', 'lost races in 1,000', 'turns that took the lock in 1,000'],
  ...[1, 5, 10, 20, 30, 40, 50, 60].map((turnsPerSecond) => {
    const out = run(costs, alone(costs), { servers: 1, brains: 1, zipf: 0, turnsPerSecond })
    return [String(turnsPerSecond), ...[out.p50, out.p95, out.p99, out.lostRaces, out.locks].map(number)]
  }),
]

const fewerTable = (costs: TurnCosts) => {
  const { peak, servers: enough } = sizesOf(1_000_000, alone(costs), costs)
  return [
    ['servers for 1,000,000 brains, alone, 15 h', 'cores in use', 'waiting p99', 'p50 (ms)', 'p95', 'p99'],
    ...[0, 2, 3, 4, 5].map((fewer) => {
      const out = run(costs, alone(costs), { servers: enough - fewer, brains: 1_000_000, zipf: usualZipf, turnsPerSecond: peak })
      return [String(enough - fewer), percent(out.busy), ...[out.queueP99, out.p50, out.p95, out.p99].map(number)]
    }),
  ]
}

const zipfTable = (costs: TurnCosts) => {
  const { peak, servers } = sizesOf(1_000_000, alone(costs), costs)
  return [
    ['exponent of the law of Zipf', 'busiest brain, turns /s', 'busiest server', 'p50 (ms)', 'p99', 'lost races in 1,000'],
    ...[0, 0.3, 0.5, 0.6].map((zipf) => {
      const out = run(costs, alone(costs), { servers, brains: 1_000_000, zipf, turnsPerSecond: peak })
      return [
        String(zipf),
        number(hottestRate(1_000_000, zipf, peak)),
        percent(out.busiest),
        ...[out.p50, out.p99, out.lostRaces].map(number),
      ]
    }),
  ]
}

/** Each row says how far a limit of one server is, at the busiest hour and with the turns of the load that came alone. */
const limitTable = (costs: TurnCosts) => {
  const at = brainCounts.map((brains) => sizesOf(brains, alone(costs), costs))
  const line = (title: string, setting: string, of: (sizes: Sizes) => string) => [title, setting, ...at.map(of)]
  const commits = ({ commitsPerSecond, servers }: Sizes) => commitsPerSecond / servers
  return [
    ['of each server, at so many brains in all', 'default', ...brainCounts.map(number)],
    line('connections', `\`max_connections\` ${maxConnections}`, ({ connections, servers }) => whole(connections / servers)),
    line('seconds until a checkpoint is forced', '`max_wal_size` 1 GB', ({ servers, walCold, walWarm }) =>
      [walCold, walWarm].map((wal) => number((maxWalBytes * servers) / wal)).join(' to '),
    ),
    line('commits /s, each flushed', '`synchronous_commit` on', (sizes) => number(commits(sizes))),
    line('seconds until 20 % of the heads are dead rows', '`autovacuum_vacuum_scale_factor` 0.2', (sizes) =>
      number((vacuumShare * sizes.brains) / sizes.servers / commits(sizes)),
    ),
    line('hours until old rows must be frozen', '`autovacuum_freeze_max_age` 200 million', (sizes) =>
      number(freezeAge / commits(sizes) / 3_600),
    ),
    line('days until 1 TB is new', '', ({ bytesADay, servers }) => number((1e12 * servers) / bytesADay)),
    line('snapshots rewritten (MB/s)', '', ({ peak, servers }) => number((peak * costs.bytes.snapshots) / servers / 1e6)),
  ]
}

const whole = (count: number): string => Math.ceil(count).toLocaleString('en')
const percent = (share: number): string => `${Math.round(share * 100)} %`
const kilo = (bytes: number): string => number(bytes / 1e3)
const giga = (bytes: number): string => number(bytes / 1e9)
