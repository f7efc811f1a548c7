/**
 * Has a language model name by which other words people may ask for the memories of an agent, once its notes are read: a call at a time, while nobody waits.
 *
 * A memory about which a model answered has a record and is not asked about again, so after a restart the run goes on. A call that failed, or a budget that is
 * used up, ends a run. The next run begins with the next changed note, or after an hour whatever the last one left: memories come from talk as well, and some
 * wait for another day. A run for which nothing waits makes no call.
 */
import { isWorkerFailure } from '@crabtrail/store/worker'
import { modelMsOf } from '../model/chosen-models.ts'
import { failed, type HostParts } from '../state/parts.ts'
import type { Aliasing } from '../state/shared-state.ts'

type Naming = Pick<HostParts, 'config' | 'host' | 'isOn' | 'memory' | 'state' | 'warn'>

/** True where a model is to name aliases. */
export const asksAliases = ({ config }: Pick<Naming, 'config'>): boolean => config.aliases && modelMsOf(config) > 0

/** A run is not repeated sooner, unless there is something new. */
const againMs = 60 * 60_000
/** More than a call may take. */
const patienceMs = 120_000

/** Returns at once and never throws. `hasNews`: something was read. */
export const nameSoon = (parts: Naming, brain: string, hasNews: boolean): void => {
  if (!asksAliases(parts) || isEnding(parts)) return
  const { aliasing } = parts.state
  const known = aliasing.get(brain)
  if (known?.isAsking === true) {
    known.again ||= hasNews
    return
  }
  const isDue = known === undefined || hasNews || Date.now() - known.lastAt >= againMs
  if (!isDue) return
  const run: Aliasing = { left: 0, postponed: 0, answered: 0, ...known, isAsking: true, again: false, lastAt: Date.now() }
  aliasing.set(brain, run)
  name(parts, brain, run)
    // A brain that nothing was read into is not there yet.
    .catch((error: unknown) => (isWorkerFailure(error) && error._tag === 'NotFound') || failed(parts, 'aliases', error))
    .finally(() => {
      run.isAsking = false
    })
}

const isEnding = ({ isOn, state }: Pick<Naming, 'isOn' | 'state'>): boolean => state.following.stopped || !isOn()

const name = async (parts: Naming, brain: string, run: Aliasing): Promise<void> => {
  const request = { brain, actor: parts.host.actor, actorKind: 'host' as const }
  let goesOn = true
  while (goesOn && !isEnding(parts)) {
    run.again = false
    const {
      calls,
      failed: unanswered,
      left,
      postponed,
    } = await parts.memory.worker().ask('nameAliases', request, { deadlineMs: patienceMs })
    run.left = left
    run.postponed = postponed
    run.answered += calls - unanswered
    run.lastAt = Date.now()
    goesOn = run.again || (calls > 0 && unanswered === 0 && left > 0)
  }
}
