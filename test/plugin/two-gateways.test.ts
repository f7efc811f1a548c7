import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test, vi } from 'vitest'
import { bundled } from '../src/bundled/bundled.ts'
import { currentUserText } from '../src/chat-request.ts'
import { openStage, patient, watchOften } from './stage.ts'

const question = 'How are releases deployed?'
const releases = '# Releases\n\nReleases are deployed from the main branch by the nightly Argo pipeline.\n'
const turns = 8

watchOften()

interface Told {
  readonly started?: number
  readonly answer?: string
  readonly log?: string
}

/** A second gateway on this home, in a process of its own. Answers each order in turn. */
const startSecond = async (home: string) => {
  const child = spawn(process.execPath, [bundled(new URL('./second-gateway.ts', import.meta.url)), home], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<Told> => {
    const { done, value } = await lines.next()
    if (done === true) throw new Error('the second gateway ended')
    return JSON.parse(value)
  }
  const { started } = await next()
  return {
    pid: started,
    ask: (order: string): Promise<Told> => {
      child.stdin.write(`${order}\n`)
      return next()
    },
    kill: () => child.kill(),
  }
}

test('two gateways on one brain both go on and lose nothing, and each says once that there is another', async () => {
  const home = mkdtempSync(join(tmpdir(), 'two-'))
  const first = await openStage({ home })
  await first.note('memory/releases.md', releases)
  const second = await startSecond(home)
  try {
    const secondTurns = async () => {
      const answers: unknown[] = []
      for (let turn = 0; turn < turns; turn++) answers.push((await second.ask(question)).answer)
      return answers
    }
    const firstTurns = async () => {
      for (let turn = 0; turn < turns; turn++) expect(await first.host.chat('agent:main:first', question)).toBe('Done.')
    }

    // A thread that starts on a busy machine may take longer than a turn waits for its memory.
    await second.ask(question)
    await first.host.chat('agent:main:first', question)
    await first.quiet()
    const begun = (await first.memory().ask('log', { brain: 'local/main/default', limit: 10_000 }, patient)).events.at(-1)?.position ?? 0

    const [answers] = await Promise.all([secondTurns(), firstTurns()])
    // Each writes its status while it is used, and sees the other's then.
    await vi.waitUntil(
      async () => {
        await Promise.all([second.ask(question), first.host.chat('agent:main:first', question)])
        const logs = [first.host.log(), (await second.ask('log')).log]
        return logs.every((log) => log?.includes('another gateway') === true)
      },
      { timeout: 45_000, interval: 500 },
    )
    const told = [first.host.log(), (await second.ask('log')).log ?? ''].map((log) => log.match(/another gateway \(process \d+\).*/g))
    await second.ask('stop')
    await first.quiet()
    const { events } = await first.memory().ask('log', { brain: 'local/main/default', limit: 10_000 }, patient)
    const { checks } = await first.memory().ask('verify', { brain: 'local/main/default', rederive: true }, patient)

    expect(answers).toEqual(answers.map(() => 'Done.'))
    expect(told).toEqual([
      [`another gateway (process ${second.pid}) uses this memory too; stop one of the two`],
      [`another gateway (process ${process.pid}) uses this memory too; stop one of the two`],
    ])
    const count = (type: string) => events.filter((event) => event.type === type).length
    expect(events.flatMap(({ data, position, type }) => (type === 'RecallSkipped' && position > begun ? [data['reason']] : []))).toEqual([])
    expect(count('TurnStarted')).toBeGreaterThanOrEqual(2 * turns)
    expect(count('TurnCompleted')).toBe(count('TurnStarted') + count('RecallSkipped'))
    expect(first.host.requests.slice(1).every((request) => currentUserText(request).includes('crabtrail-memory'))).toBe(true)
    expect(first.memory().status().signals.lost).toBe(0)
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
  } finally {
    second.kill()
    await first.leave()
  }
})
