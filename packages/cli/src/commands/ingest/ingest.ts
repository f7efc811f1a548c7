/** `ingest`: reads documents in. Documents that cannot be read are listed and skipped; if none can be read, no store is touched. */
import {
  type Answer,
  type CallsEstimate,
  DocumentFiles,
  IngestInterrupted,
  IngestProgress,
  type IngestStep,
  InvalidRequest,
  limits,
  type Request,
  tellsForgotten,
} from '@crabtrail/core'
import { formatOfName } from '@crabtrail/text/documents/source-key'
import { repair } from '@crabtrail/text/languages/unicode'
import type { DocumentFormat } from '@crabtrail/text/passages/document'
import { redact } from '@crabtrail/text/secrets/redaction'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { filesMax, findDocuments } from '../../documents/find-documents.ts'
import { type LeftOut, lacking, leftOutLine, leftOutLines, makeLeftOutTally, silentLeftOut } from '../../documents/left-out.ts'
import { type Found, type NamedFile, readFound, type Skipped, sourceNames } from '../../documents/source-names.ts'
import { tellable } from '../../documents/whole-file.ts'
import { exits, NothingRead } from '../../failures.ts'
import { openMemory } from '../../memory.ts'
import { Output, present, report } from '../../render/output.ts'
import { clipped, counted, indented, type Page, plainLine, usd } from '../../render/page.ts'
import { ending, waitsForYes } from '../../render/parts.ts'
import { unasked } from '../../render/routing.ts'
import { asking, given, onDay } from '../command.ts'

const formatChoices = ['auto', 'markdown', 'text', 'json', 'jsonl', 'csv', 'org', 'hipporag', 'source'] as const

export const ingest = asking('ingest', ['origin', 'prune', 'again', 'became', 'today', 'causes', 'aliases', 'dryRun'], {
  summary: 'read documents in; a second run changes only what changed',
  details: [
    'Folders are read through for .md, .markdown, .org, .txt, .pdf, .csv, .json, .jsonl and source code; hidden entries, node_modules, lock files, links that lead out and what a .gitignore or .crabtrailignore leaves out are passed over.',
    'Sessions of Claude Code, Codex and OpenClaw, and conversations that ChatGPT or Claude export, are read where the file is named, or with --transcripts: what was said, without what tools gave and what was put before the model.',
    'The state folder of OpenClaw, or the database of one of its agents, is its sessions.',
    'A file is remembered by its path below the folder that was named, or below --root, so the same call anywhere means the same source.',
    'What is not in a folder any more is retired, and comes back as it was with its file; a text that was moved, to another heading or another file, keeps all that was learned of it. What is there and left out by an ignore file stays as it was, but for --prune.',
    'A text that was changed as well goes with the passage that is nearest to it. Where nothing tells which of several passages a memory is, one is taken, and all are named with the call that settles it: the same one with --became OLD>NEW.',
    'A folder that lost most of its documents, or all of them, is refused unless --prune is given: its disk may not be there.',
    '--causes asks the model of --model about passages near each other, and --aliases by which other words people may ask for each passage. They say before the first call what it takes, as --dry-run does, and can be stopped and called again: nothing is asked twice.',
    'What cannot be read is named and skipped; the rest is taken, and the exit code is 1. What was forgotten is named and passed over.',
  ],
  positionals: [{ name: 'PATH', many: true, path: true, help: 'files and folders' }],
  flags: {
    root: { value: 'DIR', help: 'the folder that source names begin below' },
    as: { value: 'NAME', help: 'file them under this name, to keep several folders apart' },
    format: { value: 'FORMAT', choices: formatChoices, help: 'auto goes by the ending' },
    transcripts: { help: 'read in also sessions and exported conversations that lie in a folder' },
  },
  reads: ['dryRun'],
  asksModel: true,
  example: 'crabtrail ingest notes/ --as notes',
  access: 'found',
})(
  Effect.fn('ingest')(function* ({ words, flags, request }) {
    const output = yield* Output
    const found = findDocuments(words.path, flags.root, { ...given({ transcripts: flags.transcripts, leftOutIsGone: request.prune }) })
    if (found.files.length > filesMax)
      return yield* new InvalidRequest({ field: 'PATH', problem: `it holds more than ${filesMax} documents: name smaller folders` })
    const named = yield* Effect.fromResult(sourceNames(found, flags.as))
    const tried = yield* firstReadable(named.files)
    const mayRetire = request.prune === true && named.folders.length > 0
    const skipped = [...found.skipped, ...named.skipped]
    if (!tried.found && !mayRetire) return yield* nothingRead(words.path, found, [...skipped, ...tried.unread])
    const memory = yield* openMemory
    const documents = tried.found ? named.files.map((file) => documentOf(file, flags.format)) : []
    const [failed, silent] = [new Set<string>(), new Set<string>()]
    const withLeftOut = ({ lacks = [], ...rest }: Answer.IngestAnswer) => {
      return { ...rest, leftOut: [...found.leftOut, ...leftOutInside(named.files, silent, lacks)] }
    }
    const done = ingested('done', words.path)
    const stopped = (soFar: Answer.IngestAnswer) => Effect.andThen(output.progress(''), Effect.ignore(report(withLeftOut(soFar), done)))
    const answer = yield* memory
      .ingest({
        ...(yield* onDay(request)),
        documents,
        folders: named.folders,
        present: [...named.unseen, ...(tried.found ? [] : named.files.map(({ source }) => source))],
      })
      .pipe(
        Effect.provideService(DocumentFiles, reader(named.files, failed, silent)),
        Effect.provideService(IngestProgress, shown(output)),
        Effect.provideService(IngestInterrupted, (soFar) => Effect.provideService(stopped(soFar), Output, output)),
        Effect.ensuring(output.progress('')),
      )
    if (documents.length === 0 && answer.retired.length === 0) return yield* nothingRead(words.path, found, [...skipped, ...tried.unread])
    const whole = {
      ...withLeftOut(answer),
      skipped: [...skipped, ...(tried.found ? asWritten(answer.skipped, named.files, failed) : tried.unread)],
    }
    for (const { path, reason } of whole.skipped) yield* output.warn(plainLine(`crabtrail: ${path}: ${reason}; skipped`))
    yield* request.dryRun === true ? present(whole, ingested('would be', words.path)) : report(whole, done)
    const isWhole =
      whole.skipped.every(({ reason }) => tellsForgotten(reason)) && (whole.causes?.failed ?? 0) + (whole.aliases?.failed ?? 0) === 0
    return isWhole ? exits.done : exits.refused
  }),
)

