/**
 * Prints the errors of confidence where they are hard to avoid, as tables: `node test/eval/confidence-board-main.ts [NOTES…]`. NOTES: `freelancer`, `fitted`,
 * `unseen`. `conversations` adds LongMemEval, where it is on this machine.
 */
import { measureConversations, measureNotes, type NoteSet } from './confidence-board.ts'

const share = (count: number, of: number): string => (of === 0 ? '' : `${count} of ${of} = ${((100 * count) / of).toFixed(1)} %`)
const print = (cells: ReadonlyArray<string>): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`)

const wanted = process.argv.slice(2)
print(['notes', 'aliases', 'questions', 'right in 5', 'silent', 'right given', 'given though nothing answers', 'tokens'])
print(['---', '---', '---', '---:', '---:', '---:', '---:', '---:'])
for (const name of wanted.filter((one) => one !== 'conversations')) {
  for (const withAliases of [false, true]) {
    for (const { asked, found, given, kind, silent, tokens, wronglyGiven } of await measureNotes(name as NoteSet, withAliases)) {
      const isAnswered = found + given > 0
      const errors = isAnswered ? [`${found}`, share(silent, found), share(given, asked), ''] : ['', '', '', share(wronglyGiven, asked)]
      print([name, withAliases ? 'with' : 'without', kind, ...errors, tokens.toFixed(0)])
    }
  }
}
if (wanted.includes('conversations')) {
  const { elsewhere, misled, nothing, right, silent, tokens } = await measureConversations()
  const silence = `${share(silent, right)}, of them nothing ${nothing}`
  print(['longmemeval-s3', 'without', 'its own', `${right}`, silence, '', '', tokens.toFixed(0)])
  print(['longmemeval-s3', 'without', 'of other haystacks', '', '', '', share(misled, elsewhere), ''])
}
