/** `doctor`: looks for what is wrong with the store, the host and the plugin; 1 when something is. */
import { RemoteMemoryError } from '@crabtrail/store/worker'
import { healthPath, readHealth } from '../../health-file.ts'
import { plainLine } from '../../plain-line.ts'
import { type Check, checkLines, configurationChecks } from './checks.ts'
import type { Configured } from './configured.ts'
import { gatewayOf } from './status.ts'
import { storeCheck } from './store-check.ts'
import type { Told } from './told.ts'

const deadlineMs = 300_000

export const doctor = async (here: Configured): Promise<Told> => {
  const examined = here.exists() ? await examine(here) : [await storeCheck(here)]
  const { problems } = gatewayOf(await readHealth(healthPath(here.path)))
  const running = Object.entries(problems).map(([name, detail]) => ({
    name: `gateway, ${name}`,
    ok: false,
    detail: plainLine(detail, 300),
  }))
  const checks = [...(await configurationChecks(here)), ...examined, ...running]
  const ok = checks.every((check) => check.ok)
  return { lines: [...checkLines(checks), '', ok ? 'Nothing is wrong.' : 'Something is wrong.'], json: { ok, checks }, exit: ok ? 0 : 1 }
}

const examine = async ({ withMemory }: Configured): Promise<ReadonlyArray<Check>> => {
  try {
    const { findings } = await withMemory((worker) => worker.ask('doctor', {}, { deadlineMs }))
    return findings.map(({ detail, name, ok }) => ({ name, ok, detail: plainLine(detail, 300) }))
  } catch (error) {
    if (error instanceof RemoteMemoryError) return [{ name: 'store', ok: false, detail: plainLine(error.message, 300) }]
    throw error
  }
}
