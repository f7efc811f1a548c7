/** What forgetting let go, and what is kept from it. */
import type { Answer } from '@crabtrail/core'
import { amount } from './amount.ts'
import { ending } from './learned.ts'
import { aligned, counted, indented, type Page } from './page.ts'

/** So many of each are listed. */
const listed = 20

/** `were` for what was done, `would be` for what would. */
export const maintained =
  (verb: 'were' | 'would be') =>
  (answer: Answer.MaintainAnswer, page: Page): ReadonlyArray<string> => {
    const { died, edges, faded, merged, more, nodes, promoted, pruned, turns } = answer
    const done = [
      faded > 0 && `${counted(faded, 'strength')} ${verb === 'were' ? 'faded' : 'would fade'}`,
      pruned > 0 && `${counted(pruned, 'weak edge')} ${verb} let go`,
      died > 0 && `${counted(died, 'kind')} of question ${verb === 'were' ? 'died' : 'would die'}`,
      merged > 0 && `${counted(merged, 'kind')} of question ${verb} merged`,
      promoted > 0 && `${counted(promoted, 'memory', 'memories')} ${verb === 'were' ? 'passed' : 'would pass'} probation`,
    ].filter((line) => line !== false)
    return [
      `${done.length === 0 ? 'nothing to forget' : done.join(', ')}${ending(answer, page)}`,
      ...indented([
        page.faint(`${counted(turns, 'turn')} since the run before`),
        ...aligned(
          edges.slice(0, listed).map(({ reason, source, strength, target }) => [reason, `${source} > ${target}`, amount(strength)]),
        ),
        ...aligned(nodes.slice(0, listed).map(({ became, into, node }) => [became, node, into === undefined ? '' : `into ${into}`])),
        ...(edges.length > listed || nodes.length > listed ? [page.faint('--json lists up to a hundred of each')] : []),
        ...(more ? ['there is more: run it again'] : []),
      ]),
    ]
  }

export const protection = (answer: Answer.ProtectAnswer, page: Page): ReadonlyArray<string> => [
  `${answer.node} is ${answer.state}${ending(answer, page)}`,
]
