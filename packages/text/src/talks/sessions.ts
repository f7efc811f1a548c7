/**
 * Recorded sessions of agents: the host that wrote a file, and what its owner and the agent said to each other.
 *
 * Not said are: what tools gave, abandoned branches, what sub-agents and other sessions wrote, heartbeats and commands with the answers to
 * them, and what a host put into a message.
 */
import { isTooDeep } from '../json-depth.ts'
import { acknowledgesHeartbeat, agentsWords, ownersWords, wakesAgent } from './host-words.ts'
import { type SessionHost, sessionHosts, type Voice } from './session-hosts.ts'
import { branchTo, isObject, type JsonObject, parsedJson } from './talks.ts'

/** A host is known when its lines are ahead of others by this number. */
const leadLeast = 50
/** Most lines that are no JSON before a file is taken for one without records. */
const brokenMost = 1_000
/** Most lines, and most characters of them, in which a host takes the lead: a file in which none does is no session, and may be endless. */
const undecidedMost = { lines: 10_000, characters: 64_000_000 }

/**
 * Returns the host whose session the lines are; undefined for any other file. Most lines must be of its shape, and one of a shape that no
 * other program writes. Lines that are no JSON do not count. Takes no more lines than it needs: 50 of a usual session,
 * and 10,000, or those of 64 million characters, of a file that is like a session and like others.
 */
export const sessionHostOf = (lines: Iterable<string>): SessionHost | undefined => {
  const tallies = Object.values(sessionHosts).map((host) => ({ host, own: 0, lead: 0 }))
  let [broken, seen, characters] = [0, 0, 0]
  for (const json of lines) {
    seen++
    characters += json.length
    if (seen > undecidedMost.lines || characters > undecidedMost.characters) return undefined
    const line = json.trim() === '' ? undefined : recordIn(json)
    if (line === undefined) {
      broken += json.trim() === '' ? 0 : 1
      if (broken > brokenMost) break
      continue
    }
    for (const tally of tallies) {
      const shape = isObject(line) ? tally.host.shape(line) : 'foreign'
      tally.own += shape === 'own' ? 1 : 0
      tally.lead += shape === 'foreign' ? -1 : 1
    }
    const known = tallies.find(({ lead, own }) => own > 0 && lead >= leadLeast)
    if (known !== undefined) return known.host
    if (tallies.every(({ lead }) => lead <= -leadLeast)) return undefined
  }
  return tallies.find(({ lead, own }) => own > 0 && lead > 0)?.host
}

/** Undefined for a line that cannot be read. */
const recordIn = (json: string): unknown => (isTooDeep(json) ? undefined : parsedJson(json.replace(/^\uFEFF/, '')))

interface SessionReader {
  /** Takes the next line of the session. */
  readonly take: (json: string) => void
  /**
   * Returns a text for each line: a record with `id`, `role`, `content` and `timestamp` for what was said, the line itself where it cannot be
   * read, and `''` for all others.
   */
  readonly said: () => ReadonlyArray<string>
}

/** Returns a reader of a session. It keeps what was said, not what tools gave: the file may be much larger than the memory. */
export const sessionReader = (host: SessionHost): SessionReader => {
  const lines: Array<SessionLine> = []
  return {
    take: (json) => {
      const line = json.trim() === '' ? {} : recordIn(json)
      lines.push(isObject(line) ? readLine(host, line) : { broken: json })
    },
    said: () => {
      if (lines.some(({ isSubagents }) => isSubagents === true)) return lines.map(({ broken = '' }) => broken)
      const records = saidRecords(host, lines)
      return lines.map((line) => line.broken ?? JSON.stringify(records.get(line)) ?? '')
    },
  }
}

/** A line of a session with the fields that decide whether somebody said it. */
interface SessionLine {
  /** The line itself where it cannot be read. */
  readonly broken?: string
  readonly id?: string | undefined
  /** Null for the first line of a tree; undefined for a line that is in every branch. */
  readonly parent?: string | null | undefined
  readonly leaf?: string | undefined
  readonly isSubagents?: boolean
  readonly isEcho?: boolean
  readonly voice?: Voice
  /** Its texts; none for a line in which nobody speaks. */
  readonly parts?: ReadonlyArray<string>
  readonly stamp?: string | number | undefined
}

