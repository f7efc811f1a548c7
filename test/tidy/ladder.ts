/**
 * The import ladder: what lies lower never imports what lies higher, and no file reaches itself again.
 *
 * Packages: text, domain, application, the core's door, store and models, which never meet, then the command line and the agent host, which never
 * meet, then the studio, then the plugin, which serves its page, and the evaluation, which never meet.
 * Inside the text, the domain, the application, the store, the command line, the agent host and the plugin each room has a rung of its own, so no arrow
 * between two rooms ever runs back; a new room is placed on one.
 */
import { type Import, importsOf, targetOf } from './imports.ts'
import { isProductSource, isTest } from './source-tree.ts'

const packageRungs: ReadonlyArray<readonly [prefix: string, rung: number]> = [
  ['packages/text/', 0],
  ['packages/core/src/domain/', 1],
  ['packages/core/src/application/', 2],
  ['packages/core/src/index.ts', 3],
  ['packages/store/', 4],
  ['packages/models/', 4],
  ['packages/cli/', 5],
  ['packages/agent-host/', 5],
  ['packages/studio/', 6],
  ['packages/eval/', 7],
  ['packages/plugin-openclaw/', 7],
]

const room = (name: string): RegExp => new RegExp(`^${name}/`)

/** Of the text: languages and days, the words of a text, how talk is worded, what documents and talks consist of, and what all that is evidence of. */
const textRungs: ReadonlyArray<RegExp> = [
  /^(counted|fnv1a|json-depth|on-first-use)\.ts$/,
  ...['languages', 'days', 'words', 'signs', 'passages', 'talks', 'statements', 'documents', 'secrets', 'evidence'].map(room),
]

/** Of the domain from the ground up, a room each: what is recorded, and what a memory does, as a table of contents. */
const domainRungs: ReadonlyArray<RegExp> = [
  /^(assertion|identity|strength|canonical-json|seeded-numbers)\.ts$/,
  room('vectors'),
  /^graph\.ts$/,
  /^events\/|^(decision|edge-rules)\.ts$/,
  ...[
    'profiles',
    'walk',
    'context',
    'projections',
    'recall',
    'model',
    'routing',
    'superseding',
    'learning',
    'decay',
    'growth',
    'judging',
    'hearing',
    'implicit-feedback',
  ].map(room),
  ...['causes', 'aliases', 'ingest', 'recording', 'erasure', 'undo'].map(room),
  /^(agreement|decide)\.ts$/,
  ...['history', 'snapshots'].map(room),
]

/** Of the application: what it needs, what is asked of it, an open brain, commands on it, and what each capability looks up. */
const applicationRungs: ReadonlyArray<RegExp> = [
  /^ports\/|^(limits|request-errors)\.ts$/,
  /^counters\.ts$/,
  ...['text-index', 'operations'].map(room),
  /^(answers|requests|memory|exit-codes|explanations)\.ts$/,
  ...[
    'brain',
    'naming',
    'commands',
    'model',
    'vectors',
    'documents',
    'passages',
    'aliases',
    'recall',
    'erasure',
    'causes',
    'superseding',
  ].map(room),
  ...['ingest', 'decay', 'upkeep', 'history', 'signals', 'undo', 'judging', 'transfer', 'proof', 'health'].map(room),
  /^layer\.ts$/,
]

/** Of any host: whose conversation it is, what its processes share, models, words, who may see what, notes, health, turns, and what people and agents ask. */
const agentHostRungs: ReadonlyArray<RegExp> = [
  ...['conversation', 'state', 'model'].map(room),
  /^worker\.ts$/,
  ...['render', 'access', 'notes', 'health', 'turn', 'chat', 'tools'].map(room),
]

/** Of the plugin: what OpenClaw is, its hooks, tools and terminal, the page at the gateway, and their registration. */
const pluginRungs: ReadonlyArray<RegExp> = [
  room('host'),
  /^worker\.ts$/,
  ...['hooks', 'commands', 'tools', 'terminal', 'studio'].map(room),
  /^index\.ts$/,
]

/** Of the store: what every database is told and how a row looks, then memory, SQLite and PostgreSQL, the choice of one, the thread. */
const storeRungs: ReadonlyArray<RegExp> = [
  /^failures\.ts$/,
  ...['rows', 'statements', 'text-index'].map(room),
  /^(cryptography|source-places|turnstile)\.ts$/,
  ...[room('in-memory'), /^in-memory\.ts$/],
  ...[...['engine', 'file', 'backup', 'tables'].map((name) => room(`sqlite/${name}`)), /^sqlite\/[^/]+\.ts$/, /^sqlite\.ts$/],
  /^postgres\/[^/]+\.ts$/,
  ...[...['address', 'server', 'schema', 'text-index', 'tables'].map((name) => room(`postgres/${name}`)), /^postgres\.ts$/],
  ...[/^store-choice\.ts$/, room('worker'), /^(index|worker)\.ts$/],
]

/** Of the command line: files, output and settings, what a call may look like, the open memory, the commands on it, and the parsing and running of a call. */
const cliRungs: ReadonlyArray<RegExp> = [
  /^(failures|node-version|version)\.ts$/,
  ...['documents', 'render', 'settings', 'shapes'].map(room),
  /^(memory|copies|surroundings)\.ts$/,
  /^commands\/[^/]+\.ts$/,
  ...['brains', 'past', 'ask', 'ingest', 'store', 'measure'].map((name) => room(`commands/${name}`)),
  ...['demo', 'calls'].map(room),
  ...[/^run\.ts$/, /^(index|main)\.ts$/],
]

