/** Finds the calls of a session that a later call takes back: a commit reverted, a file put back, a command and its opposite. */
import type { CommandWords } from '@crabtrail/text/evidence/shell-commands'
import type { NodeNumber, TurnNumber } from '../identity.ts'

/** A tool call as the host reported it. Digests stand for texts; equal texts have equal digests. */
export interface ToolCall {
  readonly tool: string
  readonly failed: boolean
  /** The commands of the line of a tool that runs commands. Absent: none. */
  readonly commands?: ReadonlyArray<CommandWords>
  /** The beginning of what the call printed. */
  readonly output?: string
  /** The file that the call reads or writes. */
  readonly path?: string
  /** Digest of the whole text that a file was written with, or of the text that an edit put in. */
  readonly added?: string
  /** Digest of the text that an edit took out. Absent: the file was written whole. */
  readonly removed?: string
  /** Digest of the whole text that was read from the file. */
  readonly read?: string
}

/** A call with its turn and the memories whose words it had. */
export interface SeenCall extends ToolCall {
  readonly turn: TurnNumber
  /** When its turn ended, in milliseconds UTC. */
  readonly at: number
  readonly nodes: ReadonlyArray<NodeNumber>
}

/** Returns the tool and the program of a call, with its verb in git: no argument, path or value. */
export const stepOf = (call: ToolCall): string => {
  const [command] = call.commands ?? []
  if (command === undefined) return call.tool
  const verb = command.program === 'git' ? gitWords(command).verb : ''
  return [call.tool, command.program, verb].filter((word) => /^[\p{L}\p{N}][\p{L}\p{N}_.+-]{0,30}$/u.test(word)).join(' ')
}

export interface TakenBack {
  readonly call: SeenCall
  /** `restored`: a file has the text again that it had before. */
  readonly how: 'undone' | 'restored'
}

/**
 * Returns the earlier calls that this one takes back, each once. What is taken back must be something that one of them did: a command that
 * reverts what nobody of the session committed takes nothing back.
 */
export const takenBack = (call: ToolCall, before: ReadonlyArray<SeenCall>): ReadonlyArray<TakenBack> => {
  if (call.failed) return []
  const done = before.filter(({ failed }) => !failed)
  const undone = new Set(call.commands?.flatMap((command) => undoneBy(command, done)))
  const restored = restoredBy(call, done).filter((one) => !undone.has(one))
  return [
    ...[...undone].map((one): TakenBack => ({ call: one, how: 'undone' })),
    ...restored.map((one): TakenBack => ({ call: one, how: 'restored' })),
  ]
}

const undoneBy = (command: CommandWords, done: ReadonlyArray<SeenCall>): ReadonlyArray<SeenCall> =>
  command.program === 'git'
    ? undoneByGit(gitWords(command), done)
    : done.filter((one) => one.commands?.some((earlier) => isOpposite(command, earlier)))

/* Git: what a revert, a reset, a checkout or a restore takes back of what the session committed or wrote. */

interface GitWords {
  readonly verb: string
  readonly options: ReadonlyArray<string>
  readonly operands: ReadonlyArray<string>
  readonly behind: ReadonlyArray<string> | undefined
}

/** `git -C folder verb …`: the folder is no operand. */
const gitWords = ({ behind, operands, options }: CommandWords): GitWords => {
  const [verb = '', ...rest] = options.includes('-C') ? operands.slice(1) : operands
  return { verb, options, operands: rest, behind }
}

const undoneByGit = ({ behind, operands, options, verb }: GitWords, done: ReadonlyArray<SeenCall>): ReadonlyArray<SeenCall> => {
  switch (verb) {
    case 'revert': {
      const made = committed(done)
      return operands.flatMap((revision) => made[placeOf(revision, made) ?? -1]?.calls ?? [])
    }
    case 'reset':
      return undoneByReset(operands, options, done)
    case 'checkout':
    case 'restore':
      return options.includes('--staged') && !options.includes('--worktree')
        ? []
        : uncommitted(done).filter(
            ({ path }) => path !== undefined && [...operands, ...(behind ?? [])].some((named) => isSamePath(named, path)),
          )
    default:
      return []
  }
}

/** A reset to a revision takes back the commits behind it; a hard one to the newest takes back what was written since. */
const undoneByReset = (
  operands: ReadonlyArray<string>,
  options: ReadonlyArray<string>,
  done: ReadonlyArray<SeenCall>,
): ReadonlyArray<SeenCall> => {
  const made = committed(done)
  const at = placeOf(operands[0] ?? 'HEAD', made) ?? 0
  const since = options.includes('--hard') ? uncommitted(done).filter(({ path }) => path !== undefined) : []
  return [...made.slice(0, at).flatMap(({ calls }) => calls), ...since]
}

interface Committed {
  readonly hash: string | undefined
  /** The call that committed, and the calls that wrote since the commit before. */
  readonly calls: ReadonlyArray<SeenCall>
}

/** Verbs after which the newest commit is another one than the session’s last, so that its place from the head says nothing. */
const movesHead: ReadonlySet<string> = new Set(['pull', 'merge', 'rebase', 'cherry-pick', 'am', 'switch', 'reset', 'revert'])

