/** What was said to be otherwise: heard and attributed, doubted, replaced by another memory, taken back and confirmed; and what was about no memory. */
import { handClock, morning } from '../models/hand-clock.ts'
import { openStore } from '../models/open-store.ts'

const minute = 60_000
const document = (source: string, text: string) => ({ source, format: 'markdown' as const, text })
const tides = '# Tides\n\nThe low tide of the harbour is at 06:40, and crabs walk then.\n'
const keeper = '# The keeper\n\nThe keeper of the lighthouse is Maren.\n'
const newKeeper = '# The keeper since May\n\nSince May the keeper of the lighthouse is Joris.\n'

/** Lines of its export. */
export const corrections = async (): Promise<ReadonlyArray<string>> => {
  const clock = handClock(morning)
  const store = openStore({ seed: 'corrections', clock })
  try {
    const memory = await store.memory()
    const session = { session: 'harbour', sessionKind: 'interactive' } as const
    await memory.init({ actor: 'keeper' })
    const documents = [document('tides.md', tides), document('keeper.md', keeper), document('new-keeper.md', newKeeper)]
    await memory.ingest({ documents, actor: 'keeper' })
    const answered = async (question: string, reply: string): Promise<string> => {
      clock.now += minute
      const turn = (await memory.recall({ question, ...session })).turn ?? ''
      await memory.complete({ turn, ...session, outcome: 'success', durationMs: 1_200, reply })
      return turn
    }
    const say = async (text: string): Promise<void> => {
      clock.now += minute
      await memory.hear({ text, ...session, actor: 'keeper' })
      await memory.learn({})
    }
    const low = 'When is the low tide of the harbour?'
    const who = 'Who is the keeper of the lighthouse?'
    await answered(low, 'The low tide of the harbour is at 06:40, and crabs walk then.')
    const { position } = await memory.show({})
    await say('No, that is wrong: the low tide of the harbour is at 07:15.')
    await answered(who, 'The keeper of the lighthouse is Maren.')
    await say('That is not right any more, the keeper of the lighthouse is Joris.')
    await answered(who, 'The keeper of the lighthouse is Joris since May.')
    await say('No, that is wrong, make it shorter.')
    await say("You're wrong about the weather.")
    await answered(low, 'The low tide of the harbour is at 06:40, and crabs walk then.')
    await say('No, that is completely wrong!')
    await memory.rollback({ to: String(position), actor: 'keeper' })
    const turn = await answered(low, 'At 06:40.')
    await memory.feedback({ verdict: 'used', turn, nodes: ['tides.md'], ...session, actor: 'keeper' })
    return (await memory.export({})).lines
  } finally {
    await store.close()
  }
}
