/** Tests that hold all halves of some parts of the corpus in the fake host. */
import { afterAll, beforeAll } from 'vitest'
import { type FakeTalkStage, openFakeTalkStage } from './fake-stage.ts'
import { holdParts, type Parts } from './held-parts.ts'
import { holdHalf } from './whole.ts'

export const holdInFakeHost = (parts: Parts, inSixth = false): void =>
  holdParts(
    parts,
    (halves) => {
      let stage: FakeTalkStage
      beforeAll(async () => {
        stage = await openFakeTalkStage(halves)
      }, 300_000)
      afterAll(() => stage.leave())
      return (half, _, cases) => holdHalf(stage, half, cases)
    },
    inSixth,
  )
