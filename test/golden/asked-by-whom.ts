/** Turns that say where and by whom was asked, and turns that went without memory because of it. */
import { handClock, morning } from '../models/hand-clock.ts'
import { openStore } from '../models/open-store.ts'

/** Lines of its export. */
export const askedByWhom = async (): Promise<ReadonlyArray<string>> => {
  const store = openStore({ seed: 'askers', clock: handClock(morning) })
  try {
    const memory = await store.memory()
    const question = 'When does the tide turn?'
    const within = { session: 'harbour', sessionKind: 'interactive' } as const
    await memory.init({ brain: 'askers', actor: 'keeper' })
    await memory.ingest({ documents: [{ source: 'tides.md', format: 'markdown', text: 'The tide turns twice a day.\n' }], actor: 'keeper' })
    await memory.recall({ ...within, question, asker: { chatKind: 'main', channel: 'webchat' } })
    await memory.recall({ ...within, question, asker: { chatKind: 'direct', channel: 'telegram', chat: '42', sender: '42' } })
    await memory.recall({ ...within, question, asker: { chatKind: 'group', channel: 'telegram', chat: '-7', sender: '42' } })
    await memory.recall({ ...within, question, asker: { chatKind: 'named' } })
    for (const reason of ['group', 'not-owner', 'unknown-asker', 'disputed'] as const) {
      await memory.skip({ reason, skippedAt: morning, waitedMs: 0, session: 'withheld', sessionKind: 'interactive' })
    }
    return (await memory.export({})).lines
  } finally {
    await store.close()
  }
}
