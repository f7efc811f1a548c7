/** Records of which one loses its title, and has one again: the first event that came after every-event.jsonl was frozen. */
import { handClock, morning } from '../models/hand-clock.ts'
import { openStore } from '../models/open-store.ts'

const records = (...all: ReadonlyArray<object>) => ({
  documents: [{ source: 'log.jsonl', format: 'jsonl' as const, text: all.map((one) => JSON.stringify(one)).join('\n') }],
  actor: 'keeper',
})
const tide = { id: 'a', title: 'The Tide Table', text: 'It hangs in the harbour of Oslo.' }
const crab = { id: 'b', title: 'Crab', text: 'It was seen beside The Tide Table.' }

/** Lines of its export. */
export const untitledRecords = async (): Promise<ReadonlyArray<string>> => {
  const store = openStore({ seed: 'untitled', clock: handClock(morning) })
  try {
    const memory = await store.memory()
    await memory.init({ brain: 'untitled', actor: 'keeper' })
    await memory.ingest(records(tide, crab))
    await memory.ingest(records({ ...tide, title: undefined }, crab))
    await memory.ingest(records({ ...tide, title: undefined }, { ...crab, title: 'Hermit crab' }))
    await memory.ingest(records(tide, crab))
    return (await memory.export({})).lines
  } finally {
    await store.close()
  }
}
