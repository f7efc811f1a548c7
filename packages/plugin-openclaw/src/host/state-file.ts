/**
 * Small JSON files of format 1 beside the database. They hold what must survive a gateway without being part of the log, or what another
 * process shows.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

interface StateFile {
  readonly format: 1
}

/** Replaces the file atomically. Only its owner may read it. */
export const writeStateFile = async <Content extends StateFile>(path: string, content: Content): Promise<void> => {
  const beside = `${path}.${randomUUID()}.part`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await writeFile(beside, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {})
    throw error
  }
}

/** Absent when there is no file, or none of format 1. */
export const readStateFile = async (path: string): Promise<object | undefined> => {
  try {
    const content: unknown = JSON.parse(await readFile(path, 'utf8'))
    return typeof content === 'object' && content !== null && 'format' in content && content.format === 1 ? content : undefined
  } catch {
    return undefined
  }
}