/** Returns the commits of the session, the newest first, since the head was last moved otherwise. */
const committed = (done: ReadonlyArray<SeenCall>): ReadonlyArray<Committed> => {
  let made: ReadonlyArray<Committed> = []
  let written: ReadonlyArray<SeenCall> = []
  for (const call of done) {
    const verbs = call.commands?.flatMap((command) => (command.program === 'git' ? [gitWords(command)] : [])) ?? []
    if (verbs.some(({ operands, verb }) => movesHead.has(verb) || (verb === 'checkout' && operands.length > 0 && !names(operands, done))))
      made = []
    if (verbs.some(({ verb }) => verb === 'commit')) {
      made = [{ hash: /\[[^\]\n]*?\b([0-9a-f]{7,40})\]/.exec(call.output ?? '')?.[1], calls: [call, ...written] }, ...made]
      written = []
    } else if (call.added !== undefined) written = [...written, call]
  }
  return made
}

const names = (operands: ReadonlyArray<string>, done: ReadonlyArray<SeenCall>): boolean =>
  done.some(({ path }) => path !== undefined && operands.some((named) => isSamePath(named, path)))

const uncommitted = (done: ReadonlyArray<SeenCall>): ReadonlyArray<SeenCall> => {
  const last = done.findLastIndex((call) =>
    call.commands?.some((command) => command.program === 'git' && gitWords(command).verb === 'commit'),
  )
  return done.slice(last + 1).filter(({ added }) => added !== undefined)
}

/** Returns the place of a revision among the commits of the session, 0 for the newest; undefined for one that the session did not make. */
const placeOf = (revision: string, made: ReadonlyArray<Committed>): number | undefined => {
  const fromHead = /^(?:HEAD|@)(?:(\^+)|~(\d*))?$/.exec(revision)
  const at =
    fromHead === null
      ? made.findIndex(
          ({ hash }) => /^[0-9a-f]{7,40}$/.test(revision) && hash !== undefined && (hash.startsWith(revision) || revision.startsWith(hash)),
        )
      : fromHead[1] !== undefined
        ? fromHead[1].length
        : fromHead[2] === undefined
          ? 0
          : Number(fromHead[2] || 1)
  return at >= 0 && at <= made.length ? at : undefined
}

/** True where one path ends with the other, whole parts compared. */
const isSamePath = (one: string, other: string): boolean => {
  const [short, long] = [plain(one), plain(other)].sort((a, b) => a.length - b.length) as [string, string]
  return short !== '' && (short === long || long.endsWith(`/${short}`))
}

const plain = (path: string): string => path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')

/* Any program: a command and its opposite. */

/**
 * True where a command is the opposite of an earlier one: the same program on the same things, with its two operands exchanged (`mv a b`, `mv b a`)
 * or with the negated verb (`enable x`, `disable x`; `install x`, `uninstall x`).
 */
const isOpposite = (command: CommandWords, earlier: CommandWords): boolean => {
  if (command.program !== earlier.program || command.program === '') return false
  const [now, then] = [command.operands, earlier.operands]
  if (now.length === 2 && then.length === 2 && now[0] !== now[1] && now[0] === then[1] && now[1] === then[0]) return true
  const at = now.findIndex((word, i) => word !== then[i])
  if (at < 0 || !isNegated(now[at] ?? '', then[at] ?? '')) return false
  const rest = now.slice(at + 1)
  return rest.length > 0 && rest.every((word) => then.slice(at + 1).some((other) => withoutVersion(other) === withoutVersion(word)))
}

/** `install left-pad@1.3` and `uninstall left-pad` name the same thing. */
const withoutVersion = (word: string): string => word.replace(/(?<=.)@[^@/]*$|[=~<>]=.*$/, '')

/** True where one verb says the opposite of the other by its beginning. */
const isNegated = (one: string, other: string): boolean =>
  one === `un${other}` ||
  one === `dis${other}` ||
  one === `de${other}` ||
  (/^en./.test(other) && (one === `dis${other.slice(2)}` || one === `dis${other}`))

/* Files: a text that a file had before. */

/** Returns the writes that a call takes back by giving the file the text that it had before them. */
const restoredBy = (call: ToolCall, done: ReadonlyArray<SeenCall>): ReadonlyArray<SeenCall> => {
  const { added, path, removed } = call
  if (path === undefined || added === undefined) return []
  const ofFile = done.filter((one) => one.path === path)
  if (removed !== undefined) {
    const opposite = ofFile.findLast((one) => one.added === removed && one.removed === added)
    return opposite === undefined || added === removed ? [] : [opposite]
  }
  const had = ofFile.findLastIndex((one) => one.read === added || (one.added === added && one.removed === undefined))
  return had < 0 ? [] : ofFile.slice(had + 1).filter((one) => one.added !== undefined)
}

/**
 * Returns the earlier writes of the file that are written over, or that somebody else changed since: the call reads another text than was written.
 * Only writes of other turns: within one turn an agent writes a file as often as it likes.
 */
export const editedBy = (call: ToolCall & Pick<SeenCall, 'turn'>, before: ReadonlyArray<SeenCall>): ReadonlyArray<SeenCall> => {
  const { added, failed, path, read } = call
  const last =
    failed || path === undefined ? undefined : before.findLast((one) => !one.failed && one.path === path && one.added !== undefined)
  if (last === undefined || last.turn === call.turn) return []
  const isChangedByOthers = read !== undefined && last.removed === undefined && read !== last.added
  return isChangedByOthers || (added !== undefined && added !== last.added) ? [last] : []
}
