/** Another program that holds the write lock of a database until it is let go. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const longMs = 120_000

export const holdWriteLock = async (path: string): Promise<() => Promise<void>> => {
  const script = fileURLToPath(new URL('../worker/lock-holder.ts', import.meta.url))
  const child = spawn(process.execPath, [script, path, String(longMs)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('close', () => reject(new Error('the lock could not be taken')))
  })
  return async () => {
    child.kill()
    await ended
  }
}
