/**
 * Asks the questions of a life board of the memory search that OpenClaw has itself: `node test/eval/host-memory.ts FOLDER [--json FILE] [--verbose]`.
 *
 * By words alone, without an embedding service, in a private home: `MEMORY.md` lies at the top of the workspace and every other note below
 * `memory/`, where the host looks for them. It reads Markdown only. A question is its own query, as nobody rewrites it, so a follow-up is
 * asked without what was said before it.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { countTokens } from '../../packages/text/src/words/context-fence.ts'
import { environment, type Places, root, settings } from '../src/openclaw-settings.ts'
import { type Answered, judgeOf, notesOf, type Right, readBoard, withoutRoot } from './life-board.ts'

interface Hit {
  readonly path: string
  readonly snippet: string
  readonly startLine: number
  readonly endLine: number
}

interface Manager {
  readonly search: (query: string, options: { readonly maxResults: number }) => Promise<ReadonlyArray<Hit>>
  readonly sync: (options: { readonly reason: string; readonly force: boolean }) => Promise<void>
  readonly status: () => { readonly files: number; readonly chunks: number }
}

interface HostSearch {
  readonly getActiveMemorySearchManager: (options: {
    readonly cfg: object
    readonly agentId: string
  }) => Promise<{ readonly manager: Manager | null; readonly error?: string }>
}

interface Searched {
  readonly id: string
  readonly kind: string
  readonly question: string
  /** The place of the right hit, from 1; 0: it is none of them. */
  readonly rank: number
  /** A right line lies among the lines of a hit, shown or not: the snippet of a long stretch ends after its first 700 characters. */
  readonly pointed: boolean
  readonly hits: ReadonlyArray<Hit>
  readonly tokens: number
}

/** As many as the host gives where nothing else is asked for. */
const hitsMost = 6

const main = async (folder: string, home: string): Promise<void> => {
  const board = readBoard(folder)
  const isRight = judgeOf(folder)
  const manager = await openSearch(folder, home)
  const search = async ({ answer, id, kind = 'list', question, right }: Answered): Promise<Searched> => {
    const hits = await manager.search(question, { maxResults: hitsMost })
    const found = hits.map(({ path, snippet }) => ({ file: path, text: snippet }))
    const tokens = hits.reduce((sum, { path, snippet }) => sum + countTokens(`${path}\n${snippet}`), 0)
    const rank = found.findIndex((one) => isRight(one, { answer, right })) + 1
    const pointed = rank > 0 || hits.some((hit) => right.some((one) => isAmong(folder, hit, one)))
    return { id, kind, question, rank, pointed, hits, tokens }
  }
  const [questions, list, unknown]: [Searched[], Searched[], Searched[]] = [[], [], []]
  for (const one of board.questions) questions.push(await search(one))
  for (const one of board.list) list.push(await search(one))
  for (const { id, message } of board.unknown)
    unknown.push(await search({ id, kind: 'unknown', question: message, answer: message, right: [] }))
  const { chunks, files } = manager.status()
  process.stdout.write(
    `${board.name}, the host's own search by words: ${files} files, ${chunks} chunks\n${tableOf(questions, list, unknown)}\n`,
  )
  if (values.verbose)
    process.stdout.write(
      [...questions, ...list]
        .filter(({ rank }) => rank !== 1)
        .map(missed)
        .join(''),
    )
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ board: board.name, files, chunks, questions, list, unknown }, null, 1)}\n`)
}

const isAmong = (folder: string, { endLine, path, startLine }: Hit, { file, text }: Right): boolean => {
  const name = withoutRoot(file)
  if (path.replace(/^memory\//, '') !== name) return false
  const line = readFileSync(join(notesOf(folder), name), 'utf8')
    .split('\n')
    .findIndex((one) => one.includes(text))
  return line + 1 >= startLine && line + 1 <= endLine
}

/** Lays the notes out in a workspace and has the host index them. Its code reads the environment when it is loaded. */
const openSearch = async (folder: string, home: string): Promise<Manager> => {
  const workspace = join(home, 'workspace')
  cpSync(notesOf(folder), join(workspace, 'memory'), { recursive: true })
  renameSync(join(workspace, 'memory', 'MEMORY.md'), join(workspace, 'MEMORY.md'))
  const places: Places = { home, state: join(home, 'state'), config: join(home, 'openclaw.json'), temporary: join(home, 'temporary') }
  for (const path of [places.state, places.temporary]) mkdirSync(path, { recursive: true })
  const linked = { agents: ['main'], linked: [] } as const
  const cfg = settings({
    ...linked,
    port: 1,
    token: 'unused',
    modelUrl: 'http://127.0.0.1:1',
    logFile: join(home, 'log'),
    workspaceOf: () => workspace,
  })
  writeFileSync(places.config, JSON.stringify(cfg))
  Object.assign(process.env, environment(places))
  const entry = join(root, 'packages/plugin-openclaw/node_modules/openclaw/dist/plugin-sdk/memory-host-search.js')
  const host: HostSearch = await import(pathToFileURL(entry).href)
  const { error, manager } = await host.getActiveMemorySearchManager({ cfg, agentId: 'main' })
  if (manager === null) throw new Error(`the host has no memory search: ${error}`)
  await manager.sync({ reason: 'measured', force: true })
  return manager
}

const tableOf = (questions: ReadonlyArray<Searched>, list: ReadonlyArray<Searched>, unknown: ReadonlyArray<Searched>): string => {
  const kinds = [...Map.groupBy(questions, ({ kind }) => kind)].map(([kind, those]) => rowOf(`  ${kind}`, those))
  const rows = [
    ['', 'asked', 'first', 'among 3', 'among 6', 'in lines', 'no hit', 'tokens'],
    rowOf('questions', questions),
    ...kinds,
    rowOf('list', list),
  ]
  const lines = rows.map(([name = '', ...cells]) => [name.padEnd(14), ...cells.map((cell) => cell.padStart(9))].join(''))
  const silent = unknown.filter(({ hits }) => hits.length === 0).length
  return [...lines, `unknown: without a hit ${silent}/${unknown.length}`, ''].join('\n')
}

const rowOf = (name: string, those: ReadonlyArray<Searched>): ReadonlyArray<string> => {
  const among = (most: number) => String(those.filter(({ rank }) => rank > 0 && rank <= most).length)
  const tokens = those.reduce((sum, one) => sum + one.tokens, 0) / Math.max(1, those.length)
  const pointed = those.filter((one) => one.pointed).length
  const none = those.filter(({ hits }) => hits.length === 0).length
  return [name, String(those.length), among(1), among(3), among(hitsMost), String(pointed), String(none), tokens.toFixed(0)]
}

const missed = ({ hits, id, kind, question, rank }: Searched): string =>
  `${id} ${kind} rank ${rank}: ${question} | ${hits[0] === undefined ? 'nothing' : `${hits[0].path}: ${hits[0].snippet.replace(/\s+/g, ' ').slice(0, 140)}`}\n`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, verbose: { type: 'boolean', default: false } },
})
const [named] = positionals
if (named === undefined) throw new Error('name the folder of a board: it holds notes/ and board.json')
const home = mkdtempSync(join(tmpdir(), 'crabtrail-host-memory-'))
try {
  await main(resolve(named), home)
} finally {
  rmSync(home, { recursive: true, force: true })
}
process.exit(0)
