/**
 * Prints what aliases cost a store: the bytes of its file and of its text index, and the time of reading in, without and with the aliases that a language
 * model gave once (`sets/aliases-*.jsonl`). Called by hand: `node test/eval/aliases-cost-main.ts`.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import { openStore } from '../models/open-store.ts'
import { filesOf } from './question-sets.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)

interface Row {
  readonly id: string
  readonly title?: string
  readonly text: string
}
type Aliases = ReadonlyMap<string, ReadonlyArray<string>>
interface Cost {
  readonly bytes: number
  readonly milliseconds: number
}

const linesOf = <A>(text: string): ReadonlyArray<A> =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): A => JSON.parse(line))
const inSets = (name: string): string => readFileSync(new URL(`sets/${name}`, import.meta.url), 'utf8')

/** Gives each passage its recorded questions, in the place of a server. */
const recorded = (rows: ReadonlyArray<Row>, aliases: Aliases) => {
  const byText = new Map(rows.map(({ id, text }) => [text.trim().slice(0, 200), aliases.get(id) ?? []]))
  return {
    id: 'recorded/aliases',
    forget: Effect.void,
    ask: ({ messages }: { readonly messages: ReadonlyArray<{ readonly content: string }> }) => {
      const request: { readonly passages: ReadonlyArray<Row> } = JSON.parse(messages.at(-1)?.content ?? '{}')
      const answer = request.passages.map(({ id, text }) => ({ id, questions: byText.get(text.slice(0, 200)) ?? [] }))
      return Effect.succeed({ text: JSON.stringify({ aliases: answer }), tokensIn: 1, tokensOut: 1 })
    },
  }
}

const costOf = async (rows: ReadonlyArray<Row>, aliases: Aliases | undefined): Promise<Cost> => {
  const folder = mkdtempSync(join(tmpdir(), 'aliases-cost-'))
  const path = join(folder, 'crabtrail.db')
  const store = openStore({ layer: layerSqlite({ path }), ...(aliases === undefined ? {} : { model: recorded(rows, aliases) }) })
  const memory = await store.memory()
  await memory.init({ settings: { 'aliases.languages': ['en', 'de'] } })
  const text = rows.map(({ id, text: body, title = '' }) => JSON.stringify({ id, title, text: body })).join('\n')
  const began = performance.now()
  const read = await memory.ingest({ documents: [{ source: 'set.jsonl', format: 'jsonl', text }], aliases: aliases !== undefined })
  const milliseconds = performance.now() - began
  if (aliases !== undefined)
    print(`  ${read.aliases?.passages} passages named by ${read.aliases?.calls} calls, ${read.aliases?.refused} refused`)
  await store.close()
  const bytes = statSync(path).size
  rmSync(folder, { recursive: true })
  return { bytes, milliseconds }
}

const median = (all: ReadonlyArray<number>): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

const utf8 = (texts: ReadonlyArray<string>): number => texts.reduce((sum, one) => sum + Buffer.byteLength(one), 0)

/** Pairs, so that whatever else the machine does is in both of a ratio. */
const pairs = 5

const printCost = async (
  name: string,
  rows: ReadonlyArray<Row>,
  answers: ReadonlyArray<{ readonly id: string; readonly questions: ReadonlyArray<string> }>,
) => {
  const aliases = new Map(answers.map((one) => [one.id, one.questions] as const))
  const measured: Array<readonly [without: Cost, withThem: Cost]> = []
  print(`${name}: ${rows.length} passages, ${answers.flatMap(({ questions }) => questions).length} aliases`)
  for (let i = 0; i < pairs; i++) measured.push([await costOf(rows, undefined), await costOf(rows, aliases)])
  const text = utf8(rows.map(({ text: body, title = '' }) => title + body))
  const named = utf8([...aliases.values()].flat())
  const [bytes, bytesWith] = [median(measured.map(([one]) => one.bytes)), median(measured.map(([, one]) => one.bytes))]
  const ratio = median(measured.map(([without, withThem]) => withThem.milliseconds / without.milliseconds))
  print(`  file: ${bytes} bytes without, ${bytesWith} with them (×${(bytesWith / bytes).toFixed(2)})`)
  print(`  in times of the text: ${(bytes / text).toFixed(2)}; of the text and the aliases: ${(bytesWith / (text + named)).toFixed(2)}`)
  print(`  text: ${text} bytes, aliases: ${named} bytes`)
  print(
    `  reading in, ratio of pairs: ×${ratio.toFixed(2)}, ${measured.map(([a, b]) => `${a.milliseconds.toFixed(0)} → ${b.milliseconds.toFixed(0)} ms`).join(', ')}`,
  )
}

interface Named {
  readonly id: string
  readonly questions: ReadonlyArray<string>
}
await printCost('freelancer', linesOf(inSets('freelancer.corpus.jsonl')), linesOf<Named>(inSets('aliases-freelancer.jsonl')))
const talk = linesOf<Row>(gunzipSync(readFileSync(filesOf('locomo').corpus)).toString()).filter(({ id }) => id.startsWith('conv-26/'))
await printCost(
  'LoCoMo conv-26',
  talk,
  linesOf<Named>(inSets('aliases-locomo.jsonl')).filter(({ id }) => id.startsWith('conv-26/')),
)
