/** Memories that were found and are left out of a context: because they stand in the prompt, add nothing, or belong to another subject. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { germanLater } from '../conversations/corpus/german-later.ts'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'

const lamp = 'The lamp of the lighthouse is trimmed at dusk by Ada, who also winds the clock.'
const boat = 'The boat is tarred in April by Ben with pine tar from the shed.'
const question = 'Who trims the lamp of the lighthouse at dusk?'

let store: OpenStore
let memory: AskedMemory
beforeEach(async () => {
  store = openStore()
  memory = await store.memory()
  const documents = [lamp, boat, 'Bread is baked on Mondays.', 'The ferry leaves at seven.'].map((text, at) => ({
    source: `note-${at + 1}.md`,
    format: 'markdown' as const,
    text: `${text}\n`,
  }))
  await memory.ingest({ documents })
})
afterEach(() => store.close())

const nodes = ({ items }: { readonly items: ReadonlyArray<{ readonly node: string }> }) => items.map(({ node }) => node)

describe('what stands in the prompt already', () => {
  test('is ranked and not given again, and why says so', async () => {
    const usual = await memory.recall({ question })
    const answer = await memory.recall({ question, inPrompt: `# MEMORY.md\n\n- ${lamp.replace(' by Ada', '\n  by Ada')}\n` })

    expect(usual.context.items).toEqual(['note-1.md'])
    expect([nodes(answer), answer.context.items, answer.context.text]).toEqual([nodes(usual), [], ''])
    expect(answer.context.dropped).toContainEqual({ node: 'note-1.md', reason: 'in-prompt' })
    expect((await memory.why({ turn: answer.turn ?? '' })).dropped).toContainEqual({ node: 'note-1.md', reason: 'in-prompt' })
  })

  test('is given where the prompt has only a part of it', async () => {
    const { context } = await memory.recall({ question, inPrompt: `# MEMORY.md\n\n- ${lamp.slice(0, 60)}\n[cut]` })

    expect(context.items).toEqual(['note-1.md'])
  })
})

describe('what another search found', () => {
  const hits = [{ source: 'note-2.md', text: boat }]

  test('counts for a question that goes on with it', async () => {
    const { items } = await memory.recall({ question: 'Which tar is it?', hits })

    expect(items.find(({ node }) => node === 'note-2.md')).toBeDefined()
  })

  test('counts for a question without a subject of its own', async () => {
    const { items } = await memory.recall({ question: 'And when?', hits })

    expect(nodes({ items })).toEqual(['note-2.md'])
  })

  test('does not join a question about something else', async () => {
    const answer = await memory.recall({ question, hits })

    expect(answer.context.items).toEqual(['note-1.md'])
  })
})

test('a message that asks for no memory gets none, and a long one is judged by the sentence that asks', async () => {
  for (const message of ['ok', 'What is 17 times 23?', 'book a table for two', 'run the tests']) {
    expect((await memory.recall({ question: message })).context.items).toEqual([])
  }
  const before = 'I spent the whole morning sorting invoices, then my neighbour came over and we talked about football. '
  const { context } = await memory.recall({ question: `${before.repeat(6)}${question}` })

  expect(context.items).toEqual(['note-1.md'])
})

test('a count names no subject: the note that has the number is given to a question about it', async () => {
  await memory.ingest({
    documents: [{ source: 'dose.md', format: 'markdown', text: 'Tim takes 5 mg of cetirizine when the pollen flies.\n' }],
  })

  for (const message of ['5', '5!', '5 or 17?', '５', '3, 5']) {
    expect([message, (await memory.recall({ question: message })).context.items]).toEqual([message, []])
  }
  expect((await memory.recall({ question: 'Who takes 5 mg?' })).context.items).toEqual(['dose.md'])
})

describe('two notes that state different values in the same words', () => {
  const clients = ['Ahrens', 'Bruhns', 'Carstens', 'Dierks', 'Ehlers'].map((name, at) => ({
    source: `clients/${name.toLowerCase()}.md`,
    format: 'markdown' as const,
    text: `# ${name}\n\n${name} pays an invoice in ${10 + 5 * at} days, and never before.\n`,
  }))
  const asked = 'In how many days does Bruhns pay?'

  test('are given together, and the notes of others are not', async () => {
    const daily = {
      source: 'memory/2026-11-20.md',
      format: 'markdown' as const,
      text: 'Weather is fine.\n\n# Calls\n\nBruhns pays in 21 days now.\n',
    }
    await memory.ingest({ documents: [...clients, daily] })
    const { context } = await memory.recall({ question: asked })

    expect(context.items).toHaveLength(2)
    expect(context.text).toMatch(/15 days[\s\S]*21 days/)
  })

  test('and the one that the owner said is wrong is not', async () => {
    const daily = { source: 'calls.md', format: 'markdown' as const, text: 'Bruhns pays in 21 days now.\n' }
    await memory.ingest({ documents: [...clients, daily] })
    const { turn } = await memory.recall({ question: asked })
    await memory.feedback({ turn: turn ?? '', verdict: 'wrong', nodes: ['calls.md'] })

    expect((await memory.recall({ question: asked })).context.items).toEqual(['clients/bruhns.md'])
  })

  test('and no copy of the one that the owner said is wrong is, under another name', async () => {
    const daily = { source: 'calls.md', format: 'markdown' as const, text: 'Bruhns pays in 21 days now.\n' }
    await memory.ingest({ documents: [...clients, daily] })
    const { turn } = await memory.recall({ question: asked })
    await memory.feedback({ turn: turn ?? '', verdict: 'wrong', nodes: ['calls.md'] })
    await memory.ingest({ documents: [{ ...daily, source: 'old/calls.md' }] })

    expect((await memory.recall({ question: asked })).context.items).toEqual(['clients/bruhns.md'])
  })
})

test('a note that only has a word of the one that was replaced is not let in by its going', async () => {
  const documents = Object.entries(germanLater.notes).map(([name, text]) => ({
    source: `${name}.md`,
    format: 'markdown' as const,
    text: `${text}\n`,
  }))
  await memory.ingest({ documents })
  const { turn } = await memory.recall({ question: 'Wann macht der Laden morgens auf?' })
  await memory.feedback({ turn: turn ?? '', verdict: 'wrong', nodes: ['laden.md'], instead: ['aushang.md'] })

  expect((await memory.recall({ question: 'Ab wann ist der Laden morgens offen?' })).context.items).toEqual(['aushang.md'])
})
