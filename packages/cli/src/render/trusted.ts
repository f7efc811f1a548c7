/** Who a memory comes from and whether a model is given it, in words. */
import type { Answer } from '@crabtrail/core'
import { originInWords } from '@crabtrail/core'
import { ending } from './learned.ts'
import type { Page } from './page.ts'

export const trusting = (answer: Answer.TrustAnswer, page: Page): ReadonlyArray<string> => [
  `${answer.node} is ${originInWords(answer)}${ending(answer, page)}`,
]
