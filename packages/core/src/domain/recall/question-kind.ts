/** What sort of answer a question wants, told by its words: an order, a reason, or anything else (S1.2, S1.37); and what edges count for it. */
import { type Kernel, plainKernel } from '../edge-kinds.ts'
import type { Profile } from '../profiles/profile.ts'
import { fold, lower } from '../text/fold.ts'

export const questionKinds = ['order', 'why', 'what'] as const
export type QuestionKind = (typeof questionKinds)[number]

/** Latin words stand alone; of scripts without spaces any occurrence counts. */
const words = (...alternatives: ReadonlyArray<string>): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'u')

const order = [
  words(
    '(?:in|by) (?:which|what) (?:order|sequence)',
    '(?:which|what) (?:order|sequence)',
    'order of (?:the )?(?:steps|events)',
    'step by step',
    '(?:which|what) (?:are the )?(?:next )?steps?',
    'what (?:comes?|came|happens?|happened|follows?|followed) (?:next|first|afterwards?|then)',
    // Else it may be the name of something: “What is Next.js?”
    'what (?:is|was) (?:next|first|afterwards?|then)(?= *(?:[?!.,;:]+(?:\\s|$)|$)| (?:in|steps?|to (?!the |an? |my |our |this |that ))\\b)',
    'what (?:comes?|came|happens?|happened|follows?|followed) (?:directly |right |straight )?(?:after|before)',
    'timelines?',
    'chronolog\\p{L}*',
    'in welcher reihenfolge',
    'welche (?:reihenfolge|schritte)',
    'schritt fur schritt',
    'der reihe nach',
    'dans quel ordre',
    'etape par etape',
    'en que orden',
    'paso a paso',
    'in che ordine',
    'passo dopo passo',
    'em que ordem',
    'passo a passo',
  ),
  /什么顺序|什麼順序|按顺序|步骤|步驟|先后|順番|手順|순서|단계/u,
]

const why = [
  words(
    'why',
    'how come',
    'what (?:caused?|causes|led to|leads to)',
    '(?:the )?(?:root )?causes? of',
    '(?:which|what)(?: (?:is|was|were|are))? (?:the )?(?:root )?(?:causes?|reasons?)',
    'reasons? (?:for|why|that)',
    'warum',
    'wieso',
    'weshalb',
    'aus welchem grund',
    'pourquoi',
    'por que',
    'perche',
    'pq',
  ),
  /为什么|為什麼|为何|為何|原因|なぜ|何故|どうして|왜/u,
]

/** Rules alone, so that the same question is the same kind everywhere. A question for an order of reasons is one for an order. */
export const questionKind = (question: string): QuestionKind => {
  const plain = lower(fold(question))
  if (order.some((rule) => rule.test(plain))) return 'order'
  return why.some((rule) => rule.test(plain)) ? 'why' : 'what'
}

/** Every family by one, but for the kinds of question that favour some (S1.31). */
export const kernelFor = (question: string, { kernel }: Pick<Profile, 'kernel'>): Kernel => {
  const kind = questionKind(question)
  return kind === 'what' ? plainKernel : kernel[kind]
}
