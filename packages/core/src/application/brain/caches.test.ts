import { MemoryReading } from '@crabtrail/text/evidence/readings'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../../domain/events/brain-event.ts'
import { placed } from '../../domain/events/codec/event-codec.ts'
import { mayBeInjected, type Origin, origins } from '../../domain/graph.ts'
import { ContentRef, type NodeNumber } from '../../domain/identity.ts'
import { brainState, emptyFold, foldEvent } from '../../domain/projections/brain-fold.ts'
import type { WordSequences } from '../../domain/walk/best-window.ts'
import { KeptWords, type Passage } from './caches.ts'

const refOf = (name: string): ContentRef => ContentRef.make(Buffer.from(name).toString('hex').padEnd(64, '0'))

/** A graph that grows, as a brain's does. */
const growing = () => {
  const fold = emptyFold()
  return {
    graph: brainState(fold).graph,
    hear: (event: NewEvent) => foldEvent(fold, placed(event, fold.position + 1, { at: 0, actor: 1 })),
  }
}

const added = (node: NodeNumber, { origin = 'owner' as Origin, title = `title ${node}` as string | undefined } = {}): NewEvent => ({
  type: 'NodeAdded',
  origin,
  data: {
    node,
    id: refOf(`id ${node}`),
    ...(title === undefined ? {} : { title: refOf(title) }),
    text: refOf(`text ${node}`),
    nodeType: 'fact',
    state: 'normal',
  },
})

const revised = (node: NodeNumber, worded: Partial<Record<'id' | 'title' | 'text', string>>, origin?: Origin): NewEvent => ({
  type: 'NodeRevised',
  ...(origin === undefined ? {} : { origin }),
  data: { node, ...Object.fromEntries(Object.entries(worded).map(([field, name]) => [field, refOf(name)])) },
})

/** Returns the passage of a node, with texts for the id, the title and the text that its references name. */
const read = ({ graph }: ReturnType<typeof growing>, node: NodeNumber, text = 'what it says'): Passage => {
  const view = graph.node(node)
  if (view === undefined) throw new Error(`there is no node ${node}`)
  const [id, title] = [`note-${node}`, `Note ${node}`]
  const refs = { id: view.id, title: view.title, text: view.text }
  return { id, title, text, refs, item: { node, id, title, text, injectable: mayBeInjected(view.origin), readAt: graph.readAt(node) } }
}

const holding = (...nodes: ReadonlyArray<NodeNumber>) => {
  const brain = growing()
  const words = new KeptWords()
  for (const node of nodes) {
    brain.hear(added(node))
    words.keep(node, read(brain, node))
  }
  return { brain, words, asked: (node: NodeNumber) => words.passage(brain.graph, node) }
}

