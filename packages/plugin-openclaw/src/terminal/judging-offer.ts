/** The offer of `setup` to have messages judged where no model is set: what a day costs by the messages of this memory, and how it is switched on. */
import {
  aliasesCostInWords,
  type ExpectedAliases,
  type ExpectedJudging,
  judges,
  judgingCostInWords,
  modelCostInWords,
} from '@crabtrail/agent-host/chat/model'
import { brainNamed, ownBrains } from '@crabtrail/agent-host/conversation/naming'
import { type ModelTrial, tryModel } from '@crabtrail/agent-host/model/model-trial'
import { typicalMessageCost } from '@crabtrail/core'
import { isWorkerFailure, type MemoryWorker } from '@crabtrail/store/worker'
import * as Result from 'effect/Result'
import { hostModel, idOf, type UtilityModel, utilityModel } from '../host/host-model.ts'
import type { PluginConfig } from '../host/settings.ts'
import { type Entry, settingCommand } from './checks.ts'
import type { Configured } from './context.ts'

export interface JudgingOffer {
  readonly lines: ReadonlyArray<string>
  /** Switches judging on in the entry of the plugin; absent where `setup --yes` may not, or where the host has no model that is of use. */
  readonly switchOn?: (entry: Entry) => void
  readonly switchedOn: ReadonlyArray<string>
}

/** US dollars a day that `setup --yes` allows for each memory. */
const offeredDayUsd = 0.05

const deadlineMs = 60_000

/** Undefined where a model is set, where the settings are invalid or let no model judge, and where the store cannot be read: its check says so. */
export const judgingOffer = async (here: Configured, { yes }: { readonly yes: boolean }): Promise<JudgingOffer | undefined> => {
  const { config, host } = here
  if (Result.isFailure(config) || config.success.model !== 'off') return undefined
  if (config.success.judging === 'off' || config.success.modelMs === 0) return undefined
  try {
    const expected = await expectedOf(here)
    const isUnset = host.pluginConfig?.['model'] === undefined
    const hosts = hostModel(host, { model: 'host' })
    // A model that nothing is to be asked of is not tried: that costs a call.
    const isTried = hosts !== undefined && (expected.judging.messages > 0 || expected.routing.callsADay > 0 || (yes && isUnset))
    const trial = isTried ? await tryModel(hosts) : undefined
    return offerOf(here, { config: config.success, expected, isUnset, hasModel: hosts !== undefined, trial })
  } catch (error) {
    if (isWorkerFailure(error)) return undefined
    throw error
  }
}

interface Expected {
  readonly judging: ExpectedJudging
  readonly aliases: ExpectedAliases
  readonly routing: { readonly callsADay: number; readonly costUsdADay: number }
}

const nothingExpected = (): Expected => ({
  judging: { messages: 0, messagesADay: 0, costUsdADay: 0, ...typicalMessageCost() },
  aliases: { waiting: 0, expected: { calls: 0, costUsd: 0 } },
  routing: { callsADay: 0, costUsdADay: 0 },
})

/** Sums what a day costs in all memories of this gateway. Messages are judged in the agents' own memories alone. */
const expectedOf = async ({ agents, exists, naming, withMemory }: Configured): Promise<Expected> => {
  if (!(await exists())) return nothingExpected()
  const own = new Set(
    agents.flatMap((agent) =>
      Result.getOrElse(
        Result.map(brainNamed(naming, agent), (key) => [key as string]),
        () => [],
      ),
    ),
  )
  return withMemory(async (worker) => {
    let sum = nothingExpected()
    for (const { key } of await ownBrains(worker, naming, deadlineMs)) sum = withBrain(sum, await statsOf(worker, key), own.has(key))
    return sum
  })
}

const statsOf = (worker: MemoryWorker, brain: string) => worker.ask('stats', { brain }, { deadlineMs })

