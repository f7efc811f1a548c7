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

/** What the memory holds of the documents, and what must be nowhere and stay so. */
interface Held {
  /** Every text that a passage has or had, by its id; the last one is its text now. */
  readonly texts: Map<string, ReadonlyArray<string>>
  /** Words that must be nowhere. A text with one of them is not read in again. */
  readonly gone: Set<string>
  readonly sources: Set<number>
}

const forgetPassage = ({ gone, texts }: Held, id: string): void => {
  for (const word of texts.get(id) ?? []) gone.add(word)
  texts.delete(id)
}

const take = (memory: RunningMemory, held: Held, one: Step): void => {
  const ask = (request: object) => memory.ask((asked) => asked.forget(request))
  switch (one.what) {
    case 'write': {
      const { revision, source } = one
      const document = { source: sourceKey(source), format: 'markdown', text: written(source, passages, revision) } as const
      const { skipped } = Result.getOrThrow(memory.ask((asked) => asked.ingest({ documents: [document] })))
      const said = Array.from({ length: passages }, (_, i) => ({ id: nodeId(source, i), word: own(source, i, revision) }))
      const isWhole = held.sources.has(source)
      const left = isWhole ? [] : said.filter(({ word }) => !held.gone.has(word))
      const path = isWhole ? [sourceKey(source)] : said.filter((passage) => !left.includes(passage)).map(({ id }) => id)
      expect(skipped).toEqual(path.map((path) => ({ path, reason: 'forgotten' })))
      for (const { id, word } of left) held.texts.set(id, [...(held.texts.get(id) ?? []).filter((other) => other !== word), word])
      return
    }
    case 'ask': {
      const word = own(one.source, one.passage, one.revision)
      if (![...held.texts.values()].some((texts) => texts.includes(word))) return
      memory.ask((asked) => asked.recall({ question: `where does the crab ${word} walk?`, session: one.session }))
      return
    }
    case 'judge':
      memory.ask((asked) => asked.feedback({ verdict: 'used', nodes: [nodeId(one.source, one.passage)], session: one.session }))
      return
    case 'node': {
      const id = nodeId(one.source, one.passage)
      if (Result.isSuccess(ask({ node: id }))) forgetPassage(held, id)
      return wholeSources(memory, held)
    }
    case 'source':
      if (Result.isFailure(ask({ source: sourceKey(one.source) }))) return
      held.sources.add(one.source)
      for (let i = 0; i < passages; i++) forgetPassage(held, nodeId(one.source, i))
      return
    case 'session':
      ask({ session: one.session })
      return
    case 'subject': {
      const word = own(one.source, one.passage, one.revision)
      const id = nodeId(one.source, one.passage)
      const texts = held.texts.get(id) ?? []
      Result.getOrThrow(ask({ subject: word }))
      if (texts.at(-1) === word) forgetTold(held, id, word)
      else if (texts.includes(word)) {
        held.gone.add(word)
        held.texts.set(
          id,
          texts.filter((other) => other !== word),
        )
      }
      return wholeSources(memory, held)
    }
  }
}

/** Earlier texts of a passage go with it. They may be read in again where they do not say the subject. */
const forgetTold = ({ gone, texts }: Held, id: string, word: string): void => {
  gone.add(word)
  texts.delete(id)
}

const wholeSources = (memory: RunningMemory, held: Held): void => {
  if (memory.run(Effect.flatMap(ContentStore, (store) => store.tombstones(brain))).length === 0) return
  for (let source = 0; source < sources; source++) {
    const document = { source: sourceKey(source), format: 'markdown', text: written(source, passages, 0) } as const
    const { skipped } = Result.getOrThrow(memory.ask((asked) => asked.ingest({ documents: [document], dryRun: true })))
    if (skipped.some(({ path }) => path === sourceKey(source))) held.sources.add(source)
  }
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
      const model: Held = { texts: new Map(), gone: new Set(), sources: new Set() }
      for (let source = 0; source < sources; source++) take(memory, model, { what: 'write', source, revision: 0 })

      for (const one of steps) take(memory, model, one)

      const held = everything(memory)
      expect([...model.gone].filter((word) => held.includes(word))).toEqual([])
      forgotten += model.gone.size
      for (let source = 0; source < sources; source++) {
        for (let i = 0; i < passages; i++) {
          const id = nodeId(source, i)
          expect([id, held.includes(id)]).toEqual([id, model.texts.has(id)])
          expect((model.texts.get(id) ?? []).filter((word) => !held.includes(word))).toEqual([])
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
  if (runs.numRuns >= 25) expect(forgotten).toBeGreaterThan(some.numRuns)
})
