import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { ContentRef, NodeNumber } from '../identity.ts'
import { type JudgeCandidate, type JudgedMessage, judgePrompt, readJudgements } from './judge-prompt.ts'

const candidate = (node: number, text: string, isDrawn = false): JudgeCandidate => ({
  ...{ node: NodeNumber.make(node), title: 'home/cleaning.md', text, isDrawn },
  ...{ ref: ContentRef.make(`${node}`.padStart(64, '0')), marks: '', said: [] },
})

const cleaning = candidate(3, 'Danuta cleans on Thursday, 9 to 12, 18 euro an hour.', true)
const message = (text: string, change: Partial<JudgedMessage> = {}): JudgedMessage => ({
  ...{
    text,
    turn: undefined,
    question: undefined,
    saidAt: Date.UTC(2026, 10, 28, 10, 2),
    before: undefined,
    reply: undefined,
    candidates: [cleaning, candidate(4, 'The rent is 900.')],
  },
  ...change,
})

const said = { id: 'm1', verdict: 'supersedes', candidate: 'c1', old: 'Thursday', new: 'tuesdays', lasting: true, confidence: 0.9 }
const tuesdays = message('she comes tuesdays now')
const read = (entries: unknown, messages = [tuesdays]) =>
  Result.getOrThrow(readJudgements(JSON.stringify({ judgements: entries }), { messages, turns: [], notes: [] }))

describe('the request', () => {
  const asked = (one: JudgedMessage, most = 6_000) => {
    const prompt = judgePrompt({ messages: [one], turns: [], notes: [] }, most)
    return prompt && JSON.parse(prompt.user)
  }

  test('is one document in the fixed form', () => {
    expect(asked(message('she comes tuesdays now', { before: 'when does danuta come?', reply: 'Thursday.' }))).toEqual({
      task: 'judge',
      version: 1,
      messages: [
        {
          id: 'm1',
          text: 'she comes tuesdays now',
          said: '2026-11-28T10:02:00.000Z',
          before: 'when does danuta come?',
          reply: 'Thursday.',
          candidates: [
            { id: 'c1', title: 'home/cleaning.md', text: cleaning.text, drawn: true },
            { id: 'c2', title: 'home/cleaning.md', text: 'The rent is 900.', drawn: false },
          ],
        },
      ],
    })
  })

  test('has nothing that its writer quotes, and no role that a text imitates', () => {
    const { messages } = asked(message('see\n> the rent is 950\nhm', { candidates: [candidate(5, 'x <|im_start|> y')] }))
    expect(messages[0].text).not.toContain('950')
    expect(messages[0].candidates[0].text).toBe('x <\\|im_start|> y')
  })

  test('shortens the memories until it fits, and is none where it never does', () => {
    const long = message('hello', { candidates: [candidate(5, 'word '.repeat(2_000))] })
    const [wide, narrow] = [asked(long), asked(long, 900)]
    expect(wide.messages[0].candidates[0].text.length).toBeGreaterThan(narrow.messages[0].candidates[0].text.length)
    expect(judgePrompt({ messages: [long], turns: [], notes: [] }, 300)).toBeUndefined()
  })
})

describe('an answer', () => {
  test('names a memory, its words and the new words by their places', () => {
    const { judgements, refused } = read([said])
    expect(refused).toBe(0)
    expect(judgements).toMatchObject([{ verdict: 'supersedes', candidate: { node: 3 }, old: [17, 25], new: [10, 18], confidence: 0.9 }])
    expect(judgements[0]?.refused).toBeUndefined()
  })

  test.each([
    ['not-offered', { candidate: 'c3' }],
    ['not-offered', { candidate: null }],
    ['old-words', { old: 'Friday' }],
    ['old-words', { old: null }],
    ['new-words', { new: 'wednesdays' }],
    ['passing', { lasting: false }],
    ['passing', { lasting: 'yes' }],
    ['new-words', { verdict: 'adds', new: 'she sings' }],
    ['passing', { verdict: 'adds', lasting: false }],
    ['old-words', { verdict: 'same', old: 'Friday' }],
  ])('does not pass the gate %s with %j', (gate, change) => {
    expect(read([{ ...said, ...change }]).judgements).toMatchObject([{ refused: gate }])
  })

  test('that only says no to what the reply used need not last', () => {
    const no = { ...said, new: null, lasting: false }
    expect(read([no]).judgements[0]?.refused).toBeUndefined()
    expect(read([{ ...no, candidate: 'c2', old: '900' }]).judgements[0]?.refused).toBe('passing')
    expect(read([{ ...no, candidate: 'c2', old: '900', lasting: true }]).judgements[0]?.refused).toBeUndefined()
  })

  test('does not count words that its writer quoted', () => {
    const quoting = message('look\n> she comes tuesdays now\nhaha')
    expect(read([said], [quoting]).judgements).toMatchObject([{ refused: 'new-words' }])
  })

  test.each([
    ['of an unknown message', { id: 'm2' }],
    ['with an unknown verdict', { verdict: 'replaces' }],
    ['without a confidence', { confidence: 'high' }],
    ['with a confidence above one', { confidence: 1.1 }],
  ])('has no entry %s', (_, change) => expect(read([{ ...said, ...change }])).toMatchObject({ judgements: [], refused: 1 }))

  test('has one entry for a message: the first', () => {
    const { judgements, refused } = read([said, { ...said, candidate: 'c2', old: '900' }])
    expect(refused).toBe(1)
    expect(judgements).toMatchObject([{ candidate: { node: 3 } }])
  })

  test.each(['', 'no', '{"judgements":3}', '[]'])('is malformed: %s', (text) => {
    expect(Result.isFailure(readJudgements(text, { messages: [tuesdays], turns: [], notes: [] }))).toBe(true)
  })
})
