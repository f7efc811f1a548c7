import { MemoryReading, QuestionReading } from '@crabtrail/text/evidence/readings'
import { questionTerms } from '@crabtrail/text/words/tokenise'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AskedPart, partAskerOf } from './outdated.ts'
import { bundleCorrected, type CorrectedBundleInput } from './replacements.ts'

interface Memory {
  readonly title: string
  readonly text: string
}

interface Asked {
  readonly wrong: Memory
  readonly right: Memory
  readonly corrected: string | undefined
  readonly question: string
}

const readingOf = (memory: Memory) => new MemoryReading({ id: 'note', ...memory })
const partAsked = ({ corrected, question, right, wrong }: Asked): AskedPart =>
  partAskerOf(new QuestionReading(question))(
    readingOf(wrong),
    readingOf(right),
    corrected === undefined ? undefined : new QuestionReading(corrected),
  )

const list = { title: 'The mail relay', text: '- Backup starts: 03:34\n- Pinned release: v8.47\n- Port: 9333\n- Region: Sydney' }
const moved = { title: 'Changes', text: 'New: the region of the mail relay is Oregon.' }
const region = 'In which region does the mail relay run?'
const part = (question: string, over: Partial<Asked> = {}) => partAsked({ wrong: list, right: moved, corrected: region, question, ...over })

describe('the part of a corrected memory that a question asks for', () => {
  test('is another where its words stand in another line than the corrected one', () => {
    expect(part('Which port does the mail relay listen on?')).toBe('another')
    expect(part('Which release is pinned for the mail relay?')).toBe('another')
  })

  test('is the corrected one for the same question, and where its words stand in the corrected line or in the right memory', () => {
    expect(part(region)).toBe('corrected')
    expect(part('The mail relay: region?')).toBe('corrected')
    expect(part('Is Sydney where the mail relay runs?')).toBe('corrected')
    expect(part('Does the mail relay run in Oregon?')).toBe('corrected')
  })

  test('is unclear where no memory has the words, among three lines or more', () => {
    expect(part('Who looks after the mail relay?')).toBe('unclear')
    expect(part('Who looks after the mail relay?', { wrong: { ...list, text: '- Port: 9333\n- Region: Sydney' } })).toBe('corrected')
  })

  test('is told in sentences, and of a line that was broken off by what it goes on with', () => {
    const prose = {
      title: 'Bakery',
      text: 'The bakery opens at seven in the morning.\nOn Mondays it stays closed.\nThe loaf with rye in it that everybody comes for costs 4 euros, and\nrolls are half a euro each.',
    }
    const asked = { wrong: prose, right: { title: 'News', text: 'The bakery opens at six now.' }, corrected: 'When does the bakery open?' }
    expect(part('On which days is the bakery closed?', asked)).toBe('another')
    expect(part('At what time in the morning does the bakery unlock its door?', asked)).toBe('corrected')
    const dearer = {
      ...asked,
      right: { title: 'News', text: 'A loaf is 5 euros now.' },
      corrected: 'What does the loaf of the bakery cost?',
    }
    expect(part('What do rolls cost at the bakery?', dearer)).toBe('corrected')
  })

  test('is told by what the right memory repeats where the corrected question has no word of the memory', () => {
    const hosted = { corrected: 'Where is the mail relay hosted?' }
    expect(part('Which port does the mail relay listen on?', hosted)).toBe('another')
    expect(part('In which region does the mail relay run?', hosted)).toBe('corrected')
  })

  test('is told in German and Chinese', () => {
    const verein = { title: 'Der Ruderverein', text: '- Beiträge: 84 Euro\n- Trainerin: Lene\n- Schlüssel: bei Tilda' }
    const news = { title: 'Neues', text: 'Der Beitrag im Ruderverein ist jetzt 91 Euro.' }
    const german = { wrong: verein, right: news, corrected: 'Wie hoch ist der Beitrag im Ruderverein?' }
    expect(part('Wo liegen die Schlüssel vom Ruderverein?', german)).toBe('another')
    expect(part('Was kostet der Ruderverein, wie viele Euro?', german)).toBe('corrected')
    const room = { title: '东厢房', text: '- 用品供应：百家乐超市\n- 下次大扫除：8月28日\n- 负责人：曹大力' }
    const chinese = { wrong: room, right: { title: '变动', text: '给东厢房送用品的是和兴号。' }, corrected: '东厢房的用品由谁供应？' }
    expect(part('东厢房由谁负责打理？', chinese)).toBe('another')
    expect(part('给东厢房送用品的是哪一家？', chinese)).toBe('corrected')
  })

  test('is the corrected one for a memory of one statement, and where the corrected question was erased', () => {
    expect(part('Which port does the mail relay listen on?', { wrong: { ...list, text: 'Port 9333, region Sydney.' } })).toBe('corrected')
    expect(part('Which port does the mail relay listen on?', { corrected: undefined })).toBe('corrected')
  })
})

