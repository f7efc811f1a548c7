/** The page as the package has it: built into a folder that is named from where the command is called. */

import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { ended } from '../cli/place.ts'
import { pack } from '../src/pack.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-page-'))
afterAll(() => rmSync(folder, { recursive: true }))

const builder = fileURLToPath(new URL('../../packages/studio/src/server/build-page.ts', import.meta.url))

test('is built into the folder that is named, and has no file that it does not load from there', async () => {
  const { code, stderr } = await ended(spawn(process.execPath, [builder, 'built'], { cwd: folder }))

  expect([code, stderr]).toEqual([0, ''])
  const files = readdirSync(join(folder, 'built'), { recursive: true }).map(String)
  expect(files).toContain('index.html')
  expect(
    files
      .filter((name) => name.includes('.'))
      .map((name) => name.replace(/-[^.]+/, '').replaceAll('\\', '/'))
      .sort(),
  ).toEqual(['assets/icon.svg', 'assets/index.css', 'assets/index.js', 'assets/paint.js', 'index.html'])
})

/**
 * Bytes of the packed command line at commit 424c120d, the last one before the studio: `pnpm pack` in a checkout of that commit on 2026-11-30,
 * with pnpm 12.21.0.
 */
const packedBefore = 1_252_963

test('the packed command line has grown by at most 30 kB since there is a studio, which is a package of its own', async () => {
  const { size } = statSync(await pack('cli', folder))
  process.stdout.write(`the packed command line: ${size} bytes, ${size - packedBefore} more than before the studio\n`)

  expect(size - packedBefore).toBeLessThanOrEqual(30_000)
}, 300_000)
