/** Why a turn recalled what it did: seeds, steps with the strengths of that moment, and what was passed over. */
import { type Answer, originInWords } from '@crabtrail/core'
import { amount, score } from './amount.ts'
import { doubtLines, steps } from './blamed.ts'
import { behind, edgeName, ending } from './learned.ts'
import { aligned, indented, type Page } from './page.ts'

export const explained = (answer: Answer.WhyAnswer, page: Page): ReadonlyArray<string> => [
  ...explainedHead(answer, page),
  ...indented(cueLines(answer)),
  ...answer.items.flatMap((item) => ['', ...itemLines(item, page)]),
  ...(answer.not === undefined ? [] : ['', ...whyNotLines(answer.not, page)]),
  ...(answer.skipped.length === 0 || answer.not !== undefined ? [] : ['', 'passed over', ...indented(wayLines(answer.skipped, page))]),
  ...(answer.dropped.length === 0
    ? []
    : ['', 'left out of the context', ...indented(aligned(answer.dropped.map((one) => [one.node, page.faint(droppedReason(one))])))]),
  ...behind(answer.backlog, page),
]

/** The turn with its question, when and how it was asked, and whether it went on without memory. */
export const explainedHead = (answer: Answer.WhyAnswer, page: Page): ReadonlyArray<string> => [
  `${page.strong(answer.turn)}  ${JSON.stringify(answer.question)}${ending(answer, page)}`,
  ...indented([page.faint([answer.at, answer.engine, ...kernelWords(answer)].join(', '))]),
  ...(answer.absent === undefined ? [] : [page.bad(`memory was not used: ${answer.absent}`)]),
]

export const droppedReason = ({ reason }: Answer.WhyAnswer['dropped'][number]): string =>
  reason === 'origin' ? originInWords({ origin: 'untrusted', trusted: false }) : reason

/** Nothing where all kinds of edges counted alike. */
const kernelWords = ({ kernel: { CAUSE, SEQ, SIM } }: Answer.WhyAnswer): ReadonlyArray<string> =>
  Object.entries({ 'edges in sequence': SEQ, 'between what is alike': SIM, 'of cause': CAUSE }).flatMap(([family, factor]) =>
    factor === 1 ? [] : [`${family} × ${amount(factor)}`],
  )

export const cueLines = (answer: Answer.WhyAnswer): ReadonlyArray<string> =>
  answer.cues.map((cue) => `like ${JSON.stringify(cue.question)} (${score(cue.alike)}), which ${cue.node} stands for`)

const itemLines = (item: Answer.WhyItem, page: Page): ReadonlyArray<string> => [
  `${score(item.score)}  ${page.strong(item.node)}  ${item.title}${item.included ? '' : page.faint('  (not in the context)')}`,
  ...indented([
    ...(item.seed === null ? [] : [`the question led to it: ${item.seed.from} ${score(item.seed.score)}`]),
    ...item.path.flatMap((step) => [`${wayOf(step)} (${step.channel})`, ...indented(steps(step.history, page))]),
    ...(item.inhibitedBy === null
      ? []
      : [page.bad('held down by'), wayOf(item.inhibitedBy), ...indented(steps(item.inhibitedBy.history, page))]),
    ...utilityLines(item, page),
    ...doubtLines(item, page),
  ]),
]

const wayOf = ({ kind, source, strength, target }: Answer.PathStep): string => `${source} ${kind} ${amount(strength)} → ${target}`

/** Nothing while it is what it was at birth. */
const utilityLines = (
  { utility, utilityHistory }: Pick<Answer.WhyItem, 'utility' | 'utilityHistory'>,
  page: Page,
): ReadonlyArray<string> =>
  utilityHistory.length === 0 ? [] : [`its utility was ${amount(utility)}`, ...indented(steps(utilityHistory, page))]

const whyNotLines = (not: Answer.WhyNot, page: Page): ReadonlyArray<string> => [
  `${page.strong(not.node)}  ${not.title}  ${page.bad('was not recalled')}`,
  ...indented([reasonOf(not), ...wordLines(not), ...utilityLines(not, page), ...wayLines(not.ways, page)]),
]

const reasonOf = ({ place, reason, score: scored }: Answer.WhyNot): string => {
  switch (reason) {
    case 'no-memory':
      return 'the turn went on without memory'
    case 'unborn':
      return 'it was not there yet'
    case 'retired':
      return 'it was retired by then'
    case 'merged':
      return 'it was merged into another by then'
    case 'cue':
      return 'it is a cue: it stands for a kind of question and is never recalled itself'
    case 'behind':
      return `it came ${place}. with ${score(scored)}: behind what a turn keeps of its ranking`
    case 'suppressed':
      return 'negative edges took all that it scored'
    case 'useless':
      return 'its utility left nothing of its score'
    case 'outscored':
      return 'too many texts fit the question better'
    case 'passed-over':
      return 'edges to it were looked at, and none was followed'
    case 'unreached':
      return 'edges lead to it, and the walk came by none of them'
    case 'unrelated':
      return 'no edge leads to it'
    default:
      return reason satisfies never
  }
}

/** Says nothing where the words do not matter. */
const wordLines = ({ reason, words }: Answer.WhyNot): ReadonlyArray<string> => {
  if (reason === 'no-memory' || reason === 'unborn' || reason === 'cue') return []
  if (words === null) return ['the question was erased, so its words are not known']
  return [words.length === 0 ? "it has none of the question's words" : `of the question it has ${words.join(', ')}`]
}

const wayLines = (ways: ReadonlyArray<Omit<Answer.PathStep, 'channel'> & { readonly reason: string }>, page: Page): ReadonlyArray<string> =>
  aligned(
    ways.map((one) => [amount(one.strength), edgeName(one), page.faint(one.reason)]),
    [0],
  )
