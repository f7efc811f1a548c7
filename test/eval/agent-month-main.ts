/**
 * Measures what each signal is worth that nobody says: `node test/eval/agent-month-main.ts --seeds 1,2,3 [--set NAME=VALUE,…] [--only NAME,…]`.
 *
 * Plays the month of `agent-month.ts` with all signals, with each left out, and with none. `--set` gives weights; absent, those of `balanced`.
 */
import { parseArgs } from 'node:util'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { type MonthResult, playMonth } from './agent-month.ts'
import { bootstrapped } from './bootstrap.ts'
import { given, settingsOf, signals, type Weights } from './outcome-settings.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    set: { type: 'string', default: '' },
    only: { type: 'string' },
    alone: { type: 'boolean', default: false },
  },
})
const weights: Weights = { ...balanced.learning.implicit, ...given(values.set) }
const without = (left: ReadonlyArray<string>) => settingsOf({ ...weights, ...Object.fromEntries(left.map((name) => [name, 0])) })
const used = signals.filter((name) => weights[name] !== 0)
const variants: ReadonlyArray<readonly [string, Weights]> = [
  ['none', without(signals)],
  ['all', without([])],
  ...used.map((name) => [`without ${name}`, without([name])] as const),
  ...(values.alone ? used : []).map((name) => [`${name} alone`, without(signals.filter((other) => other !== name))] as const),
]
const wanted = values.only?.split(',')
const seeds = values.seeds.split(',').map(Number)
let none: ReadonlyArray<MonthResult> = []
const mean = (numbers: ReadonlyArray<number>) => numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)
const told = (on: ReadonlyArray<MonthResult>, of: 'taught' | 'untaught') => {
  const differences = on.flatMap((result, i) => result[of].map((value, at) => 100 * (value - (none[i]?.[of][at] ?? 0))))
  const { high, low, mean: middle } = bootstrapped(differences)
  return `${middle.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`
}
process.stdout.write(
  `seeds ${seeds.join(', ')}; ${values.set}\n| signals | gain, taught | change, untaught | followed the right note, last third | facts a month |\n| --- | --- | --- | --- | --- |\n`,
)
for (const [name, settings] of variants) {
  if (wanted !== undefined && name !== 'none' && !wanted.includes(name)) continue
  const results: Array<MonthResult> = []
  for (const seed of seeds) results.push(await playMonth(seed, settings))
  if (name === 'none') none = results
  const right = `${(100 * mean(results.map(({ followedRight }) => followedRight))).toFixed(1)} %`
  process.stdout.write(
    `| ${name} | ${told(results, 'taught')} | ${told(results, 'untaught')} | ${right} | ${mean(results.map(({ observed }) => observed)).toFixed(0)} |\n`,
  )
}
