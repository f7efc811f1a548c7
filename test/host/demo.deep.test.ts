/**
 * The demo in the real host: both its stories, what it prints, and what it leaves behind.
 *
 * In short: `test/cli/demo.test.ts`
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const main = fileURLToPath(new URL('../../demo/main.ts', import.meta.url))
const outdated = 'memory/runbooks/roll-back-a-bad-deploy.md'
const current = 'memory/runbooks/return-to-last-green.md'
const bad = 'memory/runbooks/postgres-failover.md#steps'

interface Told {
  readonly ok: boolean
  readonly model: string
  readonly phases: ReadonlyArray<{ readonly name: string; readonly seconds: number }>
  readonly steps: ReadonlyArray<Record<string, unknown> & { readonly step: string }>
}

/** Where the demo makes its home: what is left behind is left in here. */
let temporary: string
let started: ReadonlyArray<Started>
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'demo-'))
  started = []
})
afterEach(async () => {
  // Of a test that failed: it cleans up after itself.
  for (const { child, ended } of started) {
    child.kill('SIGTERM')
    await ended
  }
  rmSync(temporary, { recursive: true, force: true })
}, 60_000)

interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>
  readonly printed: () => string
}

/** Without an endpoint of whoever runs the tests. */
const environment = () => ({ ...process.env, TMPDIR: temporary, OPENAI_API_KEY: '', OPENAI_BASE_URL: '' })

const start = (...args: ReadonlyArray<string>): Started => {
  const child = spawn(process.execPath, [main, ...args], { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended: Started['ended'] = new Promise((resolve, reject) =>
    child.once('error', reject).once('close', (code) => resolve({ code, stdout, stderr })),
  )
  const demo = { child, ended, printed: () => stdout }
  started = [...started, demo]
  return demo
}

/** Processes whose home lies in the folder: the gateway, what it started, the command lines beside it. */
const leftRunning = (): ReadonlyArray<string> =>
  process.platform !== 'linux'
    ? []
    : readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .flatMap((id) => {
          try {
            const home = readFileSync(`/proc/${id}/environ`, 'utf8').includes(`HOME=${temporary}`)
            return home ? [readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ')] : []
          } catch {
            // It ended meanwhile, or is somebody else's.
            return []
          }
        })

describe('the demo in the real host', () => {
  test('tells the whole story, every claim of it holds, and nothing is left behind', { timeout: 600_000 }, async () => {
    const { code, stderr, stdout } = await start('--json').ended

    // A demo that fails says why in its document.
    expect({ code, stderr }, stdout.slice(0, 4_000)).toEqual({ code: 0, stderr: '' })
    const { model, ok, phases, steps }: Told = JSON.parse(stdout)
    process.stdout.write(`${phases.map(({ name, seconds }) => `${name} ${seconds} s`).join(', ')}\n`)
    expect([ok, model]).toEqual([true, 'a script'])
    expect(steps.map(({ step }) => step)).toEqual([
      'filled',
      'asked',
      'corrected',
      'asked-again',
      'why',
      'as-it-was',
      'rolled-back',
      'asked-after',
      'proven',
    ])
    const [filled, asked, corrected, again, why, past, back, after, proven] = steps
    expect(filled).toMatchObject({ notes: 30 })
    expect(asked).toMatchObject({ answer: expect.stringContaining(outdated), places: expect.arrayContaining([current]) })
    expect(corrected).toMatchObject({ answer: expect.stringMatching(/^Noted as f\d+ on t1: wrong\./) })
    expect(again).toMatchObject({ answer: expect.stringContaining(current), changed: true })
    expect(again?.['sent']).toMatchObject({ memories: [{ id: current }], text: expect.not.stringContaining(outdated) })
    expect(why?.['lines']).toContainEqual(expect.stringContaining('it was taught for questions like'))
    expect(past).toMatchObject({ same: true, bytes: asked?.['bytes'] })
    expect(back).toMatchObject({ answer: { to: asked?.['position'] } })
    expect(after).toMatchObject({ same: true, sent: asked?.['sent'], answer: asked?.['answer'] })
    expect(proven).toMatchObject({ answer: { ok: true } })
    expect([readdirSync(temporary), leftRunning()]).toEqual([[], []])
  })

  test('tells how a bad lesson is found and taken back, every claim of it holds, and nothing is left behind', {
    timeout: 600_000,
  }, async () => {
    const { code, stderr, stdout } = await start('--poison', '--json').ended

    expect({ code, stderr }, stdout.slice(0, 4_000)).toEqual({ code: 0, stderr: '' })
    const { ok, steps }: Told = JSON.parse(stdout)
    expect(ok).toBe(true)
    const told = new Map(steps.map((one) => [one.step, one]))
    const visitor = 'agent:main:visitor'
    expect(told.get('noticed')).toMatchObject({ asked: { sent: { memories: [{ id: bad }] } } })
    expect(told.get('bisect')).toMatchObject({ answer: { cause: { sessionKey: visitor } } })
    expect(JSON.stringify([told.get('why'), told.get('blame')]).split(`"sessionKey":"${visitor}"`).length).toBeGreaterThan(2)
    expect(told.get('asked-after')).toMatchObject({ asked: { sent: { memories: [{ id: current }] } } })
    expect(told.get('proven')).toMatchObject({ answer: { ok: true } })
    expect([readdirSync(temporary), leftRunning()]).toEqual([[], []])
  })

  test('ends with everything it started when it is interrupted', { timeout: 300_000 }, async () => {
    const demo = start()
    await expect.poll(demo.printed, { timeout: 120_000 }).toContain('installing')
    await expect.poll(leftRunning, { timeout: 120_000 }).not.toEqual([])

    demo.child.kill('SIGINT')
    const { code, stderr } = await demo.ended

    expect(code).toBe(130)
    expect(stderr).toContain('interrupted')
    expect([readdirSync(temporary), leftRunning()]).toEqual([[], []])
  })
})
