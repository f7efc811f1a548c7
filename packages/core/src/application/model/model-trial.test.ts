import { describe, expect, test } from 'vitest'
import { judgeTrial, trialQuestion } from './model-trial.ts'

describe('a trial of a model', () => {
  const question = trialQuestion()

  test('asks what a recall asks, with two notes', () => {
    const [system, user] = question.messages.map(({ content }) => content)

    expect(system).toMatch(/^You choose notes for an assistant that/)
    expect(user).toContain('1 e1.00 d0 <2 mention .50 "The boat leaves at seven."')
    expect([question.tokens, question.form.name]).toEqual([180, 'routing'])
  })

  test.each([
    ['a choice is an answer', '{"follow":[1],"drop":[2],"attention":[],"explanation":"it names the time"}', undefined],
    ['thoughts and fences are no fault', '<think>hm</think>```json\n{"follow":[1]}\n```', undefined],
    ['words are none', 'The boat leaves at seven.', /not the JSON object/],
    ['everything is no choice', '{"follow":[1,2]}', /chooses nothing/],
  ])('%s', (_, text, problem) => {
    const judged = judgeTrial({ text, tokensIn: 400, tokensOut: 20 })

    expect(judged).toMatchObject({ tokensIn: 400, tokensOut: 20, costUsd: 0.000072 })
    if (problem === undefined) expect(judged.problem).toBeUndefined()
    else expect(judged.problem).toMatch(problem)
  })

  test('a cost that the host counts stands in place of that by the prices', () => {
    const text = '{"follow":[1]}'

    expect(judgeTrial({ text, tokensIn: 400, tokensOut: 20 })).toMatchObject({ isTold: false, costByPrices: 0.000072 })
    expect(judgeTrial({ text, tokensIn: 400, tokensOut: 20, costUsd: 0.5 })).toMatchObject({
      isTold: true,
      costUsd: 0.5,
      costByPrices: 0.000072,
    })
  })

  test('tokens that nobody counted are estimated', () => expect(judgeTrial({ text: '{"follow":[1]}' }).tokensIn).toBeGreaterThan(100))
})
