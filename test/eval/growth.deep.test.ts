/**
 * Measures growth: how much chatter becomes cues, how many questions whose answers were held back do, and how often one question makes two.
 * Limits of rate are lifted. Results: docs/results/growth.md.
 *
 * In short: `test/eval/growth-rankings.test.ts`
 */
import { readFileSync } from 'node:fs'
import { hashedEmbedder } from '@crabtrail/models'
import * as Result from 'effect/Result'
import { expect, test } from 'vitest'
import { readSet } from '../../packages/eval/src/sets/files.ts'
import { type AskedMemory, openStore } from '../models/open-store.ts'
import { absence, filesOf } from './question-sets.ts'

const chatterOf = (name: string) =>
  readFileSync(new URL(`sets/${name}.tsv`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[1] ?? '')
/**
 * The fillers were extended after the first list was read; the second was written by another hand. The third is by whoever wrote the common words,
 * after most of them and before the topics of small talk; see the results for what that means.
 */
const chatter = chatterOf('chatter')
const heldOut = chatterOf('chatter-held-out')
const fresh = chatterOf('chatter-fresh')
const lifted = { 'growth.cooldown': 0, 'growth.perSession': 1_000_000, 'growth.perHour': 100_000 }
const nth = 4

/** The same question again: without its marks, its halves changed over, and in small letters but for names written as one word. */
const again = (question: string): string => {
  const words = question
    .replace(/[?.,!:]+(?=\s|$)/g, '')
    .split(' ')
    .map((word) => (/\p{Ll}\p{Lu}/u.test(word) ? word : word.toLowerCase()))
  const half = Math.ceil(words.length / 2)
  return [...words.slice(half), ...words.slice(0, half)].join(' ')
}

type Rows =
  ReturnType<typeof readSet> extends Result.Result<infer QuestionSet, unknown>
    ? QuestionSet extends { readonly rows: infer R }
      ? R
      : never
    : never

const filled = async (memory: AskedMemory, brain: string, rows: Rows, compare: Kind['compare']) => {
  await memory.init({ brain, settings: { ...lifted, 'growth.compare': compare } })
  for (let at = 0; at < rows.length; at += 500) {
    const documents = rows.slice(at, at + 500).map(({ text, title }, i) => ({
      source: `${at + i}.txt`,
      format: 'text' as const,
      text: title === undefined ? text : `${title}\n${text}`,
    }))
    await memory.ingest({ brain, documents })
  }
  while (compare === 'vectors' && ((await memory.upkeep({ part: 'vectors' })).embedded ?? 0) > 0);
}

const asked = async (memory: AskedMemory, brain: string, questions: ReadonlyArray<string>) => {
  const verdicts = new Map<string, number>()
  const measures = new Map<string, number>()
  let made = 0
  for (const question of questions) {
    const { novelty } = await memory.recall({ brain, question, autoNeurogenesis: true })
    if (novelty.created === true) made++
    if (novelty.by !== undefined) measures.set(novelty.by, (measures.get(novelty.by) ?? 0) + 1)
    verdicts.set(novelty.verdict, (verdicts.get(novelty.verdict) ?? 0) + 1)
  }
  return { made, measures: Object.fromEntries(measures), verdicts: Object.fromEntries(verdicts) }
}

interface Kind {
  readonly name: string
  readonly foreign: string
  /** `settings`: the bands of the profile; `calibrated`: those that each brain measures on its own text. */
  readonly bands: 'settings' | 'calibrated'
  readonly compare: 'words' | 'vectors'
}

const measure = async ({ bands, compare, foreign, name }: Kind) => {
  const set = Result.getOrThrow(readSet(filesOf(name), 'crabtrail'))
  const others = Result.getOrThrow(readSet(filesOf(foreign), 'crabtrail')).questions.filter((_, i) => i % 20 === 0)
  const store = openStore(compare === 'vectors' ? { embedder: hashedEmbedder } : {})
  const memory = await store.memory()
  const sum = {
    questions: 0,
    made: 0,
    novel: 0,
    seconds: 0,
    chatter: 0,
    chatterMade: 0,
    heldOutMade: 0,
    fresh: 0,
    freshMade: 0,
    foreign: 0,
    foreignMade: 0,
  }
  const verdicts: Record<string, number> = {}
  const calibrated: Array<ReadonlyArray<number>> = []
  for (const [i, scope] of [...new Set(set.rows.map((row) => row.scope))].entries()) {
    const questions = set.questions.filter((one) => one.scope === scope).filter((_, at) => at % nth === 0)
    const held = new Set(questions.flatMap(({ gold }) => [...gold]))
    const brain = `scope-${i}`
    await filled(
      memory,
      brain,
      set.rows.filter((row, at) => row.scope === scope && row.until === undefined && !held.has(at)),
      compare,
    )
    if (bands === 'calibrated') {
      const measured = await memory.calibrate({ brain })
      expect(measured.by).toBe(compare)
      calibrated.push(Object.values(measured.bands))
    }
    const said = questions.map(({ text }) => text)
    const first = await asked(memory, brain, said)
    const second = await asked(memory, brain, said.map(again))
    const small = await asked(memory, brain, chatter)
    const smallToo = await asked(memory, brain, heldOut)
    const smallAgain = await asked(memory, brain, fresh)
    const strange = await asked(
      memory,
      brain,
      others.map(({ text }) => text),
    )
    expect(Object.keys(first.measures)).toEqual([compare])
    sum.questions += said.length
    sum.made += first.made
    sum.novel += first.verdicts['novel'] ?? 0
    sum.seconds += second.made
    sum.chatter += chatter.length
    sum.chatterMade += small.made
    sum.heldOutMade += smallToo.made
    sum.fresh += fresh.length
    sum.freshMade += smallAgain.made
    sum.foreign += others.length
    sum.foreignMade += strange.made
    for (const [verdict, count] of Object.entries(first.verdicts)) verdicts[verdict] = (verdicts[verdict] ?? 0) + count
  }
  await store.close()
  return { ...sum, verdicts, calibrated }
}

const pairs = [
  ['git-kysely', 'locomo'],
  ['locomo', 'git-kysely'],
] as const
const kinds = (['settings', 'calibrated'] as const).flatMap((bands) =>
  (['words', 'vectors'] as const).map((compare) => ({ bands, compare })),
)

test.each(pairs.flatMap(([name, foreign]) => kinds.map((kind): Kind => ({ name, foreign, ...kind }))))(
  '$name, by $compare with bands of $bands, with questions of $foreign as foreign ones',
  { timeout: 900_000 },
  async (kind) => {
    if (absence(kind.name) !== undefined || absence(kind.foreign) !== undefined) return
    const found = await measure(kind)
    process.stdout.write(`${kind.name} ${kind.compare} ${kind.bands} ${JSON.stringify(found)}\n`)

    if (kind.compare === 'vectors') return
    expect(found.chatterMade / found.chatter).toBeLessThanOrEqual(0.002)
    // The aim is 0.01.
    expect(found.heldOutMade / found.chatter).toBeLessThanOrEqual(0.016)
    expect(found.freshMade / found.fresh).toBeLessThanOrEqual(0.014)
    expect(found.made / found.questions).toBeGreaterThanOrEqual(0.9)
    expect(found.seconds / found.made).toBeLessThanOrEqual(0.02)
  },
)
