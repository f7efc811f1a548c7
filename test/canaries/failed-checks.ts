/** Reads a log into a store of its own, and says which checks of its proof fail. */
import { openStore } from '../models/open-store.ts'

/** Returns the name and the position of each failed check of `verify` with `rederive`. */
export const failedChecks = async (lines: ReadonlyArray<string>) => {
  const store = openStore()
  try {
    const memory = await store.memory()
    await memory.import({ lines })
    return (await memory.verify({ rederive: true })).checks.filter(({ ok }) => !ok).map(({ name, position }) => [name, position])
  } finally {
    await store.close()
  }
}
