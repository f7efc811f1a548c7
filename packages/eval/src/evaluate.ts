/**
 * The command `crabtrail eval`, which is also the program `crabtrail-eval`.
 *
 * Flags and files are checked before the first text is ingested, because a measurement can take hours.
 */
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { InvalidRequest, type MemoryMethods } from '@crabtrail/core'
import {
  documentOf,
  type ExitCode,
  embedderOf,
  endOf,
  evaluate as evaluateCommand,
  exits,
  exportTarget,
  type Failure,
  FileRefused,
  type FlagsOf,
  fileProblem,
  modelOf,
  Output,
  openingOf,
  ownSettings,
  plainLine,
  present,
  type RunCall,
  type Settings,
  type Surroundings,
  tellable,
  version,
  type WordsOf,
  withChoice,
  withSettings,
  writeWhole,
} from 'crabtrail'
import * as Effect from 'effect/Effect'
import { plot } from './printing/plot.ts'
import {
  type ConfidenceEvaluated,
  confidenceTable,
  costTable,
  type RetrievalEvaluated,
  retrievalTables,
  useTable,
} from './printing/tables.ts'
import { measureConfidence } from './protocols/confidence.ts'
import type { Measuring, NotMeasured } from './protocols/corpus.ts'
import { recordedCost } from './protocols/recorded-cost.ts'
import { recordedUse } from './protocols/recorded-use.ts'
import { measureMixture, measureSet, variantsOf } from './protocols/retrieval.ts'
import { findSets, readMessages, readSet } from './sets/files.ts'
import { everyNth } from './sets/question-set.ts'

/**
 * Runs the command and prints its answer or its failure. Resolves to the exit code.
 *
 * `signal` interrupts the measurement and removes its memory. Only plain values and streams cross this border: the command line and this
 * package are published as separate bundles, each with its own copy of every library.
 */
export const evaluate = async (call: RunCall, surroundings: Surroundings, signal: AbortSignal): Promise<ExitCode> =>
  endOf(await Effect.runPromiseExit(evaluation(call, surroundings), { signal }), call.everywhere, exits.done, surroundings)

type Shape = typeof evaluateCommand.shape

interface Input {
  readonly words: WordsOf<Shape>
  readonly flags: FlagsOf<Shape>
  readonly settings: Settings
}

export const evaluation = (call: RunCall, surroundings: Surroundings): Effect.Effect<ExitCode, Failure | NotMeasured> =>
  withSettings(call.everywhere, surroundings, (settings) => {
    // The parser has checked words and flags against the shape of the command.
    const input = { words: call.words as Input['words'], flags: call.flags as Input['flags'], settings }
    const program: Effect.Effect<ExitCode, Failure | NotMeasured, Output> = programs[input.words.what](input, call.everywhere)
    return Effect.interruptible(program)
  })

const everyMax = 100_000

/** Flags that only a measurement of files looks at. */
const ofFiles = ['ablate', 'every', 'format', 'mixed', 'output', 'plot', 'profile', 'set', 'unrelated'] as const

/** Reads a brain of the store, which is opened for reading. */
const fromBrain = Effect.fnUntraced(function* <A, E>(
  { settings, words }: Input,
  everywhere: RunCall['everywhere'],
  read: (memory: MemoryMethods, inBrain: { readonly brain?: string }) => Effect.Effect<A, E>,
) {
  if (words.path.length > 0) {
    const problem = `eval ${words.what} reads a brain of the store, no files: leave it out`
    return yield* new InvalidRequest({ field: 'PATH', problem })
  }
  const shape = { ...evaluateCommand.shape, access: 'read' } as const
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const { memory } = yield* openingOf({ shape, words, flags: {}, everywhere }, settings)
      return yield* read(yield* memory, settings.brain === undefined ? {} : { brain: settings.brain })
    }),
  )
})

const cost = Effect.fn('eval cost')(function* (input: Input, everywhere: RunCall['everywhere']) {
  const { flags, settings } = input
  yield* requireAbsent(flags, [...ofFiles, 'limit'], 'retrieval or confidence')
  const read = (memory: MemoryMethods, inBrain: { readonly brain?: string }) => recordedCost(memory, inBrain, flags.embedding === true)
  const answer = yield* fromBrain(input, everywhere, read).pipe(Effect.mapError(withChoice(everywhere, settings)))
  yield* present({ version: version(), ...answer }, costTable)
  return exits.done
})

const use = Effect.fn('eval use')(function* (input: Input, everywhere: RunCall['everywhere']) {
  const { flags, settings } = input
  yield* requireAbsent(flags, ofFiles, 'retrieval or confidence')
  yield* requireAbsent(flags, ['embedding'], 'cost')
  const most = yield* within('limit', flags.limit ?? 100, 1, 10_000)
  const read = (memory: MemoryMethods, inBrain: { readonly brain?: string }) => recordedUse(memory, inBrain, most)
  const answer = yield* fromBrain(input, everywhere, read).pipe(Effect.mapError(withChoice(everywhere, settings)))
  yield* present({ version: version(), ...answer }, useTable)
  return exits.done
})

