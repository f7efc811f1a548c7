/** The name of a gateway that nobody named: that of its machine and four random digits. Made once and kept in a small file of the host's state. */
import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { processWide } from '@crabtrail/agent-host/state/shared-memory'
import * as Result from 'effect/Result'

/** Returns why a text cannot be the name of a gateway; undefined if it can. The name is part of session keys, and a folder in keys of sources. */
export const gatewayProblem = (name: string): string | undefined =>
  /^[A-Za-z0-9][A-Za-z0-9.-]{0,63}$/.test(name)
    ? undefined
    : 'a gateway is named by 1 to 64 letters, digits, dots and dashes, a letter or digit first'

/** Fails where the name cannot be read or kept. A new name each time would part a gateway from its own notes. */
export const keptName = (stateDir: string): Result.Result<string, string> => {
  const path = join(stateDir, 'crabtrail', 'gateway.json')
  const names = processWide<string>('gateway names')
  try {
    const name = names.get(path) ?? readName(path) ?? makeName(path)
    names.set(path, name)
    return Result.succeed(name)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    const way = 'or choose a name with plugins.entries.crabtrail.config.gateway'
    return Result.fail(`the name of this gateway cannot be kept in ${path} (${problem}): put that right, ${way}`)
  }
}

const readName = (path: string): string | undefined => {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const { name }: { readonly name?: unknown } = JSON.parse(text) ?? {}
  if (typeof name !== 'string' || gatewayProblem(name) !== undefined) throw new Error('it holds no name')
  return name
}

/** A link never replaces a file: of two processes that make it at once, the second takes the name of the first. */
const makeName = (path: string): string => {
  const beside = `${path}.${randomUUID()}.part`
  const name = `${machineName(hostname())}-${randomBytes(2).toString('hex')}`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(beside, `${JSON.stringify({ format: 1, name })}\n`, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(beside, path)
    return name
  } catch (error) {
    const other = readName(path)
    if (other === undefined) throw error
    return other
  } finally {
    rmSync(beside, { force: true })
  }
}

/** The name of a machine in the letters that a name of a gateway may have, with room for the digits. */
export const machineName = (host: string): string =>
  host
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 59)
    .replace(/[.-]+$/, '') || 'gateway'
