/** By which ways a superseded text could come back, and by which it may. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../models/open-store.ts'
import { eventsOf } from '../models/recorded-log.ts'
import { memoriesIn } from './given.ts'
import { openStage, type Stage } from './stage.ts'

const question = 'When does the night ferry leave for Ostmole?'
const old = 'Night ferry to Ostmole: 21:40'
const fresh = 'Night ferry to Ostmole: 22:15'
const session = 'agent:main:talk'

let stage: Stage
const noted = (source: string, text: string, title = 'Ferry') => ({
  source,
  format: 'markdown' as const,
  root: 'notes',
  text: `# ${title}\n\n${text}\n`,
})
const read = (...notes: ReadonlyArray<readonly [source: string, text: string]>) =>
  stage.memory.ingest({ documents: notes.map(([source, text]) => noted(source, text)) })
/** Reads the folder whole: what is not among these notes is gone. */
const readAll = (...notes: ReadonlyArray<readonly [source: string, text: string]>) =>
  stage.memory.ingest({
    documents: notes.map(([source, text]) => noted(source, text)),
    folders: [{ root: 'notes', below: '' }],
    prune: true,
  })
const given = async (memory = stage.memory) => memoriesIn((await memory.recall({ question, record: false })).context.text)
const supersededBy = async (what: string) => (await stage.memory.show({ what })).nodes[0]?.supersededBy ?? []
const expectFresh = async (memory = stage.memory) => {
  expect(await given(memory)).toContain('22:15')
  expect(await given(memory)).not.toContain('21:40')
}
const expectOld = async () => {
  expect(await given()).toContain('21:40')
  expect(await given()).not.toContain('22:15')
}

beforeEach(async () => {
  stage = await openStage('empty')
  await read(['ferry.md', old], ['kitchen.md', 'The fridge is emptied on Fridays.'])
})
afterEach(async () => {
  expect((await stage.memory.verify({ rederive: true })).checks.filter(({ ok }) => !ok)).toEqual([])
  await stage.leave()
})

/** The two ways in which a newer text supersedes an older one. */
const ways = [
  ['a later note states otherwise', () => read(['news.md', fresh])],
  ['its own note was changed', () => read(['ferry.md', fresh])],
] as const

describe.each(ways)('INV-151 what is superseded because %s', (_, supersede) => {
  beforeEach(async () => {
    await supersede()
    await expectFresh()
  })

  test('does not come back when its file is read again', async () => {
    const isEdited = (await stage.memory.show({ what: 'ferry.md' })).nodes[0]?.content === fresh
    await read(['ferry.md', isEdited ? fresh : old])

    await expectFresh()
  })

  test('does not come back as a copy under another name, in one reading with the rest or alone', async () => {
    await read(['old/ferry.md', old])
    await expectFresh()

    await read(['backup/ferry.md', old], ['backup/kitchen.md', 'The fridge is emptied on Fridays.'])

    await expectFresh()
    expect(await supersededBy('old/ferry.md')).toMatchObject([{ rule: 'copy', reason: 'copy' }])
  })

  test('does not come back in a copy of the brain, in a process that has just begun or at the end of a replay', async () => {
    const other = openStore()
    try {
      const copy = await other.memory()
      await copy.import({ lines: (await stage.memory.export({})).lines })
      await expectFresh(copy)
    } finally {
      await other.close()
    }
    await expectFresh(await stage.store.memory())
    await stage.memory.replay({ saveAs: 'again' })
    expect((await stage.memory.recall({ brain: 'local/main/again', question, record: false })).context.text).toContain('22:15')
  })

  test('does not come back when unused strengths decay and kinds of question die', async () => {
    for (let turn = 0; turn < 60; turn++) await stage.memory.recall({ question: 'When is the fridge emptied?', session })
    await stage.memory.maintain({})

    await expectFresh()
  })

  test('comes back with a going back at most, and goes with a going forward', async () => {
    const after = String((await stage.memory.show({})).position)
    await stage.memory.rollback({ to: '4' })
    await stage.memory.rollback({ to: after })

    await expectFresh()
  })
})

describe('a passage with a known text', () => {
  test('holds again where its own note changed back since its last reading', async () => {
    await read(['ferry.md', fresh])
    await read(['old/ferry.md', old])
    await expectFresh()

    await read(['ferry.md', old])

    await expectOld()
  })

  test('holds again where a verdict names it', async () => {
    await read(['news.md', fresh])
    const { turn } = await stage.memory.recall({ question, session })
    await stage.memory.feedback({ verdict: 'wrong', session, turn: turn ?? '', nodes: ['news.md'], instead: ['ferry.md'] })

    await expectOld()
  })

  test('does not hold again by the verdict of an agent', async () => {
    await read(['news.md', fresh])
    const { turn } = await stage.memory.recall({ question, session })
    const said = { verdict: 'wrong', session, turn: turn ?? '', nodes: ['news.md'], instead: ['ferry.md'] } as const
    await stage.memory.feedback({ ...said, tier: 'agent', origin: 'agent' })

    expect(await supersededBy('ferry.md')).toHaveLength(1)
  })
})

