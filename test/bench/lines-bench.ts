/**
 * Times a memory of many lists: 10,000 and 100,000 lines, a hundred in each file. How many passages a list becomes is the memory's own
 * affair, so the bench measures what a person meets: reading in, asking, bytes; and beside it what these come from.
 *
 * It uses operations alone, so that the file can be copied to an older commit and its numbers compared.
 */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { IngestProgress, type Request } from '@crabtrail/core'
import Database from 'better-sqlite3'
import * as Effect from 'effect/Effect'
import { percentile } from './measure.ts'
import { type OpenMemory, openMemory } from './memory.ts'
import { heading, megabytes, number, say, table } from './print.ts'
import { type Random, random } from './random.ts'

const sizes = [10_000, 100_000]
const linesPerFile = 100
const warmUp = 50
const asked = 200
const indexTables = ['documents', 'posting_blocks', 'postings'] as const
const walked = ['NodeFired', 'EdgeFollowed', 'EdgeSkipped'] as const

/** Sizes other than the usual ones are given in thousands of lines. */
export const linesBench = async (folder: string, thousands: string | undefined): Promise<void> => {
  const wanted = thousands === undefined ? sizes : [1_000 * Number(thousands)]
  const columns: Array<ReadonlyMap<string, string>> = []
  for (const lines of wanted) columns.push(await measured(join(folder, `lines-${lines}.db`), lines))
  heading(`lists of ${linesPerFile} lines, ${asked} questions about single lines`)
  const names = [...(columns[0]?.keys() ?? [])]
  table([
    ['', ...wanted.map((lines) => `${whole(lines)} lines`)],
    ...names.map((name) => [name, ...columns.map((column) => column.get(name) ?? '')]),
  ])
  say('a look records nothing; a turn is recorded before it is answered; nodes and edges are means over the recorded turns')
  say('the more lines, the more of them answer a question as well as the one it was made from')
}

const measured = async (path: string, lines: number): Promise<ReadonlyMap<string, string>> => {
  const { documents, questions } = lists(lines / linesPerFile, warmUp + asked)
  const open = await openMemory(path)
  const began = performance.now()
  const cpu = process.cpuUsage()
  const { edges, nodes } = await Effect.runPromise(Effect.provideService(open.memory.ingest({ documents }), IngestProgress, telling(lines)))
  const [ingestMs, used] = [performance.now() - began, process.cpuUsage(cpu)]
  await Effect.runPromise(open.ports.events.checkpoint)
  const bytes = statSync(path).size
  const rows = rowsIn(path)
  const [warm, rest] = [questions.slice(0, warmUp), questions.slice(warmUp)]
  for (const { question } of warm) await Effect.runPromise(open.memory.recall({ question, record: false }))
  const looks: number[] = []
  const given = { something: 0, line: 0, tokens: 0 }
  for (const { question, text } of rest) {
    const from = performance.now()
    const { context } = await Effect.runPromise(open.memory.recall({ question, record: false }))
    looks.push(performance.now() - from)
    if (context.items.length > 0) given.something++
    if (context.text.includes(text)) given.line++
    given.tokens += context.tokens
  }
  const turns = await recorded(open, rest)
  const { counts } = await Effect.runPromise(open.memory.stats({}))
  await open.close()
  rmSync(path, { force: true })
  return new Map([
    ['ingest (s)', number(ingestMs / 1_000)],
    ['  of CPU (s)', number((used.user + used.system) / 1_000_000)],
    ['passages', whole(nodes.added)],
    ['edges', whole(edges.linked)],
    ['edges a passage', number(edges.linked / Math.max(1, nodes.added))],
    ['bytes of the store', megabytes(bytes)],
    ...rows,
    ['look p50 (ms)', number(percentile(looks, 0.5))],
    ['look p95 (ms)', number(percentile(looks, 0.95))],
    ['turn p50 (ms)', number(percentile(turns.times, 0.5))],
    ['turn p95 (ms)', number(percentile(turns.times, 0.95))],
    ['given something', `${given.something} of ${rest.length}`],
    ['given the line', `${given.line} of ${rest.length}`],
    ['tokens of a context', number(given.tokens / Math.max(1, given.something))],
    ...walked.map((type) => [`${type} a turn`, number(turns.events[type] / rest.length)] as const),
    ['nodes at the end', whole(counts['nodes'] ?? Number.NaN)],
    ['resident memory', megabytes(process.memoryUsage().rss)],
  ])
}

const whole = (count: number): string => count.toLocaleString('en')

/** Says every ten seconds how far it is, and when a stage ends. */
const telling = (lines: number): IngestProgress => {
  let told = performance.now()
  return ({ done, of, stage }) =>
    Effect.sync(() => {
      if (done < of && performance.now() - told < 10_000) return
      told = performance.now()
      process.stderr.write(`${whole(lines)} lines: ${stage}, ${whole(done)} of ${whole(of)}\n`)
    })
}

