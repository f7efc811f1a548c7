/** The demo's story: what is asked of the memory, step by step, and what each answer is to show. */
import { createHash } from 'node:crypto'
import type { Answer, MemoryError, MemoryMethods } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { demoNotes } from './notes.ts'

const question = 'How do we roll back a bad deploy of the API?'
const otherWords = 'Bad API deploy: how is it rolled back?'
const unrelated = 'When is the fridge in the office kitchen emptied?'
export const outdated = 'runbooks/roll-back-a-bad-deploy.md'
export const current = 'runbooks/return-to-last-green.md'

/** One step that is done: what a person would have typed, and what came of it. */
export type Step =
  | { readonly step: 'filled'; readonly command: string; readonly answer: Answer.IngestAnswer; readonly ms: number }
  | {
      readonly step: 'asked' | 'asked-again' | 'asked-otherwise' | 'as-it-was'
      readonly command: string
      readonly answer: Answer.RecallAnswer
      readonly before?: Answer.RecallAnswer
    }
  | { readonly step: 'unrelated'; readonly command: string; readonly answer: Answer.RecallAnswer; readonly same: boolean }
  | { readonly step: 'taught'; readonly command: string; readonly answer: Answer.FeedbackAnswer }
  | { readonly step: 'why'; readonly command: string; readonly answer: Answer.WhyAnswer }
  | { readonly step: 'rolled-back'; readonly command: string; readonly answer: Answer.RollbackAnswer; readonly same: boolean }
  | { readonly step: 'proven'; readonly command: string; readonly answer: Answer.VerifyAnswer }
  | {
      readonly step: 'moved'
      readonly command: string
      readonly answer: Answer.ImportAnswer
      readonly same: boolean
      readonly lines: number
    }

/** Tells each step as soon as it is done. `elsewhere` is a second, empty store. */
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

    const taught = yield* memory.feedback({ verdict: 'wrong', nodes: [outdated], instead: [current] })
    yield* told({ step: 'taught', command: `crabtrail wrong ${outdated} --instead ${current}`, answer: taught })

    const again = yield* memory.recall({ question })
    yield* told({ step: 'asked-again', command: `crabtrail recall "${question}"`, answer: again, before: first })
    const otherwise = yield* memory.recall({ question: otherWords, record: false })
    yield* told({ step: 'asked-otherwise', command: `crabtrail recall "${otherWords}"`, answer: otherwise })
    const asideAgain = yield* memory.recall({ question: unrelated, record: false })
    yield* told({
      step: 'unrelated',
      command: `crabtrail recall "${unrelated}"`,
      answer: asideAgain,
      same: ranking(aside) === ranking(asideAgain),
    })

    const turn = again.turn ?? ''
    const because = yield* memory.why({ turn, node: current })
    yield* told({ step: 'why', command: `crabtrail why ${turn} ${current}`, answer: because })

    const past = yield* memory.recall({ question, at: String(first.position) })
    yield* told({ step: 'as-it-was', command: `crabtrail recall "${question}" --at ${first.position}`, answer: past, before: first })
    const back = yield* memory.rollback({ to: String(first.position) })
    const last = yield* memory.recall({ question, record: false })
    yield* told({
      step: 'rolled-back',
      command: `crabtrail rollback --to ${first.position}`,
      answer: back,
      same: ranking(last) === ranking(first),
    })

    const proof = yield* memory.verify({ rederive: true })
    yield* told({ step: 'proven', command: 'crabtrail verify --rederive', answer: proof })
    const exported = yield* memory.export({})
    const moved = yield* elsewhere.import({ lines: exported.lines })
    const same = moved.digest === proof.digest && moved.position === proof.position
    yield* told({
      step: 'moved',
      command: 'crabtrail export -o brain.jsonl, then crabtrail import brain.jsonl in another store',
      answer: moved,
      same,
      lines: exported.lines.length,
    })
  })

/** Ids and scores of a ranking to the last bit. */
const ranking = ({ items }: Answer.RecallAnswer): string =>
  createHash('sha256')
    .update(JSON.stringify(items.map(({ node, score }) => [node, score])))
    .digest('hex')
