/**
 * An ordinary week of somebody who works for herself in English and German: fifty-two notes, some sixty turns in web chat and beside it, remarks on
 * form, on what the agent did and on other subjects, small talk, a heartbeat a day. Nothing of it is about memory.
 */
import { expect, test } from 'vitest'
import { englishDev } from '../conversations/corpus/english-dev.ts'
import { germanDev } from '../conversations/corpus/german-dev.ts'
import type { Half } from '../conversations/half.ts'
import { fenceIn, notesIn } from '../conversations/talk.ts'
import { casesOf, filesOf, isAboutMemory, type TalkCase } from '../conversations/talk-case.ts'
import { handClock } from '../src/fake-host/host-clock.ts'
import { patient, type Stage, stagesOfEachTest } from './stage.ts'

const halves: ReadonlyArray<Half> = [englishDev, germanDev]
const brain = 'local/main/default'
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const monday = Date.UTC(2026, 10, 23, 8)
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']

const stage = stagesOfEachTest()

const documents = halves.flatMap((half) =>
  Object.entries(filesOf(half)).map(([path, text]) => ({
    source: path.replace('/', `/${half.language}/`),
    format: 'markdown' as const,
    text,
  })),
)
const notes = Object.assign({}, ...halves.map((half) => half.notes)) as Half['notes']
const facts = halves.flatMap((half) => half.facts)
const remarks: ReadonlyArray<TalkCase> = halves.flatMap(casesOf).filter((one) => !isAboutMemory(one))
const remarksOf = (place: number): ReadonlyArray<TalkCase> => remarks.filter((_, number) => number % days.length === place)
const smallTalk = halves.flatMap(({ unrelated }) => unrelated)

/** The facts whose note stands first before the model when their own question is asked. */
const firstForTheirOwn = async ({ host, quiet }: Stage, session: string): Promise<ReadonlyArray<string>> => {
  const first: string[] = []
  host.follow(() => 'OK.')
  for (const { note, question } of facts) {
    await host.chat(`agent:main:${session}`, question)
    await quiet()
    const request = host.requests.at(-1)
    if (request !== undefined && notesIn(fenceIn(request), { notes })[0] === note) first.push(note)
  }
  return first
}

test('an ordinary week leaves every note first for its own question', { timeout: 300_000 }, async () => {
  const clock = handClock(monday)
  const one = await stage({ clock })
  await one.memory().ask('init', { brain }, patient)
  await one.memory().ask('ingest', { brain, documents }, patient)
  const before = await firstForTheirOwn(one, 'sunday')

  let turns = 0
  const say = async (how: 'chat' | 'turn', session: string, message: string, reply: string) => {
    one.host.follow(() => reply)
    await one.host[how](`agent:main:${session}`, message)
    await one.quiet()
    clock.advance(minute)
    turns++
  }
  for (const [place, name] of days.entries()) {
    await say('chat', name, smallTalk[place] ?? 'Hello!', 'Here you are.')
    for (const [number, { asked, reply, says }] of remarksOf(place).entries()) {
      const how = number % 3 === 2 ? 'turn' : 'chat'
      await say(how, `${name}-${number}`, asked, reply)
      await say(how, `${name}-${number}`, says, 'All right, here it is.')
      clock.advance(hour)
    }
    await say('chat', name, smallTalk[place + days.length] ?? 'Bye!', 'Good night.')
    one.host.follow(() => 'NO_REPLY')
    await one.host.heartbeat('Look after the mail')
    clock.advance(day - ((clock.now() - monday) % day))
  }

  const after = await firstForTheirOwn(one, 'saturday')
  const lost = before.filter((note) => !after.includes(note))
  process.stdout.write(`${turns} turns; first before: ${before.length} of ${facts.length}; lost: ${lost.join(' ')}\n`)
  expect(turns).toBeGreaterThanOrEqual(50)
  expect(before.length).toBeGreaterThanOrEqual(14)
  expect(lost).toEqual([])
})
