/** What waits for the owner's yes: whatever is read, noted, asked and decided, in whatever order. */
import type { MemoryMethods } from '@crabtrail/core'
import type * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RunningMemory, runningMemory } from '../arbitraries/running-memory.ts'
import { oneIn } from './runs.ts'

const places = ['a.md', 'b.md', 'c.md'] as const
const times = ['21:40', '22:15', '23:05'] as const
const questions = ['When does the night ferry leave for Ostmole?', 'Who paints the night ferry?'] as const

const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('read' as const),
      source: fc.constantFrom(...places),
      time: fc.constantFrom(...times),
      origin: fc.constantFrom('owner' as const, 'agent' as const, 'untrusted' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('note' as const), time: fc.constantFrom(...times), byAgent: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('ask' as const), question: fc.constantFrom(...questions) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('judge' as const), verdict: fc.constantFrom('used' as const, 'wrong' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('decide' as const),
      decision: fc.constantFrom('approve' as const, 'refuse' as const),
      which: fc.nat(3),
    }),
  },
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never
const acts = fc.array(act, { minLength: 3, maxLength: 18 })

const of = <A>(memory: RunningMemory, asked: (methods: MemoryMethods) => Effect.Effect<A, unknown>): A =>
  Result.getOrThrow(memory.ask((methods) => asked(methods) as Effect.Effect<A, never>))

const textAt = (time: string, source: string): string => `# Times\n\nNight ferry to Ostmole: ${time}\n\nIt is painted by ${source}.\n`

const read = (memory: RunningMemory, { origin, source, time }: Extract<Act, { readonly act: 'read' }>) =>
  of(memory, (methods) => methods.ingest({ documents: [{ source, format: 'markdown', text: textAt(time, source) }], origin }))

const waitingIn = (memory: RunningMemory): ReadonlyArray<string> =>
  of(memory, (methods) => methods.review({ limit: 100 })).waiting.map(({ node }) => node)

const begun = (review: 'on' | 'off'): RunningMemory => {
  const memory = runningMemory()
  of(memory, (methods) => methods.init({ settings: { review } }))
  return memory
}

/** Plays one act, and returns the context that it gave. */
const play = (memory: RunningMemory, one: Act): string => {
  if (one.act === 'read') read(memory, one)
  else if (one.act === 'note') {
    const agent = { origin: 'agent', actor: 'claw', session: 's', sessionKind: 'interactive' } as const
    of(memory, (methods) => methods.note({ text: `The pilot leaves at ${one.time}.`, ...(one.byAgent ? agent : {}) }))
  } else if (one.act === 'ask') return of(memory, (methods) => methods.recall({ question: one.question })).context.text
  else if (one.act === 'judge') {
    const { items, turn } = of(memory, (methods) => methods.recall({ question: questions[0] }))
    const [first] = items
    if (first !== undefined && turn !== null) memory.ask((methods) => methods.feedback({ verdict: one.verdict, nodes: [first.node], turn }))
  } else {
    const node = waitingIn(memory)[one.which]
    if (node !== undefined) of(memory, (methods) => methods.review({ decision: one.decision, nodes: [node] }))
  }
  return ''
}

const digestOf = (memory: RunningMemory) => of(memory, (methods) => methods.show({ digest: true })).digest

test('INV-263 without the setting nothing waits and no event tells of it; with it the owner’s own words wait for nothing', () => {
  fc.assert(
    fc.property(acts, (all) => {
      const off = begun('off')
      for (const one of all) play(off, one)
      expect(waitingIn(off)).toEqual([])
      expect(off.log().filter(({ type }) => type === 'NodeReviewed')).toEqual([])

      const owners = all.map(
        (one): Act => (one.act === 'read' ? { ...one, origin: 'owner' } : one.act === 'note' ? { ...one, byAgent: false } : one),
      )
      const on = begun('on')
      for (const one of owners) play(on, one)
      expect(on.log().filter(({ type }) => type === 'NodeReviewed')).toEqual([])
    }),
    oneIn(2),
  )
})

test('INV-264 a text that waits or was refused is in no context, and holds the place of nothing', () => {
  let kept = 0
  fc.assert(
    fc.property(acts, (all) => {
      const memory = begun('on')
      for (const one of all) {
        play(memory, one)
        const shown = waitingIn(memory)
        for (const question of questions) {
          const { context, items } = of(memory, (methods) => methods.recall({ question, record: false }))
          for (const node of context.items) {
            const review = of(memory, (methods) => methods.show({ what: node })).nodes[0]?.review
            expect([node, review === 'waits' || review === 'refused']).toEqual([node, false])
          }
          for (const { supersededBy = [] } of items) for (const by of supersededBy) expect(shown).not.toContain(by)
          kept += items.filter(({ node }) => shown.includes(node)).length
        }
      }
    }),
    oneIn(2),
  )
  expect(kept).toBeGreaterThan(0)
})

test('INV-265 a decision that is undone leaves the graph as it was before, to the bit', () => {
  let undone = 0
  fc.assert(
    fc.property(acts, fc.constantFrom('approve' as const, 'refuse' as const), (all, decision) => {
      const memory = begun('on')
      for (const one of all) play(memory, one)
      const [node] = waitingIn(memory)
      if (node === undefined) return
      const before = digestOf(memory)
      of(memory, (methods) => methods.review({ decision, nodes: [node] }))
      expect(digestOf(memory)).not.toBe(before)
      of(memory, (methods) => methods.undo({}))
      expect(digestOf(memory)).toBe(before)
      undone++
    }),
    oneIn(2),
  )
  expect(undone).toBeGreaterThan(0)
})

test('INV-266 what was decided is not asked again while its text stays the same, and another text asks anew', () => {
  let decided = 0
  fc.assert(
    fc.property(
      acts,
      fc.constantFrom('approve' as const, 'refuse' as const),
      fc.constantFrom('agent' as const, 'untrusted' as const),
      (all, decision, origin) => {
        const memory = begun('on')
        for (const one of all) play(memory, one)
        const last = { act: 'read', source: 'z.md', time: '20:00', origin } as unknown as Extract<Act, { readonly act: 'read' }>
        read(memory, last)
        const mine = () => waitingIn(memory).filter((node) => node.startsWith('z.md'))
        const asked = mine()
        expect(asked.length).toBeGreaterThan(0)
        of(memory, (methods) => methods.review({ decision, nodes: asked }))
        const position = memory.log().length
        read(memory, last)
        expect(mine()).toEqual([])
        expect(memory.since(position).filter(({ type }) => type === 'NodeReviewed')).toEqual([])
        read(memory, { ...last, time: '20:30' as '21:40' })
        expect(mine().length).toBeGreaterThan(0)
        decided++
      },
    ),
    oneIn(2),
  )
  expect(decided).toBeGreaterThan(0)
})
