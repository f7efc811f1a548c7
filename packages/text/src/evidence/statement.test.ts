import { expect, test } from 'vitest'
import { isStatement } from './message-reading.ts'

test.each([
  'Giraffe is Jon’s codeword for testing CrabPath',
  'The lighthouse keeper is called Morwenna.',
  'Der Leuchtturmwärter heißt Morwenna und wohnt auf der Insel',
  'Latarnik nazywa się Morwenna, mieszka tam stale',
  '灯台の守り人はモーウェンナという名前です',
])('“%s” states something', (said) => {
  expect(isStatement(said)).toBe(true)
})

test.each([
  'What is Jon’s codeword?',
  'who keeps the lighthouse',
  'wer hütet den Leuchtturm',
  'xyzzy plugh nonsense',
  'worktree drift codex reset',
  'No, that is wrong.',
  'thanks a lot',
  'please restart the broker',
  '',
])('“%s” does not', (said) => {
  expect(isStatement(said)).toBe(false)
})
