import { describe, expect, test } from 'vitest'
import { balanced } from '../profiles/profiles.ts'
import { kernelFor, questionKind } from './confidence.ts'

describe('a question asks for', () => {
  test.each([
    'In which order are the services restarted?',
    'What happens after the build?',
    'What comes next?',
    'What is next?',
    'What is next? Tell me.',
    'and what was first',
    'What is next in the rollout?',
    'What was next to be done?',
    'Give me the timeline of the outage',
    'Walk me through it step by step',
    'What are the next steps?',
    'In welcher Reihenfolge starten wir?',
    'Dans quel ordre ?',
    '¿En qué orden se hace?',
    '部署的步骤是什么？',
    '手順を教えて',
  ])('an order: %s', (question) => {
    expect(questionKind(question)).toBe('order')
  })

  test.each([
    'Why did the queue get stuck?',
    'what caused the outage of May',
    'What was the root cause?',
    'How come the cache was stale?',
    'What are the reasons for two clusters?',
    'Warum steht die Warteschlange?',
    'Pourquoi deux grappes ?',
    '¿Por qué falló?',
    'なぜ止まった？',
    '为什么失败？',
    '왜 실패했나요?',
  ])('a reason: %s', (question) => {
    expect(questionKind(question)).toBe('why')
  })

  test.each([
    'What is the order number of the crane?',
    'What is Next.js?',
    'What was First Contact?',
    'What is next to the harbour?',
    'Who ordered the new crane?',
    'Where is the causeway?',
    'How do we roll back a deploy?',
    'Whymper climbed which mountain?',
    'What did Ann say about the first release?',
    '',
  ])('anything else: %s', (question) => {
    expect(questionKind(question)).toBe('what')
  })
})

test('a question for an order favours sequences, one for a reason causes, any other nothing', () => {
  expect(kernelFor('in which order?', balanced)).toEqual({ SEQ: 1.6, SIM: 1, CAUSE: 1 })
  expect(kernelFor('why?', balanced)).toEqual({ SEQ: 1, SIM: 1, CAUSE: 1.6 })
  expect(kernelFor('what?', balanced)).toEqual({ SEQ: 1, SIM: 1, CAUSE: 1 })
})
