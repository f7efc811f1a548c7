/** What a page in a file holds: answers of the memory at one position, by what they were asked about. */

import type { AnswerOf } from '@crabtrail/core'

export interface MemoryFile {
  readonly brain: string
  readonly position: number
  /** The session that the file is about; `null` for all of the brain. */
  readonly session: string | null
  readonly timeline: AnswerOf<'timeline'>
  readonly stats: AnswerOf<'stats'>
  readonly list: AnswerOf<'list'>
  readonly sessions: AnswerOf<'sessions'>
  /** Newest first. */
  readonly turns: AnswerOf<'turns'>['turns']
  /** True where the brain has older turns than these. */
  readonly more: boolean
  /** By the number of the turn, as `t17`. */
  readonly why: Readonly<Record<string, AnswerOf<'why'>>>
  /** What followed from each turn. */
  readonly followed: Readonly<Record<string, AnswerOf<'log'>>>
  /** By the id of the memory, or the name of the document. */
  readonly show: Readonly<Record<string, AnswerOf<'show'>>>
  /** The verdicts of each session, by its number. */
  readonly verdicts: Readonly<Record<string, AnswerOf<'log'>>>
  /** What a model judged of what was said in each session, by its number. */
  readonly judged: Readonly<Record<string, AnswerOf<'log'>>>
  /** What would be without each session, by its number. */
  readonly without: Readonly<Record<string, AnswerOf<'unlearn'>>>
}
