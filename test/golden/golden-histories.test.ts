/** The golden histories give the rankings, strengths and answers that were written for them, whatever stores them. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type EventType, eventDefinitions } from '../../packages/core/src/domain/events/brain-event.ts'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { histories } from './histories.ts'
import { expectedFile, expectedLines, transcriptOf } from './transcript.ts'

const databases = temporaryFolder()
const names = Object.keys(histories)

describe.each(names)('the golden history %s', (name) => {
  const history = histories[name] ?? expect.unreachable()

  test('INV-37 gives its rankings, strengths and answers in memory', async (context) => {
    if (history.absent !== undefined) return context.skip(history.absent)

    expect(await transcriptOf(name, history)).toEqual(expectedLines(name))
  })

  test('INV-37 gives its rankings, strengths and answers from a file', async (context) => {
    if (history.absent !== undefined) return context.skip(history.absent)

    expect(await transcriptOf(name, history, join(databases, `${name}.db`))).toEqual(expectedLines(name))
  })
})

test('every expected transcript has its history', () => {
  const files = readdirSync(new URL('.', expectedFile('')))

  expect(files.sort()).toEqual(names.map((name) => `${name}.jsonl`).sort())
})

/** Events that no golden history writes: those of models, and those that nothing decides yet. */
const undecided: ReadonlySet<string> = new Set<EventType>([
  'CausesNamed',
  'ExperimentArmAssigned',
  'ModelAnswered',
  'ModelAsked',
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
