/** The golden histories give the rankings, strengths and answers that were written for them, whatever stores them. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type EventType, eventDefinitions } from '../../packages/core/src/domain/events/brain-event.ts'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { inShort } from '../src/in-full.ts'
import { histories } from './histories.ts'
import { expectedFile, expectedLines, transcriptOf } from './transcript.ts'

const databases = temporaryFolder()
const names = Object.keys(histories)

/** Long histories in which every kind of signal is mixed: `pnpm test:deep` alone plays them, and here each kind has a short history of its own. */
const mixed: ReadonlySet<string> = new Set(['random-balanced', 'random-crabpath', 'set-freelancer', 'set-locomo'])
const inMemory = inShort(
  names.filter((name) => !mixed.has(name)),
  names,
)
/** Those that differ in what a store does: many turns, an erasure, vectors. `pnpm test:deep` plays all from a file too. */
const fromFile = inShort(['askers', 'erasure', 'outcomes', 'vectors'], names)

describe('a golden history', () => {
  const historyOf = (name: string, skip: (why: string) => never) => {
    const history = histories[name] ?? expect.unreachable()
    return history.absent === undefined ? history : skip(history.absent)
  }

  test.for(inMemory)('INV-37 gives its rankings, strengths and answers in memory: %s', async (name, { skip }) => {
    expect(await transcriptOf(name, historyOf(name, skip))).toEqual(expectedLines(name))
  })

  test.for(fromFile)('INV-37 gives its rankings, strengths and answers from a file: %s', async (name, { skip }) => {
    expect(await transcriptOf(name, historyOf(name, skip), join(databases, `${name}.db`))).toEqual(expectedLines(name))
  })
})

test('every expected transcript has its history', () => {
  const files = readdirSync(new URL('.', expectedFile('')))

  expect(files.sort()).toEqual(names.map((name) => `${name}.jsonl`).sort())
})

/** Events that no golden history writes: those of models, and those that nothing decides yet. */
const undecided: ReadonlySet<string> = new Set<EventType>([
  'CausesNamed',
  'ConfidenceCalibrated',
  'ExperimentArmAssigned',
  'MessageJudged',
  'MessageWaits',
  'ModelAnswered',
  'ModelAsked',
  'NotesWait',
  'RouteChosen',
])

test('together the golden histories write every event that something decides', () => {
  const written = new Set(
    names.flatMap((name) =>
      expectedLines(name).flatMap((line) => {
        const { events = {} }: { readonly events?: Readonly<Record<string, number>> } = JSON.parse(line)
        return Object.keys(events)
      }),
    ),
  )

  expect(
    Object.keys(eventDefinitions)
      .filter((type) => !written.has(type))
      .sort(),
  ).toEqual([...undecided].sort())
})
