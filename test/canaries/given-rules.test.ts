import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BrokenMemory, contextSettings, followUpComplaints, rankedUnder, talks } from '../models/given-rules.ts'

const seeded = { seed: 1, endOnFailure: true }

describe('the check that confidence leaves the ranking alone', () => {
  const notices = async (broken: BrokenMemory): Promise<boolean> => {
    const usual = JSON.stringify((await rankedUnder({}, '', broken)).rankings)
    const property = fc.asyncProperty(contextSettings, async (settings) => {
      return JSON.stringify((await rankedUnder(settings, '', broken)).rankings) === usual
    })
    return (await fc.check(property, { ...seeded, numRuns: 10 })).failed
  }

  test('finds nothing in the memory', async () => {
    expect(await notices((memory) => memory)).toBe(false)
  })

  test.each<readonly [string, BrokenMemory]>([
    [
      'ranks only what is given',
      (memory) => ({
        ...memory,
        recall: async (request) => {
          const answer = await memory.recall(request)
          return { ...answer, items: answer.items.filter(({ node }) => answer.context.items.includes(node)) }
        },
      }),
    ],
    [
      'scores what is given higher',
      (memory) => ({
        ...memory,
        recall: async (request) => {
          const answer = await memory.recall(request)
          const isGiven = (node: string) => answer.context.items.includes(node)
          return { ...answer, items: answer.items.map((item) => (isGiven(item.node) ? { ...item, score: item.score + 1e-9 } : item)) }
        },
      }),
    ],
  ])('finds a memory that %s', async (_, broken) => {
    expect(await notices(broken)).toBe(true)
  })
})

describe('the check of follow-ups', () => {
  const notices = async (broken: BrokenMemory, numRuns = 100): Promise<boolean> => {
    const property = fc.asyncProperty(talks, async (said) => (await followUpComplaints(said, broken)).length === 0)
    return (await fc.check(property, { ...seeded, numRuns })).failed
  }

  test('finds nothing in the memory', async () => {
    expect(await notices((memory) => memory, 20)).toBe(false)
  })

  test.each<readonly [string, BrokenMemory]>([
    [
      'takes all sessions for one',
      (memory) => ({
        ...memory,
        recall: (request) => memory.recall(request.session === undefined ? request : { ...request, session: 'talk' }),
      }),
    ],
    [
      'knows no session',
      (memory) => ({
        ...memory,
        recall: ({ session: _, ...request }) => memory.recall(request),
        session: (request) => memory.session({ ...request, event: 'started' }),
      }),
    ],
    ['never ends a session', (memory) => ({ ...memory, session: (request) => memory.session({ ...request, event: 'started' }) })],
  ])('finds a memory that %s', async (_, broken) => {
    expect(await notices(broken)).toBe(true)
  })
})
