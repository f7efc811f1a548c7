/** The page that the package ships names only what there is: calls of `/trail`, tools, settings with their defaults, commands of a terminal. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandNames } from '../../packages/cli/src/calls/table.ts'

const read = (name: string) => readFileSync(new URL(`../../packages/plugin-openclaw/${name}`, import.meta.url), 'utf8')
const page = read('README.md')
const { configSchema, contracts } = JSON.parse(read('openclaw.plugin.json'))
const matches = (form: RegExp) => [...page.matchAll(form)].map(([, found = '']) => found)

test('the calls of /trail are those of its help', () => {
  const help = /const help = \[(.*?)\n\]/s.exec(read('../agent-host/src/chat/trail.ts'))?.[1]
  const calls = matches(/\/trail ([a-z-]+)/g)

  expect(calls.length).toBeGreaterThan(8)
  for (const call of calls) expect(help).toMatch(new RegExp(`/trail ${call}\\b|also [a-z, -]*\\b${call}\\b`))
})

test('the tools are those of the manifest', () => {
  expect([...new Set(matches(/`(memory_[a-z]+)`/g))]).toEqual(contracts.tools)
})

test('the settings are those of the manifest, with their defaults', () => {
  const rows = [...page.matchAll(/^\| `([a-zA-Z]+)` +\| `([^`]+)` +\|/gm)].map(([, name = '', value = '']) => [name, JSON.parse(value)])

  expect(rows.length).toBeGreaterThan(4)
  for (const [name, value] of rows) expect([name, configSchema.properties[name]?.default]).toEqual([name, value])
})

test('the commands of the terminal are there', () => {
  const own = ['setup', 'unsetup', 'status', 'why', 'log', 'doctor', 'follow']

  const called = matches(/openclaw crabtrail ([a-z-]+)/g)
  const listed = matches(/same memory: `openclaw crabtrail ([^.]+)\./g).flatMap((list) => list.match(/[a-z-]+/g) ?? [])

  expect([called.length, listed.length].map((count) => count > 1)).toEqual([true, true])
  for (const name of [...called, ...listed]) expect([...own, ...commandNames]).toContain(name)
})

test('the oldest host that may install it is one, in the package and on both pages', () => {
  const { openclaw, peerDependencies } = JSON.parse(read('package.json'))
  const [, oldest = ''] = /^>=(\d+(?:\.\d+)+)$/.exec(openclaw.install.minHostVersion) ?? []

  expect([openclaw.compat.pluginApi, peerDependencies.openclaw]).toEqual([`>=${oldest}`, `>=${oldest}`])
  for (const text of [page, read('../../README.md')]) expect(text).toContain(`OpenClaw ${oldest} or newer`)
})

test('the page is shipped with the package', () => {
  expect(JSON.parse(read('package.json')).files).toContain('README.md')
})
