/**
 * Watches the memory of a gateway. Whatever keeps it from working is reported once in the log and once to the owner, and stays in the
 * status while it lasts. Writes the status file for the command line, which is another process.
 */
import { hostname } from 'node:os'
import { isWorkerFailure, type MemoryWorker } from '@crabtrail/store/worker'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import { settleOwnerLists } from '../access/withheld.ts'
import { agentsOf } from '../host/conversation.ts'
import type { PluginParts } from '../host/handler.ts'
import { modelProblem, refusalProblem } from '../host/model.ts'
import { ownBrains } from '../host/naming.ts'
import { type HealthReport, healthPath, logCause, raise, readHealth, settle, silent, withheld, writeHealth } from '../host/problems.ts'
import { version } from '../host/shared-memory.ts'
import { problemInChat } from '../render/errors.ts'
import { fileProblem } from '../workspace/note-file.ts'
import { answerProblem, type CountedWork, countedWork, settingsProblem } from './work.ts'

type Host = Pick<OpenClawPluginApi, 'config' | 'id' | 'logger' | 'registerService' | 'runtime'>

const everyMs = 5_000
/** The status is also written without a change after this time, so that a dead gateway differs from an idle one. */
export const freshMs = 60_000
/** Long, because the machine may be busy. */
const deadlineMs = 30_000
/** The host gives all services of a replaced plugin 5 seconds together to stop. */
const endMs = 500

export const watchHealth = (api: Host, parts: PluginParts): void => {
  let timer: NodeJS.Timeout | undefined
  let watch: HealthWatch | undefined
  api.registerService({
    id: 'crabtrail-health',
    start: () => {
      watch = healthWatch(api, parts)
      const { check } = watch
      void check()
      timer = setInterval(() => void check(), everyMs).unref()
    },
    stop: () => {
      clearInterval(timer)
      return watch?.end()
    },
  })
}

export interface HealthWatch {
  /** Checks everything and reports changes. Never rejects. A second call joins a check under way; after `end` it does nothing. */
  readonly check: () => Promise<void>
  /** Writes the status for the last time. Waits at most 500 ms for a check under way, which then reports nothing. */
  readonly end: () => Promise<void>
}

export const healthWatch = (api: Omit<Host, 'registerService'>, parts: PluginParts): HealthWatch => {
  const { state } = parts
  const worker = parts.memory.worker()
  const looks = storeLooks(worker, parts)
  const work = countedWork(worker, state)
  const teller = tellerOf(api, parts)
  let ended = false
  const tell: Tell = (...told) => (ended ? undefined : teller.tell(...told))
  const { file, write } = statusWriter(parts, worker, work, tell)
  const again = (what: string) => api.logger.info(`crabtrail: ${what} again`)
  const models = modelLooks(api, parts, work, { tell, again: (cause, what) => ended || settle(state, cause, () => again(what)) })
  let under: Promise<void> | undefined

  const check = async () => {
    tellBlindness(api, parts, tell)
    settleOwnerLists(parts)
    const verdict = await looks.verdict()
    if (ended) return
    const broken = verdict?.problem
    if (broken !== undefined) tell('store', `${unusable}: ${broken}`, `${unusable}${moreAbout}`)
    else if (verdict !== undefined) settle(state, 'store', () => again('the memory works'))
    for (const cause of mendedLogs(state)) settle(state, cause, () => again(`the ${cause} is whole`))
    for (const [brain, { problem }] of state.health.proven) {
      if (problem !== null) tell(logCause(brain), `the memory ${brain} is not whole: ${problem}`, `a memory is not whole${moreAbout}`)
    }
    const { lost } = worker.status().signals
    if (lost > 0) tell('lost-signals', `${lost} signals to the memory were lost: too many waited for the store, or it refused them`)
    await models()
    if (ended) return
    await write(false).then(
      () => settle(state, 'state-folder'),
      (error: unknown) => broken ?? tell('state-folder', `the status cannot be written to ${file}: ${fileProblem(error)}`),
    )
    if (ended) return
    teller.tellOwner()
    settle(state, 'health')
  }
  return {
    check: () => {
      if (ended) return Promise.resolve()
      under ??= check()
        .catch((error: unknown) => tell('health', `the watch over the memory failed: ${String(error)}`))
        .finally(() => {
          under = undefined
        })
      return under
    },
    end: async () => {
      ended = true
      await atMost(endMs, under)
      await atMost(
        endMs,
        write(true).catch(() => {}),
      )
    },
  }
}

interface ModelTeller {
  readonly tell: Tell
  readonly again: (cause: string, what: string) => void
}

