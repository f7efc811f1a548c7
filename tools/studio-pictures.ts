/**
 * Makes the pictures of the studio in README and in the how-to: `node tools/studio-pictures.ts`. It needs Debian's chromium, or one that `CHROMIUM`
 * names. They show three months of a household, played through the real memory (`test/studio/household`); a deep test takes the same ones.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { placeHousehold } from '../test/studio/household/household.ts'
import { openStudio } from '../test/studio/opened-studio.ts'
import { pictureBytesMost, takePictures } from '../test/studio/pictures.ts'

const docs = fileURLToPath(new URL('../docs/', import.meta.url))
const main = fileURLToPath(new URL('../packages/cli/src/main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'studio-pictures-'))
try {
  const store = join(folder, 'household.db')
  await placeHousehold(store)
  const start = (...args: ReadonlyArray<string>) => spawn(process.execPath, [main, ...args, '--store', store])
  const studio = await openStudio({ start })
  for (const [file, size] of await takePictures(studio, docs)) {
    process.stdout.write(`docs/${file}  ${size} bytes\n`)
    if (size > pictureBytesMost) throw new Error(`${file} is larger than ${pictureBytesMost} bytes`)
  }
  await studio.close()
} finally {
  rmSync(folder, { recursive: true })
}
