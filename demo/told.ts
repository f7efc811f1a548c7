/** Prints the scenes of the story in the real host. */
import { claimLine, filledLine, markOf, proofLines, sceneLines } from '../packages/cli/src/demo/story.ts'
import { aligned, counted, indented, type Page } from '../packages/cli/src/render/page.ts'
import { changes } from '../packages/cli/src/render/parts.ts'
import { type Asked, current, outdated, type Step } from './story.ts'

/** Lines of a long text that are shown. */
const linesShown = 28
const placesShown = 5

export interface Place {
  /** The place of the scene in the story, from 1. */
  readonly number: number
  readonly seconds: number
  readonly page: Page
}

export const told = (step: Step, { number, page, seconds }: Place): ReadonlyArray<string> => {
  const typed = `${isMessage(step) ? 'to the agent:' : '$'} ${step.typed}`
  return sceneLines({ door: 'host', scene: step.step, number, typed, seconds }, body(step, page), page)
}

const isMessage = ({ step }: Step): boolean => ['asked', 'corrected', 'asked-again', 'asked-after'].includes(step)

const body = (step: Step, page: Page): ReadonlyArray<string> => {
  switch (step.step) {
    case 'filled':
      return [filledLine(step)]
    case 'asked':
      return asked(step, page)
    case 'corrected':
      return step.answer.split('\n').map((line) => `the plugin: ${line}`)
    case 'asked-again':
      return [
        ...asked(step, page),
        ...moved(step.before, step, page),
        claimLine(step.changed, 'the right note leads, the old one is not sent', page),
      ]
    case 'why':
      return cut(step.lines, page)
    case 'as-it-was':
      return [
        ...aligned(step.places.slice(0, placesShown).map((node, at) => [`${at + 1}`, node, markOf(node, page)])),
        claimLine(
          step.same,
          `its context is the text that reached the model first, all ${step.bytes} bytes but the number of the turn`,
          page,
        ),
      ]
    case 'rolled-back':
      return changes(step.answer.restored?.edges ?? [], step.answer.restored?.utilities ?? [], page)
    case 'asked-after':
      return [
        ...heading(step, page),
        ...answered(step),
        claimLine(step.same, `the text that reached the model first again, byte for byte but for the number of the turn`, page),
      ]
    case 'proven':
      return proofLines(step.answer, page)
    default:
      return step satisfies never
  }
}

export const asked = (step: Asked, page: Page): ReadonlyArray<string> => {
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

export const heading = ({ bytes, sent }: Asked, page: Page): ReadonlyArray<string> => [
  page.faint(`what reached the model with the question: ${counted(sent.memories.length, 'memory', 'memories')}, ${bytes} bytes`),
]

export const answered = ({ answer }: Asked): ReadonlyArray<string> => {
  const [first = '', ...rest] = answer.trim().split('\n')
  return [`the agent: ${first}`, ...indented(rest, 11)]
}

/** The first lines, and how many there are. */
const cut = (lines: ReadonlyArray<string>, page: Page): ReadonlyArray<string> =>
  lines.length <= linesShown
    ? lines
    : [...lines.slice(0, linesShown), page.faint(`… and ${lines.length - linesShown} more of ${lines.length} lines`)]

const moved = (before: Asked, after: Asked, page: Page): ReadonlyArray<string> =>
  aligned([current, outdated].map((node) => [node, markOf(node, page), `${placeIn(before, node)} → ${placeIn(after, node)}`]))

const placeIn = ({ places }: Asked, node: string): string => {
  const at = places.indexOf(node)
  return at === -1 ? 'not recalled' : `place ${at + 1}`
}
