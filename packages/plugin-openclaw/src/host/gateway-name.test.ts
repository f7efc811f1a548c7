import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { processWide } from '@crabtrail/agent-host/state/shared-memory'
import * as Result from 'effect/Result'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { gatewayProblem, keptName, machineName } from './gateway-name.ts'

let stateDir: string
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'named-'))
})
afterEach(() => rmSync(stateDir, { recursive: true, force: true }))

const folder = () => join(stateDir, 'crabtrail')
const path = () => join(folder(), 'gateway.json')
/** The gateway ends: only its files are left. */
const restart = () => processWide<string>('gateway names').clear()
const keep = (text: string) => {
  mkdirSync(folder(), { recursive: true })
  writeFileSync(path(), text)
}

test('a gateway that nobody named has the name of its machine with four digits, the same after a restart', () => {
  const name = Result.getOrThrow(keptName(stateDir))
  const again = keptName(stateDir)
  restart()

  expect(name).toMatch(/^[a-z0-9.-]+-[0-9a-f]{4}$/)
  expect(name.slice(0, -5)).toBe(machineName(hostname()))
  expect([again, keptName(stateDir)]).toEqual([Result.succeed(name), Result.succeed(name)])
  expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual({ format: 1, name })
  expect(readdirSync(folder())).toEqual(['gateway.json'])
})

test('two gateways of one machine differ', () => {
  const names = Array.from({ length: 8 }, (_, at) => Result.getOrThrow(keptName(join(stateDir, `${at}`))))

  expect(new Set(names).size).toBeGreaterThan(1)
})

test('a name that another process made meanwhile is taken', () => {
  keep('{"format":1,"name":"ada-0a1b"}\n')

  expect(keptName(stateDir)).toEqual(Result.succeed('ada-0a1b'))
})

test.each([
  ['no JSON', 'ada'],
  ['nothing', 'null'],
  ['no name', '{"format":1}'],
  ['a name that cannot be one', '{"format":1,"name":"../ada"}'],
])('a file that holds %s is told, with what to do, and left as it is', (_, text) => {
  keep(text)

  const kept = keptName(stateDir)

  expect(Result.isFailure(kept) ? kept.failure : '').toContain(`cannot be kept in ${path()}`)
  expect(Result.isFailure(kept) ? kept.failure : '').toContain('plugins.entries.crabtrail.config.gateway')
  expect(readFileSync(path(), 'utf8')).toBe(text)
})

test('a folder that cannot be written to is told', () => {
  writeFileSync(folder(), 'no folder')

  expect(Result.isFailure(keptName(stateDir))).toBe(true)
  expect(readFileSync(folder(), 'utf8')).toBe('no folder')
})

test.each([
  ['Adas-MacBook.local', 'adas-macbook.local'],
  ['ADA_LAPTOP', 'ada-laptop'],
  ['.ada.', 'ada'],
  ['日本', 'gateway'],
  ['', 'gateway'],
  ['a'.repeat(80), 'a'.repeat(59)],
])('the machine %s is called %s', (host, name) => {
  expect(machineName(host)).toBe(name)
  expect(gatewayProblem(`${name}-0a1b`)).toBeUndefined()
})

test.each(['', '.ada', '-ada', 'a b', 'a/b', 'a@b', 'ä', 'a'.repeat(65)])('%j is no name', (name) => {
  expect(gatewayProblem(name)).toContain('a letter or digit first')
})
