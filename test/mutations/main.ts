/**
 * Tries the breaks and prints which tests noticed them.
 *
 * `node test/mutations/main.ts [WORD…]`: those whose rows, words or files hold one of the words; all without one. Ends with 1 where a break stayed
 * green or could not be tried.
 */
import { markdownTable } from '../../tools/markdown-table.ts'
import { breaks } from './breaks/breaks.ts'
import { type Tried, tryBreaks, unsound } from './try-break.ts'

const words = process.argv.slice(2)
const chosen = breaks.filter((one) => words.length === 0 || words.some((word) => `${one.rows} ${one.says} ${one.file}`.includes(word)))
const say = (text: string): void => void process.stdout.write(`${text}\n`)

const row = ({ broken: { file, name, rows, says, test }, verdict }: Tried): ReadonlyArray<string> => [
  verdict.split('\n')[0] ?? '',
  rows,
  says,
  file,
  `${test} “${name}”`,
]

const faults = await unsound(chosen)
for (const fault of faults) say(fault)
const tried = await tryBreaks(chosen, { told: ({ broken, verdict }) => say(`${verdict}: ${broken.rows}: ${broken.says}`) })
const red = tried.filter(({ verdict }) => verdict === 'red').length
say('')
for (const line of markdownTable([['', 'stands for', 'break', 'in', 'test'], ...tried.map(row)])) say(line)
say('')
say(`${red} of ${tried.length} breaks went red.`)
process.exitCode = red === tried.length && faults.length === 0 ? 0 : 1
