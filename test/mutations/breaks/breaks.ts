/** Every break, by what it stands for. */
import type { Break } from '../break.ts'
import { forgetting } from './forgetting.ts'
import { growth } from './growth.ts'
import { learning } from './learning.ts'
import { measures } from './measures.ts'
import { past } from './past.ts'
import { profiles } from './profiles.ts'
import { routing } from './routing.ts'
import { safety } from './safety.ts'

export const breaks: ReadonlyArray<Break> = [
  ...growth,
  ...routing,
  ...forgetting,
  ...learning,
  ...measures,
  ...safety,
  ...profiles,
  ...past,
]
