/** One scripted worker with its folder: what a protocol test gives, hears and reads. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import { type MemoryWorker, openMemoryWorker, type ThreadSettings } from '@crabtrail/store/worker'

export interface Stage {
  readonly worker: MemoryWorker
  /** Resolves when the thread has announced this, also when it did so before. */
  readonly heard: (what: string) => Promise<void>
  readonly announcements: () => ReadonlyArray<string>
  /** Lets the model answer a question that waits for it. */
  readonly speak: (question: string) => void
  readonly put: (file: string) => void
  readonly take: (file: string) => void
  readonly log: () => ReadonlyArray<Readonly<Record<string, unknown>>>
  /** Counted from the beginning of the stage, or since it was cleared. */
  readonly signals: () => ReturnType<MemoryWorker['status']>['signals']
  /** Ends what is under way and empties the folder: for the next test on the same thread, whose start takes longer than most tests. */
  readonly clear: () => Promise<void>
  readonly leave: () => Promise<void>
}

export const openStage = (options: Omit<ThreadSettings, 'entry'> = {}): Stage => {
  const folder = mkdtempSync(join(tmpdir(), 'stage-'))
  const worker = openMemoryWorker({ ...options, path: folder, entry: () => new URL('./scripted-entry.ts', import.meta.url) })
  const channel = new BroadcastChannel(folder)
  const announcements: string[] = []
  const listeners = new Set<() => void>()
  channel.onmessage = (event) => {
    announcements.push(String((event as MessageEvent).data))
    for (const listener of [...listeners]) listener()
  }
  const logFile = join(folder, 'log.jsonl')
  const put = (file: string) => writeFileSync(join(folder, file), '')
  const empty = () => {
    for (const file of readdirSync(folder)) rmSync(join(folder, file))
  }
  const heard = (what: string) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!announcements.includes(what)) return
        listeners.delete(check)
        resolve()
      }
      listeners.add(check)
      check()
    })
  let before = { recorded: 0, lost: 0 }
  let echoes = 0
  return {
    worker,
    announcements: () => announcements,
    speak: (question) => channel.postMessage(question),
    heard,
    put,
    take: (file) => rmSync(join(folder, file)),
    log: () =>
      existsSync(logFile)
        ? readFileSync(logFile, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => JSON.parse(line))
        : [],
    signals: () => {
      const { lost, queued, recorded } = worker.status().signals
      return { queued, recorded: recorded - before.recorded, lost: lost - before.lost }
    },
    clear: async () => {
      empty()
      put('go')
      await worker.ask('brains', {}, { deadlineMs: 60_000 })
      await worker.drained()
      // What was announced before comes before the echo.
      channel.postMessage(`echo ${++echoes}`)
      await heard(`echo ${echoes}`)
      empty()
      announcements.length = 0
      before = worker.status().signals
    },
    leave: async () => {
      put('go')
      await worker.close(5_000)
      channel.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