/** The same rule without caches: the words of both questions are looked up and compared for each pair of memories. */
const plainPart = ({ corrected, question, right, wrong }: Asked): AskedPart => {
  const { statements } = readingOf(wrong)
  if (corrected === undefined || statements.length < 2) return 'corrected'
  const lookUps = (text: string) => {
    const { ways, within, words } = questionTerms(text)
    return words.map((word) => [...ways(word), ...within(word)])
  }
  const [now, then, other] = [lookUps(question), lookUps(corrected), readingOf(right).terms]
  const isIn = (words: ReadonlyArray<ReadonlyArray<string>>, word: ReadonlyArray<string>) =>
    words.some((one) => one.some((term) => word.includes(term)))
  const stands = (word: ReadonlyArray<string>, terms: ReadonlySet<string>) => word.some((term) => terms.has(term))
  const places = (count: (terms: ReadonlySet<string>) => number) => {
    const counts = statements.map(count)
    return counts.flatMap((one, at) => (one > 0 && one === Math.max(...counts) ? [at] : []))
  }
  const holding = (words: ReadonlyArray<ReadonlyArray<string>>) => places((terms) => words.filter((word) => stands(word, terms)).length)
  const own = now.filter((word) => !isIn(then, word))
  const unsaid = own.filter((word) => !stands(word, other))
  const [sought, named] = [holding(unsaid), holding(then.filter((word) => !isIn(now, word)))]
  if (sought.length === 0)
    return statements.length > 2 && named.length > 0 && own.length > 0 && unsaid.length === own.length ? 'unclear' : 'corrected'
  const asked = new Set([...now, ...then].flat())
  const shared = places((terms) => [...terms].filter((term) => other.has(term) && !asked.has(term)).length)
  const meant = named.length > 0 ? named : shared
  return meant.length > 0 && sought.every((at) => !meant.includes(at)) ? 'another' : 'corrected'
}

test('the part is the same whether its words are looked up once for all memories and corrections or anew for each', () => {
  const word = fc.constantFrom(
    'port',
    'ports',
    'region',
    'Sydney',
    'Oregon',
    'mail',
    'relay',
    'runs',
    'where',
    'Schlüssel',
    'Häuser',
    '负责',
  )
  const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '))
  const memory = fc.record({
    title: word,
    text: fc.array(words, { maxLength: 4 }).map((lines) => lines.map((line) => `- ${line}`).join('\n')),
  })
  const found = new Map<AskedPart, number>()
  fc.assert(
    fc.property(
      fc.array(memory, { minLength: 2, maxLength: 3 }),
      fc.array(words, { minLength: 1, maxLength: 2 }),
      fc.array(words, { minLength: 1, maxLength: 2 }),
      (memories, corrected, questions) => {
        const readings = memories.map(readingOf)
        const before = corrected.map((text) => new QuestionReading(text))
        for (const question of questions) {
          const asker = partAskerOf(new QuestionReading(question))
          for (const [i, wrong] of memories.entries())
            for (const [j, right] of memories.entries())
              for (const [k, then] of corrected.entries()) {
                const part = asker(readings[i] ?? readingOf(wrong), readings[j] ?? readingOf(right), before[k])
                expect(part).toBe(plainPart({ wrong, right, corrected: then, question }))
                found.set(part, (found.get(part) ?? 0) + 1)
              }
        }
      },
    ),
    // So many that each answer comes.
    { numRuns: 200 },
  )
  expect([...found.keys()].sort()).toEqual(['another', 'corrected', 'unclear'])
})

