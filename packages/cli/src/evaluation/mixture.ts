/** All sets in one brain: what each loses when its texts stand among those of the others. */
import * as Effect from 'effect/Effect'
import { type MeasuredSet, type Measuring, measuredSet } from './measured-set.ts'
import { type MeanScores, scoreNames } from './metrics.ts'
import { isTimed, mixedSet, type QuestionSet } from './question-set.ts'
import { whole } from './variants.ts'

export interface Mixture {
  /** As a set whose categories are the names of the sets in it. */
  readonly measured: MeasuredSet
  readonly sets: ReadonlyArray<{
    readonly set: string
    readonly method: string
    readonly alone: MeanScores
    readonly mixed: MeanScores
    /** Alone less mixed, of each score. */
    readonly loss: Omit<MeanScores, 'n'>
  }>
  /** Sets that are not in it, because their texts come and go. */
  readonly left: ReadonlyArray<string>
}

/** Each set was measured alone before. */
export const mixture = Effect.fnUntraced(function* (
  sets: ReadonlyArray<QuestionSet>,
  alone: ReadonlyArray<MeasuredSet>,
  measuring: Measuring,
) {
  const together = sets.filter((set) => !isTimed(set))
  const measured = yield* measuredSet(mixedSet(together), [whole], measuring)
  return {
    measured,
    sets: together.flatMap(({ name }) => measured.methods.flatMap((method) => lossOf(name, method, alone))),
    left: sets.filter(isTimed).map(({ name }) => name),
  } satisfies Mixture
})

const lossOf = (
  set: string,
  { categories, method, scores }: MeasuredSet['methods'][number],
  measured: ReadonlyArray<MeasuredSet>,
): Mixture['sets'] => {
  const alone = measured.find((one) => one.set === set)?.methods.find((one) => one.method === method)?.scores
  const mixed = categories.find(({ category }) => category === set) ?? (categories.length === 0 ? scores : undefined)
  if (alone === undefined || mixed === undefined) return []
  const { category: _, ...inMixed } = { category: '', ...mixed }
  const loss = Object.fromEntries(scoreNames.map((name) => [name, alone[name] - mixed[name]]))
  return [{ set, method, alone, mixed: inMixed, loss: loss as Omit<MeanScores, 'n'> }]
}