describe('words that are kept', () => {
  test('INV-231 forget the words of texts in order with the texts, once anything is erased', () => {
    const { asked, words } = holding(1)
    const passage = asked(1) ?? expect.fail('there is no passage')
    const wordsIn = (sequences: WordSequences, ...sought: ReadonlyArray<string>) => {
      const byNumber = new Map(sought.map((word) => [sequences.numberOf(word), word]))
      return Array.from(sequences.of(1) ?? [], (number) => byNumber.get(number))
    }
    const before = words.sequences([passage])

    expect(wordsIn(before, 'say')).toEqual(['say'])
    expect(words.sequences([passage]).of(1)).toBe(before.of(1))
    words.heed(1)
    expect(words.sequences([]).numberOf('say')).toBeUndefined()
    const after = words.sequences([{ ...passage, text: 'the harbour lights' }])
    expect(wordsIn(after, 'harbour', 'light')).toEqual(['harbour', 'light'])
    expect(after.numbers).toBe(2)
  })

  test('INV-58 are those of the graph and nothing else, whatever is added, revised, erased, kept and asked for', () => {
    const node = fc.integer({ min: 1, max: 3 })
    const wording = fc.constantFrom('one', 'two')
    const step = fc.oneof(
      fc.record({
        _tag: fc.constant('Hear' as const),
        node,
        field: fc.constantFrom('id', 'title', 'text'),
        wording,
        origin: fc.constantFrom(...origins),
      }),
      fc.record({ _tag: fc.constant('Ask' as const), node }),
      fc.record({ _tag: fc.constant('Ask' as const), node }),
      fc.record({ _tag: fc.constant('Erase' as const), erased: fc.nat(2) }),
    )

    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { asked, brain, words } = holding(1, 2, 3)
        for (const node of [1, 2, 3]) brain.hear(revised(node, { text: 'one' }))
        for (const one of steps) {
          if (one._tag === 'Hear') brain.hear(revised(one.node, { [one.field]: one.wording }, one.origin))
          else if (one._tag === 'Erase') words.heed(one.erased)
          else {
            const anew = read(brain, one.node)
            expect(asked(one.node) ?? anew).toEqual(anew)
            words.keep(one.node, anew)
            expect(asked(one.node)).toBe(anew)
          }
        }
      }),
    )
  })

  test('are given again as they are, the same value each time', () => {
    const { asked } = holding(1)

    expect(asked(1)).toBeDefined()
    expect(asked(1)?.item).toBe(asked(1)?.item)
    expect(asked(2)).toBeUndefined()
  })

  test.each<[string, NewEvent]>([
    ['another text', revised(1, { text: 'otherwise' })],
    ['another title', revised(1, { title: 'otherwise' })],
    ['another id', revised(1, { id: 'otherwise' })],
    ['an origin that may not be put before a model', revised(1, {}, 'untrusted')],
  ])('are given up once their memory has %s', (_, change) => {
    const { asked, brain } = holding(1, 2)

    brain.hear(change)

    expect(asked(1)).toBeUndefined()
    expect(asked(2)).toBeDefined()
  })

  test('are given up once a memory without a title has one, though nothing else is other', () => {
    const brain = growing()
    const words = new KeptWords()
    brain.hear(added(1, { title: undefined }))
    words.keep(1, read(brain, 1))
    expect(words.passage(brain.graph, 1)).toBeDefined()

    brain.hear(revised(1, { title: 'a title' }))

    expect(words.passage(brain.graph, 1)).toBeUndefined()
  })

  test('stay where another speaker says the same, as long as both may be heard', () => {
    const { asked, brain } = holding(1)

    brain.hear(revised(1, {}, 'agent'))

    expect(asked(1)).toBeDefined()
  })

  test('are forgotten, passages and names, once anything was erased', () => {
    const { asked, words } = holding(1, 2)
    words.keepName(refOf('a'), 'Ada')

    words.heed(0)
    expect([asked(1), words.name(refOf('a'))]).toEqual([expect.anything(), 'Ada'])

    words.heed(1)
    expect([asked(1), asked(2), words.name(refOf('a'))]).toEqual([undefined, undefined, undefined])
  })

  test('are kept anew after something was erased, until the next erasure', () => {
    const { asked, brain, words } = holding(1)
    words.heed(1)

    words.keep(1, read(brain, 1))
    words.heed(1)
    expect(asked(1)).toBeDefined()

    words.heed(2)
    expect(asked(1)).toBeUndefined()
  })
})

describe('the reading of a passage', () => {
  const passageOf = ({ asked }: ReturnType<typeof holding>, node: NodeNumber): Passage => {
    const passage = asked(node)
    if (passage === undefined) throw new Error(`node ${node} is not kept`)
    return passage
  }

  test('is the same one each time, and has the words of its passage', () => {
    const held = holding(1, 2)

    const reading = held.words.reading(passageOf(held, 1))

    expect(held.words.reading(passageOf(held, 1))).toBe(reading)
    expect(held.words.reading(passageOf(held, 2))).not.toBe(reading)
    expect([...reading.terms]).toEqual([...new MemoryReading(passageOf(held, 1).item).terms])
  })

  test('is made anew for a passage that was read again, and once anything was erased', () => {
    const held = holding(1)
    const reading = held.words.reading(passageOf(held, 1))

    held.words.keep(1, read(held.brain, 1, 'otherwise'))
    expect([...held.words.reading(passageOf(held, 1)).terms]).toContain('otherwis')

    const otherwise = passageOf(held, 1)
    const again = held.words.reading(otherwise)
    held.words.heed(1)
    expect(held.words.reading(otherwise)).not.toBe(again)
    expect(again).not.toBe(reading)
  })

  test('goes when the texts with a reading exceed two million units and it was not used for longest', () => {
    const held = holding(1, 2, 3)
    for (const node of [1, 2, 3]) held.words.keep(node, read(held.brain, node, 'x'.repeat(900_000)))
    const readings = [1, 2, 3].map((node) => held.words.reading(passageOf(held, node)))

    expect(readings[2]).toBe(held.words.reading(passageOf(held, 3)))
    expect(readings[1]).toBe(held.words.reading(passageOf(held, 2)))
    expect(readings[0]).not.toBe(held.words.reading(passageOf(held, 1)))
  })
})

