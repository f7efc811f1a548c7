import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldsOf, inOrder, readCalls, titlesOf } from '../host/heard.ts'
import { recording } from '../host/probe-golden.ts'
import type { Recorded } from '../src/probe-plugin/recording.ts'
import { foundSeeds } from './found-seeds.ts'
import { failuresOf, inShort, simulated, simulatedInTwo, wholeNumber } from './seeds.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'simulation-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('nothing that always holds breaks in a few simulated weeks', async () => {
  const count = wholeNumber('CRABTRAIL_SEEDS', 20)
  const told = await simulatedInTwo({ from: wholeNumber('CRABTRAIL_SEED', 1), count })
  process.stdout.write(inShort(told))
  expect(failuresOf(told)).toEqual([])
  expect(told).toHaveLength(count)
})

test('a seed does the same in every process, to the last byte of the log, and another one something else', async () => {
  const [first] = await simulated({ from: 7, folder })
  const [other, again] = await simulated({ from: 6, count: 2, folder })
  expect(again?.digest).toBe(first?.digest)
  expect(other?.digest).not.toBe(first?.digest)
})

test.each(foundSeeds)('what was found once stays mended: $name', async ({ seed }) => {
  expect(failuresOf(await simulated({ from: seed }))).toEqual([])
})

describe('the simulated host calls the plugin as the real one was heard to do', () => {
  const { heard: real } = recording()
  /** Of these the probe hears nothing. */
  const unheard = new Set(['before_compaction', 'reply_payload_sending'])

  test('with the same fields, and in a turn one hook after another as there', async () => {
    const file = join(folder, 'heard.jsonl')
    writeFileSync(file, '')
    await simulated({ from: 1, count: 2, heard: file })
    expect(existsSync(file)).toBe(true)
    const calls = inOrder(readCalls(file)).filter(({ name }) => !unheard.has(name))

    const known = new Set(real.given.map((fields) => fields.join('\n')))
    const strange = calls.filter((call) => !known.has([call.name, ...fieldsOf(call)].join('\n')))
    expect(strange.map((call) => [call.name, ...fieldsOf(call)])).toEqual([])

    const ours = new Set(calls.map(({ name }) => name))
    const pairs = new Set(followed(real.titles.map((title) => title.split(' ')[1] ?? '').filter((name) => ours.has(name))))
    const turns = calls.filter(({ given }) => runOf(given) !== undefined)
    const runs = Map.groupBy(turns, ({ given, registration }) => `${registration} ${runOf(given)}`)
    const odd = [...runs.values()].flatMap((run) => followed(run.map(({ name }) => name))).filter((pair) => !pairs.has(pair))
    expect([...new Set(odd)]).toEqual([])
    expect(runs.size).toBeGreaterThan(30)
    expect(titlesOf(calls).length).toBeGreaterThan(200)
    expect(readFileSync(file, 'utf8')).toContain('after_tool_call')
  })

  const runOf = (given: Recorded['given']): string | undefined => (given['ctx'] as { readonly runId?: string }).runId

  /** Several handlers of one hook are one hook. */
  const followed = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
    const steps = names.filter((name, place) => name !== names[place - 1])
    return steps.slice(1).map((name, place) => `${steps[place]} → ${name}`)
  }
})