const [stale, right, other] = [1, 2, 3] as const
const cue = 9
const texts: Readonly<Record<number, string>> = {
  [stale]: 'The studio is in the mill, and couriers use the bay.',
  [right]: 'Since June the studio is in Foundry Street.',
  [other]: 'The spade is in the shed.',
}

/** Bundles for a question of four words of equal rarity; `says` holds the places of the words that each memory has. */
const bundled = (says: Readonly<Record<number, ReadonlyArray<number>>>, over: Partial<CorrectedBundleInput> = {}) => {
  const idfs = [100, 100, 100, 100]
  const part = (word: number, node: number) => (says[node]?.includes(word) === true ? 100 : 0)
  const strengths: Readonly<Record<number, number>> = { [stale]: -900, [right]: 500 }
  const ranking = [stale, right, other].flatMap((node) => {
    const score = 1_000 * (says[node]?.length ?? 0)
    return score === 0 ? [] : [{ node, score, own: score, path: 0, inhibition: 0, utility: 1_000_000_000 }]
  })
  const graph = {
    between: (_: number, node: number) => [node],
    isLinked: () => true,
    kindOf: () => 'learned',
    strengthOf: (edge: number) => strengths[edge] ?? 0,
    supersededBy: () => [],
  } as unknown as CorrectedBundleInput['graph']
  const sorted = [...ranking].sort((a, b) => b.score - a.score)
  return bundleCorrected({
    graph,
    cues: [],
    question: 'anything',
    questionOf: () => undefined,
    evidence: { idfs, part },
    replacedBy: (node) => (node === stale ? [{ cue, by: right, position: 5 }] : []),
    least: -100,
    eased: sorted as unknown as CorrectedBundleInput['eased'],
    ranking: sorted as unknown as CorrectedBundleInput['ranking'],
    best: 0,
    named: () => undefined,
    tokens: 300,
    items: 6,
    relative: 0.2,
    confident: true,
    needs: {
      words: [0, 1, 2, 3],
      idfs,
      parts: (node) => idfs.map((_, word) => part(word, node)),
      settings: { rival: 0.9, adds: 0.2, linked: 0.5, rivalSure: -100, addsSure: -100 },
    },
    item: (node) => ({ node, id: `n${node}`, title: `n${node}`, text: texts[node] ?? '', injectable: true }),
    ...over,
  })
}

