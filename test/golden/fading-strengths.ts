/** Strengths that fade, unless they are followed, spoken of or protected: decays as they are recorded since a word can keep from them. */
import { handClock, morning } from '../models/hand-clock.ts'
import { openStore } from '../models/open-store.ts'

const tides = '# Tides\n\nThe tide turns twice a day.\n\n## Low tide\n\nCrabs walk at low tide, and leave a trail.\n'
const quick = {
  'forgetting.decay.SIM': 0.8,
  'forgetting.decay.idle': 2,
  'forgetting.decay.step': 1,
  'forgetting.prune.young': 2,
}

/** Lines of its export. */
export const fadingStrengths = async (): Promise<ReadonlyArray<string>> => {
  const store = openStore({ seed: 'fading', clock: handClock(morning) })
  try {
    const memory = await store.memory()
    const pass = async (turns: number) => {
      for (let turn = 0; turn < turns; turn++) await memory.skip({ reason: 'off', skippedAt: 0, waitedMs: 1, actor: 'keeper' })
    }
    await memory.init({ brain: 'fading', actor: 'keeper', settings: quick })
    await memory.ingest({ documents: [{ source: 'tides.md', format: 'markdown', text: tides }], actor: 'keeper' })
    const said = { session: 'harbour', sessionKind: 'interactive', actor: 'keeper' } as const
    const { items, turn } = await memory.recall({ question: 'When do crabs walk and leave a trail?', ...said })
    const node = items[0]?.node ?? ''
    await memory.feedback({ verdict: 'used', turn: turn ?? '', nodes: [node], ...said })
    await pass(6)
    await memory.maintain({ actor: 'keeper' })
    await memory.feedback({ verdict: 'success', turn: turn ?? '', nodes: [node], ...said })
    await pass(2)
    await memory.maintain({ actor: 'keeper' })
    await memory.protect({ node, actor: 'keeper' })
    await pass(20)
    await memory.maintain({ actor: 'keeper' })
    await memory.protect({ node, off: true, actor: 'keeper' })
    await pass(20)
    await memory.maintain({ actor: 'keeper' })
    return (await memory.export({})).lines
  } finally {
    await store.close()
  }
}
