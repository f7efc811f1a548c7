import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'
import { withNotes } from '../models/player.ts'
import { eventsOf, readLog } from '../models/recorded-log.ts'

const question = 'How do we roll back a bad deploy of the API?'
const session = 'agent:main:main'
const asker = { chatKind: 'direct', channel: 'telegram', chat: '4200042', sender: '4200042' } as const

let store: OpenStore
let memory: AskedMemory
beforeEach(async () => {
  store = openStore()
  memory = await withNotes(await store.memory())
})
afterEach(() => store.close())

const exported = async () => (await memory.export({})).lines
const turns = async () => eventsOf(readLog(await exported()), 'TurnStarted').map(({ data }) => data)

describe('who asked', () => {
  test('is part of the turn: the kind of chat as a word, channel, chat and sender as contents', async () => {
    await memory.recall({ question, session, asker })
    const [turn] = await turns()
    const lines = (await exported()).join('\n')

    expect(turn?.chatKind).toBe('direct')
    for (const part of ['channel', 'chat', 'sender'] as const) expect(turn?.[part]).toMatch(/^[0-9a-f]{64}$/)
    expect(lines).toContain('4200042')
    expect(JSON.stringify(turn)).not.toContain('4200042')
  })

  test('that no host said is not made up, and what is empty is no name', async () => {
    await memory.recall({ question, session })
    await memory.recall({ question, session, asker: { chatKind: 'main', channel: 'webchat', sender: '' } })
    const [silent, main] = await turns()

    expect([silent?.chatKind, silent?.sender]).toEqual([undefined, undefined])
    expect(Object.keys(main ?? {})).toEqual(expect.arrayContaining(['chatKind', 'channel']))
    expect(main).not.toHaveProperty('sender')
  })

  test('changes nothing of what is recalled', async () => {
    const without = await memory.recall({ question, session, record: false })
    const told = await memory.recall({ question, session, asker, record: false })

    expect(told.items).toEqual(without.items)
  })

  test('goes with the session that is forgotten', async () => {
    await memory.recall({ question, session, asker })
    await memory.forget({ session })

    expect((await exported()).join('\n')).not.toContain('4200042')
  })

  test('can be forgotten of one turn, with what was asked there, and nothing of the others goes', async () => {
    await memory.recall({ question, session, asker: { chatKind: 'main', channel: 'webchat', sender: 'the-owner' } })
    const { turn } = await memory.recall({ question: 'What does the stranger want to know?', session, asker, key: 'recall:2' })
    const position = (await memory.show({})).position
    await memory.forget({ turn: turn ?? '' })
    const left = (await exported()).join('\n')

    for (const gone of ['4200042', 'stranger']) expect(left).not.toContain(gone)
    for (const kept of ['the-owner', question]) expect(left).toContain(kept)
    expect((await memory.show({})).position).toBe(position + 1)
    expect((await memory.verify({})).ok).toBe(true)
    await expect(memory.forget({ turn: 't99' })).rejects.toMatchObject({ _tag: 'NotFound' })
  })

  test.each([
    ['a chat kind that there is none of', { chatKind: 'party' as never }, 'asker.chatKind: there is no "party"; choose one of main'],
    ['a sender that is too long', { chatKind: 'direct', sender: 'a'.repeat(10_000) } as const, 'asker.sender: it has 10000 bytes'],
  ])('is refused with %s', async (_, wrong, problem) => {
    await expect(memory.recall({ question, session, asker: wrong })).rejects.toMatchObject({ _tag: 'InvalidRequest' })
    await expect(memory.recall({ question, session, asker: wrong })).rejects.toThrow(problem)
  })
})
