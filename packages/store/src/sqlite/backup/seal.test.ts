import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { copiesBeside } from './seal.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-aside-'))
const part = '01234567-89ab-4cde-8f01-23456789abcd.part'
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

test('copies of a store are known by their names, beside it and where a look at a backup was made', () => {
  const [home, temporary] = ['home', 'temporary'].map((name) => join(folder, name)) as [string, string]
  for (const made of [home, temporary]) mkdirSync(made, { recursive: true })
  vi.stubEnv('TMPDIR', temporary)
  const store = join(home, 'a.db')
  const copies = [`${store}.aside-2`, `${store}.aside-10`, join(temporary, `a.db.${part}`)]
  for (const file of [store, ...copies, join(temporary, `b.db.${part}`), `${store}.aside`]) writeFileSync(file, '')

  expect(copiesBeside(store)).toEqual(copies)
})

test('temporary files that cannot be listed hinder nothing', () => {
  mkdirSync(folder, { recursive: true })
  vi.stubEnv('TMPDIR', join(folder, 'gone'))

  expect(copiesBeside(join(folder, 'a.db'))).toEqual([])
})
