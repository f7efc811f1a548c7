/** Prints what was measured: a table of all measures, and each case that failed. */
import { type Measure, printed, type QuietMeasures, type TalkMeasures } from './measures.ts'

export interface Measured {
  readonly talks: TalkMeasures
  readonly worn: Measure
  readonly quiet: QuietMeasures
}

export const report = (title: string, { quiet, talks, worn }: Measured): string => {
  const { answered, answeredFirst, silent } = quiet
  const measures = Object.entries({ ...talks, worn, silent, answered, answeredFirst })
  const lines = measures.map(([name, measure]) => printed(name, measure))
  const means = `notes a question ${quiet.notes.toFixed(2)}, tokens a question ${quiet.tokens.toFixed(0)}`
  const failed = measures.flatMap(([name, measure]) => measure.failed.map((one) => `  ${name}: ${one}`))
  return [title, ...lines, means, ...(failed.length === 0 ? [] : ['failed:', ...failed]), ''].join('\n')
}