const firstReadable = Effect.fnUntraced(function* (files: ReadonlyArray<NamedFile>) {
  const unread: Array<Skipped> = []
  for (const file of files) {
    const text = yield* readFound(file, limits.documentBytes)
    if (Result.isSuccess(text)) return { found: true, unread }
    unread.push({ path: tellable(file.written), reason: text.failure })
  }
  return { found: false, unread }
})

/** Reads a file when the memory comes to it. `failed` gathers unreadable files, and `silent` sessions in which nothing was said. */
const reader = (files: ReadonlyArray<NamedFile>, failed: Set<string>, silent: Set<string>): DocumentFiles => {
  const parts = new Map(files.flatMap(({ path, read }) => (read === undefined ? [] : [[path, read] as const])))
  return {
    read: Effect.fnUntraced(function* (path, maxBytes) {
      const read = parts.get(path)
      const text = yield* readFound(read === undefined ? { path } : { path, read }, maxBytes)
      if (Result.isFailure(text)) failed.add(path)
      else if (read !== undefined && text.success.trim() === '') silent.add(path)
      return text
    }),
  }
}

/** Counts the read files that hold nothing, or not all that their form promises. A silent session is called so alone. */
const leftOutInside = (
  files: ReadonlyArray<NamedFile>,
  silent: ReadonlySet<string>,
  lacks: NonNullable<Answer.IngestAnswer['lacks']>,
): ReadonlyArray<LeftOut> => {
  const tally = makeLeftOutTally()
  const said = files.filter(({ path }) => !silent.has(path))
  for (const { path, written } of files) if (silent.has(path)) tally.add(silentLeftOut, written)
  const written = new Map(files.map((file) => [storedName(file), file] as const))
  const keys = new Set(said.map(storedName))
  lacking(
    tally,
    lacks.filter(({ path }) => keys.has(path) || !written.has(path)),
    (path) => tellable(written.get(path)?.written ?? path),
  )
  return tally.all()
}

const storedName = ({ source }: NamedFile): string => redact(repair(source).text).text

const documentOf = (file: NamedFile, format: Format): Request.DocumentFile => ({
  source: file.source,
  format: formatOf(file, format),
  file: file.path,
  root: file.rootName,
})

