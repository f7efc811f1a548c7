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

/** Histories of a second and more, which `pnpm test:deep` alone plays from a file too: here that all stores give the same is for short ones. */
const long: ReadonlySet<string> = new Set([
  'branching',
  'growing',
  'profiles',
  'random-balanced',
  'random-crabpath',
  'set-freelancer',
  'set-locomo',
])
const fromFile = inShort(
  names.filter((name) => !long.has(name)),
  names,
)

describe('a golden history', () => {
  const historyOf = (name: string, skip: (why: string) => never) => {
    const history = histories[name] ?? expect.unreachable()
    return history.absent === undefined ? history : skip(history.absent)
  }

  test.for(names)('INV-37 gives its rankings, strengths and answers in memory: %s', async (name, { skip }) => {
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
  'CausesRequested',
  'ExperimentArmAssigned',
  'RoutingDecided',
  'RoutingRequested',
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
