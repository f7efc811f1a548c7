/** Whether the store can be opened; one that nobody made yet is no fault. */
import { RemoteMemoryError } from '@crabtrail/store/worker'
import type { Check } from './checks.ts'
import type { Configured } from './configured.ts'

const deadlineMs = 60_000

export const storeCheck = async ({ exists, path, withMemory }: Configured): Promise<Check> => {
  const name = 'store'
  if (!exists()) return { name, ok: true, detail: `${path}: not there yet; the first message to an agent makes it` }
  try {
    await withMemory(async (worker) => {
      const { brains } = await worker.ask('brains', {}, { deadlineMs })
      for (const { key } of brains) await worker.ask('show', { brain: key }, { deadlineMs })
    })
    return { name, ok: true, detail: path }
  } catch (error) {
    if (error instanceof RemoteMemoryError) return { name, ok: false, detail: error.message }
    throw error
  }
}