/** Names an unreadable file by the path that the user would write, and a part of a readable file by its name in the memory. */
const asWritten = (
  skipped: ReadonlyArray<Skipped>,
  named: ReadonlyArray<NamedFile>,
  failed: ReadonlySet<string>,
): ReadonlyArray<Skipped> => {
  const written = new Map(named.flatMap((file) => (failed.has(file.path) ? [[storedName(file), tellable(file.written)] as const] : [])))
  return skipped.map(({ path, reason }) => ({ path: written.get(path) ?? path, reason }))
}

const shown = (output: Output['Service']): IngestProgress => {
  const line = progressLines()
  return Effect.fnUntraced(function* (step) {
    if (step.estimate !== undefined) {
      yield* output.progress('')
      // The calls cost money, so their estimate is told also where no terminal shows progress.
      if (!output.quiet) yield* output.warn(`${estimateLine(step.estimate, step.task)}; Ctrl-C stops after a call`)
    }
    const text = line(step, yield* Clock.currentTimeMillis)
    if (text !== undefined) yield* output.progress(text)
  })
}

export const estimateLine = ({ calls, costUsd, milliseconds, tokensIn }: CallsEstimate, task: IngestStep['task'] = 'causes'): string => {
  const seconds = Math.max(1, Math.round(milliseconds / 1_000))
  const time = seconds < 120 ? `${seconds} s` : `${whole(seconds / 60)} minutes`
  return `${task}: ${whole(calls)} ${calls === 1 ? 'call' : 'calls'} of the model, about ${whole(tokensIn)} tokens in, at most ${usd(costUsd)} if no request is repeated, about ${time}`
}

type Format = (typeof formatChoices)[number] | undefined

/** Returns the format of a file. The corpora of HippoRAG are lists of records. A session may have any ending. */
const formatOf = (file: NamedFile, format: Format = 'auto'): DocumentFormat => {
  if (format !== 'auto') return format === 'hipporag' ? 'json' : format
  return formatOfName(file.path) ?? (file.read === undefined ? 'text' : 'jsonl')
}

const nothingRead = (paths: ReadonlyArray<string>, { folders, leftOut }: Found, skipped: ReadonlyArray<Skipped>) => {
  const [first] = skipped
  const kept = folders.length === 0 ? '' : '; what was read from there before stays, unless --prune says that it goes'
  const line = leftOutLine(leftOut)
  const besides = line === undefined ? '' : `; ${line}`
  const problem =
    first === undefined
      ? `there is nothing to read in ${paths.map(tellable).join(', ')}: no prose, table, source code, .json or .jsonl file that is not left out${kept}${besides}`
      : `nothing could be read, nothing was changed; ${first.path}: ${first.reason}${skipped.length > 1 ? `, and ${skipped.length - 1} more` : ''}`
  return new NothingRead({ problem, skipped, leftOut })
}

/** Most names of one kind that are printed; `--json` has them all. */
const listed = 20

/** Prints an ingest of these paths. `done`: it was done; `would be`: it was a dry run. */
export const ingested =
  (mood: 'done' | 'would be', paths: ReadonlyArray<string>) =>
  (answer: Answer.IngestAnswer & { readonly leftOut?: ReadonlyArray<LeftOut> }, page: Page): ReadonlyArray<string> => {
    const { documents, edges, nodes, renamed, retired, superseded = [] } = answer
    const leftOut = leftOutLines(answer.leftOut ?? [])
    const verb = mood === 'would be' ? mood : documents === 1 ? 'is' : 'are'
    const redacted = Object.entries(answer.redacted).map(([kind, count]) => `${count} ${kind}`)
    return [
      `${counted(documents, 'document')} ${verb} read in${ending(answer, page)}`,
      ...indented([
        `nodes: ${nodes.added} added, ${nodes.revised} revised, ${nodes.unchanged} unchanged, ${nodes.retired} retired`,
        `edges: ${edges.linked} linked, ${edges.pruned} pruned`,
        ...list(
          `${counted(renamed.length, 'document')} moved`,
          renamed.map(({ from, to }) => `${from} → ${to}`),
          page,
        ),
        ...list(`${counted(retired.length, 'document')} not there any more`, retired, page),
        ...list(
          `${counted(superseded.length, 'memory', 'memories')} superseded`,
          superseded.map(({ by, node, rule }) => `${node} by ${by} (${rule})`),
          page,
        ),
        ...waitingLines(answer, page),
        ...withoutEffectLines(answer, page),
        ...unsureLines(answer, paths, page),
        ...(answer.repaired === 0 ? [] : [`${counted(answer.repaired, 'character')} put right`]),
        ...unlearnedLines(answer, mood, page),
        ...askedLines('causes', answer.causes, ({ edges }) => counted(edges, 'edge')),
        ...askedLines('aliases', answer.aliases, ({ passages }) => counted(passages, 'passage')),
        ...elsewhereLines(answer.aliases),
        ...(redacted.length === 0 ? [] : [`secrets taken out: ${redacted.join(', ')}`]),
        ...leftOut.map((line) => plainLine(line)),
        ...(answer.skipped.length === 0 ? [] : [page.bad(`${answer.skipped.length} skipped`)]),
        ...(answer.skipped.some(({ reason }) => tellsForgotten(reason)) ? ['what was forgotten is read in again with --again'] : []),
      ]),
    ]
  }

