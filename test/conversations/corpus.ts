/** All halves of the corpus. */
import { chineseDev } from './corpus/chinese-dev.ts'
import { chineseFinal } from './corpus/chinese-final.ts'
import { chineseFresh } from './corpus/chinese-fresh.ts'
import { chineseHeldOut } from './corpus/chinese-held-out.ts'
import { chineseLater } from './corpus/chinese-later.ts'
import { englishDev } from './corpus/english-dev.ts'
import { englishFinal } from './corpus/english-final.ts'
import { englishFresh } from './corpus/english-fresh.ts'
import { englishHeldOut } from './corpus/english-held-out.ts'
import { englishLater } from './corpus/english-later.ts'
import { frenchDev } from './corpus/french-dev.ts'
import { frenchFinal } from './corpus/french-final.ts'
import { frenchFresh } from './corpus/french-fresh.ts'
import { frenchHeldOut } from './corpus/french-held-out.ts'
import { frenchLater } from './corpus/french-later.ts'
import { germanDev } from './corpus/german-dev.ts'
import { germanFinal } from './corpus/german-final.ts'
import { germanFresh } from './corpus/german-fresh.ts'
import { germanHeldOut } from './corpus/german-held-out.ts'
import { germanLater } from './corpus/german-later.ts'
import { spanishDev } from './corpus/spanish-dev.ts'
import { spanishFinal } from './corpus/spanish-final.ts'
import { spanishFresh } from './corpus/spanish-fresh.ts'
import { spanishHeldOut } from './corpus/spanish-held-out.ts'
import { spanishLater } from './corpus/spanish-later.ts'
import type { Half } from './half.ts'

export const devHalves: ReadonlyArray<Half> = [englishDev, germanDev, frenchDev, spanishDev, chineseDev]
export const heldOutHalves: ReadonlyArray<Half> = [englishHeldOut, germanHeldOut, frenchHeldOut, spanishHeldOut, chineseHeldOut]
export const freshHalves: ReadonlyArray<Half> = [englishFresh, germanFresh, frenchFresh, spanishFresh, chineseFresh]
/** Written as the fresh ones were, and measured once before anybody looked at what failed. */
export const laterHalves: ReadonlyArray<Half> = [englishLater, germanLater, frenchLater, spanishLater, chineseLater]
/** The same once more, after the hearing had been fitted to the others. */
export const finalHalves: ReadonlyArray<Half> = [englishFinal, germanFinal, frenchFinal, spanishFinal, chineseFinal]
/** Those that the hearing is made and fitted with. */
export const learnedHalves: ReadonlyArray<Half> = [...devHalves, ...heldOutHalves, ...freshHalves, ...laterHalves, ...finalHalves]
