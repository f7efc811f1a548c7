/** A studio that was not started with `--write` changes nothing, whatever it is asked. */

import { operationNames, operations } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carry } from '../../packages/studio/src/server/requests.ts'
import { play } from '../arbitraries/plausible-log.ts'
import { signals } from '../arbitraries/signal.ts'
import { runs } from '../properties/runs.ts'
import { asked } from './asked.ts'
import { memoryHere } from './memory-here.ts'

test('INV-256 a studio that only reads leaves every row of the log as it was', async () => {
  let told = 0
  await fc.assert(
    fc.asyncProperty(signals(), fc.array(asked, { minLength: 1, maxLength: 12 }), async (history, requests) => {
      const { memory } = play(history)
      const before = memory.rows()
      for (const [name, request] of requests) {
        const { status } = await Effect.runPromise(
          carry(name, JSON.stringify(request), { memory: Effect.succeed(memoryHere(memory)), write: false }),
        )
        if (status === 200) told++
      }

      expect(memory.rows()).toEqual(before)
    }),
    { ...runs, numRuns: Math.max(1, Math.floor(runs.numRuns / 2)) },
  )
  if (runs.numRuns >= 25) expect(told).toBeGreaterThan(0)
})

test('with --write only what takes back and corrects is offered', async () => {
  const { memory } = play([])
  const carrying = { memory: Effect.succeed(memoryHere(memory)), write: true }
  const refused: Array<string> = []
  for (const name of operationNames) {
    const { body, status } = await Effect.runPromise(carry(name, '{}', carrying))
    if (status === 403) refused.push(name)
    else expect(JSON.stringify(body)).not.toContain('not offered')
  }

  expect(operationNames.filter((name) => operations[name].writes && !refused.includes(name)).sort()).toEqual([
    'alias',
    'doctor',
    'feedback',
    'learn',
    'protect',
    'replay',
    'review',
    'rollback',
    'tag',
    'trust',
    'undo',
    'unlearn',
  ])
})

test.each([
  ['feedback', { verdict: 'used', turn: 't1', nodes: ['deploy.md'], dryRun: true }],
  ['note', { text: 'the harbour is closed', dryRun: true }],
  ['trust', { nodes: ['deploy.md'], dryRun: true }],
  ['recall', { question: 'harbour', dryRun: true }],
  ['replay', { saveAs: 'branch' }],
] as const)('%s is refused, though it claims a word that its operation does not know', async (name, request) => {
  const { memory } = play([])
  const carrying = { memory: Effect.succeed(memoryHere(memory)), write: false }

  expect(await Effect.runPromise(carry(name, JSON.stringify(request), carrying))).toMatchObject({
    status: 403,
    body: { problem: { tag: 'ReadOnly' } },
  })
})