const waitingLines = ({ waiting = 0 }: Answer.IngestAnswer, page: Page): ReadonlyArray<string> =>
  waiting === 0 ? [] : [`${waitsForYes(waiting)}: ${page.command('review')} lists ${waiting === 1 ? 'it' : 'them'}`]

/** Columns of an alias that does not count. */
const aliasShown = 60

const leftOutAs = {
  'too-many': 'only the first 32 of a note count',
  'too-long': 'an alias has at most 200 characters',
} as const

const withoutEffectLines = ({ withoutEffect = [] }: Answer.IngestAnswer, page: Page): ReadonlyArray<string> => {
  const lines = withoutEffect.map(({ candidates, name, node, reason }) =>
    plainLine(
      reason === 'unknown'
        ? `${node} names ${name}: nothing that was read is called so`
        : reason === 'ambiguous'
          ? `${node} names ${name}, which may be ${candidates.join(' or ')}: write the whole path`
          : `${node} names the alias ${clipped(name, aliasShown)}: ${leftOutAs[reason]}`,
    ),
  )
  return list(`${counted(lines.length, 'statement')} without effect`, lines, page)
}

/** Names the memories of which nothing tells what they are now, each with the calls that settle it. */
const unsureLines = ({ allUnsure, unsure = [] }: Answer.IngestAnswer, paths: ReadonlyArray<string>, page: Page): ReadonlyArray<string> => {
  const call = (old: string, now: string) => page.command('ingest', ...paths, '--became', `${old}>${now}`)
  const lines = unsure.map(({ allInstead, allPlaces, instead, node, places, was }) => [
    ...places.flatMap((place) => [`${node} was ${was}, which may be ${place} now: if so,`, ...indented([call(node, place)])]),
    ...instead.flatMap((old) => [`${node} was ${was}, and may have been ${old}: if so,`, ...indented([call(old, node)])]),
    ...(allPlaces === undefined ? [] : [`${node} may be at ${allPlaces} other places in all`]),
    ...(allInstead === undefined ? [] : [`${node} may have been one of ${allInstead} others in all`]),
  ])
  return list(`${counted(allUnsure ?? unsure.length, 'memory', 'memories')} with a lesson that may belong elsewhere`, lines.flat(), page)
}

const made = { causes: 'linked', aliases: 'named' } as const

const askedLines = <Asked extends Answer.AskedAnswer>(
  task: keyof typeof made,
  asked: Asked | undefined,
  came: (asked: Asked) => string,
): ReadonlyArray<string> => {
  if (asked === undefined) return []
  const { calls, costUsd, detail, estimated = 0, expected, failed, lastFailure, left, pausedUntil, refused, stopped, tokens } = asked
  if (expected !== undefined) return [expected.calls === 0 ? `${task}: nothing to ask` : estimateLine(expected, task)]
  const dropped = refused === 0 ? '' : `; ${counted(refused, 'entry', 'entries')} of the answers did not count`
  const until = pausedUntil === undefined ? '' : ` until ${pausedUntil}`
  const why = stopped === undefined ? '' : `: ${unasked[stopped]}${until}`
  return [
    `${task}: ${came(asked)} ${made[task]} by ${counted(calls, 'call')}, ${whole(tokens)} tokens, ${usd(costUsd)}${dropped}`,
    ...(failed === 0
      ? []
      : [
          `${counted(failed, 'call')} of them failed, the last one: ${lastFailure ?? 'no answer'}${detail === undefined ? '' : `; ${plainLine(detail)}`}`,
        ]),
    ...(estimated === 0
      ? []
      : [`${counted(estimated, 'call')} of them without a count of the server: taken as the tokens of the messages`]),
    ...(left === 0 ? [] : [`${counted(left, 'call')} left for the next run with --${task}${why}`]),
  ]
}