const retrieval = Effect.fn('eval retrieval')(function* (input: Input) {
  const { flags } = input
  yield* requireAbsent(flags, ['unrelated'], 'confidence')
  yield* requireAbsent(flags, ['embedding'], 'cost')
  const limit = yield* within('limit', flags.limit ?? 20, 10, 100)
  const every = yield* within('every', flags.every ?? 1, 1, everyMax)
  const variants = yield* Effect.fromResult(variantsOf(flags.ablate))
  const targets = { output: yield* targetOf('output', flags.output), plot: yield* targetOf('plot', flags.plot) }
  if (targets.output !== undefined && targets.output === targets.plot)
    return yield* new InvalidRequest({ field: '--plot', problem: 'it would take the place of what --output writes: name another file' })
  const sets = yield* setsOf(input, every)
  const measuring = { limit, ...(yield* measuringOf(input)) }
  const measured = yield* Effect.forEach(sets, (set) => measureSet(set, variants, measuring))
  const mixed = flags.mixed === true ? { mixed: yield* measureMixture(sets, measured, measuring) } : {}
  const answer: RetrievalEvaluated = { version: version(), limit, every, ...measuredBy(measuring), sets: measured, ...mixed }
  if (targets.output !== undefined) yield* writeWhole(targets.output, [documentOf(answer)])
  if (targets.plot !== undefined) yield* writeWhole(targets.plot, plot(measured))
  yield* present(answer, retrievalTables)
  return exits.done
})

const confidence = Effect.fn('eval confidence')(function* (input: Input) {
  const { flags } = input
  yield* requireAbsent(flags, ['ablate', 'limit', 'mixed', 'plot'], 'retrieval')
  yield* requireAbsent(flags, ['embedding'], 'cost')
  const every = yield* within('every', flags.every ?? 1, 1, everyMax)
  const output = yield* targetOf('output', flags.output)
  const messages = flags.unrelated === undefined ? [] : yield* Effect.fromResult(readMessages(flags.unrelated))
  const unrelated = messages.map(({ text }) => text)
  const sets = yield* setsOf(input, every)
  const measuring = yield* measuringOf(input)
  const measured = yield* Effect.forEach(sets, (set) => measureConfidence(set, sets, unrelated, measuring))
  const answer: ConfidenceEvaluated = { version: version(), every, ...measuredBy(measuring), sets: measured }
  if (output !== undefined) yield* writeWhole(output, [documentOf(answer)])
  yield* present(answer, confidenceTable)
  return exits.done
})

const programs = { retrieval, confidence, cost, use } as const

const measuringOf = Effect.fnUntraced(function* ({ flags, settings }: Input) {
  const { note } = yield* Output
  return {
    profile: flags.profile ?? 'balanced',
    settings: (yield* ownSettings(flags.set)) ?? {},
    embedder: yield* embedderOf(settings.embedder),
    model: yield* modelOf(settings.model),
    modelMs: settings.modelMs,
    note: (text: string) => note(plainLine(text)),
  } satisfies Measuring
})

/** What was measured, as the answer says it: the profile, the settings that replace its own, and the models. */
const measuredBy = ({ embedder, model, profile, settings }: Measuring) => ({
  profile,
  ...(Object.keys(settings).length === 0 ? {} : { settings }),
  ...(embedder === undefined ? {} : { embedder: embedder.id }),
  ...(model === undefined ? {} : { model: model.id }),
})

/** Refuses flags that `what` would ignore. */
const requireAbsent = (flags: Input['flags'], names: ReadonlyArray<keyof Input['flags']>, what: string) => {
  const given = names.find((name) => flags[name] !== undefined)
  return given === undefined
    ? Effect.void
    : Effect.fail(new InvalidRequest({ field: `--${given}`, problem: `it is for eval ${what} only: leave it out` }))
}

const setsOf = Effect.fnUntraced(function* ({ flags, words }: Input, every: number) {
  if (words.path.length === 0)
    return yield* new InvalidRequest({ field: 'PATH', problem: 'it is missing; crabtrail eval --help shows how it is called' })
  const files = yield* Effect.fromResult(findSets(words.path))
  return yield* Effect.forEach(files, (one) =>
    Effect.map(Effect.fromResult(readSet(one, flags.format ?? 'auto')), (set) => everyNth(set, every)),
  )
})

const within = (flag: string, value: number, min: number, max: number) =>
  value >= min && value <= max
    ? Effect.succeed(value)
    : Effect.fail(new InvalidRequest({ field: `--${flag}`, problem: `${value} is not a whole number from ${min} to ${max}` }))

/** Returns the file to write to. Standard output is refused, because the answer is printed there. */
const targetOf = Effect.fnUntraced(function* (flag: 'output' | 'plot', path: string | undefined) {
  if (path === undefined) return undefined
  const target = yield* exportTarget(path).pipe(
    Effect.catchTag('InvalidRequest', ({ problem }) => Effect.fail(new InvalidRequest({ field: `--${flag}`, problem }))),
  )
  if (target === 'stdout') return yield* new InvalidRequest({ field: `--${flag}`, problem: 'standard output has the answer: name a file' })
  const isFolder = yield* Effect.try({
    try: () => {
      // Throws if the folder of the file is missing.
      statSync(dirname(target))
      return statSync(target, { throwIfNoEntry: false })?.isDirectory() === true
    },
    catch: (error) => new FileRefused({ path: tellable(path), problem: fileProblem(error) }),
  })
  return isFolder ? yield* new FileRefused({ path: tellable(path), problem: 'it is a folder' }) : target
})
