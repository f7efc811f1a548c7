/** Tells what calls of a language model cost a brain and how they went, a pause that holds, and judgements that are held back. */

import { type ModelTaskName, modelTasks } from '../../domain/events/model-events.ts'
import type { RoutingReason } from '../../domain/events/turn-events.ts'
import { bandsOf, newestChanges } from '../../domain/judging/bands.ts'
import { isHeldBack } from '../../domain/judging/judge-call.ts'
import { callCost, nanoUsd, pauseEnd } from '../../domain/model/model-call.ts'
import type { JudgingSettings, ModelSettings } from '../../domain/profiles/model-settings.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { allOf, type ModelRecords, medianLatency, type Spent, type SpentByTask, spentOn } from '../../domain/projections/model-calls.ts'
import { asksModel } from '../../domain/routing/routing-policy.ts'
import { routingTask } from '../../domain/routing/routing-prompt.ts'
import type { DoctorFinding, StatsAnswer } from '../answers.ts'
import { isoTime } from '../naming/names.ts'

const toldSpent = ({ nanoUsd: cost, ...spent }: Spent) => ({ ...spent, costUsd: cost / nanoUsd })

const toldByTask = (spent: SpentByTask) =>
  Object.fromEntries(modelTasks.map((task) => [task, toldSpent(spent[task])])) as Record<ModelTaskName, ReturnType<typeof toldSpent>>

/** `at`: the time to tell it for, in milliseconds UTC. */
export const modelStats = (records: ModelRecords, settings: ModelSettings, at: number): StatsAnswer['model'] => {
  const [medianMs, pausedUntil] = [medianLatency(records), pauseEnd(records, settings, at)]
  const today = spentOn(records, at)
  return {
    ...toldSpent(allOf(records.spent)),
    byTask: toldByTask(records.spent),
    today: { ...toldSpent(allOf(today)), byTask: toldByTask(today) },
    ...(medianMs === undefined ? {} : { medianMs }),
    ...(pausedUntil === undefined ? {} : { pausedUntil: isoTime(pausedUntil) }),
  }
}

export const modelFindings = (brain: string, records: ModelRecords, settings: ModelSettings, now: number): ReadonlyArray<DoctorFinding> => {
  const { pause } = records
  const until = pauseEnd(records, settings, now)
  if (pause === undefined || until === undefined) return []
  const why =
    pause.fallback === undefined ? 'took far more tokens than they may' : `ended without a usable answer, the last one: ${pause.fallback}`
  const detail = `no language model is asked from ${isoTime(pause.since)} until ${isoTime(until)}, because calls one after the other ${why}; see that the server of --model runs and answers in time, or name another one; a shorter model.pauseSeconds ends the pause. Meanwhile the rules decide`
  return [{ name: `${brain} model`, ok: false, detail }]
}

/** Tells that judgements are held back, and that what was taken back asks for a surer model; nothing where neither is so. */
export const judgingFindings = (brain: string, state: BrainState, settings: JudgingSettings): ReadonlyArray<DoctorFinding> => {
  const findings = surerFindings(brain, state, settings)
  if (!isHeldBack(state.judging, settings)) return findings
  const newest = state.judging.recent.slice(-settings.recent)
  const detail = `of the last ${newest.length} messages that a model judged, ${newest.filter(Boolean).length} are said to change what the memory knows, more than ${settings.changedMost} of them: nothing follows from its judgements until fewer are; see what it said with log --type MessageJudged, and take all of it back with unlearn --judge MODEL, or raise judging.changedMost if it is right`
  return [...findings, { name: `${brain} judging`, ok: false, detail }]
}

const surerFindings = (brain: string, state: BrainState, settings: JudgingSettings): ReadonlyArray<DoctorFinding> => {
  const { applied, shown } = bandsOf(state, settings)
  if (applied === settings.applied && shown === settings.shown) return []
  const newest = newestChanges(state, settings.recent)
  const wrong = newest.filter(({ isTakenBack }) => isTakenBack).length
  const detail = `of the last ${newest.length} changes by a model ${wrong} were taken back: words take the place of others from a confidence of ${toHundredths(applied)} on, and are shown beside them from ${toHundredths(shown)} on, until newer changes stand`
  return [{ name: `${brain} judging`, ok: true, detail }]
}

/** Rounded up: below what is told nothing follows. */
const toHundredths = (confidence: number): number => Math.ceil(100 * confidence) / 100

const dayMs = 86_400_000

/** Tells how often a call was worth it, and what it would cost a day if a model answered each time. */
export const routingStats = (records: ModelRecords, settings: Profile): StatsAnswer['routing'] => {
  const entries = Object.entries(records.reasons) as ReadonlyArray<[RoutingReason, number]>
  const worthACall = entries.reduce((sum, [reason, count]) => (asksModel(reason) ? sum + count : sum), 0)
  const days = Math.max(1, (records.until - records.since) / dayMs)
  const callsADay = worthACall / days
  const { tokensIn, tokensOut } = routingTask.limits(settings)
  return {
    reasons: records.reasons,
    worthACall,
    expected: {
      callsADay: Math.round(callsADay * 10) / 10,
      costUsdADay: (callsADay * callCost(tokensIn, tokensOut, settings.model)) / nanoUsd,
    },
  }
}
