/** Draws docs/correction.svg: the ranking of one question before and after a correction, from a run of `crabtrail demo`. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { currentNote, outdatedNote, question } from '../packages/cli/src/demo/story.ts'

export const correctionPage = new URL('../docs/correction.svg', import.meta.url)

/** As much of a recall's answer as the picture shows. */
interface Recalled {
  readonly items: ReadonlyArray<{ readonly node: string; readonly score: number }>
  readonly context: { readonly items: ReadonlyArray<string> }
}

interface Step {
  readonly step: string
  readonly answer?: unknown
}

/** Memories of each ranking that are drawn, the best first. */
const places = 5
const [width, rowHeight, top, column] = [900, 46, 112, 360]
const columns = { before: 24, after: 516 } as const

/** The picture as SVG. Scores are rounded to one digit; a bar is as long as its score is of the best one of both rankings. */
export const correctionPicture = (steps: ReadonlyArray<Step>): string => {
  const [before, after] = ['asked', 'asked-again'].map((name) => steps.find(({ step }) => step === name))
  const [first, second] = [recalled(before), recalled(after)]
  const best = Math.max(...[...first.items, ...second.items].map(({ score }) => score))
  const height = top + places * rowHeight + 56
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title" font-family="ui-sans-serif, system-ui, sans-serif">`,
    '<title id="title">One correction changes which note is given to the model</title>',
    `<rect width="${width}" height="${height}" rx="10" fill="#ffffff" stroke="#d0d7de"/>`,
    text(24, 34, question, 'font-size="17" font-weight="600" fill="#1f2328"'),
    text(
      24,
      58,
      `crabtrail wrong ${outdatedNote} --instead ${currentNote}`,
      'font-size="12.5" font-family="ui-monospace, monospace" fill="#57606a"',
    ),
    text(columns.before, 94, 'before', 'font-size="13" font-weight="600" fill="#57606a"'),
    text(columns.after, 94, 'after the correction', 'font-size="13" font-weight="600" fill="#57606a"'),
    ...joins(first, second),
    ...ranking(first, columns.before, best),
    ...ranking(second, columns.after, best),
    text(24, height - 20, 'Green: given to the model. The number is the score of the ranking.', 'font-size="12" fill="#57606a"'),
    '</svg>',
    '',
  ].join('\n')
}

const recalled = (step: Step | undefined): Recalled => {
  if (step?.answer === undefined) throw new Error('the demo answered no recall: run `crabtrail demo --json` to see its steps')
  return step.answer as Recalled
}

const shown = ({ items }: Recalled) => items.slice(0, places)
const middleOf = (row: number): number => top + row * rowHeight + 15

const ranking = (answer: Recalled, x: number, best: number): ReadonlyArray<string> =>
  shown(answer).flatMap(({ node, score }, row) => {
    const isGiven = answer.context.items.includes(node)
    const y = top + row * rowHeight
    const length = Math.max(3, Math.round((column * score) / best))
    return [
      text(x, y + 13, `${row + 1}  ${node}`, `font-size="13.5" fill="#1f2328"${isGiven ? ' font-weight="600"' : ''}`),
      text(x + column, y + 13, score.toFixed(1), 'font-size="12.5" text-anchor="end" fill="#57606a"'),
      `<rect x="${x}" y="${y + 20}" width="${length}" height="9" rx="3" fill="${isGiven ? '#2da44e' : '#afb8c1'}"/>`,
    ]
  })

/** A line from the place of a memory in the first ranking to its place in the second. */
const joins = (before: Recalled, after: Recalled): ReadonlyArray<string> =>
  shown(before).flatMap(({ node }, from) => {
    const to = shown(after).findIndex((one) => one.node === node)
    if (to < 0) return []
    const [start, end] = [columns.before + column + 10, columns.after - 12]
    const colour = from === to ? '#d0d7de' : '#0969da'
    return [
      `<path d="M${start} ${middleOf(from)} C${start + 50} ${middleOf(from)} ${end - 50} ${middleOf(to)} ${end} ${middleOf(to)}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ]
  })

const text = (x: number, y: number, words: string, attributes: string): string =>
  `<text x="${x}" y="${y}" ${attributes}>${escaped(words)}</text>`

const escaped = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

if (import.meta.main) {
  const commandLine = fileURLToPath(new URL('../packages/cli/src/main.ts', import.meta.url))
  const told = execFileSync(process.execPath, [commandLine, 'demo', '--json'], { encoding: 'utf8' })
  writeFileSync(correctionPage, correctionPicture((JSON.parse(told) as { readonly steps: ReadonlyArray<Step> }).steps))
}
