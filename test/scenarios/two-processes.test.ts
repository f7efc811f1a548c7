import { type ChildProcess, spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { complaints } from '../models/log-rules.ts'
import { eventsOf } from '../models/recorded-log.ts'
import { bundled } from '../src/bundled/bundled.ts'
import { inShort } from '../src/in-full.ts'
import { openStage } from './stage.ts'

const script = bundled(new URL('./append-many.ts', import.meta.url))
const each = inShort(30, 500)

interface Met {
  readonly name: string
  readonly recalls: number
  readonly feedbacks: number
  readonly conflicts: number
  readonly locks: number
  readonly errors: ReadonlyArray<string>
  readonly ms: number
}

/** Everything it printed, whenever it is asked for. */
const heard = (child: ChildProcess): { readonly output: () => string; readonly line: (pattern: RegExp) => Promise<void> } => {
  let output = ''
  const waiting: Array<() => void> = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      for (const look of waiting) look()
    })
  }
  return {
    output: () => output,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => pattern.test(output) && resolve()
        waiting.push(look)
        child.once('close', (code) => (pattern.test(output) ? resolve() : reject(new Error(`it ended with ${code}: ${output}`))))
        look()
      }),
  }
}

test('two processes that append to one brain at once both get everything in, in one row of positions, and meet no error', async () => {
  const stage = await openStage('demo notes')
  const children = ['claw', 'shell'].map((name) =>
    spawn(process.execPath, [script, stage.path, name, String(each)], { stdio: ['pipe', 'pipe', 'pipe'] }),
  )
  try {
    const ears = children.map(heard)
    await Promise.all(ears.map((ear) => ear.line(/^ready$/m)))

    for (const child of children) child.stdin?.write('go\n')
    await Promise.all(ears.map((ear) => ear.line(/^\{.*\}$/m)))

    const met = ears.map((ear): Met => JSON.parse(/^\{.*\}$/m.exec(ear.output())?.[0] ?? ''))
    expect(met.flatMap(({ errors }) => errors)).toEqual([])
    expect(met.map(({ feedbacks, recalls }) => feedbacks + recalls)).toEqual([each, each])
    const recorded = await stage.log()
    expect(complaints(recorded)).toEqual([])
    const signals = [...eventsOf(recorded, 'TurnStarted'), ...eventsOf(recorded, 'FeedbackGiven')]
    expect(signals).toHaveLength(2 * each)
    const actors = new Set(signals.map(({ commit }) => commit.actor))
    expect(recorded.commits.filter(({ actor }) => actors.has(actor))).toHaveLength(2 * each)
    expect(await (await stage.store.memory()).verify({ rederive: true })).toMatchObject({ ok: true })
    expect((await stage.memory.show({})).backlog).toBe(0)
    process.stdout.write(
      `two processes: ${met.map(({ conflicts, locks, ms, name }) => `${name} ${conflicts} lost races, ${locks} locks, ${ms} ms`).join('; ')}\n`,
    )
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await stage.leave()
  }
})
