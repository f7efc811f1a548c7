/** Outcomes that name no recall: shared, spent, and refused. */
import { handClock, morning } from '../models/hand-clock.ts'
import { openStore } from '../models/open-store.ts'

const minute = 60_000
const document = (source: string, text: string) => ({ source, format: 'markdown' as const, text })
const tides = '# Tides\n\nThe tide turns twice a day.\n\n## Low tide\n\nCrabs walk at low tide, and leave a trail.\n'
const moon = '# The moon\n\nThe moon is far away, and pulls the water.\n'

/** Lines of its export. */
export const delayedOutcomes = async (): Promise<ReadonlyArray<string>> => {
  const clock = handClock(morning)
  const store = openStore({ seed: 'outcomes', clock })
  try {
    const memory = await store.memory()
    const said = { nodes: [], session: 'harbour', sessionKind: 'interactive', actor: 'keeper' } as const
    const ask = (question: string) => memory.recall({ question, session: 'harbour', sessionKind: 'interactive' })
    await memory.init({ brain: 'outcomes', actor: 'keeper' })
    await memory.ingest({ documents: [document('tides.md', tides), document('moon.md', moon)], actor: 'keeper' })
    await ask('When do crabs walk and leave a trail?')
    clock.now += minute
    await ask('What pulls the water of the moon?')
    await memory.feedback({ ...said, verdict: 'correction', outcome: -0.5, text: 'that was no trail of crabs' })
    await ask('When do crabs walk and leave a trail?')
    await memory.feedback({ ...said, verdict: 'success' })
    await memory.feedback({ ...said, verdict: 'partial', tier: 'agent' })
    await memory.feedback({ ...said, verdict: 'partial' })
    clock.now += 60 * minute
    await memory.feedback({ ...said, verdict: 'success' })
    return (await memory.export({})).lines
  } finally {
    await store.close()
  }
}
