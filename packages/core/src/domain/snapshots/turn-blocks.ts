/** The recent turns in blocks of lines: a turn that is over keeps its line, so most blocks are those of the snapshot before. */
import type { TurnNumber } from '../identity.ts'
import type { TurnShelf } from '../projections/turns/turn-shelf.ts'
import type { SnapshotBlock } from './block.ts'

/** A block ends where its turns leave a stretch of so many numbers, so that it is the same one whichever older turns were forgotten; */
const turnsInStretch = 64
/** but not before it has so many: numbers may be far apart. */
const turnsInBlock = 16
const prefix = 'turns '

export const turnBlocks = (turns: TurnShelf): ReadonlyArray<SnapshotBlock> => {
  const blocks: Array<Array<string>> = []
  let stretch = -1
  for (const [turn, line] of turns.lines()) {
    const of = Math.floor(turn / turnsInStretch)
    const last = blocks.at(-1)
    if (last === undefined || (of !== stretch && last.length >= turnsInBlock)) blocks.push([])
    blocks.at(-1)?.push(`${turn} ${line}`)
    stretch = of
  }
  return blocks.map((lines, i) => ({ name: `${prefix}${i}`, data: lines.join('\n') }))
}

/** A turn is taken apart when it is first asked for. */
export const readTurnBlocks = (blocks: ReadonlyArray<SnapshotBlock>): Map<TurnNumber, string> => {
  const lines = new Map<TurnNumber, string>()
  for (const { data, name } of blocks) {
    if (!name.startsWith(prefix) || typeof data !== 'string') continue
    for (const entry of data.split('\n')) {
      const end = entry.indexOf(' ')
      lines.set(Number(entry.slice(0, end)), entry.slice(end + 1))
    }
  }
  return lines
}
