/** One label in two files with one heading: two things that each have it, unless one file is about the other's thing. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventsOf } from '../models/recorded-log.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage('empty')
})
afterEach(() => stage.leave())

const read = (source: string, text: string) => stage.memory.ingest({ documents: [{ source, format: 'markdown', text }] })
const superseded = async () => eventsOf(await stage.log(), 'NodeSuperseded').length

test.each([
  ['anna.md', 'ben.md', '# Contact\n\nPhone: 111 222\n', '# Contact\n\nPhone: 333 444\n'],
  ['staging.md', 'production.md', '# Database\n\nHost: db1.example.com\n', '# Database\n\nHost: db2.example.com\n'],
  ['services/billing.md', 'services/search.md', '# Configuration\n\nPort: 8443\n', '# Configuration\n\nPort: 9443\n'],
  ['monday.md', 'tuesday.md', '# Plan\n\nDinner: soup\n', '# Plan\n\nDinner: lasagne\n'],
  ['january.md', 'february.md', '# Report\n\nTotal: 1200\n', '# Report\n\nTotal: 1400\n'],
  ['dune.md', 'emma.md', '# Review\n\nRating: 5\n', '# Review\n\nRating: 3\n'],
  ['adr-kafka.md', 'adr-redis.md', '# Decision\n\nStatus: accepted\n', '# Decision\n\nStatus: rejected\n'],
  ['kickoff.md', 'review.md', '# Meeting\n\nDecision: go\n', '# Meeting\n\nDecision: wait\n'],
  ['haus.md', 'boot.md', '# Arbeiten\n\nTODO: Dichtung bestellen\n', '# Arbeiten\n\nTODO: vor dem Winter lackieren\n'],
  ['call.md', 'calls.md', '# Call\n\nBen: I will bring the ladder on Friday.\n', '# Call\n\nBen: The roof is leaking above the stairs.\n'],
])('%s and %s have a value each', async (one, other, first, second) => {
  await read(one, first)
  await read(other, second)

  expect(await superseded()).toBe(0)
})

test.each([
  ['db.md', 'db-v2.md', '# Database\n\nPort: 5432\n', '# Database\n\nPort: 5433\n'],
  ['MEMORY.md', 'notes/billing.md', '# Billing\n\nPort: 5432\n', '# Billing\n\nPort: 5433\n'],
  ['ferry.md', 'news.md', '# Ferry\n\nDeparture: 21:40\n', '# Ferry\n\nDeparture: 22:15\n'],
  ['router.md', 'new-router.md', '# Router\n\nAddress: 10.0.0.1\n', '# Router\n\nAddress: 10.0.0.2\n'],
])('%s gives way to %s', async (one, other, first, second) => {
  await read(one, first)
  await read(other, second)

  expect(await superseded()).toBe(1)
})
