/** The thirty notes of the demo, read in once and given to every test that wants them as an export. */
import { demoNotes } from '../../packages/cli/src/demo/story.ts'
import { openStore } from './open-store.ts'
import { readLog } from './recorded-log.ts'

export interface DemoBrain {
  readonly lines: ReadonlyArray<string>
  /** Titles of its passages, by node number. */
  readonly titles: ReadonlyArray<string>
}

const read = async (): Promise<DemoBrain> => {
  const store = openStore()
  try {
    const memory = await store.memory()
    await memory.ingest({ documents: demoNotes() })
    const { lines } = await memory.export({})
    const { contents, events } = readLog(lines)
    const titles = events.flatMap((event) => (event.type === 'NodeAdded' ? [contents.get(event.data.title ?? '') ?? ''] : []))
    return { lines, titles }
  } finally {
    await store.close()
  }
}

let known: Promise<DemoBrain> | undefined

export const demoBrain = (): Promise<DemoBrain> => {
  known ??= read()
  return known
}
