/**
 * Lower bounds of learning on public question sets; `docs/results/learning.md` has the table.
 *
 * In short: `test/eval/learning.test.ts`
 */
import { describe, expect, test } from 'vitest'
import { type Asked, askAll, type Gain, gainOf, type Subset, secondAsk, wrongAgain } from './learning-protocol.ts'
import { learningSet } from './learning-set.ts'
import { absence } from './question-sets.ts'

/** The macro is the mean over the first four. */
const macro = ['locomo', 'git-kysely', 'git-hindsight', 'metatool'] as const
const names = [...macro, 'musique', 'cranfield', 'beam100k'] as const
const absent = names.map(absence).find((one) => one !== undefined)

interface Measured {
  readonly clean: Gain
  readonly wrong: { readonly off: number; readonly on: number; readonly n: number }
  readonly second: ReturnType<typeof secondAsk> | undefined
  readonly shown: Gain | undefined
  readonly noisy: Gain | undefined
}
const measured = new Map<string, Measured>()
const said: Array<string> = []

const gain = ({ off, on }: Subset) => on - off
const told = (what: string, one: Subset & { readonly interval?: number }) =>
  `${what} ${one.off.toFixed(1)} → ${one.on.toFixed(1)} (${gain(one).toFixed(1)}${one.interval === undefined ? '' : ` ± ${one.interval.toFixed(1)}`}, n ${one.n})`

describe('learning', () => {
  test.for(names)('%s', async (name, context) => {
    if (absent !== undefined) return context.skip(absent)
    const set = learningSet(name)
    const off = await askAll(set, undefined)
    const on = await askAll(set, {})
    const running = await askAll(set, { goesOn: true })
    const isMacro = macro.some((one) => one === name)
    const other = async (teaching: Parameters<typeof askAll>[1]): Promise<Gain | undefined> =>
      isMacro ? gainOf(set, off, await askAll(set, teaching)) : undefined
    const [before, after] = [wrongAgain(set, off), wrongAgain(set, running)]
    const one: Measured = {
      clean: gainOf(set, off, on),
      wrong: { off: before.share, on: after.share, n: after.n },
      second: set.isTimed ? undefined : secondAsk(on),
      shown: await other({ shownOnly: true }),
      noisy: await other({ noise: 0.2 }),
    }
    measured.set(name, one)
    say(name, one)

    // One set may miss by chance what all together must reach, but none may lose by learning.
    expect(gain(one.clean)).toBeGreaterThan(-one.clean.interval)
    if (isMacro) expect(one.clean.interval, 'the interval of the gain').toBeLessThan(gain(one.clean))
    if (one.clean.unseen.n >= 100) expect.soft(gain(one.clean.unseen), 'on what was not seen').toBeGreaterThanOrEqual(-3)
    if (name === 'locomo') {
      expect.soft(one.second?.wrong, 'wrong again when asked a second time').toBeLessThanOrEqual(30)
      expect.soft(one.second?.recall5, 'recall@5 when asked a second time').toBeGreaterThanOrEqual(85)
      const twice: Asked = await askAll(set, {})
      expect([...twice.rankings]).toEqual([...on.rankings])
    }
  })

  test('of all sets together', (context) => {
    if (absent !== undefined) return context.skip(absent)
    const mean = (number: (one: Measured) => number) => macro.reduce((sum, name) => sum + number(taken(name)), 0) / macro.length
    const over = (number: (one: Measured) => readonly [value: number, weight: number]) => {
      const all = names.map((name) => number(taken(name)))
      return (
        all.reduce((sum, [value, weight]) => sum + value * weight, 0) /
        Math.max(
          1,
          all.reduce((sum, [, weight]) => sum + weight, 0),
        )
      )
    }
    const clean = mean((one) => gain(one.clean))
    const totals = {
      gain: clean,
      level: mean((one) => one.clean.on),
      seenAndFar: mean((one) => gain(one.clean.seenAndFar)),
      shown: mean((one) => (one.shown === undefined ? 0 : gain(one.shown))),
      noise: mean((one) => (one.noisy === undefined ? 0 : gain(one.noisy))) / clean,
      wrongAgain: over(({ wrong }) => [wrong.on, wrong.n]) / over(({ wrong }) => [wrong.off, wrong.n]),
      unseenTogether: over(({ clean: { unseen } }) => [gain(unseen), unseen.n < 100 ? unseen.n : 0]),
    }
    process.stdout.write(`${said.join('\n')}\n${JSON.stringify(totals)}\n`)

    expect.soft(totals.gain).toBeGreaterThanOrEqual(7)
    expect.soft(totals.level).toBeGreaterThanOrEqual(54.5)
    expect.soft(totals.seenAndFar).toBeGreaterThanOrEqual(6)
    expect.soft(totals.shown).toBeGreaterThanOrEqual(4)
    expect.soft(totals.noise).toBeGreaterThanOrEqual(0.5)
    expect.soft(totals.wrongAgain).toBeLessThanOrEqual(0.5)
    expect.soft(totals.unseenTogether).toBeGreaterThanOrEqual(-3)
  })
})

const taken = (name: string): Measured => measured.get(name) ?? expect.unreachable(`${name} was not measured`)

const say = (name: string, { clean, noisy, second, shown, wrong }: Measured): void => {
  const parts = [
    told(name, clean),
    told('seen', clean.seen),
    told('unseen', clean.unseen),
    told('seen and far', clean.seenAndFar),
    `wrong again ${(100 * wrong.off).toFixed(1)} → ${(100 * wrong.on).toFixed(1)} % (n ${wrong.n})`,
    ...(second === undefined ? [] : [`second ask ${second.wrong.toFixed(1)} % wrong again, recall@5 ${second.recall5.toFixed(1)}`]),
    ...(shown === undefined ? [] : [told('shown only', shown)]),
    ...(noisy === undefined ? [] : [told('noise', noisy)]),
  ]
  const line = parts.join('; ')
  said.push(line)
  process.stdout.write(`${line}\n`)
}

test('a talk is learned from as well where new questions become cues', async (context) => {
  const missing = absence('locomo')
  if (missing !== undefined) return context.skip(missing)
  const set = learningSet('locomo', 1)

  const off = await askAll(set, undefined)
  const [alone, grown] = [gainOf(set, off, await askAll(set, {})), gainOf(set, off, await askAll(set, { grows: true }))]

  expect(grown.on).toBeCloseTo(alone.on, 0)
})
