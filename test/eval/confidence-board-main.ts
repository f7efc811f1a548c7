/**
 * Prints the errors of confidence where they are hard to avoid, as tables: `node test/eval/confidence-board-main.ts [NOTES…]`. NOTES: `freelancer`, `fitted`,
 * `unseen`. `conversations` adds LongMemEval, where it is on this machine, and `vectors` asks the notes with a sentence encoder, too (`test/encoder`).
 * `held-out` adds the parts of public sets that no weight was fitted to; a name adds one of them.
 */
import { encoderEmbedder } from '../encoder/encoder-embedder.ts'
import { openSentenceEncoder } from '../encoder/sentence-encoder.ts'
import {
  type HeldOutName,
  heldOutParts,
  type MeasuredKind,
  measureAliasedTalks,
  measureConversations,
  measureHeldOut,
  measureNotes,
  type NoteSet,
  noteSets,
} from './confidence-board.ts'

const share = (count: number, of: number): string => (of === 0 ? '' : `${count} of ${of} = ${((100 * count) / of).toFixed(1)} %`)
const print = (cells: ReadonlyArray<string>): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`)
const withIf = (is: boolean): string => (is ? 'with' : 'without')
const printKind = (name: string, withAliases: boolean, withVectors: boolean, measured: MeasuredKind): void => {
  const { asked, found, given, kind, silent, tokens, wronglyGiven } = measured
  const isAnswered = found + given > 0
  const errors = isAnswered ? [`${found}`, share(silent, found), share(given, asked), ''] : ['', '', '', share(wronglyGiven, asked)]
  print([name, withIf(withAliases), withIf(withVectors), kind, ...errors, tokens.toFixed(0)])
}
const printRates = (name: string, rates: Awaited<ReturnType<typeof measureConversations>>): void => {
  const { elsewhere, misled, nothing, questions, right, silent, talkative, tokens, unrelated } = rates
  const row = (kind: string, ...cells: ReadonlyArray<string>) => print([name, 'without', 'without', kind, ...cells])
  row(`${questions} of its own`, `${right}`, `${share(silent, right)}, of them nothing ${nothing}`, '', '', tokens.toFixed(0))
  if (elsewhere > 0) row('of other scopes', '', '', '', share(misled, elsewhere), '')
  if (unrelated > 0) row('messages', '', '', '', share(talkative, unrelated), '')
}

const wanted = process.argv.slice(2)
const embedders = [undefined, ...(wanted.includes('vectors') ? [encoderEmbedder(openSentenceEncoder())] : [])]
print(['notes', 'aliases', 'vectors', 'questions', 'right in 5', 'silent', 'right given', 'given though nothing answers', 'tokens'])
print(['---', '---', '---', '---', '---:', '---:', '---:', '---:', '---:'])
for (const name of wanted.filter((one): one is NoteSet => one in noteSets))
  for (const embedder of embedders)
    for (const withAliases of [false, true])
      for (const measured of await measureNotes(name, withAliases, embedder)) printKind(name, withAliases, embedder !== undefined, measured)
if (wanted.includes('conversations')) printRates('longmemeval-s3', await measureConversations())
const parts = Object.keys(heldOutParts).filter((one) => wanted.includes('held-out') || wanted.includes(one))
for (const name of parts) printRates(name, await measureHeldOut(name as HeldOutName))
if (parts.includes('locomo'))
  for (const withAliases of [false, true])
    for (const measured of await measureAliasedTalks(withAliases)) printKind('locomo', withAliases, false, measured)