describe('INV-151 where the newer text is deleted from its file', () => {
  test('the older one is given with the mark that it is no longer true', async () => {
    await read(['news.md', fresh])
    await readAll(['ferry.md', old], ['kitchen.md', 'The fridge is emptied on Fridays.'])

    expect(await given()).not.toContain('22:15')
    expect(await given()).toContain(`${old}\n  no longer true; what took its place is gone`)
    expect(await supersededBy('ferry.md')).toHaveLength(1)
  })

  test('and is read in again, it stands in the place of the older one again', async () => {
    await read(['news.md', fresh])
    await readAll(['ferry.md', old], ['kitchen.md', 'The fridge is emptied on Fridays.'])
    await read(['news.md', fresh])

    await expectFresh()
  })

  test('and another still states it, that one holds', async () => {
    await read(['news.md', fresh])
    await read(['more.md', 'Night ferry to Ostmole: 22:50'])
    await readAll(['ferry.md', old], ['news.md', fresh], ['kitchen.md', 'The fridge is emptied on Fridays.'])

    expect(await given()).toContain('22:15')
    expect(await given()).not.toContain('21:40')
  })
})

describe('INV-151 where the newer text is changed in its file', () => {
  const fair = 'The summer fair of the harbour opens at 10:00.'
  beforeEach(() => read(['news.md', fresh]))

  test('to another subject, the older one is given with the mark that it is no longer true, until its place is taken again', async () => {
    await read(['news.md', fair])

    expect(await given()).toContain(`${old}\n  no longer true; what took its place is gone`)
    expect(await supersededBy('ferry.md')).toMatchObject([{ by: 'news.md', gone: true }])
    expect((await stage.memory.show({ what: 'news.md' })).nodes[0]?.inPlaceOf ?? []).toEqual([])

    await read(['news.md', fresh])

    await expectFresh()
    expect(await supersededBy('ferry.md')).toHaveLength(1)
    expect(await supersededBy('ferry.md')).not.toMatchObject([{ gone: true }])
  })

  test('to another value or to further sentences, it stands in the place of the older one', async () => {
    await read(['news.md', 'Night ferry to Ostmole: 22:50'])
    expect(await given()).toContain('22:50')
    expect(await given()).not.toContain('21:40')

    await read(['news.md', `${fresh} ${fair}`])

    await expectFresh()
  })

  test('to the older value, that is not called untrue', async () => {
    await read(['news.md', old])

    expect(await given()).toContain('21:40')
    expect(await given()).not.toContain('no longer true')
  })

  test('what a rollback undoes is no change of a text', async () => {
    const before = String((await stage.memory.show({})).position)
    await read(['news.md', fair])
    await stage.memory.rollback({ to: before })

    expect(await supersededBy('ferry.md')).toMatchObject([{ by: 'news.md', gone: true }])
  })
})

describe('where what took the place of a text is gone', () => {
  const removals = [
    ['with its file', () => readAll(['ferry.md', old], ['kitchen.md', 'The fridge is emptied on Fridays.'])],
    ['from its file', () => read(['news.md', 'The summer fair of the harbour opens at 10:00.'])],
  ] as const
  beforeEach(() => read(['news.md', fresh]))

  test.each(removals)('%s, a copy of the older text is as untrue', async (_, remove) => {
    await remove()
    await read(['old/ferry.md', old])

    expect(await supersededBy('old/ferry.md')).toMatchObject([{ by: 'news.md', rule: 'copy' }])
    expect(await given()).not.toContain('summer fair')
    expect(await given()).toContain(`${old}\n  no longer true; what took its place is gone`)
  })

  test.each(removals)('%s, a later note takes it', async (_, remove) => {
    await remove()
    await read(['later.md', 'Night ferry to Ostmole: 22:50'])

    expect(await given()).toContain('22:50')
    expect(await given()).not.toContain('21:40')
  })
})

describe('the order within one reading decides nothing', () => {
  test('of two notes without days', async () => {
    const [one, other] = [['a.md', 'Bakery opens: 6:30'] as const, ['b.md', 'Bakery opens: 7:15'] as const]
    await read(one, other)
    await read(['c.md', 'Library opens: 9:30'], ['d.md', 'Library opens: 10:15'])

    expect(eventsOf(await stage.log(), 'NodeSuperseded')).toEqual([])
  })
})
