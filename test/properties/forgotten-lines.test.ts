/** A list whose lines begin alike is forgotten in part, then sorted, cut, added to and put under other headings. */
import { ContentStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLive } from '../../packages/core/src/domain/graph.ts'
import { brainState } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { brain, type RunningMemory, runningMemory } from '../arbitraries/running-memory.ts'
import { folded } from './fold-snapshot.ts'
import { runs } from './runs.ts'

const source = { list: 'list.md', prose: 'list.md', table: 'list.md', csv: 'list.csv' } as const
type Form = keyof typeof source

/** The first words of all lines, and so their ids, are the same. */
const word = (line: number): string => `qx${line}z`
const forms: Readonly<Record<Form, (lines: ReadonlyArray<number>, heading: string) => string>> = {
  list: (lines, heading) => `# ${heading}\n\n${lines.map((line) => `- The old house by the western sea has ${word(line)}\n`).join('')}`,
  prose: (lines, heading) => `# ${heading}\n\n${lines.map((line) => `The old house by the western sea has ${word(line)}.\n`).join('')}`,
  table: (lines, heading) =>
    `# ${heading}\n\n| House | Place | Has |\n|---|---|---|\n${lines.map((line) => `| Old house by the western sea | Kiel | ${word(line)} |\n`).join('')}`,
  csv: (lines, heading) => `House,Place,${heading}\n${lines.map((line) => `Old house by the sea,Kiel,${word(line)}\n`).join('')}`,
}

const first = 9
const change = fc.oneof(
  fc.record({ what: fc.constant('swap' as const), from: fc.nat(first), to: fc.nat(first) }),
  fc.record({ what: fc.constant('delete' as const), at: fc.nat(first) }),
  fc.record({ what: fc.constant('insert' as const), at: fc.nat(first) }),
  fc.record({ what: fc.constant('heading' as const), heading: fc.constantFrom('House', 'Rooms', 'Sea') }),
)

const read = (memory: RunningMemory, form: Form, lines: ReadonlyArray<number>, heading: string) => {
  const format = form === 'csv' ? 'csv' : 'markdown'
  const document = { source: source[form], format, text: forms[form](lines, heading) } as const
  return Result.getOrThrow(memory.ask((asked) => asked.ingest({ documents: [document] })))
}

/** The lines that live memories say. */
const given = (memory: RunningMemory): ReadonlyArray<string> => {
  const { graph } = brainState(folded(memory.log()))
  const nodes = Array.from({ length: graph.nodes }, (_, i) => i + 1)
  const refs = nodes.flatMap((node) => (isLive(graph.stateOf(node)) ? (graph.node(node)?.text ?? []) : []))
  const bodies = memory.run(Effect.flatMap(ContentStore, (store) => store.bodies(brain, refs)))
  return [...[...bodies.values()].join('\n').matchAll(/qx\d+z/g)].map(([found]) => found).sort()
}

test('INV-179 every line that was not forgotten is given, and none that was, whatever else is done to its list', () => {
  const taken = fc.uniqueArray(fc.nat(first), { minLength: 1, maxLength: 3 })
  const form = fc.constantFrom<Form>('list', 'table', 'csv')
  const changes = fc.array(change, { maxLength: 8 })
  fc.assert(
    fc.property(form, taken, changes, fc.boolean(), (before, gone, steps, becomesProse) => {
      const memory = runningMemory()
      let lines = Array.from({ length: first + 1 }, (_, line) => line)
      let heading = 'House'
      read(memory, before, lines, heading)
      for (const line of gone) Result.getOrThrow(memory.ask((asked) => asked.forget({ subject: word(line) })))
      const after = becomesProse && before === 'list' ? 'prose' : before

      for (const [i, step] of steps.entries()) {
        if (step.what === 'heading') heading = step.heading
        else if (step.what === 'delete') lines = lines.filter((_, at) => at !== step.at)
        else if (step.what === 'insert') lines = lines.toSpliced(step.at, 0, first + 1 + i)
        else {
          const [a, b] = [lines[step.from], lines[step.to]]
          if (a !== undefined && b !== undefined) lines = lines.with(step.from, b).with(step.to, a)
        }
        if (lines.length > 1) read(memory, before, lines, heading)
      }
      if (lines.length < 2) return
      const { skipped } = read(memory, after, lines, heading)

      const isGone = (line: number) => gone.includes(line)
      expect(given(memory)).toEqual(
        lines
          .filter((line) => !isGone(line))
          .map(word)
          .sort(),
      )
      expect(skipped.length > 0).toBe(lines.some(isGone))
      expect(skipped.every(({ reason }) => reason.startsWith('forgotten'))).toBe(true)
    }),
    runs,
  )
})
