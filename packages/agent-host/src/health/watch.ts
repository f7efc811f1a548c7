/** Reports what keeps the memory of a gateway from working, once in the log and once to the owner, and writes the status for the command line. */
import { hostname } from 'node:os'
import { isWorkerFailure, type MemoryWorker } from '@crabtrail/store/worker'
import { settleOwnerLists } from '../access/withheld.ts'
import { ownBrains } from '../conversation/naming.ts'
import { embedderProblem, modelProblem } from '../model/chosen-models.ts'
import { asksAliases } from '../notes/name-aliases.ts'
import { fileProblem } from '../notes/note-file.ts'
import { deadlineFor, deadlineInWords, waitsIn } from '../state/deadline.ts'
import type { HostParts } from '../state/parts.ts'
import {
  type Blindness,
  blindCauses,
  type HealthReport,
  healthPath,
  logCause,
  raise,
  readHealth,
  rememberTold,
  settle,
  wasTold,
  writeHealth,
} from '../state/problems.ts'
import { version } from '../state/shared-memory.ts'
import { blindSpots, spotCauses } from './blind-spots.ts'
import { answerProblem, type CountedWork, countedWork } from './work.ts'

export interface WatchedHost {
  readonly logger: { readonly info: (line: string) => void; readonly error: (line: string) => void }
  /** Tells the owner in his main session. Throws where the host does not accept it now: it is tried again. */
  readonly tellOwner: (text: string) => void
  /** Returns the causes that keep the memory from hearing or adding anything now. */
  readonly blindness: () => ReadonlyArray<Blindness>
  /** Returns the reason why the host does not ask the model that it should; undefined where it does. */
  readonly refused: () => string | undefined
}

export const watchEveryMs = 5_000
/** The status is also written without a change after this time, so that a dead gateway differs from an idle one. */
export const freshMs = 60_000
const deadlineMs = 30_000
/** The host gives all services of a replaced plugin 5 seconds together to stop. */
const endMs = 500

export interface HealthWatch {
  /** Checks everything and reports changes. Never rejects. A second call joins a check under way; after `end` it does nothing. */
  readonly check: () => Promise<void>
  /** Writes the status for the last time. Waits at most 500 ms for a check under way, which then reports nothing. */
  readonly end: () => Promise<void>
}

export const healthWatch = (watched: WatchedHost, parts: HostParts): HealthWatch => {
  const { state } = parts
  const worker = parts.memory.worker()
  const looks = storeLooks(worker, parts)
  const work = countedWork(worker, state)
  let ended = false
  const tell: Tell = (cause, text, toOwner) => {
    if (ended) return
    raise(state, cause, text, () => {
      watched.logger.error(`crabtrail: ${text}`)
      if (toOwner !== undefined && !wasTold(state, cause, text)) state.health.owed.set(cause, toOwner)
    })
  }
  const { file, write } = statusWriter(parts, worker, work, tell)
  const begun = readHealth(file).then((before) => beginWith(state, before))
  const again = (what: string) => watched.logger.info(`crabtrail: ${what} again`)
  const embedder = embedderProblem(parts.config, 'of this process', parts.embedder, parts.host)
  const language = modelProblem(parts.config, 'of this process', parts.model, parts.host)
  const tellModel = (cause: string, problem: string | undefined, what: string): void => {
    if (problem !== undefined) tell(cause, problem)
    else if (!ended) settle(state, cause, () => again(what))
  }
  const check = async () => {
    await begun
    tellBlindness(watched, parts, tell)
    settleOwnerLists(parts)
    const verdict = await looks.verdict()
    if (ended) return
    const broken = verdict?.problem
    if (broken !== undefined) tell('store', `${unusable}: ${broken}`, `${unusable}${moreAbout}`)
    else if (verdict !== undefined) settle(state, 'store', () => again('the memory works'))
    tellProven(parts, tell, again)
    const { lost } = worker.status().signals
    if (lost > 0) tell('lost-signals', `signals to the memory were lost (${lost}): too many waited for the store, or it refused them`)
    await work.look()
    tellModel('embedder', (await embedder) ?? answerProblem(work.newest()) ?? silentProvider(parts), 'the embedder gives vectors')
    tellModel('model', await language, 'the language model is asked')
    tellModel('utility-model', watched.refused(), 'the utility model of the host is asked')
    tellSpots(parts, work, tell)
    if (ended) return
    await write(false).then(
      () => settle(state, 'state-folder'),
      (error: unknown) => broken ?? tell('state-folder', `the status cannot be written to ${file}: ${fileProblem(error)}`),
    )
    if (ended) return
    tellOwed(watched, parts)
    settle(state, 'health')
  }
  const failed = (error: unknown) => tell('health', `the watch over the memory failed: ${String(error)}`)
  const checks = oneAtATime(() => check().catch(failed))
  return {
    check: () => (ended ? Promise.resolve() : checks.run()),
    end: async () => {
      ended = true
      await atMost(endMs, checks.underWay())
      const written = write(true).catch(() => {})
      await atMost(endMs, written)
    },
  }
}

