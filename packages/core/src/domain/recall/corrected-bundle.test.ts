import { describe, expect, test } from 'vitest'
import { bundleCorrected, type CorrectedBundleInput } from './corrected-bundle.ts'
import { MemoryReading, QuestionReading } from './readings.ts'

const [stale, right, other] = [1, 2, 3] as const
const cue = 9
const texts: Readonly<Record<number, string>> = {
  [stale]: 'The studio is in the mill, and couriers use the bay.',
  [right]: 'Since June the studio is in Foundry Street.',
  [other]: 'The spade is in the shed.',
}

/** Each word of a question is as rare as the others; `says` are the places of those that a memory has. */
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
    tokens: 300,
    items: 6,
    relative: 0.2,
    duplicate: 0.9,
    confident: true,
    needs: {
      words: [0, 1, 2, 3],
      idfs,
      parts: (node) => idfs.map((_, word) => part(word, node)),
      settings: { rival: 0.9, adds: 0.2, linked: 0.5 },
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
    } as unknown as CorrectedBundleInput['graph']
    expect(bundled({ [stale]: [0, 1], [right]: [0, 1] }, { replacedBy: both, graph }).included).toEqual([stale])
  })
})

/** Bundles whose memories and corrected questions count how often their texts are read to be taken apart. */
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
  /** Two memories were corrected after so many questions. */
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
        } as unknown as CorrectedBundleInput['graph'],
        duplicate: 1.1,
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
