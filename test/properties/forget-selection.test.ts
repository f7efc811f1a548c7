import * as Result from 'effect/Result'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RunningMemory, runningMemory } from '../arbitraries/running-memory.ts'
import { runs } from './runs.ts'

const document = (source: string, text: string) => ({ source, format: 'markdown', text: `# ${source}\n\n${text}\n` }) as const
const read = (memory: RunningMemory, source: string, text: string) =>
  Result.getOrThrow(memory.ask((asked) => asked.ingest({ documents: [document(source, text)] })))

/** What happens between a rehearsal and its confirmation, and true if it changes what says the name. */
const happenings: ReadonlyArray<readonly [changes: boolean, happen: (memory: RunningMemory) => unknown]> = [
  [false, (memory) => memory.ask((asked) => asked.recall({ question: 'What do you know about Lotte?' }))],
  [false, (memory) => memory.ask((asked) => asked.recall({ question: 'Forget what you know about Lotte.', autoNeurogenesis: true }))],
  [false, (memory) => read(memory, 'tides.md', 'The tide turns at six.')],
  [false, (memory) => read(memory, 'lotte.md', 'Lotte walks at low tide.')],
  [true, (memory) => read(memory, 'lotte.md', 'Lotte walks at high tide.')],
  [true, (memory) => read(memory, 'boats.md', 'Lotte mends the boats.')],
  [true, (memory) => memory.ask((asked) => asked.note({ text: 'Lotte likes plums.' }))],
  [true, (memory) => memory.ask((asked) => asked.forget({ node: 'lotte.md' }))],
]

test('INV-175 an erasure with a selection takes the memories that the rehearsal showed and no other, or nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(happenings.length - 1), { maxLength: 4 }), fc.boolean(), (between, isOther) => {
      const memory = runningMemory()
      for (const [source, text] of [
        ['lotte.md', 'Lotte walks at low tide.'],
        ['school.md', 'The school of Lotte begins at eight.'],
        ['harbour.md', 'The harbour is closed on Sundays.'],
      ] as const)
        read(memory, source, text)
      const rehearsed = Result.getOrThrow(memory.ask((asked) => asked.forget({ name: 'Lotte', dryRun: true })))
      const numbersOf = (forgotten: typeof rehearsed.forgotten) => forgotten.filter(({ what }) => what === 'node').length
      for (const at of between) happenings[at]?.[1](memory)
      const live = (node: string) => Result.isSuccess(memory.ask((asked) => asked.show({ what: node })))
      const before = ['lotte.md', 'school.md', 'harbour.md'].filter(live)
      const isChanged = isOther || between.some((at) => happenings[at]?.[0] === true)
      const selection = isOther ? '000000' : rehearsed.selection

      const answer = memory.ask((asked) => asked.forget({ name: 'Lotte', ...(selection === undefined ? {} : { selection }) }))

      const done = Result.getOrThrow(answer)
      expect(done.changed ?? false).toBe(isChanged)
      if (isChanged) expect(['lotte.md', 'school.md', 'harbour.md'].filter(live)).toEqual(before)
      else {
        expect(['lotte.md', 'school.md', 'harbour.md'].filter(live)).toEqual(['harbour.md'])
        // Kinds of question that quote it may have come, which nobody was shown.
        expect(numbersOf(done.forgotten)).toBeGreaterThanOrEqual(numbersOf(rehearsed.forgotten))
      }
    }),
    { ...runs, numRuns: Math.ceil(runs.numRuns / 4) },
  )
})
