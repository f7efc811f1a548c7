/** Runs seeds in processes of their own, and says of a failure how to see it again. */
import { fileURLToPath } from 'node:url'
import { bundled } from '../src/bundled/bundled.ts'
import { run } from '../src/child.ts'
import type { Order, Told } from './main.ts'

export const wholeNumber = (name: string, fallback: number): number => {
  const value = Number(process.env[name] ?? fallback)
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new Error(`${name} is a whole number above 0`)
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const patienceMs = 3_500_000

export const simulated = async (order: Order): Promise<ReadonlyArray<Told>> => {
  const args = [bundled(new URL('./main.ts', import.meta.url)), JSON.stringify(order)]
  const output = await run({ command: process.execPath, args, cwd: root, env: process.env, timeoutMs: patienceMs })
  return output
    .split('\n')
    .filter((line) => line.startsWith('{"seed"'))
    .map((line): Told => JSON.parse(line))
}

/** In two processes beside each other. */
export const simulatedInTwo = async ({ count = 1, from, urls, ...order }: Order): Promise<ReadonlyArray<Told>> => {
  const first = Math.ceil(count / 2)
  const part = (start: number, end: number) =>
    end === start
      ? []
      : simulated({ ...order, from: from + start, count: end - start, ...(urls === undefined ? {} : { urls: urls.slice(start, end) }) })
  return (await Promise.all([part(0, first), part(first, count)])).flat()
}

/** One text for each seed that failed. */
export const failuresOf = (all: ReadonlyArray<Told>): ReadonlyArray<string> =>
  all.flatMap(({ failure, seed, trace = [] }) =>
    failure === undefined
      ? []
      : [
          [
            `seed ${seed}, step ${failure.step} (${failure.act}): ${failure.detail}`,
            ...trace.slice(-6).map((line) => `  ${line}`),
            `again: CRABTRAIL_SEED=${seed} CRABTRAIL_SEEDS=1 pnpm exec vitest run test/simulation/simulation.test.ts`,
            `with everything that happens: node test/simulation/main.ts '{"from":${seed},"traced":true}'`,
          ].join('\n'),
        ],
  )

export const inShort = (all: ReadonlyArray<Told>): string => {
  const sum = (of: (told: Told) => number) => all.reduce((total, told) => total + of(told), 0)
  const each = Math.round(sum(({ ms }) => ms) / Math.max(1, all.length))
  return `${all.length} weeks, ${sum(({ steps }) => steps)} steps, ${sum(({ commits }) => commits)} commits, ${sum(({ lostRaces }) => lostRaces)} lost races; ${each} ms of processor time a week\n`
}
