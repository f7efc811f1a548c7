/** Reads what a context gives to a model. */
import { openStore } from '../models/open-store.ts'

/** Returns the sources that a memory of a few notes gives to a model for a question, in their order by name. */
export const givenFrom = async (notes: Readonly<Record<string, string>>, question: string): Promise<ReadonlyArray<string>> => {
  const store = openStore()
  try {
    const memory = await store.memory()
    await memory.ingest({ documents: Object.entries(notes).map(([source, text]) => ({ source, format: 'markdown' as const, text })) })
    return (await memory.recall({ question, record: false })).context.items.toSorted()
  } finally {
    await store.close()
  }
}

/** Returns a context without the lines that say what was corrected: these quote what must not be said. */
export const memoriesIn = (context: string): string => context.replace(/^Corrected before;.*\n(?:! .*\n)+/m, '')
