/** Turns that left notes out because they add nothing, or because they stand in the prompt already. */
import { handClock, morning } from '../models/hand-clock.ts'
import { openStore } from '../models/open-store.ts'

/** Lines of its export. */
export const fewNotes = async (): Promise<ReadonlyArray<string>> => {
  const store = openStore({ seed: 'few', clock: handClock(morning) })
  try {
    const memory = await store.memory()
    await memory.init({ brain: 'few', actor: 'keeper' })
    const texts = [
      'The lamp of the lighthouse is trimmed at dusk by Ada, who also winds the clock.',
      'A lamp burns in the hall.',
      'The boat is tarred in April.',
    ]
    const documents = texts.map((text, at) => ({ source: `note-${at + 1}.md`, format: 'markdown' as const, text: `${text}\n` }))
    await memory.ingest({ documents, actor: 'keeper' })
    const question = 'Who trims the lamp of the lighthouse at dusk?'
    await memory.recall({ session: 'few', question })
    await memory.recall({ session: 'few', question, inPrompt: `# note-1.md\n\n${texts[0]}` })
    await memory.recall({ session: 'few', question: 'ok' })
    return (await memory.export({})).lines
  } finally {
    await store.close()
  }
}
