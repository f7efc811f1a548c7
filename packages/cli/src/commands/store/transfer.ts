/** `export` and `import`: the whole log with its contents as lines of JSON, and a brain rebuilt from them. */
import { type Answer, BadImport } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { exportTarget, requireNoFile } from '../../documents/export-target.ts'
import { readLines, tellable, writeWhole } from '../../documents/whole-file.ts'
import { exits } from '../../failures.ts'
import { openMemory } from '../../memory.ts'
import { Output, present, report } from '../../render/output.ts'
import { counted, escaped, indented, type Page } from '../../render/page.ts'
import { ending } from '../../render/parts.ts'
import { asking, command } from '../command.ts'

export const exportLog = asking('export', ['at'], {
  summary: 'write the log of a brain and its contents as text, for another machine; it holds everything, so guard it',
  flags: {
    format: { value: 'FORMAT', choices: ['jsonl'], help: 'jsonl: complete, a fresh store rebuilds from it' },
    output: { value: 'FILE', short: 'o', meant: true, help: 'the file to write; else standard output' },
    force: { help: 'replace a file that is there' },
  },
  example: 'crabtrail export -o memory.jsonl',
  access: 'read',
})(
  Effect.fn('export')(function* ({ flags, request }) {
    const target = flags.output === undefined ? 'stdout' : yield* exportTarget(flags.output)
    if (flags.output !== undefined && flags.force !== true) yield* requireNoFile(target, flags.output)
    const memory = yield* openMemory
    const output = yield* Output
    const answer = yield* memory.export(request)
    const lines = answer.lines.map(escaped)
    if (flags.output !== undefined && target !== 'stdout') {
      yield* writeWhole(target, lines)
      const { lines: _, ...rest } = answer
      yield* report({ ...rest, lines: lines.length, file: tellable(flags.output) }, exported)
    } else if (output.json) yield* present({ ...answer, lines }, () => [])
    else for (const line of lines) yield* output.write(`${line}\n`)
    return exits.done
  }),
)

export const importLog = command({
  summary: 'rebuild a brain from an export: same positions, same hashes, same digest',
  positionals: [{ name: 'FILE', path: true, help: 'an export, whole to its last line, or - for standard input' }],
  flags: {},
  example: 'crabtrail import memory.jsonl --store ./copy.db',
  access: 'make',
})(
  Effect.fn('import')(function* ({ words, inBrain }) {
    const lines = yield* readLines(words.file, beginsExport)
    const memory = yield* openMemory
    yield* report(yield* memory.import({ ...inBrain, lines }), imported)
    return exits.done
  }),
)

/** Checks the first line. The memory checks the header in full; this check ensures that a file of another kind is not read to its end. */
const beginsExport = (first: string) =>
  first.includes('"crabtrail"')
    ? Effect.void
    : Effect.fail(new BadImport({ line: 1, problem: 'it is no Crabtrail export: the first line is not its header' }))

export interface Exported {
  readonly brain: string
  readonly position: number
  readonly rounded?: string
  readonly lines: number
  readonly file: string
}

export const exported = (answer: Exported, page: Page): ReadonlyArray<string> => [
  `${counted(answer.lines, 'line')} written to ${page.strong(answer.file)}; it holds everything, so guard it${ending(answer, page)}`,
  ...(answer.rounded === undefined ? [] : indented([answer.rounded])),
]

export const imported = (answer: Answer.ImportAnswer, page: Page): ReadonlyArray<string> => [
  `${counted(answer.commits, 'commit')} and ${counted(answer.contents, 'content')} read in${ending(answer, page)}`,
  ...indented([page.faint(`digest ${answer.digest}`)]),
]
