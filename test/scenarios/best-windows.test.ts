import * as Result from 'effect/Result'
import { expect, test } from 'vitest'
import { type RunningMemory, runningMemory } from '../arbitraries/running-memory.ts'

const filler = 'Boats come in at night and nobody writes down which of them paid for the week before. '.repeat(4)
const apart = `The mole was painted in spring. ${filler}A lamp hangs there. ${filler}Ask the harbour office.`
const together = `Notes of the week. ${filler}${filler}The lamp on the mole belongs to the harbour.`
const question = 'Where is the harbour lamp on the mole?'

const read = (memory: RunningMemory, notes: Readonly<Record<string, string>>) =>
  memory.ask((methods) =>
    methods.ingest({ documents: Object.entries(notes).map(([source, text]) => ({ source, format: 'markdown' as const, text })) }),
  )

const found = (memory: RunningMemory, at?: string) => {
  const when = at === undefined ? {} : { at }
  return Result.getOrThrow(memory.ask((methods) => methods.recall({ question, record: false, ...when }))).items
}

test('INV-231 a passage whose words stand together comes before one that has them far apart, by more than without windows', () => {
  const memory = runningMemory()
  read(memory, { 'apart.md': apart, 'together.md': together })

  const lead = () => {
    const scores = new Map(found(memory).map(({ node, score }) => [node, score]))
    return (scores.get('together.md') ?? Number.NaN) - (scores.get('apart.md') ?? Number.NaN)
  }

  const [first] = found(memory)
  const byWindows = lead()
  memory.ask((methods) => methods.profile({ profile: 'balanced', settings: { 'seeding.window': 0 } }))
  const asWhole = lead()

  expect(first?.node).toBe('together.md')
  expect(byWindows).toBeGreaterThan(asWhole + 0.1)
})

test('INV-231 a look at an earlier position takes the windows of the texts of then', () => {
  const memory = runningMemory()
  read(memory, { 'one.md': together, 'two.md': apart })
  const then = found(memory)
  const { position } = Result.getOrThrow(memory.ask((methods) => methods.show({})))

  read(memory, { 'one.md': apart.replace('spring', 'autumn'), 'two.md': together.replace('Notes', 'News') })
  const now = found(memory)

  expect(now[0]?.node).toBe('two.md')
  expect(found(memory, String(position)).map(({ node, score }) => [node, score])).toEqual(then.map(({ node, score }) => [node, score]))
})