/** Reports what keeps the embedder and the language model from answering. */
const modelLooks = (
  api: Pick<Host, 'id' | 'runtime'>,
  { config, model, state }: PluginParts,
  work: CountedWork,
  { again, tell }: ModelTeller,
) => {
  const embedder = settingsProblem(config, process.env)
  const language = modelProblem(config, process.env, model)
  return async (): Promise<void> => {
    await work.look()
    const mute = (await embedder) ?? answerProblem(work.newest())
    if (mute === undefined) again('embedder', 'the embedder gives vectors')
    else tell('embedder', mute)
    const unasked = await language
    if (unasked === undefined) again('model', 'the language model is asked')
    else tell('model', unasked)
    const refused = config.model === 'host' ? refusalProblem(api, state.health.refusal) : undefined
    if (refused === undefined) again('utility-model', 'the utility model of the host is asked')
    else tell('utility-model', refused)
  }
}

const tellBlindness = (api: Pick<Host, 'config' | 'id'>, { state }: PluginParts, tell: Tell): void => {
  const blind = withheld(api)
  const hushed = blind.length === 0 ? silent(api, state.health) : undefined
  for (const cause of ['conversation-access', 'prompt-injection', 'silent-hooks'] as const) {
    const found = [...blind, ...(hushed === undefined ? [] : [hushed])].find((one) => one.cause === cause)
    if (found === undefined) settle(state, cause)
    else {
      const text = `${found.text}: ${found.command}`
      tell(cause, text, text)
    }
  }
}

/**
 * Reports a problem in the gateway's log, and `toOwner` in the main session of the first agent. By default, direct chats of all people use
 * that session and the next message takes the text, so `toOwner` holds no path, no name of an agent or brain, and nothing from the memory.
 */
type Tell = (cause: string, text: string, toOwner?: string) => void

const unusable = 'the memory cannot be used, and turns go on without it'
const moreAbout = '; the log of the gateway and /trail status say more'

/** Writes one status after the other, so that the newest is the last on disk. */
const statusWriter = (parts: PluginParts, worker: MemoryWorker, work: CountedWork, tell: Tell) => {
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

/** Reports each problem once. Retries messages to the owner until the host accepts them. */
const tellerOf = ({ config, logger, runtime }: Omit<Host, 'registerService'>, { state }: PluginParts) => {
  const { owed } = state.health
  const tell: Tell = (cause, text, toOwner) =>
    raise(state, cause, text, () => {
      logger.error(`crabtrail: ${text}`)
      if (toOwner !== undefined) owed.set(cause, toOwner)
    })
  return {
    tell,
    /** The host accepts nothing while it replaces one copy of the plugin by another. */
    tellOwner: (): void => {
      const [agent] = agentsOf(config)
      const sessionKey = config.session?.scope === 'global' ? 'global' : `agent:${agent}:main`
      for (const [cause, text] of owed) {
        try {
          const said = `Crabtrail, the memory plugin, needs its owner. Tell them: ${problemInChat(text)}`
          if (state.health.problems.has(cause)) runtime.system.enqueueSystemEvent(said, { sessionKey, agentId: agent })
          owed.delete(cause)
        } catch {
          return
        }
      }
    },
  }
}

/** Causes of damaged logs that are whole again or whose brain is gone. */
const mendedLogs = ({ health }: PluginParts['state']): ReadonlyArray<string> => {
  const broken = new Set([...health.proven].flatMap(([brain, { problem }]) => (problem === null ? [] : [logCause(brain)])))
  return [...health.problems.keys()].filter((cause) => cause.startsWith(logCause('')) && !broken.has(cause))
}

/** Verdict on the store; undefined when the worker was stopped before it answered. */
type StoreVerdict = { readonly problem: string | undefined } | undefined

/** Asks the store at its start, after turns went on without it, and while it is broken. Otherwise repeats the last verdict. */
const storeLooks = (worker: MemoryWorker, parts: PluginParts) => {
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
const storeVerdict = async (worker: MemoryWorker, { memory, naming }: PluginParts): Promise<StoreVerdict> => {
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

const reportOf = ({ state }: PluginParts, worker: Pick<MemoryWorker, 'status'>, work: CountedWork, stopped: boolean): HealthReport => {
  const { absences, hooks, problems, proven } = state.health
  const { lastError, signals, thread } = worker.status()
  const startedAt = Math.round(performance.timeOrigin)
  return {
    format: 1,
    plugin: version,
    instance: `${process.pid}-${startedAt}`,
    pid: process.pid,
    host: hostname(),
    startedAt,
    at: Date.now(),
    stopped,
    hooks,
    absences,
    problems: Object.fromEntries(problems),
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
