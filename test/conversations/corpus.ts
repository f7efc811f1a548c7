/** All ten halves of the corpus. */
import { chineseDev } from './corpus/chinese-dev.ts'
import { chineseHeldOut } from './corpus/chinese-held-out.ts'
import { englishDev } from './corpus/english-dev.ts'
import { englishHeldOut } from './corpus/english-held-out.ts'
import { frenchDev } from './corpus/french-dev.ts'
import { frenchHeldOut } from './corpus/french-held-out.ts'
import { germanDev } from './corpus/german-dev.ts'
import { germanHeldOut } from './corpus/german-held-out.ts'
import { spanishDev } from './corpus/spanish-dev.ts'
import { spanishHeldOut } from './corpus/spanish-held-out.ts'
import type { Half } from './half.ts'

export const devHalves: ReadonlyArray<Half> = [englishDev, germanDev, frenchDev, spanishDev, chineseDev]
export const heldOutHalves: ReadonlyArray<Half> = [englishHeldOut, germanHeldOut, frenchHeldOut, spanishHeldOut, chineseHeldOut]
