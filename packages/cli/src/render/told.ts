/** The demo's story as a person reads it: a headline, the command, and what changed. */
import type { Answer } from '@crabtrail/core'
import { current, outdated, type Step } from '../demo/story.ts'
import { change, score } from './amount.ts'
import { changes } from './learned.ts'
import { aligned, counted, indented, type Page } from './page.ts'

const shown = 5

export const told = (step: Step, number: number, page: Page): ReadonlyArray<string> => [
  '',
  page.strong(`${number}. ${headline(step)}`),
  ...indented([page.faint(`$ ${step.command}`), ...body(step, page)], 3),
]

const headline = (step: Step): string => {
  switch (step.step) {
    case 'filled':
      return 'A memory is filled from the notes of a small operations team.'
    case 'asked':
      return 'It is asked. The note that repeats the question’s words comes first, and it is out of date.'
    case 'taught':
      return 'Somebody says so, once, and names the right note.'
    case 'asked-again':
      return 'The same question again.'
    case 'asked-otherwise':
      return 'In other words: what was learned holds for questions like it.'
    case 'unrelated':
      return 'A question about something else is left as it was, to the last bit.'
    case 'why':
      return 'Why was it recalled? Down to the event behind the strength.'
    case 'as-it-was':
      return 'The memory as it was before the correction.'
    case 'rolled-back':
      return 'The lesson is undone, exactly. The notes stay.'
    case 'proven':
      return 'The log proves itself: every hash, every content, every effect from its cause.'
    case 'moved':
      return 'It moves to another store and is the same memory there.'
    default:
      return step satisfies never
  }
}

const body = (step: Step, page: Page): ReadonlyArray<string> => {
  switch (step.step) {
    case 'filled': {
      const { documents, edges, nodes, redacted } = step.answer
      const secrets = Object.values(redacted).reduce((sum, count) => sum + count, 0)
      return [
        `${counted(documents, 'note')} → ${counted(nodes.added, 'memory', 'memories')} and ${counted(edges.linked, 'edge')} in ${Math.round(step.ms)} ms`,
        ...(secrets === 0 ? [] : [`${counted(secrets, 'secret')} taken out before anything was stored`]),
      ]
    }
    case 'taught':
      return changes(step.answer.adjustments, step.answer.utility, page)
    case 'unrelated':
      return [...ranked(step.answer, undefined, page, 2), verdict(step.same, 'same ids, same scores', page)]
    case 'why':
      return because(step.answer, page)
    case 'rolled-back':
      return [
        ...changes(step.answer.restored.edges, step.answer.restored.utilities, page),
        verdict(step.same, 'the first ranking again, ids and scores', page),
      ]
    case 'proven':
      return [
        ...step.answer.checks.map(({ detail, name, ok }) => `${ok ? page.good('✓') : page.bad('✗')} ${name}: ${detail}`),
        page.faint(`digest ${step.answer.digest}`),
      ]
    case 'moved':
      return [
        `${counted(step.lines, 'line')} of text, ${counted(step.answer.commits, 'commit')}`,
        verdict(step.same, `same positions, same hashes, same digest`, page),
      ]
    default:
      return ranked(step.answer, step.before, page, shown)
  }
}

const verdict = (good: boolean, text: string, page: Page): string => (good ? page.good(`✓ ${text}`) : page.bad(`✗ not: ${text}`))

/** The first of a ranking, with where each stood before. */
const ranked = (answer: Answer.RecallAnswer, before: Answer.RecallAnswer | undefined, page: Page, count: number): ReadonlyArray<string> => {
  const rows = answer.items.slice(0, count).map(({ node, score: value, title }, i) => {
    const mark = node === outdated ? page.bad('out of date') : node === current ? page.good('the right one') : ''
    return [
      `${i + 1}`,
      score(value),
      node,
      mark === '' ? page.faint(title) : mark,
      before === undefined ? '' : moved(rankOf(before, node), i + 1, page),
    ]
  })
  const gone = before !== undefined && rankOf(before, outdated) !== undefined && rankOf(answer, outdated) === undefined
  return [...aligned(rows, [0, 1]), ...(gone ? [page.good(`${outdated} is no longer among them`)] : [])]
}

const rankOf = ({ items }: Answer.RecallAnswer, node: string): number | undefined => {
  const at = items.findIndex((item) => item.node === node)
  return at < 0 ? undefined : at + 1
}

const moved = (from: number | undefined, to: number, page: Page): string => {
  if (from === undefined) return page.good('new ▲')
  if (from === to) return page.faint('as before')
  return from > to ? page.good(`was ${from} ▲`) : page.bad(`was ${from} ▼`)
}

const because = ({ items, question }: Answer.WhyAnswer, page: Page): ReadonlyArray<string> => {
  const [item] = items
  if (item === undefined) return []
  return [
    `“${question}” → ${item.node}, ${score(item.score)}`,
    ...item.path.flatMap(({ edge, history, kind, source, strength, target }) => [
      `${source} —${kind} ${strength}→ ${target}  ${page.faint(edge)}`,
      ...indented(
        history.map(({ cause, feedback, from, position, to, verdict: said }) =>
          feedback === null
            ? page.faint(`at ${position} linked at ${to}`)
            : `at ${position} ${change(from, to, page)} because ${feedback} said ${said} (the event at ${cause})`,
        ),
      ),
    ]),
  ]
}
