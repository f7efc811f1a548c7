import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AnswerKey, answerDigest, rememberedAnswers } from './remembered-answers.ts'

describe('remembered answers', () => {
  test('lose the least recently used one', () => {
    const answers = rememberedAnswers(2)
    const remember = answers.begin()
    remember('a', '1')
    remember('b', '2')
    answers.find('a')

    remember('c', '3')

    expect(['a', 'b', 'c'].map(answers.find)).toEqual(['1', undefined, '3'])
  })

  test('are none with a size of 0', () => {
    const answers = rememberedAnswers(0)

    answers.begin()('a', '1')

    expect(answers.find('a')).toBeUndefined()
  })

  test('are as few as the last used ones, like in a list', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4 }),
        fc.array(fc.tuple(fc.boolean(), fc.constantFrom('a', 'b', 'c', 'd', 'e'))),
        (most, steps) => {
          const answers = rememberedAnswers(most)
          let listed: ReadonlyArray<string> = []
          for (const [finds, digest] of steps) {
            if (finds) expect(answers.find(digest)).toBe(listed.includes(digest) ? `of ${digest}` : undefined)
            else answers.begin()(digest, `of ${digest}`)
            if (!finds || listed.includes(digest)) listed = [digest, ...listed.filter((one) => one !== digest)].slice(0, most)
          }
        },
      ),
    )
  })

  test('hold nothing that was forgotten, nor what was under way then', () => {
    const answers = rememberedAnswers(2)
    const underWay = answers.begin()
    underWay('a', '1')

    answers.forget()
    underWay('b', '2')
    answers.begin()('c', '3')

    expect(['a', 'b', 'c'].map(answers.find)).toEqual([undefined, undefined, '3'])
  })
})

describe('a digest', () => {
  const key: AnswerKey = {
    messages: [{ role: 'user', content: 'a' }],
    model: 'm',
    temperature: 0,
    form: { name: 'f', schema: { type: 'object', required: [] } },
  }

  test('is the same whatever the order of the fields', () => {
    const turned = { ...key, form: { schema: { required: [], type: 'object' }, name: 'f' } }

    expect(answerDigest(turned)).toBe(answerDigest(key))
  })

  test('depends on messages, model, temperature and form', () => {
    const others: ReadonlyArray<AnswerKey> = [
      { ...key, messages: [{ role: 'system', content: 'a' }] },
      { ...key, messages: [{ role: 'user', content: 'b' }] },
      { ...key, model: 'n' },
      { ...key, temperature: 0.1 },
      { ...key, form: { ...key.form, name: 'g' } },
      { ...key, form: { ...key.form, schema: {} } },
    ]

    expect(new Set([key, ...others].map(answerDigest)).size).toBe(7)
  })
})