const withBrain = (
  { aliases, judging: sum, routing }: Expected,
  { aliases: waiting, judging, routing: { expected } }: Awaited<ReturnType<typeof statsOf>>,
  isOwn: boolean,
): Expected => {
  const more = isOwn && judging !== undefined && judging.expected.messages > 0 ? judging.expected : undefined
  const messages = sum.messages + (more?.messages ?? 0)
  // Tokens of a message are the mean over all messages; prices are those of the memory with the last ones.
  const mean = (one: 'tokensIn' | 'tokensOut' | 'costUsdAMessage') =>
    more === undefined ? sum[one] : (sum[one] * sum.messages + more[one] * more.messages) / messages
  return {
    judging: {
      ...sum,
      ...(more === undefined ? {} : { priceIn: more.priceIn, priceOut: more.priceOut }),
      messages,
      messagesADay: Math.round((sum.messagesADay + (more?.messagesADay ?? 0)) * 10) / 10,
      costUsdADay: sum.costUsdADay + (more?.costUsdADay ?? 0),
      tokensIn: Math.round(mean('tokensIn')),
      tokensOut: Math.round(mean('tokensOut')),
      costUsdAMessage: mean('costUsdAMessage'),
    },
    aliases: isOwn && waiting !== undefined ? sumOf(aliases, waiting) : aliases,
    routing: {
      callsADay: Math.round((routing.callsADay + expected.callsADay) * 10) / 10,
      costUsdADay: routing.costUsdADay + expected.costUsdADay,
    },
  }
}

const sumOf = (one: ExpectedAliases, more: ExpectedAliases): ExpectedAliases => ({
  waiting: one.waiting + more.waiting,
  expected: { calls: one.expected.calls + more.expected.calls, costUsd: one.expected.costUsd + more.expected.costUsd },
})

interface Offered {
  readonly config: PluginConfig
  readonly expected: Expected
  /** True where the owner set neither a model nor that none is asked. */
  readonly isUnset: boolean
  readonly hasModel: boolean
  readonly trial: ModelTrial | undefined
}

const offerOf = ({ host }: Configured, { config, expected, hasModel, isUnset, trial }: Offered): JudgingOffer => {
  const isWilling = isUnset && hasModel && trial?.isUsable !== false
  const factor = trial?.isUsable === true ? trial.priceFactor : undefined
  const tried =
    trial === undefined ? '' : `The model of the host ${trial.isUsable ? trial.measured : `is of no use like this: ${trial.problem}`}.`
  const said = [
    `No language model is set. ${judges}`,
    judgingCostInWords(expected.judging, factor),
    named(expected, config, factor),
    routed(expected, config.modelMs),
    tried,
  ]
  const by = isWilling
    ? ['openclaw crabtrail setup --yes']
    : [
        ...(config.modelDayUsd === undefined ? [settingCommand(host.id, `modelDayUsd ${offeredDayUsd}`)] : []),
        settingCommand(host.id, `model ${hasModel ? 'host' : '…'}`),
      ]
  const budget = `for at most ${config.modelDayUsd ?? offeredDayUsd} USD a day and memory`
  const lines = [...said.filter((one) => one !== ''), `To switch it on, ${budget}:`, ...by.map((one) => `    ${one}`)]
  if (!isWilling || trial === undefined) return { lines, switchedOn: [] }
  const utility = utilityModel(host.runtime.config.current(), host.id)
  const needsMs = trial.proposedMs > config.modelMs ? trial.proposedMs : undefined
  const isCounted = utility === undefined || utility.grant === true ? trial.priceFactor !== undefined : undefined
  return {
    lines,
    switchOn: (entry) => switchOn(entry, { needsMs, utility }),
    switchedOn: switchedOn(host.id, { config, needsMs, utility, isCounted, expected }),
  }
}

const named = ({ aliases }: Expected, config: Pick<PluginConfig, 'aliases' | 'follow'>, factor?: number): string =>
  config.aliases && config.follow ? aliasesCostInWords(aliases, factor) : ''

