/**
 * The import ladder: what lies lower never imports what lies higher, and no file reaches itself again.
 *
 * Packages: domain, application, the core's door, store and models, which never meet, then the command line, then the plugin and the
 * evaluation, which are made from parts of the command line and never meet.
 * Inside the domain the rungs below; a new file or folder there is placed on one of them.
 */
import { type Import, importsOf, targetOf } from './imports.ts'
import { isProductSource, isTest } from './source-tree.ts'

const packageRungs: ReadonlyArray<readonly [prefix: string, rung: number]> = [
  ['packages/core/src/domain/', 0],
  ['packages/core/src/application/', 1],
  ['packages/core/src/index.ts', 2],
  ['packages/store/', 3],
  ['packages/models/', 3],
  ['packages/cli/', 4],
  ['packages/plugin-openclaw/', 5],
  ['packages/eval/', 5],
]

/** The rooms, one for each capability, share a rung: they may use one another, but no file reaches itself again. */
const domainRungs: ReadonlyArray<RegExp> = [
  /^(identity|strength|canonical-json|fnv1a|on-first-use)\.ts$/,
  /^(graph)\.ts$|^(text|wording|days|secrets|vectors|documents)\//,
  /^events\/|^(decision|edge-rules)\.ts$/,
  /^profiles\//,
  /^projections\//,
  /^(recall|learning|decay|growth|model|routing|causes|hearing|judging|superseding|ingest|recording|erasure|undo)\//,
  /^decide\.ts$|^(history|snapshots)\//,
]

const domain = 'packages/core/src/domain/'

/** One line for each import that climbs or crosses, and for each cycle; empty when the tree is in order. */
export const ladderViolations = (files: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const sources = [...files].filter(([path]) => path.startsWith('packages/') && path.endsWith('.ts'))
  const imports = sources.flatMap(([path, text]) => importsOf(path, text))
  return [
    ...sources.flatMap(([path]) => unplaced(path)),
    ...imports.flatMap((one) => complaint(one).map((reason) => `${one.from}:${one.line} imports '${one.specifier}': ${reason}`)),
    ...cycles(imports).map((cycle) => `cycle: ${cycle.join(' -> ')}`),
  ]
}

const unplaced = (path: string): ReadonlyArray<string> =>
  isProductSource(path) && path.startsWith(domain) && domainRung(path) === undefined
    ? [`${path} has no rung: place it in test/tidy/ladder.ts (domainRungs)`]
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
  return domainComplaint(one.from, to)
}

const domainComplaint = (from: string, to: string): ReadonlyArray<string> => {
  if (!from.startsWith(domain) || !to.startsWith(domain)) return []
  const [here, there] = [domainRung(from), domainRung(to)]
  if (here === undefined || there === undefined) return []
  if (there > here) return ['it lies higher on the domain ladder']
  if (from.startsWith(`${domain}recall/`) && to.startsWith(`${domain}projections/`))
    return ['recall is a function of a graph, not of the log']
  return []
}

const packageOf = (path: string): string | undefined => /^packages\/([^/]+)\//.exec(path)?.[1]

/** A test beside the file stands one step above it: it may use whatever its package may. */
const packageRung = (path: string): number | undefined => {
  const rung = packageRungs.find(([prefix]) => path.startsWith(prefix))?.[1]
  return rung !== undefined && rung < 2 && isTest(path) ? 2 : rung
}

const domainRung = (path: string): number | undefined => {
  const found = domainRungs.findIndex((rung) => rung.test(path.slice(domain.length)))
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
