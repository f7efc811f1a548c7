/**
 * Every store is held to all of the contract, and every contract is a part of it.
 *
 * A store is a layer of all ports that a package exports; one in SQLite files is one store for each engine. Its run is a file of
 * test/contracts/runs that calls `storeContract` or `durableStoreContract` with the layer's name, and with the engine's where it has one.
 */
import { isProductSource } from './source-tree.ts'

export const contractRunComplaints = (files: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const stores = storesOf(files)
  const runs = [...files].filter(([path]) => /^test\/contracts\/runs\/[^/]+\.test\.ts$/.test(path)).flatMap(([, text]) => runsOf(text))
  const whole = files.get('test/contracts/store-contract.ts') ?? ''
  return [
    ...(stores.length === 0 ? ['there is no store: one is an exported layer of StorePorts'] : []),
    ...stores
      .filter((store) => !runs.includes(store))
      .map((store) => `${store} has no run: add a file to test/contracts/runs that calls durableStoreContract('${store}', …)`),
    ...runs.filter((run) => !stores.includes(run)).map((run) => `test/contracts/runs runs '${run}', which is no store`),
    ...contractsOf(files)
      .filter(({ name }) => !new RegExp(`^ +${name}\\(name, makeLayer\\)$`, 'm').test(whole))
      .map(({ name, path }) => `${path}: ${name} is no part of test/contracts/store-contract.ts`),
    ...checksOf(files)
      .filter(({ name }) => !whole.includes(`...${name}`))
      .map(({ name, path }) => `${path}: ${name} is no part of storeChecks in test/contracts/store-contract.ts`),
  ]
}

const storesOf = (files: ReadonlyMap<string, string>): ReadonlyArray<string> =>
  [...files]
    .filter(([path]) => isProductSource(path))
    .flatMap(([, text]) => [...text.matchAll(/^export const (layer\w+)\b[^\n]*Layer\.Layer<StorePorts\b/gm)])
    .flatMap(([, layer = '']) => (layer === 'layerSqlite' ? enginesOf(files).map((engine) => `${layer} by ${engine}`) : [layer]))

const enginesOf = (files: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const [, names = ''] = /^export const engineNames = \[(.*)\]/m.exec(files.get('packages/store/src/sqlite/engine/engine.ts') ?? '') ?? []
  return [...names.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
}

const runsOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/^ *(?:durableS|s)toreContract\('([^']+)'/gm)].map(([, name = '']) => name)

interface Part {
  readonly path: string
  readonly name: string
}

const contractsOf = (files: ReadonlyMap<string, string>): ReadonlyArray<Part> =>
  named(files, /^export const (\w+Contract) = \(name: string, makeLayer: MakeLayer\)/gm)

const checksOf = (files: ReadonlyMap<string, string>): ReadonlyArray<Part> =>
  named(files, /^export const (\w+Checks): ReadonlyArray<Check>/gm).filter(({ path }) => path.endsWith('-contract.ts'))

const named = (files: ReadonlyMap<string, string>, pattern: RegExp): ReadonlyArray<Part> =>
  [...files]
    .filter(([path]) => /^test\/contracts\/[^/]+\.ts$/.test(path) && path !== 'test/contracts/store-contract.ts')
    .flatMap(([path, text]) => [...text.matchAll(pattern)].map(([, name = '']) => ({ path, name })))
