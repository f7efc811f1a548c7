/** The pictures of README and of the how-to: three months of a household as the page shows them. */

import { mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { OpenedStudio } from './opened-studio.ts'

/** Bytes that a picture may have. */
export const pictureBytesMost = 150_000

/** File below docs, and what it shows. */
const pictures = [
  ['studio.png', '#/notes/note:05ce7de3e747'],
  ['how-to/studio-turn.png', '#/turns/t1967'],
  ['how-to/studio-strength.png', '#/strength/e90'],
  ['how-to/studio-what-if.png', '#/what-if/session:guest%202026-11-03'],
] as const

/** Takes them all into a folder, and returns each file with its size in bytes. */
export const takePictures = async (
  { goTo, page }: Pick<OpenedStudio, 'goTo' | 'page'>,
  folder: string,
): Promise<ReadonlyMap<string, number>> => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1200, height: 620 })
  const sizes = new Map<string, number>()
  for (const [file, hash] of pictures) {
    await goTo(hash)
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    await page.screenshot({ path })
    sizes.set(file, statSync(path).size)
  }
  return sizes
}