describe('a memory that was named instead of another', () => {
  test('takes its place where it says as much of the question, though it adds nothing', () => {
    expect(bundled({ [stale]: [0, 1], [right]: [0, 1] }).included).toEqual([right])
    expect(bundled({ [stale]: [0, 1], [right]: [0] }, { cues: [{ cue, alike: 500_000_000, words: [0, 1] }] }).included).toEqual([right])
  })

  test('stands before it where that one says something more of a question that nobody corrected', () => {
    expect(bundled({ [stale]: [0, 1], [right]: [0] }).included).toEqual([right, stale])
  })

  test('leaves it its place for a question about another of its lines, and stands before it where that is unclear', () => {
    const lines: Readonly<Record<number, string>> = {
      ...texts,
      [stale]: '- studio: in the mill\n- couriers: use the bay\n- rent: 640 euros',
    }
    const asked = (question: string) => ({
      cues: [{ cue, alike: 500_000_000, words: [0, 1] }],
      question,
      questionOf: () => new QuestionReading('In which mill is the studio?'),
      item: (node: number) => ({ node, id: `n${node}`, title: 'Studio', text: lines[node] ?? '', injectable: true }),
    })
    const says = { [stale]: [0, 1], [right]: [0, 1] }
    expect(bundled(says, asked('Where is the studio?')).included).toEqual([right])
    expect(bundled(says, asked('Who pays for the studio?')).included).toEqual([right, stale])
    expect(bundled(says, asked('Where do couriers of the studio go?')).included[0]).toBe(stale)
    expect(bundled({ [stale]: [0, 1], [right]: [0, 1, 2] }, asked('Where do couriers of the studio go?')).included).toEqual([right])
  })

  test('stays out where it says little of the question', () => {
    expect(bundled({ [stale]: [0, 1, 2, 3], [right]: [0] }).included).toEqual([stale])
    expect(bundled({ [stale]: [0, 1] }).included).toEqual([stale])
  })

  test('takes no place where it does not fit or may not be given', () => {
    const long = (node: number) => ({
      node,
      id: `n${node}`,
      title: '',
      text: node === right ? 'street '.repeat(900) : 'mill',
      injectable: true,
    })
    expect(bundled({ [stale]: [0, 1], [right]: [0, 1] }, { item: long }).included).toEqual([stale])
    const foreign = (node: number) => ({ node, id: `n${node}`, title: '', text: texts[node] ?? '', injectable: node !== right })
    expect(bundled({ [stale]: [0, 1], [right]: [0, 1] }, { item: foreign }).included).toEqual([stale])
  })

  test('gives way in turn to the one that was named last', () => {
    const both: CorrectedBundleInput['replacedBy'] = (node) =>
      node === stale ? [{ cue, by: right, position: 5 }] : [{ cue: 8, by: stale, position: 7 }]
    const graph = {
      between: (of: number, node: number) => [of * 10 + node],
      isLinked: () => true,
      kindOf: () => 'learned',
      strengthOf: (edge: number) => ([91, 82].includes(edge) ? -900 : 500),
      supersededBy: () => [],
    } as unknown as CorrectedBundleInput['graph']
    expect(bundled({ [stale]: [0, 1], [right]: [0, 1] }, { replacedBy: both, graph }).included).toEqual([stale])
  })
})

/** Bundles whose memories and corrected questions count how often their texts are parsed. */
const counted = () => {
  const counts = { texts: 0, questions: 0 }
  const lines = '- studio: in the mill\n- couriers: use the bay\n- rent: 640 euros'
  const memories = new Map(
    [stale, right, other].map((node: number) => {
      const item = {
        node,
        id: `n${node}`,
        title: 'Studio',
        injectable: true,
        get text() {
          counts.texts++
          return node === right ? (texts[right] ?? '') : lines
        },
      }
      return [node, { item, reading: new MemoryReading(item) }] as const
    }),
  )
  class CountedQuestion extends QuestionReading {
    override get words() {
      counts.questions++
      return super.words
    }
  }
  /** Asks after two memories were corrected with this many questions. */
  const ask = (corrections: number) => {
    const before = { ...counts }
    const cues = Array.from({ length: corrections }, (_, at) => 10 + at)
    const questions = new Map(cues.map((one) => [one, new CountedQuestion(`In which mill ${one} is the studio?`)]))
    bundled(
      { [stale]: [0, 1, 2], [right]: [0, 1, 2], [other]: [0, 1, 2] },
      {
        question: 'Where do couriers of the studio go?',
        questionOf: (one) => questions.get(one),
        replacedBy: (node) => (node === right ? [] : cues.map((one) => ({ cue: one, by: right, position: one }))),
        graph: {
          between: (_: number, node: number) => [node],
          isLinked: () => true,
          kindOf: () => 'learned',
          strengthOf: (edge: number) => (edge === right ? 500 : -900),
          supersededBy: () => [],
        } as unknown as CorrectedBundleInput['graph'],
        item: (node) => memories.get(node)?.item,
        reading: (node) => memories.get(node)?.reading,
      },
    )
    return { texts: counts.texts - before.texts, questions: counts.questions - before.questions }
  }
  return ask
}

describe('the work for a question', () => {
  test('takes each text apart as often for forty corrections as for one, and each corrected question once', () => {
    const [one, forty] = [counted()(1), counted()(40)]

    expect(one.texts).toBeGreaterThan(0)
    expect(forty).toEqual({ texts: one.texts, questions: 40 * one.questions })
    expect(one.questions).toBe(1)
  })

  test('takes no text apart that an earlier question took apart', () => {
    const ask = counted()
    ask(40)

    expect(ask(40).texts).toBe(0)
  })
})
