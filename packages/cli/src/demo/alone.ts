/** The story of the demo on the command line alone: the requests of each scene, and how their answers are printed. */

import { createHash } from 'node:crypto'
import type { Answer, MemoryError, MemoryMethods } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { aligned, change, counted, indented, type Page, score } from '../render/page.ts'
import { changes } from '../render/parts.ts'
import { claimLine, currentNote, demoNotes, filledLine, markOf, outdatedNote, proofLines, question, sceneLines } from './story.ts'

const otherWords = 'Bad API deploy: how is it rolled back?'
const unrelated = 'When is the fridge in the office kitchen emptied?'

interface Typed {
  /** The command that a person would type for this step. */
  readonly command: string
}

/** `same`: the claim of the step holds. */
export type Step = Typed &
  (
    | { readonly step: 'filled'; readonly answer: Answer.IngestAnswer; readonly ms: number }
    | {
        readonly step: 'asked' | 'asked-again' | 'asked-otherwise' | 'as-it-was'
        readonly answer: Answer.RecallAnswer
        readonly before?: Answer.RecallAnswer
      }
    | { readonly step: 'unrelated'; readonly answer: Answer.RecallAnswer; readonly same: boolean }
    | { readonly step: 'corrected'; readonly answer: Answer.FeedbackAnswer }
    | { readonly step: 'why'; readonly answer: Answer.WhyAnswer }
    | { readonly step: 'rolled-back'; readonly answer: Answer.RollbackAnswer; readonly same: boolean }
    | { readonly step: 'proven'; readonly answer: Answer.VerifyAnswer }
    | { readonly step: 'moved'; readonly answer: Answer.ImportAnswer; readonly same: boolean; readonly lines: number }
  )

/** Calls `told` with each step as soon as it is done. `elsewhere` is a second, empty memory. */
export const tell = <E, R>(
  memory: MemoryMethods,
  elsewhere: MemoryMethods,
  told: (step: Step) => Effect.Effect<void, E, R>,
): Effect.Effect<void, E | MemoryError, R> =>
  Effect.gen(function* () {
    const began = performance.now()
    const filled = yield* memory.ingest({ documents: demoNotes() })
    yield* told({ step: 'filled', command: 'crabtrail ingest notes/', answer: filled, ms: performance.now() - began })

    const aside = yield* memory.recall({ question: unrelated, record: false })
    const first = yield* memory.recall({ question })
    yield* told({ step: 'asked', command: `crabtrail recall "${question}"`, answer: first })

    const corrected = yield* memory.feedback({ verdict: 'wrong', nodes: [outdatedNote], instead: [currentNote] })
    yield* told({ step: 'corrected', command: `crabtrail wrong ${outdatedNote} --instead ${currentNote}`, answer: corrected })

    const again = yield* memory.recall({ question })
    yield* told({ step: 'asked-again', command: `crabtrail recall "${question}"`, answer: again, before: first })
    const otherwise = yield* memory.recall({ question: otherWords, record: false })
    yield* told({ step: 'asked-otherwise', command: `crabtrail recall "${otherWords}"`, answer: otherwise })
    const asideAgain = yield* memory.recall({ question: unrelated, record: false })
    const isSame = ranking(aside) === ranking(asideAgain)
    yield* told({ step: 'unrelated', command: `crabtrail recall "${unrelated}"`, answer: asideAgain, same: isSame })

    const turn = again.turn ?? ''
    const because = yield* memory.why({ turn, node: currentNote })
    yield* told({ step: 'why', command: `crabtrail why ${turn} ${currentNote}`, answer: because })

    const at = String(first.position)
    const past = yield* memory.recall({ question, at })
    yield* told({ step: 'as-it-was', command: `crabtrail recall "${question}" --at ${at}`, answer: past, before: first })
    const back = yield* memory.rollback({ to: at })
    const last = yield* memory.recall({ question, record: false })
    yield* told({ step: 'rolled-back', command: `crabtrail rollback --to ${at}`, answer: back, same: ranking(last) === ranking(first) })

    const proof = yield* memory.verify({ rederive: true })
    yield* told({ step: 'proven', command: 'crabtrail verify --rederive', answer: proof })
    const { lines } = yield* memory.export({})
    const moved = yield* elsewhere.import({ lines })
    yield* told({
      step: 'moved',
      command: 'crabtrail export -o brain.jsonl, then crabtrail import brain.jsonl in another store',
      answer: moved,
      same: moved.digest === proof.digest && moved.position === proof.position,
      lines: lines.length,
    })
  })

