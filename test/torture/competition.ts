/** Several processes at one brain, all at once. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { bundled } from '../src/bundled/bundled.ts'
import type { Met, Said } from './competitor.ts'

const script = bundled(new URL('./competitor.ts', import.meta.url))

export interface Competition {
  readonly met: ReadonlyArray<Met>
  /**
   * Number of commits that each competitor made while all competed: from the first commit of the last one to begin until the first one was
   * through. On a busy machine a competitor may be through before another one has the processor at all.
   */
  readonly shares: ReadonlyArray<number>
}

export const compete = async (path: string, names: ReadonlyArray<string>, commits: number): Promise<Competition> => {
  const children = names.map((name) =>
    spawn(process.execPath, [script, path, name, String(commits)], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const done = names.map(() => 0)
  let begun: ReadonlyArray<number> | undefined
  let shares: ReadonlyArray<number> | undefined
  try {
    const heard = children.map((child, i) => {
      let [ready, finished] = [() => {}, (_: Met) => {}]
      const isReady = new Promise<void>((resolve) => (ready = resolve))
      const isFinished = new Promise<Met>((resolve, reject) => {
        finished = resolve
        child.once('close', (code) => reject(new Error(`${names[i]} ended with ${code}`)))
      })
      createInterface({ input: child.stdout }).on('line', (line) => {
        const said: Said = JSON.parse(line)
        if ('ready' in said) ready()
        if ('commits' in said) done[i] = said.commits
        if (done.every((own) => own > 0)) begun ??= [...done]
        if ('commits' in said && said.commits === commits)
          shares ??= done.map((own, one) => (begun === undefined ? 0 : own - (begun[one] ?? 0)))
        if ('met' in said) finished(said.met)
      })
      return { isReady, isFinished }
    })
    await Promise.race([Promise.all(heard.map(({ isReady }) => isReady)), Promise.all(heard.map(({ isFinished }) => isFinished))])
    for (const child of children) child.stdin.write('go\n')
    return { met: await Promise.all(heard.map(({ isFinished }) => isFinished)), shares: shares ?? done }
  } finally {
    for (const child of children) child.kill('SIGKILL')
  }
}
