/** The story as a person reads it: a headline, what was typed, what came of it. */
import { changes } from '../packages/cli/src/render/learned.ts'
import { aligned, counted, indented, type Page } from '../packages/cli/src/render/page.ts'
import { type Asked, current, outdated, type Step } from './story.ts'

/** Lines of what was sent, and of other long texts, that are shown at most. */
const linesShown = 28
const placesShown = 5

export interface Place {
  readonly number: number
  readonly seconds: number
  readonly page: Page
}

export const told = (step: Step, { number, page, seconds }: Place): ReadonlyArray<string> => {
  const prompt = isSaid(step) ? 'to the agent:' : '$'
  return [
    '',
    `${page.strong(`${number}. ${headline(step)}`)}  ${page.faint(`${seconds.toFixed(1)} s`)}`,
    ...indented([page.faint(`${prompt} ${step.typed}`), ...body(step, page)], 3),
  ]
}

const isSaid = ({ step }: Step): boolean => ['asked', 'corrected', 'asked-again', 'asked-after'].includes(step)

const headline = (step: Step): string => {
  switch (step.step) {
    case 'filled':
      return 'The notes of a small operations team lie in the agent’s workspace, and the plugin reads them in.'
    case 'asked':
      return 'The agent is asked. The note that repeats the question’s words leads, and it is out of date.'
    case 'corrected':
      return 'Somebody says so in the chat, once, and names the right note.'
    case 'asked-again':
      return 'The same question in another conversation: another text reaches the model.'
    case 'why':
      return 'Why? OpenClaw’s own command line tells.'
    case 'as-it-was':
      return 'The memory as it was before the correction, beside the running gateway.'
    case 'rolled-back':
      return 'The lesson is taken back while the gateway runs. The notes stay.'
    case 'asked-after':
      return 'The same question in a third conversation.'
    case 'proven':
      return 'The log of all this proves itself: every hash, every content, every effect from its cause.'
    default:
      return step satisfies never
  }
}

const body = (step: Step, page: Page): ReadonlyArray<string> => {
  switch (step.step) {
    case 'filled':
      return [`${counted(step.notes, 'note')} → ${counted(step.memories, 'memory', 'memories')} and ${counted(step.edges, 'edge')}`]
    case 'asked':
      return asked(step, page)
    case 'corrected':
      return step.answer.split('\n').map((line) => `the plugin: ${line}`)
    case 'asked-again':
      return [
        ...asked(step, page),
        ...moved(step.before, step, page),
        verdict(step.changed, 'the right note leads, the old one is not sent', page),
      ]
    case 'why':
      return cut(step.lines, page)
    case 'as-it-was':
      return [
        ...aligned(step.places.slice(0, placesShown).map((node, at) => [`${at + 1}`, node, mark(node, page)])),
        verdict(
          step.same,
          `its context is the text that reached the model first, all ${step.bytes} bytes but the number of the turn`,
          page,
        ),
      ]
    case 'rolled-back':
      return changes(step.answer.restored.edges, step.answer.restored.utilities, page)
    case 'asked-after':
      return [
        ...heading(step, page),
        ...answered(step),
        verdict(step.same, `the text that reached the model first again, byte for byte but for the number of the turn`, page),
      ]
    case 'proven':
      return [
        ...step.answer.checks.map(({ detail, name, ok }) => `${ok ? page.good('✓') : page.bad('✗')} ${name}: ${detail}`),
        page.faint(`digest ${step.answer.digest}`),
      ]
    default:
      return step satisfies never
  }
}

const asked = (step: Asked, page: Page): ReadonlyArray<string> => {
  const lines = step.sent.text.split('\n')
  const unseen = lines.slice(linesShown).flatMap((line) => /^\[(.*?)\] /.exec(line)?.[1] ?? [])
  return [
    ...heading(step, page),
    ...indented(cut(lines, page), 2),
    ...indented(
      unseen.map((id) => page.faint(`  [${id}]`)),
      2,
    ),
    ...answered(step),
  ]
}

const heading = ({ bytes, sent }: Asked, page: Page): ReadonlyArray<string> => [
  page.faint(`what reached the model with the question: ${counted(sent.memories.length, 'memory', 'memories')}, ${bytes} bytes`),
]

const answered = ({ answer }: Asked): ReadonlyArray<string> => {
  const [first = '', ...rest] = answer.trim().split('\n')
  return [`the agent: ${first}`, ...indented(rest, 11)]
}

/** The beginning, and how much it is of the whole. */
const cut = (lines: ReadonlyArray<string>, page: Page): ReadonlyArray<string> =>
  lines.length <= linesShown
    ? lines
    : [...lines.slice(0, linesShown), page.faint(`… and ${lines.length - linesShown} more of ${lines.length} lines`)]

const moved = (before: Asked, after: Asked, page: Page): ReadonlyArray<string> =>
  aligned([current, outdated].map((node) => [node, mark(node, page), `${placeIn(before, node)} → ${placeIn(after, node)}`]))

const placeIn = ({ places }: Asked, node: string): string => {
  const at = places.indexOf(node)
  return at === -1 ? 'not recalled' : `place ${at + 1}`
}

const mark = (node: string, page: Page): string =>
  node === outdated ? page.bad('out of date') : node === current ? page.good('the right one') : ''

const verdict = (good: boolean, text: string, page: Page): string => (good ? page.good(`✓ ${text}`) : page.bad(`✗ not: ${text}`))
