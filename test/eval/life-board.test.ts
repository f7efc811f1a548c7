/** The driver of life boards on a small one: three files, and one of each thing that a board asks and says. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Answer } from '@crabtrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Board, isTakenOut, judgeOf, readBoard } from './life-board.ts'
import { boardFigures, failuresOf, figuresOf, tableOf } from './life-board-figures.ts'
import { type AskedBoard, askBoard, entriesOf } from './life-board-questions.ts'
import { holdTalks, teachingIn } from './life-board-talks.ts'

const files = {
  'MEMORY.md': `# Memory

## House

- The boiler is a Vaillant ecoTEC, serviced by Ole Brandt every March
- The drill of the house on the corner is lent to Ben since the first week of May
- The ladder of the house on the corner is lent to Ben since the first week of June
- Landlord: Nils Tamm, rent 940 euros
- Bins: paper on Tuesday, glass on Friday
`,
  'people/petra.md': '# Petra Holm\n\nBoat builder in Husum. Her daughter Jule starts school in 2027.\n\n- birthday: 9 April\n',
  'daily/2026-11-27.md': '# 2026-11-27\n\n- LanguageModel of the office swapped, firmware 7.4\n- Lunch with Ida at Café Nord\n',
}

const boiler = { file: 'MEMORY.md', text: '- The boiler is a Vaillant ecoTEC, serviced by Ole Brandt every March' }

const board: Board = {
  name: 'small',
  languages: ['en'],
  now: '2026-11-28T09:30:00Z',
  questions: [
    { id: 'q1', kind: 'prose', question: 'Who services the boiler?', right: [boiler], answer: 'Ole Brandt' },
    {
      id: 'q2',
      kind: 'follow-up',
      question: 'When is the birthday of Petra?',
      after: 'Where does Petra Holm build boats?',
      right: [{ file: 'people/petra.md', text: '- birthday: 9 April' }],
      answer: '9 April',
    },
  ],
  list: [{ id: 'l1', question: 'When is glass collected from the bins?', right: [boiler], answer: 'Ole Brandt' }],
  unknown: [{ id: 'u1', message: 'Thanks, that helps!' }],
  remarks: [{ id: 'r1', after: 'Who services the boiler?', message: 'Thanks, and remind me to call Ben.' }],
  changes: [
    {
      id: 'c1',
      question: 'What rent do I pay to Nils Tamm?',
      right: { file: 'MEMORY.md', text: '- Landlord: Nils Tamm, rent 940 euros' },
      old: '940',
      message: 'No, that is wrong: the rent is 985 euros now.',
      new: '985',
    },
  ],
}

const folder = mkdtempSync(join(tmpdir(), 'life-board-'))
beforeAll(() => {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, 'notes', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  writeFileSync(join(folder, 'board.json'), JSON.stringify(board))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a text', () => {
  const isRight = (file: string, text: string, right = boiler, answer = 'Ole Brandt') =>
    judgeOf(folder)({ file, text }, { right: [right], answer })

  test('is right with the line and the answer, whatever the marks around them', () => {
    expect(isRight('MEMORY.md', 'House\nboiler | a **Vaillant** ecoTEC is the serviced: by Ole Brandt, every March')).toBe(true)
  })

  test('is not right from another file, without the answer, or without the line', () => {
    expect(isRight('people/petra.md', boiler.text)).toBe(false)
    expect(isRight('MEMORY.md', boiler.text.replace('Ole Brandt', 'somebody'))).toBe(false)
    expect(isRight('MEMORY.md', 'Ole Brandt')).toBe(false)
  })

  test('is not right with another line that is like the right one, unless it holds both', () => {
    const right = { file: 'notes/MEMORY.md', text: '- The ladder of the house on the corner is lent to Ben since the first week of June' }
    const drill = '- The drill of the house on the corner is lent to Ben since the first week of May'

    expect(isRight('MEMORY.md', drill, right, 'Ben')).toBe(false)
    expect(isRight('MEMORY.md', `${drill}\n${right.text}`, right, 'Ben')).toBe(true)
  })

  test('needs the answer only where the right line has it', () => {
    const lunch = { file: 'daily/2026-11-27.md', text: '- Lunch with Ida at Café Nord' }

    expect(isRight('daily/2026-11-27.md', lunch.text, lunch, 'firmware 7.4')).toBe(true)
  })
})

test('an answer that was taken out as a secret is told apart from one that was not found', () => {
  const known = { right: [{ file: 'MEMORY.md', text: '- The gate of the yard opens with 4471' }], answer: '4471' }
  const isTaken = (text: string) => isTakenOut({ file: 'MEMORY.md', text }, known)

  expect(isTaken('- The gate of the yard opens with [redacted:pin]')).toBe(true)
  expect(isTaken('- The gate of the yard opens with 4471')).toBe(false)
  expect(isTaken('- The safe has the code [redacted:pin]')).toBe(false)
})

test('the entries of a context are told apart by their heads', () => {
  const context = '<crabtrail-memory>\nNotes:\n\n[a.md] A\n  - one\n  [x] two\n\n[b.md#c]\n  three\n</crabtrail-memory>'

  expect(entriesOf(context)).toEqual(['[a.md] A\n  - one\n  [x] two', '[b.md#c]\n  three'])
  expect(entriesOf('')).toEqual([])
})

test('figures count an answer that holds nothing right as wrong, and none as silence', () => {
  const asked = { id: '', kind: 'row', question: '', best: undefined, takenOut: false }
  const given = [{ file: 'a.md', text: 'a' }]

  expect(
    figuresOf([
      { ...asked, rank: 1, place: 1, tokens: 100, given },
      { ...asked, rank: 2, place: 2, tokens: 200, given },
      { ...asked, rank: 0, place: 0, tokens: 60, given },
      { ...asked, rank: 3, place: 0, tokens: 0, given: [] },
    ]),
  ).toEqual({ of: 4, ranked: 3, given: 2, first: 1, wrong: 1, silent: 1, takenOut: 0, tokensGiven: 120, tokens: 90 })
})

test('a message is heard where something was taught or changed behind it, beside the record of the turn and the use of the agent', () => {
  const logged = (position: number, type: string, data: Readonly<Record<string, unknown>> = {}): Answer.LoggedEvent => ({
    ...{ position, type, data, at: '', actor: '', session: null, cause: null, turn: null, origin: null },
  })
  const record = [
    logged(1, 'FeedbackGiven', { feedback: 1, tier: 'conscious', verdict: 'wrong' }),
    logged(2, 'TurnStarted'),
    logged(3, 'FeedbackGiven', { feedback: 2, tier: 'agent', verdict: 'used' }),
    logged(4, 'FeedbackAttributed', { feedback: 2 }),
    logged(5, 'StrengthAdjusted', { tier: 'agent', reason: 'used' }),
    logged(6, 'OutcomeGiven', { feedback: 3, tier: 'conscious', verdict: 'correction', turns: [], reason: 'form' }),
    logged(7, 'FeedbackAttributed', { feedback: 3, reason: 'unattributed' }),
    logged(8, 'TurnCompleted'),
  ]

  expect(teachingIn(record, 1)).toEqual([])
  expect(teachingIn([...record, logged(9, 'NodeDoubted', { feedback: 4 }), logged(10, 'NodeCalledWrong')], 1)).toEqual([
    'NodeDoubted',
    'NodeCalledWrong',
  ])
  expect(teachingIn(record, 0)).toEqual(['FeedbackGiven wrong'])
})

describe('a small board', () => {
  let asked: AskedBoard
  beforeAll(async () => {
    asked = await askBoard(folder, readBoard(folder))
  })

  test('is read in whole and asked in its order', () => {
    expect(asked.readIn.answer.documents).toBe(3)
    expect(asked.questions.map(({ id, place, rank }) => [id, rank, place])).toEqual([
      ['q1', 1, 1],
      ['q2', 1, 1],
    ])
    expect(asked.questions[0]?.given[0]?.file).toBe('MEMORY.md')
    expect(asked.questions[0]?.tokens).toBeGreaterThan(0)
    expect(asked.unknown).toMatchObject([{ place: 0, given: [] }])
  })

  test('tells in its plugin what a remark and a change did', { timeout: 120_000 }, async () => {
    const talks = await holdTalks(folder, board)

    expect(talks.remarks).toMatchObject([{ id: 'r1', heard: [], before: true, after: true }])
    expect(talks.changes).toMatchObject([{ id: 'c1', drawn: true, takenUp: true, stale: false }])
    expect(talks.changes[0]?.heard).not.toEqual([])
    expect(tableOf('small', boardFigures(asked, talks))).toContain('remarks: heard 0/1; the answer before is given again 1/1 (0 had none)')
    expect(failuresOf(asked, talks)).not.toContain('q1')
  })
})
