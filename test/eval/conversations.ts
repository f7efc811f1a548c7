/** Conversations of LoCoMo, each in a memory of its own: one document a session, one record a turn. */
import * as Result from 'effect/Result'
import { readSet } from '../../packages/eval/src/sets/files.ts'
import { byScope } from '../../packages/eval/src/sets/question-set.ts'
import { type AskedMemory, openStore } from '../models/open-store.ts'
import { filesOf } from './question-sets.ts'

export interface Conversation {
  readonly name: string
  readonly questions: ReadonlyArray<string>
  readonly memory: AskedMemory
}

/** Calls `visit` with each of the first `most` conversations, one after the other. */
export const inConversations = async (most: number, visit: (conversation: Conversation) => Promise<void>): Promise<void> => {
  const { questions, rows } = Result.getOrThrow(readSet(filesOf('locomo'), 'crabtrail'))
  for (const [name, places] of [...byScope({ name: 'locomo', format: 'crabtrail', rows, questions })].slice(0, most)) {
    const store = openStore()
    try {
      const memory = await store.memory()
      const sessions = Map.groupBy(places, (place) => rows[place]?.session ?? '')
      const documents = [...sessions].map(([session, spoken], number) => ({
        source: `session-${number + 1}/turns.txt`,
        format: 'jsonl' as const,
        text: spoken.map((place) => JSON.stringify({ id: `turn-${place}`, text: rows[place]?.text, session })).join('\n'),
      }))
      await memory.ingest({ documents })
      await visit({ name, memory, questions: questions.filter(({ scope }) => scope === name).map(({ text }) => text) })
    } finally {
      await store.close()
    }
  }
}
