/** Pictures of every view, kept for whoever wants to see what a change did: `test/studio/screens`, which git ignores. */

import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { OpenedStudio } from './opened-studio.ts'

const folder = fileURLToPath(new URL('screens', import.meta.url))

const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } } as const

interface View {
  readonly name: string
  readonly hash: string
}

/** The views of the household. */
export const views: ReadonlyArray<View> = [
  { name: 'notes', hash: '#/notes' },
  { name: 'search', hash: '#/notes?q=how+do+I+bleed+the+radiators' },
  { name: 'nothing-found', hash: '#/notes?q=xyzzy' },
  { name: 'note', hash: '#/notes/note:05ce7de3e747' },
  { name: 'document', hash: '#/notes/home/heating.md' },
  { name: 'not-there', hash: '#/notes/nothing-of-this-name' },
  { name: 'turns', hash: '#/turns' },
  { name: 'turns-then', hash: '#/turns?at=7000' },
  { name: 'turn', hash: '#/turns/t1200' },
  { name: 'strength', hash: '#/strength/e85' },
  { name: 'what-if', hash: '#/what-if' },
  { name: 'what-if-not', hash: '#/what-if/session:guest%202026-11-03' },
  { name: 'compare', hash: '#/compare?a=tag:end-of-october' },
  { name: 'why-not', hash: '#/why-not?question=who+repairs+the+boiler&node=note:7ed7fc99345b' },
  { name: 'health', hash: '#/health' },
]

/** Shows a view in a size and a scheme, and keeps the picture of it. */
export const keepScreens = async (
  { goTo, page }: Pick<OpenedStudio, 'goTo' | 'page'>,
  hash: string,
  name: string,
  size: keyof typeof sizes,
  colorScheme: 'light' | 'dark',
): Promise<void> => {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(sizes[size])
  await goTo(hash)
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}-${size}-${colorScheme}.png` })
}
