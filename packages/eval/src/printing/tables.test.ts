import type { Page } from 'crabtrail'
import { expect, test } from 'vitest'
import { costOf, type RecordedCost } from '../protocols/recorded-cost.ts'
import { costTable } from './tables.ts'

const same = (text: string): string => text
const page: Page = { width: 100, strong: same, faint: same, good: same, bad: same, command: (...words) => words.join(' ') }
const prices = { priceIn: 0.15, priceOut: 0.6, priceEmbedding: 0.02, tokensIn: 900, tokensOut: 180 }
const quiet = { calls: [], isMissed: false, embeddedTokens: 180 }
const asked = { ...quiet, calls: [{ tokensIn: 900, tokensOut: 180 }] }
const cost = (turns: Parameters<typeof costOf>[0], more: Partial<RecordedCost> = {}): RecordedCost => ({
  brain: 'local/main/default',
  position: 90,
  prices,
  unasked: {},
  embedded: { counted: 'in-force', questions: turns.length, erased: 0 },
  causes: { calls: 0, tokensIn: 0, tokensOut: 0, costUsd: 0 },
  ...costOf(turns, prices),
  ...more,
})

test('a cost is printed in all, a turn and for 1,000 turns', () => {
  expect(costTable(cost([asked, quiet, quiet, quiet]), page)).toEqual([
    'local/main/default  4 turns up to position 90',
    '  1 call of a routing model, in 25.0 % of the turns: 250 calls per 1,000 turns',
    '  900 tokens in, 180 tokens out',
    '  about 720 tokens to embed 4 questions once each',
    '',
    '                 in all       a turn  1,000 turns',
    '  routing     $0.000243  $0.00006075     $0.06075',
    '  embedding  $0.0000144   $0.0000036      $0.0036',
    '  total      $0.0002574  $0.00006435     $0.06435',
    '',
    '  prices in USD a million tokens: 0.15 in, 0.6 out, 0.02 embedded (model.price… in the settings)',
  ])
})

test('calls that were not made are expected, with why', () => {
  const missed = { ...quiet, isMissed: true, embeddedTokens: 0 }
  const lines = costTable(
    cost([missed, missed], { unasked: { 'no-model': 2 }, embedded: { counted: 'no', questions: 0, erased: 0 } }),
    page,
  )

  expect(lines).toContain('  no embedding: the brain has no embedder (--embedding counts it anyway)')
  expect(lines.find((line) => line.includes('expected  '))).toMatch(/expected +\$0\.000486 +\$0\.000243 +\$0\.243$/)
  expect(lines).toContain('  expected: with the 2 calls that were worth it and were not made (2 no-model), at 900 tokens in and 180 out')
})

test('calls without tokens and erased questions are named', () => {
  const unanswered = { ...quiet, calls: [{ tokensIn: 0, tokensOut: 0 }] }
  const lines = costTable(cost([unanswered], { embedded: { counted: 'anyway', questions: 1, erased: 1 } }), page)

  expect(lines).toContain('  1 call without tokens: taken by no server, or answered from the cache')
  expect(lines).toContain('  about 180 tokens to embed 1 question once each, without 1 erased question, although the brain has no embedder')
})

test('calls for causes stand beside the table, because they belong to no turn', () => {
  const lines = costTable(cost([asked], { causes: { calls: 2, tokensIn: 1_400, tokensOut: 120, costUsd: 0.000282 } }), page)

  expect(lines).toContain('  2 calls for causes of documents, not in the table: 1400 tokens in, 120 out, $0.000282')
  expect(lines.find((line) => line.includes('total'))).toContain('$0.0002466')
})
