/** Everything that may happen in a step, drawn by weight. */
import {
  ask,
  askOverTelegram,
  automation,
  command,
  correct,
  editNote,
  group,
  heartbeat,
  judge,
  noteDown,
  renew,
  stranger,
  subagent,
  work,
} from './people.ts'
import { erase, readIn, undo, upkeep } from './terminal-commands.ts'
import { clockJump, crash, fillDisk, hang, killAtCommit, powerLoss, race, reload, restart, upgrade } from './troubles.ts'
import type { World } from './world.ts'

interface Act {
  readonly name: string
  readonly weight: number
  readonly needs?: 'two' | 'file'
  readonly run: (world: World) => Promise<void>
}

const acts: ReadonlyArray<Act> = [
  { name: 'ask', weight: 14, run: ask },
  { name: 'askOverTelegram', weight: 5, run: askOverTelegram },
  { name: 'correct', weight: 6, run: correct },
  { name: 'judge', weight: 6, run: judge },
  { name: 'command', weight: 4, run: command },
  { name: 'noteDown', weight: 5, run: noteDown },
  { name: 'work', weight: 4, run: work },
  { name: 'stranger', weight: 5, run: stranger },
  { name: 'group', weight: 5, run: group },
  { name: 'heartbeat', weight: 4, run: heartbeat },
  { name: 'automation', weight: 4, run: automation },
  { name: 'subagent', weight: 2, run: subagent },
  { name: 'renew', weight: 4, run: renew },
  { name: 'editNote', weight: 8, run: editNote },
  { name: 'erase', weight: 3, run: erase },
  { name: 'undo', weight: 3, run: undo },
  { name: 'upkeep', weight: 3, run: upkeep },
  { name: 'readIn', weight: 3, run: readIn },
  { name: 'clockJump', weight: 2, run: clockJump },
  { name: 'restart', weight: 2, run: restart },
  { name: 'reload', weight: 2, run: reload },
  { name: 'hang', weight: 3, run: hang },
  { name: 'fillDisk', weight: 2, needs: 'file', run: fillDisk },
  { name: 'race', weight: 5, needs: 'two', run: race },
  { name: 'killAtCommit', weight: 4, run: killAtCommit },
  { name: 'powerLoss', weight: 4, run: powerLoss },
  { name: 'crash', weight: 2, run: crash },
  { name: 'upgrade', weight: 1, run: upgrade },
]

export const pickAct = (world: World): Act => {
  const all = world.gateways.every(({ alive }) => alive)
  const possible = acts.filter(({ needs }) => (needs !== 'two' || all) && (needs !== 'file' || world.path !== undefined))
  let drawn = world.chance.below(possible.reduce((sum, { weight }) => sum + weight, 0))
  for (const act of possible) {
    drawn -= act.weight
    if (drawn < 0) return act
  }
  return { name: 'ask', weight: 1, run: ask }
}
