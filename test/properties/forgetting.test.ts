import { ContentStore, indexLines, limits, SearchIndex } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brain, type RunningMemory, runningMemory } from '../arbitraries/running-memory.ts'
import { runs } from './runs.ts'

/** A passage has a word that no other has; what is said beside it everybody says. */
const own = (source: number, passage: number, revision = 0): string => `qx${source}w${passage}r${revision}z`
const sourceKey = (source: number): string => `notes-${source}.md`
const nodeId = (source: number, passage: number): string => `${sourceKey(source)}#p${passage}`
const written = (source: number, passages: number, revision: number): string => {
  const parts = Array.from({ length: passages }, (_, i) => `## P${i}\n\nThe crab ${own(source, i, revision)} walks at low tide.\n`)
  return `# Notes\n\n${parts.join('\n')}`
}

const sources = 3
const passages = 3
const anySource = fc.nat(sources - 1)
const anyPassage = fc.nat(passages - 1)
const step = fc.oneof(
  fc.record({ what: fc.constant('write' as const), source: anySource, revision: fc.nat(2) }),
  fc.record({
    what: fc.constant('ask' as const),
    source: anySource,
    passage: anyPassage,
    revision: fc.nat(2),
    session: fc.constantFrom('a', 'b'),
  }),
  fc.record({ what: fc.constant('judge' as const), source: anySource, passage: anyPassage, session: fc.constantFrom('a', 'b') }),
  fc.record({ what: fc.constant('node' as const), source: anySource, passage: anyPassage }),
  fc.record({ what: fc.constant('source' as const), source: anySource }),
  fc.record({ what: fc.constant('session' as const), session: fc.constantFrom('a', 'b') }),
  fc.record({ what: fc.constant('subject' as const), source: anySource, passage: anyPassage, revision: fc.nat(2) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Words that must be nowhere, with those of sources and passages that are not read in any more. Only what was `read` can be gone. */
interface Gone {
  readonly read: Set<string>
  readonly words: Set<string>
  readonly sources: Set<number>
  readonly passages: Set<string>
}

const take = (memory: RunningMemory, gone: Gone, one: Step): void => {
  const ask = (request: object) => memory.ask((asked) => asked.forget(request))
  const forgetPassage = (source: number, passage: number) => {
    for (let revision = 0; revision <= 2; revision++) {
      const word = own(source, passage, revision)
      if (gone.read.has(word)) gone.words.add(word)
    }
  }
  switch (one.what) {
    case 'write': {
      const { revision, source } = one
      const document = { source: sourceKey(source), format: 'markdown', text: written(source, passages, revision) } as const
      const { skipped } = Result.getOrThrow(memory.ask((asked) => asked.ingest({ documents: [document] })))
      const isWhole = gone.sources.has(source)
      expect(skipped.every(({ reason }) => reason === 'forgotten')).toBe(true)
      expect(skipped.some(({ path }) => path === sourceKey(source))).toBe(isWhole)
      // What was forgotten as a subject may be written anew in a passage that is still read.
      for (let i = 0; i < passages; i++) {
        if (isWhole || gone.passages.has(nodeId(source, i))) continue
        gone.words.delete(own(source, i, revision))
        gone.read.add(own(source, i, revision))
      }
      return
    }
    case 'ask': {
      const word = own(one.source, one.passage, one.revision)
      if (gone.words.has(word) || !gone.read.has(word)) return
      memory.ask((asked) => asked.recall({ question: `where does the crab ${word} walk?`, session: one.session }))
      return
    }
    case 'judge':
      memory.ask((asked) => asked.feedback({ verdict: 'used', nodes: [nodeId(one.source, one.passage)], session: one.session }))
      return
    case 'node': {
      if (Result.isFailure(ask({ node: nodeId(one.source, one.passage) }))) return
      forgetPassage(one.source, one.passage)
      gone.passages.add(nodeId(one.source, one.passage))
      return wholeSources(memory, gone)
    }
    case 'source':
      if (Result.isFailure(ask({ source: sourceKey(one.source) }))) return
      gone.sources.add(one.source)
      for (let i = 0; i < passages; i++) forgetPassage(one.source, i)
      return
    case 'session':
      ask({ session: one.session })
      return
    case 'subject': {
      const { passage, revision, source } = one
      const { forgotten } = Result.getOrThrow(ask({ subject: own(source, passage, revision) }))
      gone.words.add(own(source, passage, revision))
      if (forgotten.some(({ what }) => what === 'node')) markTaken(memory, gone, source, passage)
      return wholeSources(memory, gone)
    }
  }
}

const tombstonesOf = (memory: RunningMemory) => memory.run(Effect.flatMap(ContentStore, (store) => store.tombstones(brain)))

/** Marks a passage as erased whole, if an ingest of it reports that it is passed over. */
const markTaken = (memory: RunningMemory, gone: Gone, source: number, passage: number): void => {
  if (isPassedOver(memory, source, nodeId(source, passage))) gone.passages.add(nodeId(source, passage))
}

const wholeSources = (memory: RunningMemory, gone: Gone): void => {
  for (let source = 0; source < sources; source++) if (isPassedOver(memory, source, sourceKey(source))) gone.sources.add(source)
}

const isPassedOver = (memory: RunningMemory, source: number, path: string): boolean => {
  if (tombstonesOf(memory).length === 0) return false
  const document = { source: sourceKey(source), format: 'markdown', text: written(source, passages, 0) } as const
  const { skipped } = Result.getOrThrow(memory.ask((asked) => asked.ingest({ documents: [document], dryRun: true })))
  return skipped.some((one) => one.path === path)
}

const everything = (memory: RunningMemory): string => {
  const contents = memory.run(Effect.flatMap(ContentStore, (store) => store.page(brain, undefined, limits.logEvents)))
  const lines = memory.run(Effect.flatMap(SearchIndex, (index) => Effect.map(index.whole(brain), indexLines)))
  return JSON.stringify([contents.map(({ body }) => body), lines, memory.rows().map(({ body }) => body)])
}

/** Each run proves and moves the memory. */
const some = { ...runs, numRuns: Math.ceil(runs.numRuns / 4) }

test('INV-50 what was forgotten is nowhere, nothing else is lost, and the memory stays one that can be proven and moved', () => {
  let forgotten = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 4, maxLength: 14 }), (steps) => {
      const memory = runningMemory()
      const gone: Gone = { read: new Set(), words: new Set(), sources: new Set(), passages: new Set() }
      for (let source = 0; source < sources; source++) take(memory, gone, { what: 'write', source, revision: 0 })

      for (const one of steps) take(memory, gone, one)

      const held = everything(memory)
      expect([...gone.words].filter((word) => held.includes(word))).toEqual([])
      forgotten += gone.words.size
      for (let source = 0; source < sources; source++) {
        for (let i = 0; i < passages; i++) {
          const isKept = !gone.sources.has(source) && !gone.passages.has(nodeId(source, i))
          expect([isKept, held.includes(nodeId(source, i))]).toEqual([isKept, isKept])
        }
      }
      const proof = Result.getOrThrow(memory.ask((asked) => asked.verify({ rederive: true })))
      expect(proof.checks.filter(({ ok }) => !ok)).toEqual([])
      const { lines } = Result.getOrThrow(memory.ask((asked) => asked.export({})))
      const copy = runningMemory()
      expect(Result.getOrThrow(copy.ask((asked) => asked.import({ lines }))).digest).toBe(proof.digest)
      expect(Result.getOrThrow(copy.ask((asked) => asked.export({}))).lines).toEqual(lines)
      expect(everything(copy) === held).toBe(true)
    }),
    some,
  )
  expect(forgotten).toBeGreaterThan(some.numRuns)
})
