/** Everything that is held with the agents of one half, and what it comes to. */
import type { Half } from './half.ts'
import { quietMeasures, talkMeasures, wornMeasure } from './measures.ts'
import type { Measured } from './report.ts'
import { type Held, hold, type Quietness, quietness, type TalkStage, type Worn, wear } from './talk.ts'
import { casesOf } from './talk-case.ts'

export interface HeldHalf {
  readonly held: ReadonlyArray<Held>
  readonly worn: ReadonlyArray<Worn>
  readonly quiet: Quietness
}

export const holdHalf = async (stage: TalkStage, half: Half, cases = casesOf(half)): Promise<HeldHalf> => {
  const held: Held[] = []
  for (const talk of cases) held.push(await hold(stage, talk))
  return { held, worn: await wear(stage, half), quiet: await quietness(stage, half) }
}

export const measured = (halves: ReadonlyArray<HeldHalf>): Measured => ({
  talks: talkMeasures(halves.flatMap(({ held }) => held)),
  worn: wornMeasure(halves.flatMap(({ worn }) => worn)),
  quiet: quietMeasures(halves.map(({ quiet }) => quiet)),
})
