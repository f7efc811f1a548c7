/** One scripted worker with its folder: what a protocol test gives, hears and reads. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
  return {
    worker,
    announcements: () => announcements,
    speak: (question) => channel.postMessage(question),
    heard: (what) =>
      new Promise((resolve) => {
        const check = () => {
          if (!announcements.includes(what)) return
          listeners.delete(check)
          resolve()
        }
        listeners.add(check)
        check()
      }),
    put: (file) => writeFileSync(join(folder, file), ''),
    take: (file) => rmSync(join(folder, file)),
    log: () =>
      existsSync(logFile)
        ? readFileSync(logFile, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => JSON.parse(line))
        : [],
    leave: async () => {
      writeFileSync(join(folder, 'go'), '')
      await worker.close(5_000)
      channel.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
