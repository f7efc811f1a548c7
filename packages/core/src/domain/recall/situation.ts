/** Tells the situation of a question in a few words: where it is asked, what is open, what failed, and which files were changed or opened. */

import { countTokens } from '@crabtrail/text/words/context-fence'

export interface Situation {
  readonly project: string | undefined
  readonly channel: string | undefined
  /** The newest question of the session that ended, if it did not end well. */
  readonly task: string | undefined
  /** The tags of the last heartbeat. */
  readonly areas: ReadonlyArray<string>
  /** Kinds of errors that no later turn got over, the newest first. */
  readonly errors: ReadonlyArray<string>
  /** Names of files that were written, the newest first. */
  readonly changed: ReadonlyArray<string>
  /** Names of files that were opened and not written, the newest first. */
  readonly opened: ReadonlyArray<string>
}

/** Project and channel are the same from turn to turn: alone they say nothing of a question. */
const saysAnything = ({ areas, changed, errors, opened, task }: Situation): boolean =>
  task !== undefined || areas.length + errors.length + changed.length + opened.length > 0

/** Characters of a question, a name or a tag that are told. */
const entryCharacters = 80

/**
 * Returns the digest of a situation in at most `most` tokens, and nothing where nothing is out of the ordinary. Parts come by their order, and
 * each entry that fits is told.
 */
export const situationDigest = (situation: Situation, most: number): string => {
  if (!saysAnything(situation)) return ''
  const { areas, changed, channel, errors, opened, project, task } = situation
  const parts: ReadonlyArray<readonly [name: string, entries: ReadonlyArray<string>]> = [
    ['project', listed(project)],
    ['channel', listed(channel)],
    ['not done', listed(task)],
    ['area', areas],
    ['failed', errors],
    ['changed', changed],
    ['files', opened],
  ]
  let told = ''
  for (const [name, entries] of parts) {
    let part = ''
    for (const entry of new Set(entries.map(clipped))) {
      const longer = part === '' ? `${name} ${entry}` : `${part}, ${entry}`
      if (entry === '' || countTokens(joined(told, longer)) > most) continue
      part = longer
    }
    told = joined(told, part)
  }
  return told
}

const listed = (one: string | undefined): ReadonlyArray<string> => (one === undefined ? [] : [one])

const joined = (before: string, part: string): string => (before === '' || part === '' ? before + part : `${before}; ${part}`)

/** In one line. A semicolon parts what is told, and a comma entries. */
const clipped = (text: string): string => {
  const line = text.replace(/[\s;,]+/gu, ' ').trim()
  return line.length <= entryCharacters
    ? line
    : `${line
        .slice(0, entryCharacters - 1)
        .toWellFormed()
        .trimEnd()}…`
}

/** Returns the names of files that a digest tells, each as {@link nameTold} has it. */
export const filesTold = (digest: string): ReadonlyArray<string> =>
  [...digest.matchAll(/(?:^|; )(?:changed|files) ([^;]+)/g)].flatMap(([, names = '']) => names.split(', '))

/** Returns the name of a file without its folders, whatever system its path is of. */
export const fileName = (path: string): string => path.replace(/[/\\]+$/, '').replace(/^.*[/\\]/s, '')

/** Returns the name of a file as a digest tells it. */
export const nameTold = (path: string): string => clipped(fileName(path))
