/** Measures how well a memory finds. Everything it was given is read and checked before the first text is read in. */
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { InvalidRequest } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import type { Run } from '../command.ts'
import { exportTarget } from '../documents/export-target.ts'
import { tellable } from '../documents/tellable.ts'
import { fileProblem, writeWhole } from '../documents/whole-file.ts'
import { measuredConfidence } from '../evaluation/measured-confidence.ts'
import { measuredSet } from '../evaluation/measured-set.ts'
import { mixture } from '../evaluation/mixture.ts'
import { plotOf } from '../evaluation/plot.ts'
import { everyNth } from '../evaluation/question-set.ts'
import { readSet } from '../evaluation/read-set.ts'
import { findSets } from '../evaluation/set-files.ts'
import { readMessages } from '../evaluation/unrelated-messages.ts'
import { variantsOf } from '../evaluation/variants.ts'
import { exits, FileRefused } from '../failures.ts'
import { Opening } from '../opening.ts'
import { type ConfidenceEvaluated, confidenceEvaluated } from '../render/confidence-evaluated.ts'
import { documentOf } from '../render/document.ts'
import { type Evaluated, evaluated } from '../render/evaluated.ts'
import { Output, present } from '../render/output.ts'
import { plainLine } from '../render/plain.ts'
import type { ShapeOf } from '../table/command-table.ts'
import { version } from '../version.ts'

export const run: Run<ShapeOf<'eval'>> = (input) => (input.words.what === 'confidence' ? confidence(input) : retrieval(input))

type Asked = Parameters<Run<ShapeOf<'eval'>>>[0]

const retrieval = Effect.fn('eval retrieval')(function* ({ flags, words }: Asked) {
  const { note } = yield* Output
  yield* noneOf(flags, ['unrelated'], 'confidence')
  const most = yield* within('limit', flags.limit ?? 20, 10, 100)
  const every = yield* within('every', flags.every ?? 1, 1, 100_000)
  const variants = yield* Effect.fromResult(variantsOf(flags.ablate))
  const targets = { output: yield* targetOf('output', flags.output), plot: yield* targetOf('plot', flags.plot) }
  if (targets.output !== undefined && targets.output === targets.plot)
    return yield* new InvalidRequest({ field: '--plot', problem: 'it would take the place of what --output writes: name another file' })
  const sets = yield* setsOf(words.path, flags.format, every)
  const say = (text: string) => note(plainLine(text))
  const embedder = yield* Opening.use((opening) => opening.embedder)
  const measuring = { most, note: say, embedder }
  const by = embedder === undefined ? {} : { embedder: embedder.id }
  const measured = yield* Effect.forEach(sets, (set) => measuredSet(set, variants, measuring))
  const mixed = flags.mixed === true ? { mixed: yield* mixture(sets, measured, measuring) } : {}
  const answer: Evaluated = { version: version(), limit: most, every, ...by, sets: measured, ...mixed }
  if (targets.output !== undefined) yield* writeWhole(targets.output, [documentOf(answer)])
  if (targets.plot !== undefined) yield* writeWhole(targets.plot, plotOf(measured))
  yield* present(answer, evaluated)
  return exits.done
})

const confidence = Effect.fn('eval confidence')(function* ({ flags, words }: Asked) {
  const { note } = yield* Output
  yield* noneOf(flags, ['ablate', 'limit', 'mixed', 'plot'], 'retrieval')
  const every = yield* within('every', flags.every ?? 1, 1, 100_000)
  const output = yield* targetOf('output', flags.output)
  const { unrelated: path } = flags
  const unrelated = path === undefined ? [] : (yield* Effect.fromResult(readMessages(path))).map(({ text }) => text)
  const sets = yield* setsOf(words.path, flags.format, every)
  const embedder = yield* Opening.use((opening) => opening.embedder)
  const by = embedder === undefined ? {} : { embedder: embedder.id }
  const measuring = { note: (text: string) => note(plainLine(text)), embedder }
  const measured = yield* Effect.forEach(sets, (set) => measuredConfidence(set, sets, unrelated, measuring))
  const answer: ConfidenceEvaluated = { version: version(), every, ...by, sets: measured }
  if (output !== undefined) yield* writeWhole(output, [documentOf(answer)])
  yield* present(answer, confidenceEvaluated)
  return exits.done
})

/** Flags that would be passed over are refused. */
const noneOf = (flags: Asked['flags'], names: ReadonlyArray<keyof Asked['flags']>, what: string) => {
  const given = names.find((name) => flags[name] !== undefined)
  return given === undefined
    ? Effect.void
    : Effect.fail(new InvalidRequest({ field: `--${given}`, problem: `it is for eval ${what} only: leave it out` }))
}

const setsOf = Effect.fnUntraced(function* (paths: ReadonlyArray<string>, format: Asked['flags']['format'], every: number) {
  const files = yield* Effect.fromResult(findSets(paths))
  return yield* Effect.forEach(files, (one) => Effect.map(Effect.fromResult(readSet(one, format ?? 'auto')), (set) => everyNth(set, every)))
})

const within = (flag: string, value: number, least: number, most: number) =>
  value >= least && value <= most
    ? Effect.succeed(value)
    : Effect.fail(new InvalidRequest({ field: `--${flag}`, problem: `${value} is not a whole number from ${least} to ${most}` }))

/** Looked at before anything is measured: it may take long. Standard output belongs to the answer. */
const targetOf = Effect.fnUntraced(function* (flag: 'output' | 'plot', path: string | undefined) {
  if (path === undefined) return undefined
  const target = yield* exportTarget(path).pipe(
    Effect.catchTag('InvalidRequest', ({ problem }) => Effect.fail(new InvalidRequest({ field: `--${flag}`, problem }))),
  )
  if (target === 'stdout') return yield* new InvalidRequest({ field: `--${flag}`, problem: 'standard output has the answer: name a file' })
  const refused = (error: unknown) => new FileRefused({ path: tellable(path), problem: fileProblem(error) })
  const isFolder = yield* Effect.try({
    try: () => {
      statSync(dirname(target))
      return statSync(target, { throwIfNoEntry: false })?.isDirectory() === true
    },
    catch: refused,
  })
  return isFolder ? yield* new FileRefused({ path: tellable(path), problem: 'it is a folder' }) : target
})
