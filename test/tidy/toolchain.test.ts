import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './source-tree.ts'

/** Starts a tool of node_modules as `pnpm check` would; its report is the failure message. */
const run = (script: string, args: ReadonlyArray<string>): Promise<{ readonly code: number | null; readonly report: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1' },
    })
    let report = ''
    child.stdout.on('data', (chunk) => {
      report += chunk
    })
    child.stderr.on('data', (chunk) => {
      report += chunk
    })
    child.once('error', reject).once('close', (code) => resolve({ code, report }))
  })

describe('the tools are content', () => {
  test.each([
    ['tsc: every project type-checks, tests included', 'typescript/bin/tsc', ['-b']],
    ['biome: formatted and free of lint', '@biomejs/biome/bin/biome', ['check', '.']],
    ['knip: no unused file, dependency or export', 'knip/bin/knip.js', ['--no-progress']],
  ])('%s', async (_, script, args) => {
    const { code, report } = await run(script, args)

    expect(code, report).toBe(0)
  })
})