/** Of the studio: who is let in and what is answered; then the page: what it knows, pieces that views share, pictures, the time line, a view a question. */
const studioRungs: ReadonlyArray<RegExp> = [
  ...[/^file\/memory-file\.ts$/, room('server'), room('file')],
  ...['state', 'parts', 'graph', 'timeline', 'views'].map((name) => room(`page/${name}`)),
  /^page\/main\.tsx$/,
  /^studio\.ts$/,
]

const domain = 'packages/core/src/domain/'

/** Trees whose rooms have rungs. */
const ladders: ReadonlyArray<readonly [tree: string, rungs: ReadonlyArray<RegExp>]> = [
  ['packages/text/src/', textRungs],
  [domain, domainRungs],
  ['packages/core/src/application/', applicationRungs],
  ['packages/store/src/', storeRungs],
  ['packages/cli/src/', cliRungs],
  ['packages/agent-host/src/', agentHostRungs],
  ['packages/plugin-openclaw/src/', pluginRungs],
  ['packages/studio/src/', studioRungs],
]

/** One line for each import that climbs or crosses, and for each cycle; empty when the tree is in order. */
export const ladderViolations = (files: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const sources = [...files].filter(([path]) => path.startsWith('packages/') && /\.tsx?$/.test(path))
  const imports = sources.flatMap(([path, text]) => importsOf(path, text))
  return [
    ...sources.flatMap(([path]) => unplaced(path)),
    ...imports.flatMap((one) => complaint(one).map((reason) => `${one.from}:${one.line} imports '${one.specifier}': ${reason}`)),
    ...cycles(imports).map((cycle) => `cycle: ${cycle.join(' -> ')}`),
  ]
}

const unplaced = (path: string): ReadonlyArray<string> =>
  isProductSource(path) && ladderOf(path) !== undefined && rungIn(path) === undefined
    ? [`${path} has no rung: place it in test/tidy/ladder.ts`]
    : []

const complaint = (one: Import): ReadonlyArray<string> => {
  const { path: to, subpath } = targetOf(one)
  if (to === undefined) return []
  if (packageOf(one.from) !== packageOf(to)) {
    if (one.specifier.startsWith('.')) return ['another package is imported by its name, not by a path into it']
    if (packageOf(to) === 'core' && subpath !== '') return ['@crabtrail/core is imported only through its root']
  }
  const [here, there] = [packageRung(one.from), packageRung(to)]
  if (here === undefined || there === undefined) return ['it is not on the ladder: packages/<name>/src, core in domain/ or application/']
  if (there > here) return ['it lies higher on the package ladder']
  if (there === here && packageOf(one.from) !== packageOf(to))
    return ['it lies beside it on the package ladder: neighbours never import each other']
  if (isTest(one.from)) return []
  if (isTest(to)) return ['a source never imports a test']
  return roomComplaint(one.from, to)
}

const readsGraph = /^packages\/core\/src\/domain\/(walk|context|recall)\//

const roomComplaint = (from: string, to: string): ReadonlyArray<string> => {
  const tree = ladderOf(from)?.[0]
  if (tree === undefined || !to.startsWith(tree)) return []
  const [here, there] = [rungIn(from), rungIn(to)]
  if (here === undefined || there === undefined) return []
  if (there > here) return ['it lies higher on the ladder of its tree']
  if (readsGraph.test(from) && to.startsWith(`${domain}projections/`)) return ['recall is a function of a graph, not of the log']
  return []
}

const packageOf = (path: string): string | undefined => /^packages\/([^/]+)\//.exec(path)?.[1]

/** A test beside the file stands one step above it: it may use whatever its package may. */
const packageRung = (path: string): number | undefined => {
  const rung = packageRungs.find(([prefix]) => path.startsWith(prefix))?.[1]
  return rung !== undefined && path.startsWith('packages/core/') && isTest(path) ? 3 : rung
}

const ladderOf = (path: string) => ladders.find(([tree]) => path.startsWith(tree))

const rungIn = (path: string): number | undefined => {
  const [tree, rungs] = ladderOf(path) ?? ['', []]
  const found = rungs.findIndex((rung) => rung.test(path.slice(tree.length)))
  return found === -1 ? undefined : found
}

/** Every cycle is reported once, from its first file in code-unit order. */
const cycles = (imports: ReadonlyArray<Import>): ReadonlyArray<ReadonlyArray<string>> => {
  const edges = new Map<string, Set<string>>()
  for (const one of imports) {
    const to = targetOf(one).path
    if (to !== undefined && !isTest(one.from)) edges.set(one.from, (edges.get(one.from) ?? new Set()).add(to))
  }
  const done = new Set<string>()
  const found: string[][] = []
  const visit = (path: string, trail: ReadonlyArray<string>): void => {
    const start = trail.indexOf(path)
    if (start !== -1) found.push([...trail.slice(start), path])
    if (start !== -1 || done.has(path)) return
    for (const to of [...(edges.get(path) ?? [])].sort()) visit(to, [...trail, path])
    done.add(path)
  }
  for (const path of [...edges.keys()].sort()) visit(path, [])
  return found
}
