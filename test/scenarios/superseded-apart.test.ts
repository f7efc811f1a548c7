/** Labelled lines that have two values and are no newer word on one thing, and those that are. */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventsOf } from '../models/recorded-log.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
const read = (source: string, text: string) => stage.memory.ingest({ documents: [{ source, format: 'markdown', text }] })
const port = (value: number, title = 'Billing database') => `# ${title}\n\nPort: ${value}\n`

beforeEach(async () => {
  stage = await openStage('empty')
  await read('atlas/billing.md', port(5432))
})
afterEach(() => stage.leave())

test.each([
  ['a document of the same name in another folder', 'borealis/billing.md', port(5433)],
  ['a document whose name has another number', 'atlas/billing-2.md', port(5433)],
  ['another heading', 'news.md', port(5433, 'Ledger')],
  ['a further heading', 'news.md', '# Billing database\n\n## Staging\n\nPort: 5433\n'],
  ['a document of a day', '2026-05-04.md', port(5433)],
  ['a heading that is a day', 'news.md', '# Billing database\n\n## 2026-05-04\n\nPort: 5433\n'],
  ['the same value', 'news.md', port(5432)],
  ['another label', 'news.md', '# Billing database\n\nBackup port: 5433\n'],
  ['a label that stands twice', 'news.md', '# Billing database\n\nPort: 5433\nPort: 5434\n'],
  ['a line below another one', 'news.md', '# Billing database\n\n- Staging\n  - Port: 5433\n'],
  ['a line that is introduced', 'news.md', '# Billing database\n\nIn staging:\n\n- Port: 5433\n'],
  ['prose', 'news.md', '# Billing database\n\nThe port is 5433.\n'],
  ['code', 'news.md', '# Billing database\n\n```\nPort: 5433\n```\n'],
  ['a task', 'news.md', '# Billing database\n\n- [ ] Port: 5433\n'],
])('%s supersedes nothing', async (_, source, text) => {
  expect((await read(source, text)).superseded ?? []).toEqual([])
})

test.each([
  ['a line of text', port(5433)],
  ['a bullet', '# Billing database\n\n- Port: 5433\n'],
  ['bold', '# Billing database\n\n**Port:** 5433\n'],
  ['a line of several', '# Billing database\n\n- Port: 5433\n- Region: north\n'],
])('a label with another value supersedes the line of an earlier note: %s', async (_, text) => {
  const { superseded } = await read('news.md', text)

  expect(superseded).toEqual([{ node: 'atlas/billing.md', by: 'news.md', rule: 'same-label', reason: 'later' }])
})

test.each([
  ['Note', 'the key is under the mat', 'the dog bites'],
  ['Task', 'call mum', 'buy 3 lamps'],
  ['Likes', 'olives', 'cats'],
  ['Decision', 'Rust', 'Postgres'],
  ['Frage', 'Wer holt Ole ab?', 'Wann kommt Frau Tesmer?'],
  ['Aviso', 'piso mojado', 'perro suelto'],
  ['Rappel', 'le gaz', 'le loyer de mai'],
  ['注意', '楼梯很滑', '狗会咬人'],
])('remarks with one label are both true: %s', async (label, one, other) => {
  await read('hints.md', `# Hints\n\n${label}: ${one}\n`)
  expect((await read('hints/more.md', `# Hints\n\n${label}: ${other}\n`)).superseded ?? []).toEqual([])
})

test('two sections of one form are about two things', async () => {
  await read('crane.md', '# Inspection\n\n- Place: quay 4\n- Inspector: Priya\n')
  expect((await read('lift.md', '# Inspection\n\n- Place: hall B\n- Inspector: Tomas\n')).superseded).toBeUndefined()
})

test('of several notes that could be meant none is', async () => {
  await stage.memory.ingest({
    documents: [
      { source: 'a.md', format: 'markdown', text: '# Meeting\n\nRoom: 4\n' },
      { source: 'b.md', format: 'markdown', text: '# Meeting\n\nRoom: 7\n' },
    ],
  })
  expect((await read('c.md', '# Meeting\n\nRoom: 9\n')).superseded).toBeUndefined()
})

test('a line of a longer note is superseded, and the rest of it is given', async () => {
  await read('harbour.md', '# Harbour\n\nThe crane lifts 40 tons.\n\nGate closes: 18:30\n')
  await read('news.md', '# Harbour\n\nGate closes: 19:15\n')
  const about = async (question: string) => (await stage.memory.recall({ question, record: false })).context.text

  expect(await about('How many tons does the crane lift?')).toContain('no longer true: "Gate closes: 18:30"')
  expect(await about('When does the gate close?')).toContain('19:15')
})

const people = fc.constantFrom('Lena', 'Nora', 'Priya', 'Dr. Voss', 'Tomas Reed')
const amounts = fc.integer({ min: 2, max: 90 })
const statements: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(people, amounts).map(([who, sum]) => `Paid ${sum} euros to ${who}.`),
  amounts.map((minute) => `The mail server crashed at 03:${String(minute % 60).padStart(2, '0')}.`),
  fc.tuple(people, people).map(([one, other]) => `${one}'s dentist is ${other}.`),
  fc.tuple(people, amounts).map(([who, hours]) => `${who} slept ${hours} hours, no longer on the sofa.`),
  amounts.map((port) => `From now on the database listens on port ${port}.`),
  people.map((who) => `${who} replaces the old plumber now.`),
  amounts.map((sum) => `Die Miete beträgt jetzt ${sum} Euro.`),
)

test('INV-181 statements of events, sums and people supersede nothing, whatever their order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(statements, { minLength: 2, maxLength: 6 }), async (said) => {
      const one = await openStage('empty')
      try {
        for (const [at, text] of said.entries()) {
          const day = `2026-05-0${at + 1}`
          const note =
            at % 2 === 0
              ? ([`${day}.md`, `# ${day}\n\n${text}\n`] as const)
              : ([`note-of-${'abcdef'[at]}.md`, `# Notes\n\n${text}\n`] as const)
          await one.memory.ingest({ documents: [{ source: note[0], format: 'markdown', text: note[1] }] })
        }
        expect(eventsOf(await one.log(), 'NodeSuperseded')).toEqual([])
      } finally {
        await one.leave()
      }
    }),
    { numRuns: 5 },
  )
})

test('INV-181 a verdict that calls several memories wrong supersedes none of them', async () => {
  const places = ['pool', 'sauna', 'gym', 'library', 'museum', 'harbour']
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(places, { minLength: 3 }), fc.constantFrom('wrong', 'correction'), async (some, verdict) => {
      const one = await openStage('empty')
      try {
        const documents = places.map((place, at) => ({
          source: `${place}.md`,
          format: 'markdown' as const,
          text: `The ${place} opens at ${at + 5}.\n`,
        }))
        await one.memory.ingest({ documents })
        const session = 'talk'
        const { turn } = await one.memory.recall({ question: `When do ${some.join(', ')} open?`, session })
        const [right = '', ...wrong] = some.map((place) => `${place}.md`)
        await one.memory.feedback({ verdict, session, turn: turn ?? '', nodes: wrong, instead: [right] })

        expect(eventsOf(await one.log(), 'FeedbackGiven')).toHaveLength(1)
        expect(eventsOf(await one.log(), 'NodeSuperseded')).toEqual([])
      } finally {
        await one.leave()
      }
    }),
    { numRuns: 10 },
  )
})
