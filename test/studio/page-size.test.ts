/** The page comes over the wire of a small machine, and stays small. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildPage } from '../../packages/studio/src/server/build-page.ts'

/** Bytes, compressed: of the whole page, and of what is loaded before anything is chosen. */
const [wholeMost, firstMost] = [250_000, 100_000]

test('the whole page has at most 250 kB, compressed, and what is loaded first at most 100 kB', async () => {
  const folder = await buildPage()
  const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => ({ name, size: gzipSync(readFileSync(join(parentPath, name))).length }))
  const whole = sizes.reduce((sum, { size }) => sum + size, 0)
  const index = readFileSync(join(folder, 'index.html'), 'utf8')
  const first = sizes.filter(({ name }) => name === 'index.html' || index.includes(name)).reduce((sum, { size }) => sum + size, 0)
  process.stdout.write(`the page: ${whole} bytes compressed, ${first} of them at first\n`)

  expect(whole).toBeLessThanOrEqual(wholeMost)
  expect(first).toBeLessThanOrEqual(firstMost)
})
