/** Whether a file is the record of a session that a host keeps: told by its first line. */
import { closeSync, constants, openSync, readSync } from 'node:fs'
import { isTranscriptLine } from '@crabtrail/core'

const beginningBytes = 65_536

/** False for one that cannot be read: whoever reads it says why. */
export const isTranscriptFile = (path: string): boolean => {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const beginning = Buffer.alloc(beginningBytes)
    const bytes = readSync(file, beginning, 0, beginning.length, 0)
    return isTranscriptLine(beginning.toString('utf8', 0, bytes).split('\n', 1)[0] ?? '')
  } catch {
    return false
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
