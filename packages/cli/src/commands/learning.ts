/** `strength`, `learn` and `rollback`: set an edge by hand, run the learner, and restore earlier strengths. */
import type { Answer } from '@crabtrail/core'
import { behind, changes, counted, ending, indented, type Page } from '../render/page.ts'
import { asking, printChange } from './command.ts'

export const strength = asking('strength', ['source', 'target', 'value', 'kind', 'session', 'key', 'expected'], {
  group: 'Ask and teach',
  summary: 'set the strength of an edge by hand; a missing edge is made',
  example: 'crabtrail strength deploy.md#incident deploy.md#rollback 0.8',
  access: 'write',
})(({ request }) => printChange((memory) => memory.strength(request), setByHand))

export const learn = asking('learn', [], {
  group: 'Ask and teach',
  summary: 'learn from the feedback that was not learned from yet',
  example: 'crabtrail learn',
  access: 'write',
})(({ request }) => printChange((memory) => memory.learn(request), workedOff))

export const rollback = asking('rollback', ['to', 'dryRun', 'session', 'key'], {
  group: 'Undo and check',
  summary: 'set strengths and utilities back to an earlier position; contents stay, and it can be undone',
  reads: ['dryRun'],
  meant: 'to',
  example: 'crabtrail rollback --to -100 --dry-run',
  access: 'write',
})(({ request }) =>
  printChange((memory) => memory.rollback(request), rolledBack(request.dryRun === true ? 'would be' : 'are'), request.dryRun),
)

export const setByHand = (answer: Answer.StrengthAnswer, page: Page): ReadonlyArray<string> => [
  `set by hand${ending(answer, page)}`,
  ...indented(changes([answer], [], page)),
]

export const workedOff = (answer: Answer.LearnAnswer, page: Page): ReadonlyArray<string> => [
  answer.facts === 0 ? `nothing to learn${ending(answer, page)}` : `learned from ${counted(answer.facts, 'fact')}${ending(answer, page)}`,
  ...indented(changes(answer.adjustments, answer.utility, page)),
  ...behind(answer.backlog, page),
]

/** Prints a rollback. `are`: it was done; `would be`: it was a dry run. */
export const rolledBack =
  (verb: 'are' | 'would be') =>
  (answer: Answer.RollbackAnswer, page: Page): ReadonlyArray<string> => {
    const { edges, utilities } = answer.restored
    const lines = changes(edges, utilities, page)
    return [
      `strengths and utilities ${verb} as they were at ${page.strong(String(answer.to))}${ending(answer, page)}`,
      ...(answer.rounded === undefined ? [] : indented([answer.rounded])),
      ...indented(lines.length === 0 ? ['nothing differs from then'] : lines),
    ]
  }
