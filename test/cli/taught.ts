/** A memory that was taught the same every round, so that settings can be searched and a branch can be judged on it. */
import { openStore } from '../models/open-store.ts'

const topics = ['harbour', 'kitchen', 'archive', 'ferry', 'lantern', 'orchard']

/** Exports a brain in which every topic was asked about in so many rounds, and the second note on it was always right. */
export const taught = async (rounds: number): Promise<string> => {
  const store = openStore()
  const memory = await store.memory()
  await memory.ingest({
    documents: topics.flatMap((topic) => [
      { source: `${topic}-one.md`, format: 'markdown' as const, text: `# The ${topic}\n\nThe ${topic}: key, lock, ledger. The ${topic}.` },
      { source: `${topic}-two.md`, format: 'markdown' as const, text: `# The ${topic}\n\nKey, lock, ledger: the ${topic} in autumn.` },
    ]),
  })
  for (let round = 0; round < rounds; round++)
    for (const topic of topics) {
      const { turn } = await memory.recall({ question: `Who keeps the key of the ${topic}?` })
      if (turn !== null) await memory.feedback({ verdict: 'used', turn, nodes: [`${topic}-two.md`] })
    }
  await memory.learn({})
  const { lines } = await memory.export({})
  await store.close()
  return `${lines.join('\n')}\n`
}
