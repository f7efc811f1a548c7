/** `why-not` says that nothing is missing only of a memory whose statements are given, word for word. */
import { describe, expect, test } from 'vitest'
import { openStore } from '../models/open-store.ts'

const question = 'When is the pool open on Sundays?'
const open = 'The pool is open on Sundays from nine to five.'
const isMissing = 'What it says is given already: nothing is missing.'

const explained = async (text: string) => {
  const store = openStore()
  try {
    const memory = await store.memory()
    const sheds = [1, 2, 3, 4, 5].map((n) => ({
      source: `shed-${n}.md`,
      text: `# Shed ${n}\n\nRakes and spades of kind ${n} stand here.\n`,
    }))
    const notes = [{ source: 'a.md', text: `# Pool\n\n${open}\n` }, { source: 'b.md', text: `# Pool\n\n${text}\n` }, ...sheds]
    await memory.ingest({ documents: notes.map((one) => ({ ...one, format: 'markdown' as const })) })
    const recalled = await memory.recall({ question, record: false })
    const told = await memory.whyNot({ question, node: 'b.md' })
    return { told, recalled, dropped: recalled.context.dropped.find(({ node }) => node === 'b.md')?.reason, given: recalled.context.items }
  } finally {
    await store.close()
  }
}

describe('a memory beside one that is given', () => {
  test('is a copy where it says the same, and nothing is missing', async () => {
    const { dropped, given, told } = await explained(open)

    expect(given).toEqual(['a.md'])
    expect(dropped).toBe('duplicate')
    expect(told.next.says).toBe(isMissing)
  })

  test.each([
    ['one word', 'The pool is open on Mondays from nine to five.'],
    ['a number', 'The pool is open on Sundays from nine to 17.'],
    ['the order of its words', 'The pool is open from five on Sundays to nine.'],
    ['a word that denies it', 'The pool is not open on Sundays from nine to five.'],
  ])('that differs in %s is given, or recall and why-not say why it is not', async (_, text) => {
    const { dropped, given, told } = await explained(text)

    expect(told.next.says).not.toBe(isMissing)
    if (given.includes('b.md')) expect(told.reason).toBe('given')
    else expect(dropped).toBe(told.reason)
  })
})