/** The rows of the tables of the text index, as far as this store has them. */
const rowsIn = (path: string): ReadonlyArray<readonly [string, string]> => {
  const file = new Database(path, { readonly: true })
  try {
    const isThere = file.prepare<[string]>(`select 1 from sqlite_master where type = 'table' and name = ?`)
    return indexTables.flatMap((name) => {
      if (isThere.get(name) === undefined) return []
      const { rows } = file.prepare(`select count(*) as rows from ${name}`).get() as { readonly rows: number }
      return [[`rows in ${name}`, whole(rows)] as const]
    })
  } finally {
    file.close()
  }
}

/** Each question as a turn that is recorded, with the events of its walk. */
const recorded = async ({ memory }: OpenMemory, questions: ReadonlyArray<Line>) => {
  const times: number[] = []
  const events = { NodeFired: 0, EdgeFollowed: 0, EdgeSkipped: 0 }
  for (const { question } of questions) {
    const from = performance.now()
    const { position, turn } = await Effect.runPromise(memory.recall({ question }))
    times.push(performance.now() - from)
    const logged = await Effect.runPromise(memory.log({ to: String(position), limit: 10_000 }))
    for (const one of logged.events.filter((event) => event.turn === turn)) {
      const type = walked.find((name) => name === one.type)
      if (type !== undefined) events[type]++
    }
  }
  return { times, events }
}

interface Lists {
  readonly documents: ReadonlyArray<Request.DocumentInput>
  readonly questions: ReadonlyArray<Line>
}

interface Line {
  readonly text: string
  readonly question: string
}

/** Makes lists as people keep them: one or two forms a list, whose lines differ in names, things, sums and days. */
const lists = (files: number, questions: number): Lists => {
  const draw = random(61)
  const pools = poolsOf(draw)
  const written: Line[][] = Array.from({ length: files }, () => {
    const own = [draw.pick(forms), draw.pick(forms)]
    return Array.from({ length: linesPerFile }, () => draw.pick(own)(draw, pools))
  })
  return {
    documents: written.map((lines, file) => ({
      source: `lists/${String(file).padStart(4, '0')}-${draw.pick(pools.things).replaceAll(' ', '-').toLowerCase()}.md`,
      format: 'markdown' as const,
      text: `# ${draw.pick(pools.things)} ${file}\n\n${lines.map(({ text }) => `- ${text}`).join('\n')}\n`,
    })),
    questions: Array.from({ length: questions }, () => draw.pick(draw.pick(written))),
  }
}

interface Pools {
  readonly people: ReadonlyArray<string>
  readonly places: ReadonlyArray<string>
  readonly things: ReadonlyArray<string>
}

const syllables =
  'ba bel bor da den dra el far fin gar hal han jo ka kel la len lo ma mir na nor ol pa ra ren ro sa sel tam ter ul va win yo'.split(' ')
const nouns =
  'drill ladder tent kettle router pump lamp saw boiler bicycle camera printer sander jacket rope stove trailer charger hose valve meter shelf blanket grill'.split(
    ' ',
  )
const makes = 'blue old small spare heavy folding wooden green electric long'.split(' ')
const months = 'January February March April May June July August September October November December'.split(' ')

/** The pools grow with nothing: in a longer life the same names come back. */
const poolsOf = (draw: Random): Pools => {
  const name = (least: number, most: number) => {
    const text = Array.from({ length: draw.between(least, most) }, () => draw.pick(syllables)).join('')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  return {
    people: Array.from({ length: 2_000 }, () => `${name(2, 2)} ${name(2, 3)}`),
    places: Array.from({ length: 500 }, () => name(2, 4)),
    things: Array.from(
      { length: 2_000 },
      () => `${draw.pick(makes)} ${draw.pick(nouns)} ${name(1, 2).toUpperCase()}-${draw.between(10, 99)}`,
    ),
  }
}

const forms: ReadonlyArray<(draw: Random, pools: Pools) => Line> = [
  ({ between, pick }, { people, things }) => {
    const [thing, person] = [pick(things), pick(people)]
    return { text: `${thing}, lent to ${person} since ${between(1, 28)} ${pick(months)}`, question: `Who has the ${thing}?` }
  },
  ({ between, pick }, { places, things }) => {
    const [thing, place] = [pick(things), pick(places)]
    return { text: `${thing}: bought in ${place} for ${between(5, 900)} euros`, question: `What did the ${thing} from ${place} cost?` }
  },
  ({ between, pick }, { people, places }) => {
    const [person, place] = [pick(people), pick(places)]
    return { text: `${person} lives in ${place}, birthday ${between(1, 28)} ${pick(months)}`, question: `When is ${person}'s birthday?` }
  },
  ({ between, pick }, { people, places }) => {
    const [person, place] = [pick(people), pick(places)]
    return {
      text: `${between(1, 28)} ${pick(months)}: dinner with ${person} at ${place}`,
      question: `Where was the dinner with ${person}?`,
    }
  },
  ({ between, pick }, { places, things }) => {
    const thing = pick(things)
    return {
      text: `${thing} | shelf ${between(1, 40)} | firmware ${between(1, 9)}.${between(0, 20)} | ${pick(places)}`,
      question: `Which firmware does the ${thing} have?`,
    }
  },
  ({ between, pick }, { people, things }) => {
    const [person, thing] = [pick(people), pick(things)]
    return { text: `${person} repairs the ${thing}, phone ${between(10_000, 99_999)}`, question: `Who repairs the ${thing}?` }
  },
]
