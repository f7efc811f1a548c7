/**
 * Writes the expected transcripts of the golden histories anew: `npx -y pnpm@12 golden`, with names for some of them.
 *
 * Run it only after a change that is meant to alter rankings, strengths or answers, and read the difference before it is committed.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { histories } from './histories.ts'
import { expectedFile, expectedLines, transcriptOf } from './transcript.ts'

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => histories[name] === undefined)
if (unknown.length > 0) {
  process.stderr.write(`there is no history ${unknown.join(', ')}: there are ${Object.keys(histories).join(', ')}\n`)
  process.exit(1)
}
for (const [name, history] of Object.entries(histories)) {
  if ((chosen.length > 0 && !chosen.includes(name)) || history.absent !== undefined) continue
  const before = new Set(expectedLines(name))
  const lines = await transcriptOf(name, history)
  mkdirSync(new URL('.', expectedFile(name)), { recursive: true })
  writeFileSync(expectedFile(name), `${lines.join('\n')}\n`)
  process.stdout.write(`${name}: ${lines.length} lines, ${lines.filter((line) => !before.has(line)).length} of them new\n`)
}