const readLine = (host: SessionHost, line: JsonObject): SessionLine => {
  const voice = host.voice(line)
  const parent = host.parent?.(line)
  const [id, leaf, stamp] = [host.id(line), host.leaf?.(line), host.stamp(line)]
  return {
    id: typeof id === 'string' ? id : undefined,
    parent: typeof parent === 'string' || parent === null ? parent : undefined,
    leaf: typeof leaf === 'string' ? leaf : undefined,
    isSubagents: host.isSubagents?.(line) === true,
    isEcho: host.isEcho?.(line) === true,
    voice,
    parts: voice === undefined ? [] : partsOf(host.content(line)),
    stamp: typeof stamp === 'string' || typeof stamp === 'number' ? stamp : undefined,
  }
}

const textTypes = new Set([undefined, 'text', 'input_text', 'output_text'])

/** Returns the texts of a message: not its pictures, thoughts, calls and results of tools. */
const partsOf = (content: unknown): ReadonlyArray<string> => {
  const parts = Array.isArray(content) ? content : [content]
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [part]
    return isObject(part) && textTypes.has(part['type'] as string) && typeof part['text'] === 'string' ? [part['text']] : []
  })
}

interface SaidRecord {
  readonly id: string | undefined
  readonly role: 'user' | 'assistant'
  readonly content: string
  /** The time stamp of the line, or the day in the message. */
  readonly timestamp: string | number | undefined
}

const saidRecords = (host: SessionHost, lines: ReadonlyArray<SessionLine>): ReadonlyMap<SessionLine, SaidRecord> => {
  const isActive = activeLines(lines)
  const said = new Map<SessionLine, SaidRecord>()
  // The agent answers whoever spoke last.
  let isOwners = true
  /** The owner's message that has no answer yet. */
  let asked: SessionLine | undefined
  for (const line of lines) {
    const { parts = [], stamp, voice } = line
    if (voice === undefined || !isActive(line)) continue
    if (voice !== 'agent') asked = voice === 'owner' ? line : undefined
    if (voice === 'other') isOwners = false
    else if (voice === 'owner') {
      const words = parts.map(ownersWords)
      const content = joined(words.map(({ text }) => text))
      // A picture alone is the owner's; a text of the host alone is nobody's.
      if (parts.length === 0 || content !== '') isOwners = !wakesAgent(content) && host.isCommand?.(content) !== true
      const timestamp = words.find(({ day }) => day !== undefined)?.day ?? stamp
      if (isOwners && content !== '') said.set(line, { id: line.id, role: 'user', content, timestamp })
    } else if (asked !== undefined && isHeartbeat(said.get(asked), parts)) said.delete(asked)
    else if (isOwners) {
      const content = joined(parts.map(agentsWords))
      if (content === '') continue
      said.set(line, { id: line.id, role: 'assistant', content, timestamp: stamp })
      asked = undefined
    }
  }
  return withoutEchoes(said)
}

/** A message about heartbeats to which the agent has nothing to say but that all is well is one. */
const isHeartbeat = (asked: SaidRecord | undefined, answer: ReadonlyArray<string>): boolean =>
  asked?.content.includes('HEARTBEAT') === true && answer.length > 0 && answer.every((part) => acknowledgesHeartbeat(part))

const joined = (texts: ReadonlyArray<string>): string => texts.filter((text) => text !== '').join('\n')

/** Leaves out the echoes of a speaker who has other lines. */
const withoutEchoes = (said: ReadonlyMap<SessionLine, SaidRecord>): ReadonlyMap<SessionLine, SaidRecord> => {
  const speakers = new Set([...said].flatMap(([{ isEcho }, { role }]) => (isEcho === true ? [] : [role])))
  return new Map([...said].filter(([{ isEcho }, { role }]) => isEcho !== true || !speakers.has(role)))
}

/**
 * Returns a test for the lines that were not abandoned for others: the active branch, and all lines that do not come from one of it, such as
 * those whose beginning was cut off.
 */
const activeLines = (lines: ReadonlyArray<SessionLine>): ((line: SessionLine) => boolean) => {
  const parents = new Map<string, string | undefined>()
  let last: string | undefined
  for (const { id, leaf, parent, voice } of lines) {
    if (id === undefined || parent === undefined) continue
    parents.set(id, parent ?? undefined)
    if (leaf !== undefined || voice !== undefined) last = leaf ?? id
  }
  const active = new Set(branchTo(last, parents))
  const abandoned = new Map<string, boolean>()
  return ({ id, parent }) => {
    if (id === undefined || parent === undefined || active.has(id)) return true
    const path = new Set<string>()
    let at: string | undefined = id
    for (; at !== undefined && !active.has(at) && !abandoned.has(at) && !path.has(at); at = parents.get(at)) path.add(at)
    const isAbandoned = at !== undefined && (active.has(at) || abandoned.get(at) === true)
    for (const one of path) abandoned.set(one, isAbandoned)
    return !isAbandoned
  }
}