/** A process begins with what the turns of the one before it waited, and with what that one told the owner. A later copy in this process does not. */
const beginWith = (state: HostParts['state'], before: HealthReport | undefined): void => {
  if (before === undefined || before.instance === instance()) return
  if (state.pace.waits.length === 0) state.pace.waits = waitsIn(before.pace?.waits)
  rememberTold(state, before)
}

const instance = (): string => `${process.pid}-${Math.round(performance.timeOrigin)}`

/** A call joins the run under way. */
const oneAtATime = (run: () => Promise<void>) => {
  let under: Promise<void> | undefined
  const ended = () => {
    under = undefined
  }
  return { run: () => (under ??= run().finally(ended)), underWay: () => under }
}

/** The provider of the host is asked once when the memory is opened. Where that fails there is no embedder whose failures the worker could count. */
const silentProvider = ({ config, state }: HostParts): string | undefined =>
  config.embedder === 'host' && state.health.embedding.failed
    ? 'the embedding provider of the host gave no vectors when it was asked last, so the words of a question decide alone: see that it can be reached, and restart the gateway if this stays'
    : undefined

/** Says which logs are not whole, and which are whole again. */
const tellProven = ({ state }: HostParts, tell: Tell, again: (what: string) => void): void => {
  for (const cause of mendedLogs(state)) settle(state, cause, () => again(`the ${cause} is whole`))
  for (const [brain, { problem }] of state.health.proven) {
    if (problem !== null) tell(logCause(brain), `the memory ${brain} is not whole: ${problem}`, `a memory is not whole${moreAbout}`)
  }
}

const tellBlindness = ({ blindness }: WatchedHost, { state }: HostParts, tell: Tell): void => {
  const blind = blindness()
  for (const cause of blindCauses) {
    const found = blind.find((one) => one.cause === cause)
    if (found === undefined) settle(state, cause)
    else {
      const text = `${found.text}: ${found.command}`
      tell(cause, text, text)
    }
  }
}

/** Says what stands still although nothing failed. */
const tellSpots = (parts: HostParts, work: CountedWork, tell: Tell): void => {
  const { config, host, state } = parts
  const { stalls, unrecorded } = state.health
  const isJudging = config.model !== 'off' && config.judging !== 'off'
  const unnamed = asksAliases(parts)
    ? [...state.aliasing].map(([brain, { answered, left, postponed }]) => ({ brain, left: left + postponed, answered }))
    : []
  const looked = blindSpots({ now: Date.now(), work: work.newest(), unrecorded, isJudging, unnamed, terminal: host.terminal }, stalls)
  state.health.stalls = looked.stalls
  for (const cause of spotCauses) {
    const found = looked.spots.find((one) => one.cause === cause)
    if (found === undefined) settle(state, cause)
    else tell(cause, `${found.text}: ${found.command}`, `${found.text}: ${found.command}`)
  }
}

/** Reports a problem in the log, and `toOwner` in the main session. Others may read that, so it holds no path, no name and nothing from the memory. */
type Tell = (cause: string, text: string, toOwner?: string) => void

const unusable = 'the memory cannot be used, and turns go on without it'
const moreAbout = '; the log of the gateway and /trail status say more'

/** Writes one status after the other, so that the newest is the last on disk. */
const statusWriter = (parts: HostParts, worker: MemoryWorker, work: CountedWork, tell: Tell) => {
  const { state } = parts
  const file = healthPath(parts.memory.files)
  let [written, writtenAt]: [string | undefined, number] = [undefined, 0]
  let writing: Promise<void> = Promise.resolve()

  const writeNow = async (stopped: boolean): Promise<void> => {
    const report = reportOf(parts, worker, work, stopped)
    const said = JSON.stringify({ ...report, at: 0 })
    if (said === written && report.at - writtenAt < freshMs) return
    const other = await readHealth(file)
    // A file that changed since our last write belongs to another gateway, unless that gateway stopped.
    const rival = written !== undefined && other !== undefined && other.instance !== report.instance && !other.stopped
    if (rival) tell('two-gateways', `another gateway (process ${other?.pid}) uses this memory too; stop one of the two`)
    else if (written !== undefined) settle(state, 'two-gateways')
    await writeHealth(file, report)
    ;[written, writtenAt] = [said, report.at]
  }
  return {
    file,
    write: (stopped: boolean): Promise<void> => {
      const wrote = writing.then(() => writeNow(stopped))
      writing = wrote.catch(() => {})
      return wrote
    },
  }
}

