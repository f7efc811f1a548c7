/** The packed plugin: what is loaded without a server reads no key and calls nobody. Scanners, and owners, look at files one by one. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../src/child.ts'
import { packPlugin } from '../src/openclaw.ts'

let folder: string
let files: ReadonlyMap<string, string>
let page: ReadonlyArray<{ readonly name: string; readonly size: number }>
let packedSize: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packed-'))
  const tarball = await packPlugin(folder)
  await run({ command: 'tar', args: ['-xzf', tarball], cwd: folder, env: process.env, timeoutMs: 60_000 })
  const dist = join(folder, 'package', 'dist')
  const names = readdirSync(dist, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))
  files = new Map(names.map((name) => [name, readFileSync(join(dist, name), 'utf8')]))
  page = readdirSync(join(dist, 'page'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => ({ name, size: statSync(join(parentPath, name)).size }))
  packedSize = statSync(tarball).size
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const named = (code: string, form: RegExp) => [...code.matchAll(form)].map(([, name = '']) => name)
/** Imported when the file is loaded, not by a call of `import()`. */
const importedBy = (code: string) => named(code, /(?:\bfrom|\bimport)\s*["']\.\/([^"']+)["']/g)
const loadedByCall = (code: string) => named(code, /\bimport\(\s*["'`]\.\/([^"'`]+)["'`]\s*\)/g)

/** Everything that is loaded with an entry. */
const loadedWith = (entry: string): ReadonlyArray<string> => {
  const all = new Set([entry])
  for (const name of all) for (const one of importedBy(files.get(name) ?? '')) all.add(one)
  return [...all]
}

/** Each form with what it finds; a text that only names a variable for people is none. */
const reading = /leave keyVariable out for a server that wants no key/
/** A method that is called so is no call of a server. */
const calling = /(?<![.\w$#])fetch\((?![^()]*\)\s*\{)|\bXMLHttpRequest\b|["'`]node:https?["'`]|["'`]undici["'`]/

describe.each(['index.js', 'worker.js'])('what %s loads', (entry) => {
  test('is there, and names its other parts', () => {
    expect(loadedWith(entry).filter((name) => !files.has(name))).toEqual([])
    expect(loadedWith(entry).length).toBeGreaterThan(2)
  })

  test.each([
    ['reads no key', reading],
    ['calls no server', calling],
  ])('%s', (_, form) => {
    expect(loadedWith(entry).filter((name) => form.test(files.get(name) ?? ''))).toEqual([])
  })
})

test('what reads keys, and what calls servers, is in parts that are loaded when a server is set', () => {
  const withKeys = [...files].flatMap(([name, code]) => (reading.test(code) ? [name] : []))
  const calls = [...files].flatMap(([name, code]) => (calling.test(code) ? [name] : []))
  const byCall = new Set([...files.values()].flatMap(loadedByCall))

  expect(withKeys).toHaveLength(1)
  expect(calls.length).toBeGreaterThan(0)
  for (const name of withKeys) expect([...byCall]).toContain(name)
  // No part does both.
  expect(withKeys.filter((name) => calls.includes(name))).toEqual([])
})

test('no part starts a program', () => {
  expect([...files].flatMap(([name, code]) => (/child_process/.test(code) ? [name] : []))).toEqual([])
})

test('the page of the studio is in the package, and what answers for it is loaded with the first address', () => {
  const size = page.reduce((sum, one) => sum + one.size, 0)
  process.stdout.write(`the packed plugin: ${packedSize} bytes; the page in it: ${size} bytes before they are compressed\n`)
  const handlers = [...files].flatMap(([name, code]) => (code.includes("frame-ancestors 'none'") ? [name] : []))

  expect(page.map(({ name }) => name)).toContain('index.html')
  expect(handlers).toHaveLength(1)
  expect(handlers.filter((name) => loadedWith('index.js').includes(name) || loadedWith('worker.js').includes(name))).toEqual([])
})
