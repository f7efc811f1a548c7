import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bundleCorrected, rankCorrected } from '../../packages/core/src/domain/context/replacements.ts'
import type { BrainEventOf } from '../../packages/core/src/domain/events/brain-event.ts'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { noCoverage } from '../../packages/core/src/domain/walk/ranking.ts'
import { denialLeast, denialOdds, deniedIn } from '../../packages/text/src/signs/denial.ts'
import { ownWords } from '../../packages/text/src/words/sentences.ts'
import { conversation } from '../arbitraries/conversation.ts'
import { noted, transcriptOf } from '../models/conversation.ts'
import { naiveGraph } from '../models/naive-graph.ts'
import { runs } from './runs.ts'

const question = 'When is the fridge of the kitchen emptied?'
const session = { session: 'talk', sessionKind: 'interactive' } as const

/** Verdicts on the first memory of the question, each in a turn of its own. */
const words = [
  'own used',
  'own not-relevant',
  'own wrong',
  'agent used',
  'agent not-relevant',
  'turn correction',
  'outcome correction',
  'heard',
  'shouted',
] as const
type Word = (typeof words)[number]

/** Says each word of one memory, in a turn of its own that it answers; tells which took hold, and the strength of the edge from the cue behind each. */
const strengthsAfter = (said: ReadonlyArray<Word>) => {
  const memory = noted()
  const ask = () => Result.getOrThrow(memory.ask((methods) => methods.recall({ question, ...session })))
  const [first] = ask().items
  const node = first?.node ?? ''
  return said.map((word) => {
    const recalled = ask()
    const turn = recalled.turn ?? ''
    memory.ask((methods) => methods.complete({ ...session, turn, outcome: 'success', durationMs: 1, reply: first?.content ?? '' }))
    const [by, verdict] = word.split(' ') as [string, 'used' | 'not-relevant' | 'wrong' | 'correction']
    const agent = { tier: 'agent', origin: 'agent' } as const
    const spoken = { heard: 'No, that is wrong.', shouted: 'No, that is completely wrong!!' }[by]
    const answer = memory.ask((methods) => {
      if (spoken !== undefined) return Effect.asVoid(methods.hear({ ...session, text: spoken }))
      if (by === 'outcome') return Effect.asVoid(methods.feedback({ ...session, verdict, nodes: [], outcome: -1 }))
      const nodes = by === 'turn' ? [] : [node]
      return Effect.asVoid(methods.feedback({ ...session, verdict, turn, nodes, ...(by === 'agent' ? agent : {}) }))
    })
    memory.ask((methods) => methods.learn({}))
    memory.wait(1_000)
    const { edges, nodes } = naiveGraph(memory.log())
    const number = firstOf(memory.log())
    const own = [...edges.values()].find(({ source, target }) => nodes.get(source)?.type === 'cue' && target === number)
    return { word, tookHold: Result.isSuccess(answer), strength: own?.strength ?? 0 }
  })
}

/** The number of the memory that the first recall found first. */
const firstOf = (log: ReturnType<ReturnType<typeof noted>['log']>): number => {
  const bundled = log.find((event) => event.type === 'ContextBundled')
  return bundled?.type === 'ContextBundled' ? (bundled.data.nodes[0] ?? 0) : 0
}

describe('what the owner said last, outright', () => {
  test('INV-94 stands: nothing weaker turns the edge of its question the other way, and a newer word of his does at once', () => {
    const few = { ...runs, numRuns: Math.min(runs.numRuns, 40) }
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 7 }), (said) => {
        let standing = 0
        for (const { strength, tookHold, word } of strengthsAfter(said)) {
          if (word.startsWith('own') && tookHold) standing = word === 'own used' ? 1 : -1
          if (standing !== 0) expect(Math.sign(strength), word).toBe(standing)
        }
      }),
      few,
    )
  })
})