/** Waits for work that never rejects, at most `ms` milliseconds. */
const atMost = (ms: number, work: Promise<void> | undefined): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    void Promise.resolve(work).then(() => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Retries messages to the owner until the host accepts them: it accepts none while it replaces one copy of the adapter by another. */
const tellOwed = ({ tellOwner }: WatchedHost, { state }: HostParts): void => {
  const { owed, problems } = state.health
  try {
    for (const [cause, text] of owed) {
      if (problems.has(cause)) tellOwner(text)
      owed.delete(cause)
    }
  } catch {
    // The next check tries again.
  }
}

const mendedLogs = ({ health }: HostParts['state']): ReadonlyArray<string> => {
  const broken = new Set([...health.proven].flatMap(([brain, { problem }]) => (problem === null ? [] : [logCause(brain)])))
  return [...health.problems.keys()].filter((cause) => cause.startsWith(logCause('')) && !broken.has(cause))
}

/** Verdict on the store; undefined when the worker was stopped before it answered. */
type StoreVerdict = { readonly problem: string | undefined } | undefined

/** Asks the store at its start, after turns went on without it, and while it is broken. Otherwise repeats the last verdict. */
const storeLooks = (worker: MemoryWorker, parts: HostParts) => {
  const { state } = parts
  let seen: string | undefined
  let last: StoreVerdict
  const signs = () => {
    const { deadline, failed, late, unavailable } = state.health.absences
    return JSON.stringify([deadline, failed, late, unavailable, worker.status().thread.deaths, state.health.untaken.turns])
  }
  return {
    verdict: async (): Promise<StoreVerdict> => {
      const now = signs()
      if (now === seen && last !== undefined && last.problem === undefined) return last
      seen = now
      const found = await storeVerdict(worker, parts)
      const { detail, turns } = state.health.untaken
      last = found !== undefined && found.problem === undefined && turns >= untakenTurns ? { problem: detail } : found
      return last
    },
  }
}

/** A single failed turn is no problem of the store: an ended thread is back for the next turn. */
const untakenTurns = 3

/** Opens the store and the brains of this gateway, so that the first question of each need not read its log. */
const storeVerdict = async (worker: MemoryWorker, { memory, naming }: HostParts): Promise<StoreVerdict> => {
  try {
    await worker.open({ deadlineMs })
    const brains = await ownBrains(worker, naming, deadlineMs)
    for (const { key } of brains.filter(({ problem }) => problem === undefined)) await worker.ask('show', { brain: key }, { deadlineMs })
    return { problem: brains.find(({ problem }) => problem !== undefined)?.problem }
  } catch (error) {
    if (!isWorkerFailure(error)) throw error
    return memory.isInUse(worker) ? { problem: error.message } : undefined
  }
}

const paceOf = ({ config, state }: HostParts) => {
  const { waits } = state.pace
  return { deadlineMs: deadlineFor(config.deadlineMs, waits), waits, inWords: deadlineInWords(config.deadlineMs, waits) }
}

const reportOf = (parts: HostParts, worker: Pick<MemoryWorker, 'status'>, work: CountedWork, stopped: boolean): HealthReport => {
  const { state } = parts
  const { absences, hooks, owed, problems, proven } = state.health
  const { lastError, signals, thread } = worker.status()
  const startedAt = Math.round(performance.timeOrigin)
  return {
    format: 1,
    plugin: version,
    instance: instance(),
    pid: process.pid,
    host: hostname(),
    startedAt,
    at: Date.now(),
    stopped,
    hooks,
    absences,
    pace: paceOf(parts),
    problems: Object.fromEntries(problems),
    owed: [...owed.keys()],
    worker: { thread, signals, lastError },
    counters: work.newest() ?? null,
    proven: [...proven].map(([brain, one]) => ({ brain, ...one })),
    workspaces: [...state.following.workspaces.values()].map(({ brain, lastAt = null, notes, problem, skipped, workspace }) => ({
      brain,
      workspace,
      notes,
      lastAt,
      skipped: skipped.slice(0, 50),
      problem: problem?.text ?? null,
    })),
  }
}
