/** Notes in an agent's workspace, as the agent or its owner writes them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { vi } from 'vitest'
import type { Stage } from './stage.ts'

/** By their paths. */
export type Notes = Readonly<Record<string, string>>

export const writeNotes = ({ host }: Pick<Stage, 'host'>, notes: Notes, agent = 'main'): void => {
  for (const [path, text] of Object.entries(notes)) {
    const file = join(host.workspaceOf(agent), path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** When so many are read in. */
export const notesRead = async ({ log }: Pick<Stage, 'log'>, count: number): Promise<void> => {
  const read = async () => {
    // Before the first of them there is no brain.
    const events = await log().catch(() => [])
    return events.filter(({ type }) => type === 'SourceAdded').length === count
  }
  await vi.waitUntil(read, { timeout: 120_000, interval: 200 })
}