describe('a correction that was heard', () => {
  test('INV-95 moves edges of its question’s cue alone, and takes back no more than agents’ words of use gave in its turn', () => {
    fc.assert(
      fc.property(conversation, (said) => {
        const events = transcriptOf(said).flatMap((step) => step.events)
        const { edges, nodes } = naiveGraph(events)
        const heard = new Map(
          events
            .filter((event): event is BrainEventOf<'FeedbackGiven'> => event.type === 'FeedbackGiven' && event.data.given === 'heard')
            .map((event) => [event.position, event]),
        )
        const moved = events.filter((event): event is BrainEventOf<'StrengthAdjusted'> => event.type === 'StrengthAdjusted')
        const gained = new Map<string, number>()
        for (const { cause = 0, data, turn } of moved) {
          const fact = heard.get(cause)
          const key = `${turn} ${data.edge}`
          if (fact === undefined) {
            if (data.tier === 'agent' && data.reason === 'used') gained.set(key, (gained.get(key) ?? 0) + data.to - data.from)
          } else if (data.reason === 'use-withdrawn') {
            expect(Math.abs(data.to - data.from)).toBeLessThanOrEqual(Math.abs(gained.get(key) ?? 0))
            gained.delete(key)
          } else {
            expect(edges.get(data.edge)?.source).toBe(fact.data.cue)
            expect(nodes.get(edges.get(data.edge)?.source ?? 0)?.type).toBe('cue')
            // Where nothing is named instead it changes places only.
            if (fact.data.instead === undefined) expect(data.to).toBeGreaterThanOrEqual(Math.min(data.from, -180_000_000))
          }
        }
        expect(events.filter(({ cause, type }) => type === 'UtilityAdjusted' && heard.has(cause ?? 0))).toEqual([])
      }),
      runs,
    )
  })
})

const cue = 100
const least = -180_000_000
const scored = fc.uniqueArray(fc.record({ node: fc.integer({ min: 1, max: 12 }), energy: fc.integer({ min: 1, max: 1_000 }) }), {
  selector: ({ node }) => node,
  minLength: 1,
  maxLength: 8,
})
const mild = fc.record({
  node: fc.integer({ min: 1, max: 12 }),
  taken: fc.integer({ min: 1, max: 2_000 }),
  strength: fc.integer({ min: least, max: -1 }),
})

/** A ranking of a walk whose cue holds some memories back, and what is put before a model of it. */
const bundled = (
  fired: ReadonlyArray<{ readonly node: number; readonly energy: number }>,
  held: ReadonlyArray<typeof mild extends fc.Arbitrary<infer M> ? M : never>,
  tokens: number,
) => {
  const graph = {
    typeOf: (node: number) => (node === cue ? 'cue' : 'fact'),
    sourceOf: () => cue,
    strengthOf: (edge: number) => held[edge - 1]?.strength ?? 0,
    utilityOf: () => 1_000_000_000,
    supersededBy: () => [],
  } as unknown as Parameters<typeof rankCorrected>[0]['graph']
  const inhibitions = held.map(({ node, taken }, i) => ({ node, depth: 0, energy: taken, edge: i + 1 }))
  const walk = {
    fired: [...fired].sort((a, b) => b.energy - a.energy || a.node - b.node).map((one) => ({ ...one, depth: 0, edge: 0 })),
    steps: [],
    inhibitions,
  }
  const ranked = rankCorrected({
    graph,
    profile: balanced,
    cues: [],
    walk,
    pool: [],
    own: () => 0,
    covering: noCoverage,
    isVouched: () => false,
    namedInstead: () => undefined,
  })
  const bundle = bundleCorrected({
    ...ranked,
    graph,
    cues: [],
    evidence: { idfs: [], part: () => 0 },
    replacedBy: () => [],
    questionOf: () => undefined,
    least,
    question: 'anything',
    tokens,
    items: 6,
    relative: 0.2,
    confident: true,
    item: (node) => ({ node, id: `n${node}`, title: `n${node}`, text: `memory number ${node} says ${'x'.repeat(node)}`, injectable: true }),
  })
  return { ranked, bundle }
}

