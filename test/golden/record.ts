/**
 * Records the golden logs, and the schemas of their events: `node test/golden/record.ts`. What is there is never overwritten.
 *
 * `… again` records them anew as long as they are not frozen; `… freeze` ends that for good: from then on the files are what every later
 * version must read to the recorded digests.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { openStore } from '../models/open-store.ts'
import { commitEnds, readLog } from '../models/recorded-log.ts'
import { folder, type GoldenLog, makers, recorded, recordFile } from './logs.ts'
import { changesOf, extended, recordedSchemas, schemasFile, todaysSchemas } from './schemas.ts'

const describe = async (lines: ReadonlyArray<string>): Promise<GoldenLog> => {
  const store = openStore()
  try {
    const memory = await store.memory()
    const { digest, position } = await memory.import({ lines })
    const log = readLog(lines)
    const digests: Record<string, string> = {}
    for (const end of commitEnds(log)) digests[end] = (await memory.show({ at: String(end) })).digest
    return { position, hash: log.commits.at(-1)?.hash ?? '', digest, digests }
  } finally {
    await store.close()
  }
}

const refuse = (problem: string): never => {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}

const record = async (again: boolean): Promise<void> => {
  const before = recorded()
  if (before.frozen && again) refuse('the golden logs are frozen: they are what older versions wrote. Add a new file in makers instead')
  mkdirSync(folder, { recursive: true })
  const logs: Record<string, GoldenLog> = { ...before.logs }
  for (const [name, make] of Object.entries(makers)) {
    if (existsSync(`${folder}${name}`) && !again) {
      process.stdout.write(`${name} is there already and was left as it is\n`)
      continue
    }
    const lines = await make()
    writeFileSync(`${folder}${name}`, `${lines.join('\n')}\n`)
    logs[name] = await describe(lines)
    process.stdout.write(`${name}: ${logs[name].position} events, digest ${logs[name].digest}\n`)
  }
  writeFileSync(recordFile, `${JSON.stringify({ frozen: before.frozen, logs }, null, 2)}\n`)
  recordSchemas(before.frozen, again)
}

/** Frozen, they only gain: events of a raised version, new ones, new kinds of contents. */
const recordSchemas = (frozen: boolean, again: boolean): void => {
  const [before, today] = [recordedSchemas(), todaysSchemas()]
  const changed = before === undefined ? [] : changesOf(before, today)
  if (frozen && changed.length > 0) refuse(`the schemas of format 1 are frozen: ${changed.join('; ')}`)
  if (before !== undefined && !frozen && !again) return
  const schemas = frozen && before !== undefined ? extended(before, today) : today
  writeFileSync(schemasFile, `${JSON.stringify(schemas, null, 2)}\n`)
}

const [, , asked] = process.argv
if (asked === 'freeze') writeFileSync(recordFile, `${JSON.stringify({ ...recorded(), frozen: true }, null, 2)}\n`)
else if (asked === undefined || asked === 'again') await record(asked === 'again')
else refuse(`there is no ${asked}: say nothing, again or freeze`)
