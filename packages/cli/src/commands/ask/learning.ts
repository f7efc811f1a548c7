/** `strength` and `learn`: set an edge by hand, and run the learner. */
import type { Answer } from '@crabtrail/core'
import { counted, indented, type Page } from '../../render/page.ts'
import { behind, changes, ending } from '../../render/parts.ts'
import { answering } from '../command.ts'

export const strength = answering('strength', ['source', 'target', 'value', 'kind', 'session', 'key', 'expected'], {
  summary: 'set the strength of an edge by hand; a missing edge is made',
  example: 'crabtrail strength deploy.md#incident deploy.md#rollback 0.8',
  access: 'write',
})(() => setByHand)

export const learn = answering('learn', [], {
  summary: 'learn from the feedback that was not learned from yet',
  example: 'crabtrail learn',
  access: 'write',
})(() => workedOff)

export const setByHand = (answer: Answer.StrengthAnswer, page: Page): ReadonlyArray<string> => [
  `set by hand${ending(answer, page)}`,
  ...indented(changes([answer], [], page)),
]

export const workedOff = (answer: Answer.LearnAnswer, page: Page): ReadonlyArray<string> => [
  answer.facts === 0 ? `nothing to learn${ending(answer, page)}` : `learned from ${counted(answer.facts, 'fact')}${ending(answer, page)}`,
  ...indented(changes(answer.adjustments, answer.utility, page)),
  ...behind(answer.backlog, page),
]