describe('what changes places only', () => {
  test('INV-96 takes nothing out of a context and lets nothing in, however much it takes, and the order is that of the ranking', () => {
    fc.assert(
      fc.property(scored, fc.array(mild, { maxLength: 5 }), fc.integer({ min: 40, max: 200 }), (fired, held, tokens) => {
        const before = bundled(fired, [], tokens)
        const { bundle, ranked } = bundled(fired, held, tokens)

        expect([...bundle.included].sort()).toEqual([...before.bundle.included].sort())
        expect(bundle.tokens).toBe(before.bundle.tokens)
        const order = ranked.ranking.map(({ node }) => node)
        expect([...bundle.included]).toEqual(order.filter((node) => bundle.included.includes(node)))
        expect([...order].sort()).toEqual(before.ranked.ranking.map(({ node }) => node).sort())
        expect(ranked.ranking.every(({ score }) => score > 0)).toBe(true)
      }),
      runs,
    )
  })
})

const talk = 'Mara swims on Tuesdays Saturdays ten four now not moved lesson judo Felix Okada pool caps and I will the is 14 euros'.split(
  ' ',
)
const halves = ['No,', 'that is', 'it is', 'was', 'wrong', 'right', 'true', 'you are', 'mistaken', 'incorrect', '.', '?', '"']
const asked = 'When does Mara have her swimming lesson?'
const memories = [
  'Mara has her swimming lesson on Tuesdays at four.',
  'From October the lesson of Mara is on Saturdays at ten.',
  'The insurance of the car costs 89 euros.',
].map((text, i) => ({ node: i + 1, title: '', text, share: i === 1 ? 0 : 0.5 }))
const among = { question: asked, shown: memories, others: memories }

describe('a message of the owner, without a model', () => {
  test('INV-99 blames only what the reply drew on and the message surely denies, and no more than it drew on it', () => {
    const word = fc.oneof(fc.constantFrom(...talk), fc.constantFrom(...halves))
    const messages = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '))
    let blames = 0
    fc.assert(
      fc.property(messages, (message) => {
        const denied = deniedIn(message, among)
        if (denied === undefined || denied.about === 'nothing') return
        blames++
        const blamed = denied.blamed.map(({ node }) => node)
        const drawn = memories.filter(({ share }) => share > 0)
        const odds = denialOdds(message, { question: asked, drawn, others: memories.filter(({ share }) => share === 0) })
        const surely = drawn.filter((_, at) => (odds[at]?.denies ?? 0) >= denialLeast).map(({ node }) => node)
        expect(surely, message).toEqual(expect.arrayContaining(blamed))
        expect(denied.blamed.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1)
      }),
      { ...runs, numRuns: 10 * runs.numRuns, examples: [['No, that is wrong , four'], ['No, that is wrong . lesson ten']] },
    )
    expect(blames).toBeGreaterThan(0)
  })

  test('INV-99 is read in its first 400 characters, and what it quotes decides nothing', () => {
    const denial = 'No, that is wrong.'
    const long = fc.string({
      minLength: 1,
      maxLength: 200_000,
      unit: fc.constantFrom('a', ' ', '.', 'no', 'wrong', 'Mara swims', 'insurance', '\n', '\ud800', '不'),
    })
    fc.assert(
      fc.property(long, (behind) => {
        const beginning = `${denial} ${'and so on '.repeat(40)}`.slice(0, 400)
        expect(deniedIn(beginning + behind, among)).toEqual(deniedIn(beginning, among))
        expect(deniedIn(ownWords(`> ${denial}\n\nThanks.`), among)).toBeUndefined()
      }),
      { ...runs, numRuns: Math.min(runs.numRuns, 100) },
    )
  })
})
