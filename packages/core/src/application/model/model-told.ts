/** Tells what calls of a language model cost a brain and how they went, and a pause that holds. */
import { type ModelTaskName, modelTasks } from '../../domain/events/model-events.ts'
import { nanoUsd, pauseEnd } from '../../domain/model/model-call.ts'
import type { ModelSettings } from '../../domain/profiles/model-settings.ts'
import { allOf, type ModelRecords, medianLatency, type Spent, type SpentByTask, spentOn } from '../../domain/projections/model-calls.ts'
import type { DoctorFinding, StatsAnswer } from '../answers.ts'
import { isoTime } from '../naming/speakers.ts'

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

/** Tells a pause that holds at `now`; nothing where none does. */
export const modelFindings = (brain: string, records: ModelRecords, settings: ModelSettings, now: number): ReadonlyArray<DoctorFinding> => {
  const { pause } = records
  const until = pauseEnd(records, settings, now)
  if (pause === undefined || until === undefined) return []
  const why =
    pause.fallback === undefined ? 'took far more tokens than they may' : `ended without a usable answer, the last one: ${pause.fallback}`
  return [
    {
      name: `${brain} model`,
      ok: false,
      detail: `no language model is asked from ${isoTime(pause.since)} until ${isoTime(until)}, because calls one after the other ${why}; see that the server of --model runs and answers in time, or name another one; a shorter model.pauseSeconds ends the pause. Meanwhile the rules decide`,
    },
  ]
}
