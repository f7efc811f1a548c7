/**
 * Measures learning from outcomes alone on the learning sets: `node test/eval/outcome-sets-main.ts --sets locomo,git-kysely --seed 1 [--set NAME=VALUE,…] [--scopes N] [--every N]`.
 */
import { parseArgs } from 'node:util'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { bootstrapped } from './bootstrap.ts'
import { gainOf, gainsByQuestion } from './learning-protocol.ts'
import { learningSet } from './learning-set.ts'
import { playSet } from './outcome-protocol.ts'
import { given, settingsOf, signals } from './outcome-settings.ts'

const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: 'locomo' },
    seed: { type: 'string', default: '1' },
    set: { type: 'string', default: '' },
    scopes: { type: 'string' },
    /** Every so many questions of a set of one scope. */
    every: { type: 'string', default: '1' },
  },
})
const weights = { ...balanced.learning.implicit, ...given(values.set) }
const none = { ...weights, ...Object.fromEntries(signals.map((name) => [name, 0])) }
process.stdout.write('| set | given of asked, first right | gain | untaught |\n| --- | --- | --- | --- |\n')
for (const name of values.sets.split(',')) {
  const whole = learningSet(name, values.scopes === undefined ? undefined : Number(values.scopes))
  const set = { ...whole, questions: whole.questions.filter((_, i) => i % Number(values.every) === 0) }
  const seed = Number(values.seed)
  const [off, on] = [await playSet(set, seed, settingsOf(none)), await playSet(set, seed, settingsOf(weights))]
  const { off: before, on: after, unseen } = gainOf(set, off, on)
  const { high, low } = bootstrapped(gainsByQuestion(set, off, on))
  const asked = set.questions.filter(({ split }) => split === 'train').length
  process.stdout.write(
    `| ${name} | ${on.given} of ${asked}, ${on.right} | ${before.toFixed(1)} → ${after.toFixed(1)}: ${(after - before).toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}] | ${(unseen.on - unseen.off).toFixed(2)} (${unseen.n}) |\n`,
  )
}
