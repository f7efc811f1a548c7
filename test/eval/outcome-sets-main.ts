/**
 * Measures learning from outcomes alone on the learning sets: `node test/eval/outcome-sets-main.ts --sets locomo,git-kysely --seed 1 [--set NAME=VALUE,…] [--scopes N] [--every N]`.
 */
import { parseArgs } from 'node:util'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { bootstrapped } from './bootstrap.ts'
import { gainOf, gainsByQuestion } from './learning-protocol.ts'
import { type LearningSet, learningSet } from './learning-set.ts'
import { playSet } from './outcome-protocol.ts'
import { given, settingsOf, signals, type Weights } from './outcome-settings.ts'

const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: 'locomo' },
    seed: { type: 'string', default: '1' },
    set: { type: 'string', default: '' },
    scopes: { type: 'string' },
    /** Scopes that are left out, the first of the set. */
    skip: { type: 'string', default: '0' },
    /** Every so many questions of a set of one scope, from this one on. */
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    /** Also leaves out each signal. */
    leave: { type: 'boolean', default: false },
  },
})
const weights: Weights = { ...balanced.learning.implicit, ...given(values.set) }
const without = (left: ReadonlyArray<string>) => settingsOf({ ...weights, ...Object.fromEntries(left.map((name) => [name, 0])) })
/** No call of these sets writes a file, so nothing is taken back or edited. */
const possible = ['succeeded', 'failed', 'askedAgain', 'unopposed', 'unused', 'usedLater'].filter((name) => weights[name] !== 0)
const variants: ReadonlyArray<readonly [string, Weights]> = [
  ['all', without([])],
  ...(values.leave ? possible.map((name) => [`without ${name}`, without([name])] as const) : []),
]
const seed = Number(values.seed)
process.stdout.write(
  `seed ${seed}; ${values.set}\n| set | signals | given of asked, first right | gain | untaught (questions) |\n| --- | --- | --- | --- | --- |\n`,
)
for (const name of values.sets.split(',')) {
  const set = partOf(learningSet(name, values.scopes === undefined ? undefined : Number(values.scopes)))
  const off = await playSet(set, seed, without(signals))
  const asked = set.questions.filter(({ split }) => split === 'train').length
  for (const [variant, settings] of variants) {
    const on = await playSet(set, seed, settings)
    const { off: before, on: after, unseen } = gainOf(set, off, on)
    const { high, low } = bootstrapped(gainsByQuestion(set, off, on))
    const gain = `${before.toFixed(1)} → ${after.toFixed(1)}: ${(after - before).toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`
    process.stdout.write(
      `| ${name} | ${variant} | ${on.given} of ${asked}, ${on.right} | ${gain} | ${(unseen.on - unseen.off).toFixed(2)} (${unseen.n}) |\n`,
    )
  }
}

/** Leaves out the first scopes, and takes every so many questions. */
function partOf(set: LearningSet): LearningSet {
  const left = new Set([...new Set(set.corpus.map(({ scope }) => scope))].slice(0, Number(values.skip)))
  const isIn = ({ scope }: { readonly scope?: string }) => !left.has(scope)
  const questions = set.questions.filter((one, i) => isIn(one) && i % Number(values.every) === Number(values.from))
  return { ...set, corpus: set.corpus.filter(isIn), questions }
}