/** Returns a digest that is equal for rankings with the same ids and the same scores, to the last bit. */
const ranking = ({ items }: Answer.RecallAnswer): string =>
  createHash('sha256')
    .update(JSON.stringify(items.map(({ node, score }) => [node, score])))
    .digest('hex')

export const printed = (step: Step, number: number, page: Page): ReadonlyArray<string> =>
  sceneLines({ door: 'alone', scene: step.step, number, typed: `$ ${step.command}` }, body(step, page), page)

const body = (step: Step, page: Page): ReadonlyArray<string> => {
  switch (step.step) {
    case 'filled': {
      const { documents, edges, nodes, redacted } = step.answer
      const secrets = Object.values(redacted).reduce((sum, count) => sum + count, 0)
      return [
        `${filledLine({ notes: documents, memories: nodes.added, edges: edges.linked })} in ${Math.round(step.ms)} ms`,
        ...(secrets === 0 ? [] : [`${counted(secrets, 'secret')} taken out before anything was stored`]),
      ]
    }
    case 'corrected':
      return changes(step.answer.adjustments, step.answer.utility, page)
    case 'unrelated':
      return [...ranked(step.answer, undefined, page, 2), claimLine(step.same, 'same ids, same scores', page)]
    case 'why':
      return because(step.answer, page)
    case 'rolled-back':
      return [
        ...changes(step.answer.restored?.edges ?? [], step.answer.restored?.utilities ?? [], page),
        claimLine(step.same, 'the first ranking again, ids and scores', page),
      ]
    case 'proven':
      return proofLines(step.answer, page)
    case 'moved':
      return [
        `${counted(step.lines, 'line')} of text, ${counted(step.answer.commits, 'commit')}`,
        claimLine(step.same, `same positions, same hashes, same digest`, page),
      ]
    case 'asked':
    case 'asked-again':
    case 'asked-otherwise':
    case 'as-it-was':
      return ranked(step.answer, step.before, page, 5)
    default:
      return step satisfies never
  }
}

/** Prints the first `count` memories of a ranking, with their places in the ranking `before`. */
const ranked = (answer: Answer.RecallAnswer, before: Answer.RecallAnswer | undefined, page: Page, count: number): ReadonlyArray<string> => {
  const rows = answer.items.slice(0, count).map(({ node, score: value, title }, at) => {
    const mark = markOf(node, page)
    const place = before === undefined ? '' : moved(placeIn(before, node), at + 1, page)
    return [`${at + 1}`, score(value), node, mark === '' ? page.faint(title) : mark, place]
  })
  const isGone = before !== undefined && placeIn(before, outdatedNote) !== undefined && placeIn(answer, outdatedNote) === undefined
  return [...aligned(rows, [0, 1]), ...(isGone ? [page.good(`${outdatedNote} is no longer among them`)] : [])]
}

const placeIn = ({ items }: Answer.RecallAnswer, node: string): number | undefined => {
  const at = items.findIndex((item) => item.node === node)
  return at < 0 ? undefined : at + 1
}

const moved = (from: number | undefined, to: number, page: Page): string => {
  if (from === undefined) return page.good('new ▲')
  if (from === to) return page.faint('as before')
  return from > to ? page.good(`was ${from} ▲`) : page.bad(`was ${from} ▼`)
}

/** Prints the path to the first memory, edge by edge, with the verdicts behind each strength. */
const because = ({ items, question: asked }: Answer.WhyAnswer, page: Page): ReadonlyArray<string> => {
  const [item] = items
  if (item === undefined) return []
  return [
    `“${asked}” → ${item.node}, ${score(item.score)}`,
    ...item.path.flatMap(({ edge, history, kind, source, strength, target }) => [
      `${source} —${kind} ${strength}→ ${target}  ${page.faint(edge)}`,
      ...indented(
        history.map(({ cause, feedback, from, position, to, verdict }) =>
          feedback === null
            ? page.faint(`at ${position} linked at ${to}`)
            : `at ${position} ${change(from, to, page)} because ${feedback} said ${verdict} (the event at ${cause})`,
        ),
      ),
    ]),
  ]
}
