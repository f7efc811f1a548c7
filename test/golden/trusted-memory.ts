/** A memory that others wrote: trusted by the owner, distrusted, trusted again, and written anew by others. */
import { handClock, morning } from '../models/hand-clock.ts'
import { openStore } from '../models/open-store.ts'

const page = (text: string) => ({
  documents: [{ source: 'page.md', format: 'markdown' as const, text: `# Harbour\n\n${text}\n` }],
  actor: 'keeper',
  origin: 'untrusted' as const,
})

/** Lines of its export. */
export const trustedMemory = async (): Promise<ReadonlyArray<string>> => {
  const store = openStore({ seed: 'trusted', clock: handClock(morning) })
  try {
    const memory = await store.memory()
    await memory.init({ brain: 'trusted', actor: 'keeper' })
    await memory.ingest(page('The harbour of Oslo freezes in January.'))
    await memory.trust({ node: 'page.md', actor: 'keeper' })
    await memory.trust({ node: 'page.md', off: true, actor: 'keeper' })
    await memory.trust({ node: 'page.md', actor: 'keeper' })
    await memory.ingest(page('The harbour of Oslo never freezes.'))
    return (await memory.export({})).lines
  } finally {
    await store.close()
  }
}
