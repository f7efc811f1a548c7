/**
 * How often talk asks for a routing model that no note answers: greetings, thanks, sums, tasks. In the notes of one person, and in the same
 * notes among the pages of this project, where many memories fire weakly for any message. Results: docs/results/routing.md.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RoutingReason } from '../../packages/core/src/domain/events/turn-events.ts'
import { asksModel } from '../../packages/core/src/domain/routing/routing-policy.ts'
import { openStage, type Stage } from '../scenarios/stage.ts'
import { inShort } from '../src/in-full.ts'

const root = new URL('../../', import.meta.url).pathname
/** Every ninth in short: these are pages as anybody has them, and reading them in takes the time. */
const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .sort()
  .filter((_, at) => at % inShort(9, 1) === 0)

interface Week {
  readonly notes: Readonly<Record<string, string>>
  readonly talk: ReadonlyArray<{ readonly question?: string }>
}

const set = (name: string): string => readFileSync(new URL(`sets/${name}`, import.meta.url), 'utf8')
const { notes, talk }: Week = JSON.parse(set('ordinary-week.json'))
const questions = talk.flatMap(({ question }) => question ?? [])
const rowsOf = (name: string) =>
  set(name)
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
/** Only what the weights of confidence were not fitted on. */
const unseen = [...rowsOf('no-memory.tsv').filter(([half]) => half === 'held-out'), ...rowsOf('chatter-fresh.tsv')]
const messages = unseen.map((columns) => columns.at(-1) ?? '')

const document = (source: string, text: string) => ({ source, format: 'markdown' as const, text })
const person = Object.entries(notes).map(([source, text]) => document(source, text))
const project = pages.map((name) => document(name, readFileSync(join(root, 'docs', name), 'utf8')))

interface Notes {
  readonly documents: typeof person
  readonly messages: ReadonlyArray<string>
}

/** The notes are read in once, and every count begins with a copy. */
const reading = async ({ documents }: Notes): Promise<Stage> => {
  const stage = await openStage('empty')
  await stage.memory.init({ settings: { 'growth.mode': 'off' } })
  await stage.memory.ingest({ documents })
  await stage.store.close()
  return stage
}

/** Returns how often each reason was recorded for the questions and for the messages. */
const judged = async (from: string, { messages }: Notes, near: number) => {
  const stage = await openStage('empty', {}, from)
  await stage.memory.profile({ profile: 'balanced', settings: { 'growth.mode': 'off', 'routing.near': near } })
  const reasons = async (texts: ReadonlyArray<string>) => {
    const found: Array<RoutingReason> = []
    for (const question of texts) found.push((await stage.memory.recall({ question })).routing.reason ?? 'no-choice')
    const asked = found.filter(asksModel).length
    return { asked, unlike: found.filter((reason) => reason === 'unlike').length, of: texts.length }
  }
  const counts = { questions: await reasons(questions), messages: await reasons(messages) }
  await stage.leave()
  return counts
}

/** A share of messages that is seldom already: below it the rule has nothing to halve. */
const seldom = 0.01

test.each<readonly [string, Notes]>([
  // In short every fifth, the same in each run.
  ['the notes of one person', { documents: person, messages: messages.filter((_, at) => at % inShort(5, 1) === 0) }],
  // In short every ninth: each of them is compared with many pages.
  [
    'the same notes among the pages of this project',
    { documents: [...person, ...project], messages: messages.filter((_, at) => at % inShort(9, 1) === 0) },
  ],
])(
  'talk that no note answers seldom asks a model, and no question is kept from one: %s',
  async (name, notes) => {
    const read = await reading(notes)
    const [ruled, without] = [await judged(read.path, notes, -1.5), await judged(read.path, notes, -1_000)]
    await read.leave()
    process.stdout.write(`${name}: ${JSON.stringify({ ruled, without })}\n`)

    expect(ruled.questions.unlike).toBe(0)
    expect(ruled.questions.asked).toBe(without.questions.asked)
    expect(ruled.messages.asked).toBeLessThanOrEqual(Math.max(seldom * ruled.messages.of, without.messages.asked / 2))
  },
  300_000,
)
