import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

const question = 'When does the ferry to Amrum leave?'
const again = 'When does the ferry leave for Amrum on Tuesday?'
const other = 'When is the fridge emptied?'
const said = 'Wrong, since the summer timetable it leaves at 9:40.'
const session = 'agent:main:talk'

let stage: Stage
const note = (source: string, text: string) => ({ source, format: 'markdown' as const, text })
const look = (asked: string) => stage.memory.recall({ question: asked, record: false })
const blame = async (more: object = {}) => {
  const { turn } = await stage.memory.recall({ question, session })
  return stage.memory.feedback({ verdict: 'wrong', nodes: ['ferry.md'], turn: turn ?? '', session, text: said, ...more })
}

beforeEach(async () => {
  stage = await openStage('empty')
  await stage.memory.ingest({
    documents: [
      note('ferry.md', 'The ferry to Amrum leaves at 8:15 on weekdays.'),
      note('kitchen.md', 'The fridge is emptied on Fridays.'),
      note('garden.md', 'The lawn is mown in May.'),
    ],
  })
})
afterEach(() => stage.leave())

describe('S3.16 what the owner blamed is a line apart from the memories', () => {
  test('with the next such question: in the context, in the answer, and in why, with the verdict behind it', async () => {
    expect((await look(again)).guardrails).toEqual([])
    const { feedback } = await blame()

    const { context, guardrails, turn } = await stage.memory.recall({ question: again, session })
    const line = `Not “The ferry to Amrum leaves at 8:15 on weekdays.”: the owner said “${said}”`
    expect(guardrails).toMatchObject([{ node: 'ferry.md', because: 'blamed', text: line, feedback }])
    expect(context.text).toContain(`\n! ${line}\n`)
    expect(context.text.indexOf(line)).toBeLessThan(context.text.indexOf('</crabtrail-memory>'))
    expect((await stage.memory.why({ turn: turn ?? '' })).guardrails).toMatchObject([{ node: 'ferry.md', because: 'blamed', feedback }])
  })

  test('and with no other question: its context is the same to the letter', async () => {
    const before = await look(other)
    await blame()
    const after = await look(other)

    expect(after.guardrails).toEqual([])
    expect(after.context).toEqual(before.context)
  })

  test('names no memory instead that was called wrong for the same question since', async () => {
    await stage.memory.ingest({
      documents: [
        note('summer.md', 'In summer the ferry to Amrum leaves at 9:40.'),
        note('winter.md', 'The ferry to Amrum leaves at 10:20.'),
      ],
    })
    await blame({ instead: ['summer.md'] })
    const { turn } = await stage.memory.recall({ question, session })
    await stage.memory.feedback({ verdict: 'wrong', nodes: ['summer.md'], instead: ['winter.md'], turn: turn ?? '', session })

    const told = (await look(question)).guardrails.map(({ text }) => text).join(' ')
    expect(told).not.toMatch(/but “In summer/)
    expect((await look(question)).context.items).toContain('winter.md')
  })

  test('until the verdict is undone', async () => {
    const { feedback } = await blame()
    expect((await look(again)).guardrails).toHaveLength(1)
    await stage.memory.unlearn({ ofFeedback: feedback })

    expect((await look(again)).guardrails).toEqual([])
    expect((await look(again)).context.text).not.toContain('9:40')
  })

  test('or the memory is forgotten', async () => {
    await blame()
    await stage.memory.forget({ node: 'ferry.md' })

    expect((await look(again)).guardrails).toEqual([])
    expect((await look(again)).context.text).not.toContain('8:15')
  })

  test('and never from the word of somebody who is not the owner', async () => {
    await blame({ actor: 'mallory', origin: 'untrusted' })

    expect((await look(again)).guardrails).toEqual([])
  })

  test('the same recall again tells the same', async () => {
    await blame()
    const key = 'recall-1'
    const first = await stage.memory.recall({ question: again, session, key })
    const second = await stage.memory.recall({ question: again, session, key })

    expect(second.guardrails).toEqual(first.guardrails)
    expect(second.context.text).toBe(first.context.text)
  })
})
