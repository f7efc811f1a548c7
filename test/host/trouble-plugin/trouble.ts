/** A plugin beside ours that ends the thread of the memory in the middle of a turn, when the message asks for it. */
import { subscribe } from 'node:diagnostics_channel'
import type { Worker } from 'node:worker_threads'
import type plugin from '../../../packages/plugin-openclaw/src/index.ts'

type Api = Parameters<(typeof plugin)['register']>[0]

/** What a message says to have the thread ended while the question is asked, or while the reply is made. No words, so that it is the same question. */
export const wishes = { recall: '(!?!)', reply: '(?!?)' } as const

interface Shared {
  readonly worker: { readonly status: () => { readonly thread: { readonly pending: number } } }
}

const kept = globalThis as { crabtrailThreads?: Worker[]; [workers: symbol]: Map<string, Shared> | undefined }

/** The host loads this file several times; the threads that were started since the first time are known to all. */
const threads = (): Worker[] => {
  if (kept.crabtrailThreads === undefined) {
    const started: Worker[] = []
    subscribe('worker_threads', (message) => void started.push((message as { readonly worker: Worker }).worker))
    kept.crabtrailThreads = started
  }
  return kept.crabtrailThreads
}

export default {
  id: 'crabtrail-trouble',
  name: 'Crabtrail trouble',
  description: 'Ends the thread of the memory when a message asks for it.',
  register(api: Api): void {
    threads()
    api.on(
      'before_prompt_build',
      ({ prompt }) => {
        if (prompt.includes(wishes.recall)) whenAsked(endThread)
      },
      // Before ours.
      { priority: 100 },
    )
    api.on('before_agent_run', async ({ prompt }) => {
      if (prompt.includes(wishes.reply)) await endThread()
    })
  },
}

const endThread = async (): Promise<void> => {
  for (const thread of threads()) if (thread.threadName === 'crabtrail-memory') await thread.terminate()
}

/** Asked by the next question to the memory: the store is locked then, and so it cannot be answered first. */
const whenAsked = (work: () => Promise<void>): void => {
  const timer = setInterval(() => {
    if (pending() === 0) return
    clearInterval(timer)
    void work()
  }, 1)
}

const pending = (): number => {
  const shared = Object.getOwnPropertySymbols(kept).find(({ description }) => /^@crabtrail\/openclaw .* workers$/.test(description ?? ''))
  if (shared === undefined) throw new Error('no worker of the memory is shared in this process')
  return Math.max(0, ...[...(kept[shared]?.values() ?? [])].map(({ worker }) => worker.status().thread.pending))
}
