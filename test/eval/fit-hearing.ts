/**
 * Fits the weights that decide whether a memory holds what a correction says (`hearing/spoken-holder.ts`), by logistic regression.
 *
 * `node test/eval/fit-hearing.ts` reads the conversations in `test/conversations/corpus` that may be learned from, and messages made from
 * them that are about another note or none. It prints the weights, and for several thresholds how many corrections are understood and how
 * many other messages are taken for one: with weights of all languages, and for each language with weights of the other four.
 */
import { type HolderSigns, holderSigns, holderWeights, signNames } from '../../packages/core/src/domain/hearing/spoken-holder.ts'
import { hearSaying } from '../../packages/core/src/domain/hearing/spoken-verdict.ts'
import { valuesIn } from '../../packages/core/src/domain/text/phrases.ts'
import { learnedHalves } from '../conversations/corpus.ts'
import { type SaidKind, type SaidNext, saidKinds, saidNext } from '../conversations/said-next.ts'
import { type FitExample, logisticFit } from './logistic-fit.ts'

/** Weight of one message of a kind. A sentence of another note has little: it is a rare next message, and there are thousands of them. */
const weightOf: Readonly<Record<SaidKind, number>> = {
  held: 3,
  stated: 1.5,
  remark: 1,
  'foreign-remark': 0.6,
  'foreign-correction': 0.3,
  question: 0.6,
  unrelated: 0.6,
  sentence: 0.2,
  'denied-sentence': 0.06,
  'changed-sentence': 0.06,
}
/** Every n-th sentence is taken. */
const everySentence = 5
const ridge = 0.3

interface Looked extends Pick<SaidNext, 'kind'> {
  readonly language: string
  readonly memories: ReadonlyArray<{ readonly isHolder: boolean; readonly signs: HolderSigns }>
}

/** Selects the memories that can be corrected: only the one that the answer came from, as in `hearing/hearing.ts`. */
const looked = ({ drawn, half, holder, kind, notes, question, says }: SaidNext): Looked => {
  const spoken = hearSaying(says)
  const signs = holderSigns({
    message: spoken?.rest ?? says,
    values: valuesIn(says),
    question,
    corrected: drawn,
    memories: notes,
  })
  const memories = [...signs].map(([node, its]) => ({ isHolder: node === holder?.node, signs: its }))
  return { kind, language: half.language, memories: spoken === undefined ? [] : memories }
}

const examplesOf = (all: ReadonlyArray<Looked>): ReadonlyArray<FitExample> =>
  all.flatMap(({ kind, memories }) =>
    memories.map(({ isHolder, signs }) => ({
      signs: signNames.map((name) => signs[name]),
      isTrue: isHolder,
      weight: isHolder || !isCorrection(kind) ? weightOf[kind] : 1,
    })),
  )

const isCorrection = (kind: SaidKind): boolean => kind === 'held' || kind === 'stated'

type Weights = ReadonlyArray<number>

/** Counts for each kind the messages that are taken for a correction, and the corrections with the right memory first. */
const counted = (all: ReadonlyArray<Looked>, weightsFor: (language: string) => Weights, more: number): string => {
  const counts = new Map<SaidKind, [number, number]>(saidKinds.map((kind) => [kind, [0, 0]]))
  for (const { kind, language, memories } of all) {
    const weights = weightsFor(language)
    const odds = memories.map(({ isHolder, signs }) => ({
      isHolder,
      sum: signNames.reduce((sum, name, at) => sum + (weights[at] ?? 0) * signs[name], weights.at(-1) ?? 0),
    }))
    const [first] = odds.sort((a, b) => b.sum - a.sum)
    const isTaken = first !== undefined && first.sum > more
    const count = counts.get(kind) ?? [0, 0]
    count[0] += Number(isTaken && (!isCorrection(kind) || first.isHolder))
    count[1] += 1
    counts.set(kind, count)
  }
  return [...counts].map(([kind, [some, of]]) => `${kind} ${some}/${of}`).join(', ')
}

let sentence = 0
const all = learnedHalves
  .flatMap(saidNext)
  .filter(({ kind }) => !kind.endsWith('sentence') || sentence++ % everySentence === 0)
  .map(looked)
const languages = [...new Set(all.map(({ language }) => language))]
const whole = logisticFit(examplesOf(all), ridge)
const without = new Map(
  languages.map((language) => [language, logisticFit(examplesOf(all.filter((one) => one.language !== language)), ridge)]),
)
const rounded = whole.map((weight) => Math.round(100 * weight) / 100)
const named = Object.fromEntries([...signNames.map((name, at) => [name, rounded[at]]), ['least', -(rounded.at(-1) ?? 0)]])
process.stdout.write(`${JSON.stringify(named)}\n`)
const inForce: Weights = [...signNames.map((name) => holderWeights[name]), -holderWeights.least]
process.stdout.write(`in force: ${counted(all, () => inForce, 0)}\n`)
for (const more of [-1.5, -1, -0.5, 0, 0.5, 1]) {
  process.stdout.write(`least ${more < 0 ? '' : '+'}${more}\n  all languages: ${counted(all, () => whole, more)}\n`)
  process.stdout.write(`  the other four: ${counted(all, (language) => without.get(language) ?? whole, more)}\n`)
}
