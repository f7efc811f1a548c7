/**
 * Measures what verdicts teach a memory under each profile: `node test/eval/learning-profiles-main.ts --sets locomo,metatool [--profiles NAME,…] [--scopes N] [--every N]
 * [--aliases FILE]`. The file is one JSON object: the other names of rows by their ids.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { profiles } from '../../packages/core/src/domain/profiles/profiles.ts'
import { askAll, gainOf, secondAsk } from './learning-protocol.ts'
import { type LearningSet, learningSet } from './learning-set.ts'

const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: 'locomo' },
    profiles: { type: 'string', default: [...profiles.keys()].join(',') },
    /** Scopes that are taken, the first of the set. */
    scopes: { type: 'string' },
    /** Every so many questions. */
    every: { type: 'string', default: '1' },
    aliases: { type: 'string' },
  },
})
const aliases =
  values.aliases === undefined
    ? undefined
    : new Map(Object.entries(JSON.parse(readFileSync(values.aliases, 'utf8')) as Readonly<Record<string, ReadonlyArray<string>>>))
const partOf = (set: LearningSet): LearningSet => ({ ...set, questions: set.questions.filter((_, i) => i % Number(values.every) === 0) })
const told = ({ n, off, on }: { readonly n: number; readonly off: number; readonly on: number }) =>
  n === 0 ? 'none' : `${(on - off).toFixed(1)} (${n})`

process.stdout.write(
  '| set | profile | untaught → taught | gain | seen | unseen | second ask: recall@5 |\n| --- | --- | --- | --- | --- | --- | --- |\n',
)
for (const name of values.sets.split(',')) {
  const set = partOf(learningSet(name, values.scopes === undefined ? undefined : Number(values.scopes)))
  for (const profile of values.profiles.split(',')) {
    const off = await askAll(set, undefined, { aliases, profile })
    const on = await askAll(set, {}, { aliases, profile })
    const { interval, seen, unseen, ...all } = gainOf(set, off, on)
    const again = set.isTimed ? '' : secondAsk(on).recall5.toFixed(1)
    process.stdout.write(
      `| ${name} | ${profile} | ${all.off.toFixed(1)} → ${all.on.toFixed(1)} | ${(all.on - all.off).toFixed(2)} ± ${interval.toFixed(2)} | ${told(seen)} | ${told(unseen)} | ${again} |\n`,
    )
  }
}
