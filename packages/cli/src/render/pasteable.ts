/** Commands that are printed to be pasted into a shell. */
import type { Everywhere } from '../arguments/call.ts'
import { plain } from './plain.ts'

const bare = /^[\w./@%+:,-][\w./@%+:,=#~-]*$/

/** A word as a POSIX shell reads it back. */
const quoted = (word: string): string => (bare.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/** The program with the options that choose a store and a brain, as they were given: a command that follows means the same memory. */
export const calledAs = ({ brain, host, store }: Pick<Everywhere, 'brain' | 'host' | 'store'>): ReadonlyArray<string> => [
  'crabtrail',
  ...(store === undefined ? [] : ['--store', store]),
  ...(host === undefined ? [] : ['--host', host]),
  ...(brain === undefined ? [] : ['--brain', brain]),
]

export const pasteable = (words: ReadonlyArray<string>): string => plain(words.map(quoted).join(' '))