const elsewhereLines = (aliases: Answer.IngestAnswer['aliases']): ReadonlyArray<string> => {
  const elsewhere = aliases?.elsewhere ?? 0
  if (elsewhere === 0) return []
  return [
    `${counted(elsewhere, 'passage')} left to another process that asks about ${elsewhere === 1 ? 'it' : 'them'}; call again in a minute`,
  ]
}

const unlearnedListed = 5

const unlearnedLines = ({ unlearned }: Answer.IngestAnswer, mood: 'done' | 'would be', page: Page): ReadonlyArray<string> => {
  if (unlearned === undefined) return []
  const { nodes, replaced, requests } = unlearned
  return [
    ...(replaced === 0
      ? []
      : [
          `${counted(replaced, 'passage')} ${mood === 'done' ? (replaced === 1 ? 'is' : 'are') : mood} read in with another text than was unlearned`,
        ]),
    ...(nodes === 0
      ? []
      : [`${counted(nodes, 'passage')} ${nodes === 1 ? 'stays out because it was' : 'stay out because they were'} unlearned`]),
    ...indented(requests.map((one) => `${withdrawals(one, page)} ${comesBack(one)}`)),
  ]
}

type Unlearnings = NonNullable<Answer.IngestAnswer['unlearned']>['requests'][number]

const withdrawals = ({ withdrawn }: Unlearnings, page: Page): string => {
  const commands = withdrawn.map((request) => page.command('unlearn', '--undo', String(request)))
  return `${commands.join(' and ')} ${commands.length === 1 ? 'brings' : 'bring'} back`
}

const comesBack = ({ nodes, others, signals }: Unlearnings): string => {
  const more = nodes.length - unlearnedListed
  const named = [...nodes.slice(0, unlearnedListed), ...(more > 0 ? [`${more} more`] : [])].join(', ')
  const besides = [
    ...(others === 0 ? [] : [counted(others, 'other memory', 'other memories')]),
    ...(signals === 0 ? [] : [`what ${counted(signals, 'signal')} taught`]),
  ]
  return besides.length === 0 ? named : `${named}; with ${nodes.length === 1 ? 'it' : 'them'} ${besides.join(' and ')}`
}

const list = (headline: string, names: ReadonlyArray<string>, page: Page): ReadonlyArray<string> => {
  if (names.length === 0) return []
  const more = names.length - listed
  return [headline, ...indented([...names.slice(0, listed), ...(more > 0 ? [page.faint(`and ${more} more; --json has them all`)] : [])])]
}

const doing: Readonly<Record<IngestStep['stage'], readonly [verb: string, of: string]>> = {
  compared: ['reading', 'documents'],
  stored: ['storing', 'documents'],
  joined: ['joining', 'passages'],
  asked: ['asking', 'calls'],
}

/** Returns the line of a step. `elapsedMs`: milliseconds since the stage began. */
export const progressLine = ({ done, of, stage }: IngestStep, elapsedMs: number): string => {
  const [verb, what] = doing[stage]
  const rate = elapsedMs < 1 ? '' : `, ${whole((done * 1_000) / elapsedMs)} a second`
  return `${verb} ${whole(done)} of ${whole(of)} ${what}${rate}`
}

const whole = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')

/** Least milliseconds between two lines that are shown. */
const pauseMs = 100

/** Returns a function that gives the line of a step, or undefined where lines would come too often. The last of a stage is shown. */
export const progressLines = (): ((step: IngestStep, nowMs: number) => string | undefined) => {
  let stage: IngestStep['stage'] | undefined
  let began = 0
  let shown = Number.NEGATIVE_INFINITY
  return (step, nowMs) => {
    if (step.stage !== stage) {
      stage = step.stage
      began = nowMs
    }
    if (step.done < step.of && nowMs - shown < pauseMs) return undefined
    shown = nowMs
    return progressLine(step, nowMs - began)
  }
}
