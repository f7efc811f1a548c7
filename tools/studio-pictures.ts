/**
 * Makes the pictures of the studio in README and in the how-to: `node tools/studio-pictures.ts`. It needs Debian's chromium, or one that `CHROMIUM`
 * names. They show three months of a household, played through the real memory (`test/studio/household`).
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { placeHousehold } from '../test/studio/household/household.ts'
import { openStudio } from '../test/studio/opened-studio.ts'

/** Bytes that a picture may have. */
const mostBytes = 150_000

/** File below docs, and what it shows. */
const pictures = [
  ['studio.png', '#/notes/note:05ce7de3e747'],
  ['how-to/studio-turn.png', '#/turns/t1967'],
  ['how-to/studio-strength.png', '#/strength/e90'],
  ['how-to/studio-what-if.png', '#/what-if/session:guest%202026-11-03'],
] as const

const docs = fileURLToPath(new URL('../docs/', import.meta.url))
const main = fileURLToPath(new URL('../packages/cli/src/main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'studio-pictures-'))
try {
  const store = join(folder, 'household.db')
  await placeHousehold(store)
  const start = (...args: ReadonlyArray<string>) => spawn(process.execPath, [main, ...args, '--store', store])
  const studio = await openStudio({ start })
  const { goTo, page } = studio
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1200, height: 720 })
  for (const [file, hash] of pictures) {
    await goTo(hash)
    await page.screenshot({ path: join(docs, file) })
    const { size } = statSync(join(docs, file))
    process.stdout.write(`docs/${file}  ${size} bytes\n`)
    if (size > mostBytes) throw new Error(`${file} is larger than ${mostBytes} bytes`)
  }
  await studio.close()
} finally {
  rmSync(folder, { recursive: true })
}
