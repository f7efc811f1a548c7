/** The cost of a routing model for a turn that does not need it: recorded recalls of one brain with a model and of its copy without. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { LanguageModel } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { interleave, ratio } from './measure.ts'
import { openMemory } from './memory.ts'
import { heading, number, say, table } from './print.ts'

/** No question of these brains is worth a call. */
const calm = { 'routing.many': 1_024, 'routing.flat': 1, 'routing.failureTurns': 0 }

export const routingBench = async (
  folder: string,
  path: string,
  warmUp: ReadonlyArray<string>,
  questions: ReadonlyArray<string>,
): Promise<void> => {
  let asked = 0
  const model = LanguageModel.of({
    id: 'bench/never-needed',
    forget: Effect.void,
    ask: () =>
      Effect.sync(() => {
        asked++
        return { text: '{}', tokensIn: 1, tokensOut: 1 }
      }),
  })
  const open = async (name: string, models?: Layer.Layer<LanguageModel>) => {
    const copy = join(folder, `routing-${name}.db`)
    copyFileSync(path, copy)
    const opened = await openMemory(copy, models)
    await Effect.runPromise(opened.memory.profile({ profile: 'balanced', settings: calm }))
    return opened
  }
  const [without, withModel] = [await open('without'), await open('with', Layer.succeed(LanguageModel, model))]
  const all = [...warmUp, ...questions]
  const ask =
    ({ memory }: typeof without) =>
    async (round: number) => {
      await Effect.runPromise(memory.recall({ question: all[round] ?? '', budget: 100_000 }))
    }
  const taken = await interleave(
    [
      { name: 'without', run: ask(without) },
      { name: 'with', run: ask(withModel) },
    ],
    questions.length,
    warmUp.length,
  )
  await without.close()
  await withModel.close()
  const shown = (by: 'wall' | 'cpu') => {
    const { median } = ratio(taken.without, taken.with, by)
    return number(median)
  }
  heading(`a recorded turn with a routing model that is not needed, ${questions.length} questions`)
  table([
    ['', 'wall', 'CPU'],
    ['without a model ÷ with one, median of pairs', shown('wall'), shown('cpu')],
  ])
  say(`1 says that the model costs nothing; the model was asked ${asked} times`)
}