/** With a model, recalls ask it, too. */
const routed = ({ routing }: Expected, modelMs: number): string => {
  const told = `It also chooses among notes where the rules are not sure; such a reply waits up to ${modelMs} ms longer.`
  return routing.callsADay === 0 ? told : `${told} ${modelCostInWords(routing)}`
}

interface Switching {
  /** `modelMs` where the present one is too little; undefined where it is enough. */
  readonly needsMs: number | undefined
  readonly utility: UtilityModel | undefined
}

/** True where `setup --yes` lets the plugin ask the cheap model: the owner has not said otherwise, and it would be of use. */
const grants = (utility: UtilityModel | undefined): utility is UtilityModel => utility?.grant === undefined && utility?.isListed === true

/** Leaves everything that the owner has set as it is. */
const switchOn = (entry: Entry, { needsMs, utility }: Switching): void => {
  const time = needsMs === undefined ? {} : { modelMs: needsMs }
  entry.config = { modelDayUsd: offeredDayUsd, ...entry.config, ...time, model: 'host' }
  if (grants(utility)) entry.llm = { ...entry.llm, allowModelOverride: true }
}

interface SwitchedOn extends Switching {
  readonly config: PluginConfig
  /** Whether the host counts what a call costs; undefined where the model that will be asked was not tried. */
  readonly isCounted: boolean | undefined
  readonly expected: Expected
}

const switchedOn = (id: string, { config, expected, isCounted, needsMs, utility }: SwitchedOn): ReadonlyArray<string> => {
  const entry = `plugins.entries.${id}`
  const isAsked = utility?.isListed === true && utility.grant !== false
  const dayUsd = config.modelDayUsd ?? offeredDayUsd
  const time = needsMs === undefined ? '' : ` ${entry}.config.modelMs is ${needsMs}.`
  return [
    `Judging is switched on: ${entry}.config.model is "host". A day of each memory costs at most ${dayUsd} USD: ${entry}.config.modelDayUsd.${time}`,
    countedInWords(dayUsd, expected.judging, isCounted),
    ...[named(expected, config)].filter((one) => one !== ''),
    routed(expected, needsMs ?? config.modelMs),
    ...(grants(utility) ? [`The host may be asked for its utility model: ${entry}.llm.allowModelOverride is true.`] : []),
    isAsked
      ? `The utility model of the host is asked: ${utility.name}.${grants(utility) ? ' It could not be tried before: openclaw crabtrail setup tries it now.' : ''}`
      : `The default model of the host is asked${whyDefault(utility)}.`,
    'To switch it off, and to take back what it said:',
    `    ${settingCommand(id, 'model off')}`,
    ...(grants(utility) ? [`    openclaw config unset ${entry}.llm.allowModelOverride`] : []),
    `    openclaw crabtrail unlearn --judge ${idOf(isAsked ? utility.name : undefined)}`,
  ]
}

const whyDefault = (utility: UtilityModel | undefined): string => {
  if (utility === undefined) return ', which names no utility model'
  return `: the configuration does not let this plugin ask for ${utility.name}`
}

/** Says what uses up the budget: dollars that the host counts, or tokens at the prices of the settings. */
const countedInWords = (dayUsd: number, { dayTokens, priceIn, priceOut }: ExpectedJudging, isCounted: boolean | undefined): string => {
  const most = Math.min(dayTokens, priceIn === 0 ? dayTokens : Math.floor((dayUsd / priceIn) * 1_000_000))
  const byTokens = `tokens count at ${priceIn} and ${priceOut} USD a million, the prices in the settings, at most ${most} tokens a day`
  if (isCounted === true)
    return `The host counts what a call costs, and the budget goes by that; a day ends at ${dayTokens} tokens in any case.`
  if (isCounted === false)
    return `The host counts no cost of its model, so the budget goes by tokens: ${byTokens}, whatever they really cost.`
  return `The budget goes by what the host counts for a call; where it counts nothing, ${byTokens}.`
}
