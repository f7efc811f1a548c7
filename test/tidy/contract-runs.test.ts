import { describe, expect, test } from 'vitest'
import { contractRunComplaints } from './contract-runs.ts'
import { readTree } from './source-tree.ts'

describe('the contract of a store', () => {
  test('is run for every store and every engine, and has every contract in it', () => {
    expect(contractRunComplaints(readTree())).toEqual([])
  })

  const whole = {
    'packages/store/src/in-memory.ts': 'export const layerInMemory: Layer.Layer<StorePorts> = Layer.syncContext(() => services())',
    'packages/store/src/sqlite.ts': 'export const layerSqlite = (options: SqliteOptions): Layer.Layer<StorePorts, StoreUnavailable> => {',
    'packages/store/src/sqlite/engine/engine.ts': "export const engineNames = ['one', 'node:two'] as const",
    'test/contracts/lock-contract.ts':
      'export const lockContract = (name: string, makeLayer: MakeLayer): void => {\nexport const lockChecks: ReadonlyArray<Check> = [',
    'test/contracts/store-contract.ts': '  lockContract(name, makeLayer)\n  ...lockChecks,',
    'test/contracts/runs/in-memory.test.ts': "storeContract('layerInMemory', () => Layer.fresh(layerInMemory))",
    'test/contracts/runs/sqlite.test.ts':
      "durableStoreContract('layerSqlite by one', stores)\ndurableStoreContract('layerSqlite by node:two', stores)",
  }
  const complaints = (changes: Readonly<Record<string, string>>) => contractRunComplaints(new Map(Object.entries({ ...whole, ...changes })))

  test('is in order when each has its run', () => {
    expect(complaints({})).toEqual([])
  })

  test.each<readonly [string, Readonly<Record<string, string>>]>([
    ['a store without a run', { 'packages/other/src/store.ts': 'export const layerOther: Layer.Layer<StorePorts> = make()' }],
    [
      'an engine without a run',
      { 'packages/store/src/sqlite/engine/engine.ts': "export const engineNames = ['one', 'node:two', 'three'] as const" },
    ],
    ['a run that was taken away', { 'test/contracts/runs/in-memory.test.ts': '' }],
    ['a run of nothing', { 'test/contracts/runs/old.test.ts': "storeContract('layerOld', () => layerOld)" }],
    [
      'a contract that nobody runs',
      { 'test/contracts/new-contract.ts': 'export const newContract = (name: string, makeLayer: MakeLayer): void => {' },
    ],
    ['checks that no canary meets', { 'test/contracts/new-contract.ts': 'export const newChecks: ReadonlyArray<Check> = [' }],
  ])('is not in order with %s', (_, changes) => {
    expect(complaints(changes)).toHaveLength(1)
  })

  test('is not in order when nothing is seen at all', () => {
    expect(contractRunComplaints(new Map())).toHaveLength(1)
  })
})
