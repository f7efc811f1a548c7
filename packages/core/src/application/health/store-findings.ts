/**
 * Findings about the store itself, from the facts that it describes itself by. A finding looks at one fact by its name, whatever kind of store
 * has it, and a store that lacks the fact has no such finding.
 */
import type { DoctorFinding } from '../answers.ts'

type Facts = Readonly<Record<string, string | number>>

/** Facts that are not part of the line about the store. */
const apart = ['path', 'fallback', 'leftBehind']

/** Dead rows, and their share of the live ones, from which on it seems that nothing removes them. */
const deadRowsMost = 10_000
const deadShareMost = 0.5
/** Bytes of all indexes, and their multiple of the bytes of the tables, from which on they seem bloated. */
const indexBytesLeast = 100 * 1_048_576
const indexMultipleMost = 2

/** `fault` is the damage that the store found below its tables; undefined for none. */
export const storeFindings = (place: string, facts: Facts, fault: string | undefined): ReadonlyArray<DoctorFinding> => {
  const about = Object.entries(facts).flatMap(([name, value]) => (apart.includes(name) ? [] : [`${name} ${value}`]))
  const found: ReadonlyArray<DoctorFinding | false> = [
    { name: 'store', ok: true, detail: `${place}: ${about.join(', ')}` },
    // The other engine keeps the same promises, so nothing is wrong.
    'fallback' in facts && { name: 'engine', ok: true, detail: String(facts['fallback']) },
    facts['mode'] !== undefined &&
      facts['mode'] !== '0600' &&
      wrong('access', `others can read the file (mode ${facts['mode']}): chmod 600 ${place}`),
    fault !== undefined &&
      wrong('file', `the file is damaged below the tables (${fault}): import an export into a fresh store, or restore a backup`),
    'leftBehind' in facts &&
      wrong('copies', `a backup or restore that was killed left a copy of everything behind: delete ${facts['leftBehind']}`),
    numberIn(facts, 'unfinishedErasures') > 0 &&
      wrong('erasure', 'what was forgotten may still stand in the files: end what reads the store or make room, then run forget again'),
    ...serverFindings(facts),
  ]
  return found.filter((finding) => finding !== false)
}

const serverFindings = (facts: Facts): ReadonlyArray<DoctorFinding | false> => {
  const [dead, live] = [numberIn(facts, 'deadRows'), numberIn(facts, 'liveRows')]
  const [indexes, tables] = [numberIn(facts, 'indexBytes'), numberIn(facts, 'tableBytes')]
  return [
    facts['fsync'] === 'off' &&
      wrong('fsync', 'the server does not wait for its disk: a power cut can destroy everything; set fsync = on in postgresql.conf'),
    facts['fullPageWrites'] === 'off' &&
      wrong(
        'full page writes',
        'the server does not protect pages that are half written: a power cut can damage what was stored long ago; set full_page_writes = on in postgresql.conf',
      ),
    facts['synchronousCommit'] === 'off' &&
      wrong(
        'synchronous commit',
        'the server answers before a commit is on its disk: a crash can lose turns and verdicts of the last second; set synchronous_commit = on for this user or database',
      ),
    dead > deadRowsMost &&
      dead > live * deadShareMost &&
      wrong(
        'dead rows',
        `${dead} rows are dead and ${live} live, vacuum does not keep up: switch autovacuum on, end transactions that stay open, then run vacuum analyze`,
      ),
    indexes > indexBytesLeast &&
      indexes > tables * indexMultipleMost &&
      wrong('indexes', `they take ${indexes} bytes and the tables ${tables}: run reindex schema concurrently crabtrail`),
  ]
}

const wrong = (name: string, detail: string): DoctorFinding => ({ name, ok: false, detail })

const numberIn = (facts: Facts, name: string): number => {
  const value = facts[name]
  return typeof value === 'number' ? value : 0
}
