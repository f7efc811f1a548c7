/**
 * Measures a life board: `node test/eval/life-board-main.ts FOLDER [--json FILE] [--verbose] [--no-talks]`.
 *
 * Prints one table: its questions by kind, the lines of its long list, the messages that nothing is known about, and what its remarks and
 * changes do in the fake host. `--verbose` adds a line for each that failed, and `--json` keeps everything in a file. `--no-talks` leaves the
 * remarks and changes out, which take most of the time.
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readBoard } from './life-board.ts'
import { boardFigures, failuresOf, tableOf } from './life-board-figures.ts'
import { askBoard } from './life-board-questions.ts'
import { holdTalks } from './life-board-talks.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, verbose: { type: 'boolean', default: false }, talks: { type: 'boolean', default: true } },
  allowNegative: true,
})

/** Progress on a terminal: one line that the next one replaces. */
const note = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`)
}

const [named] = positionals
if (named === undefined) throw new Error('name the folder of a board: it holds notes/ and board.json')
const folder = resolve(named)
const board = readBoard(folder)
const asked = await askBoard(folder, board)
const talks = values.talks ? await holdTalks(folder, board, { note }) : undefined
note('')
const figures = boardFigures(asked, talks)
const { answer, warnings } = asked.readIn
process.stdout.write(`${tableOf(`${board.name}: ${answer.documents} documents, ${answer.nodes.added} passages`, figures)}\n`)
if (values.verbose) process.stdout.write(`${warnings}${failuresOf(asked, talks)}`)
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ board: board.name, figures, ...asked, talks }, null, 1)}\n`)
process.exit(0)
