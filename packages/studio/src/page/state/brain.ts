/** The brain that is looked at: the end of its log, and whether this studio may change it. */

import { computed, effect, signal } from '@preact/signals'
import { ask, forgetAnswers, Problem } from './ask.ts'
import { keptFile } from './kept-file.ts'
import { at } from './route.ts'

/** The end of the log; undefined until it is known. */
export const head = signal<number | undefined>(undefined)
export const brainKey = signal<string>('')
/** Why the memory cannot be asked; undefined while it can. */
export const trouble = signal<Problem | undefined>(undefined)
export const mayWrite = signal(false)

/** The position that is shown, also where it is that of now. */
export const shown = computed(() => at.value ?? head.value)

/** Milliseconds between two looks for new events, while the page is seen. */
const lookEvery = 2_000

const look = async (): Promise<void> => {
  try {
    const { brain, position } = await ask('tags', {})
    // What failed while nobody answered is asked again.
    if (trouble.value !== undefined) forgetAnswers()
    brainKey.value = brain
    head.value = position
    trouble.value = undefined
  } catch (problem) {
    trouble.value = problem instanceof Problem ? problem : new Problem('Defect', String(problem))
  }
}

export const lookNow = look

export const follow = (): void => {
  // A file never changes, and its page is served by nobody.
  if (keptFile !== undefined) return void look()
  void fetch('about').then(async (response) => {
    if (response.ok) mayWrite.value = ((await response.json()) as { readonly write: boolean }).write
  })
  const again = async (): Promise<void> => {
    if (!document.hidden) await look()
    setTimeout(() => void again(), lookEvery)
  }
  void again()
}

effect(() => {
  document.title = brainKey.value === '' ? 'Crabtrail' : `${brainKey.value} · Crabtrail`
})