test('the questions of cues are kept up to a million units and until anything is erased', () => {
  const words = new KeptWords()
  const [first, second, third] = ['a', 'b', 'c'].map(refOf)
  if (first === undefined || second === undefined || third === undefined) return expect.unreachable()
  const reading = words.keepQuestion(first, 'x'.repeat(499_500))
  words.keepQuestion(second, 'x'.repeat(499_500))
  expect(words.question(first)).toBe(reading)

  words.keepQuestion(third, 'where')
  expect([first, second, third].map((ref) => words.question(ref) !== undefined)).toEqual([true, false, true])

  words.heed(1)
  expect([first, second, third].map((ref) => words.question(ref))).toEqual([undefined, undefined, undefined])
})

/** Text so long that three such passages fit into the cache and four do not: a passage takes 500 units beside its text. */
const third = 'x'.repeat(4_000_000 - 500)

describe('the room for words', () => {
  const full = (): ReturnType<typeof holding> => {
    const held = holding(1, 2, 3, 4)
    for (const node of [1, 2, 3]) held.words.keep(node, read(held.brain, node, third))
    return held
  }
  const kept = ({ asked }: ReturnType<typeof holding>) => [1, 2, 3, 4].filter((node) => asked(node) !== undefined)

  test('ends at twelve million units: who was kept first goes', () => {
    const held = full()

    expect(kept(held)).toEqual([1, 2, 3])
  })

  test('ends at twelve million units of short texts too, for each takes some beside its text', () => {
    const { asked, brain, words } = holding()
    for (let node = 1; node <= 24_001; node++) {
      brain.hear(added(node))
      words.keep(node, read(brain, node, ''))
    }

    expect([1, 2, 24_001].map((node) => asked(node) !== undefined)).toEqual([false, true, true])
  })

  test('goes to those that were asked for last', () => {
    const held = full()
    held.asked(1)

    held.words.keep(4, read(held.brain, 4, third))

    expect(kept(held)).toEqual([1, 3, 4])
  })

  test('is not used up by keeping the same again', () => {
    const held = full()

    for (let time = 0; time < 4; time++) held.words.keep(3, read(held.brain, 3, third))

    expect(kept(held)).toEqual([1, 2, 3])
  })

  test('is given back by what is given up', () => {
    const held = full()
    held.brain.hear(revised(2, { text: 'otherwise' }))
    held.asked(2)

    held.words.keep(4, read(held.brain, 4, third))

    expect(kept(held)).toEqual([1, 3, 4])
  })

  test('is all there again after an erasure', () => {
    const held = full()
    held.words.heed(1)

    for (const node of [1, 2, 3]) held.words.keep(node, read(held.brain, node, third))

    expect(kept(held)).toEqual([1, 2, 3])
  })

  test('does not take a text that fills it alone', () => {
    const held = full()

    held.words.keep(4, read(held.brain, 4, 'x'.repeat(12_000_001)))

    expect(kept(held)).toEqual([])
  })

  test('ends at 8,192 names: then they are learned anew', () => {
    const words = new KeptWords()
    const refs = Array.from({ length: 8_193 }, (_, i) => refOf(String(i)))

    for (const [i, ref] of refs.entries()) {
      words.keepName(ref, `name ${i}`)
      expect(words.name(ref)).toBe(`name ${i}`)
      if (i === 8_191) expect(words.name(refs[0] ?? ref)).toBe('name 0')
    }

    expect(words.name(refs[0] ?? refOf(''))).toBeUndefined()
  })
})
