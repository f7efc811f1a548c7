/** The owner says in talk what is true now, in full or as a value alone: the next question in another conversation is given that. */
import { describe, expect, test } from 'vitest'
import { fenceIn } from '../../conversations/talk.ts'
import { inTurn } from '../../src/model-script.ts'
import { sharedHost } from '../one-gateway.ts'
import { patient } from '../stage.ts'

interface Told {
  readonly language: string
  readonly note: string
  readonly question: string
  /** The answer of the agent from the note. */
  readonly answer: string
  readonly old: string
  readonly now: string
  /** Messages that say what is true now. */
  readonly says: { readonly chat: string; readonly bare: string }
  /** Messages with the new value that state nothing. */
  readonly silent: Readonly<Record<string, string>>
}

const told: ReadonlyArray<Told> = [
  {
    language: 'en',
    note: 'The billing database listens on port 6033.',
    question: 'Which port does the billing database listen on?',
    answer: 'It listens on port 6033.',
    old: '6033',
    now: '6044',
    says: {
      chat: 'No, the billing database listens on port 6044.',
      bare: 'No, 6044.',
    },
    silent: {
      report: 'Nadia says that the billing database listens on port 6044.',
      question: 'Does the billing database listen on port 6044?',
      supposition: 'What if the billing database listens on port 6044?',
      condition: 'If the billing database listens on port 6044, we have to open the firewall.',
    },
  },
  {
    language: 'de',
    note: 'Die Chorprobe beginnt um 19:30 Uhr.',
    question: 'Wann beginnt die Chorprobe?',
    answer: 'Sie beginnt um 19:30 Uhr.',
    old: '19:30',
    now: '20:15',
    says: {
      chat: 'Nein, die Chorprobe beginnt um 20:15 Uhr.',
      bare: 'Nein, 20:15 Uhr.',
    },
    silent: {
      report: 'Jonas sagt, dass die Chorprobe um 20:15 Uhr beginnt.',
      question: 'Beginnt die Chorprobe um 20:15 Uhr?',
      supposition: 'Was, wenn die Chorprobe um 20:15 Uhr beginnt?',
      condition: 'Wenn die Chorprobe um 20:15 Uhr beginnt, komme ich nicht.',
    },
  },
]
const ways = ['chat', 'bare'] as const
const agentOf = ({ language }: Told, way: string) => `chorister-${language}-${way}`
const beside = ['# Kiln\n\nThe kiln reaches 1,240 degrees.\n', '# Ofen\n\nDer Hausmeister kommt am 3. Mai.\n']

const stage = sharedHost({
  agents: told.flatMap((one) => [...ways, 'silent'].map((way) => agentOf(one, way))),
  prepare: ({ withStore }) =>
    withStore(async (memory) => {
      for (const one of told) {
        for (const way of [...ways, 'silent']) {
          const brain = `local/${agentOf(one, way)}/default`
          const texts = [`# ${one.language}\n\n${one.note}\n`, ...beside]
          const documents = texts.map((text, place) => ({ source: `notes/${place}.md`, format: 'markdown', text }) as const)
          await memory.ask('init', { brain }, patient)
          await memory.ask('ingest', { brain, documents }, patient)
        }
      }
    }),
})

/** Says a message; returns what was put behind it, without the number of its turn. */
const say = async (agent: string, talk: string, message: string, answer = 'OK.'): Promise<string> => {
  stage.model.follow(inTurn(answer))
  await stage.host.chat(`agent:${agent}:${talk}`, message)
  return fenceIn(stage.model.requests.at(-1) ?? expect.unreachable()).replace(/ turn="t\d+"/, '')
}
const superseded = async (agent: string) => (await stage.log(agent)).filter(({ type }) => type === 'NodeSuperseded')

describe('what the owner says in talk, in a real gateway', () => {
  test.each(told.flatMap((one) => ways.map((way) => [one.language, way, one] as const)))(
    '%s, %s: is given at the next question, in place of what the note says',
    async (_, way, one) => {
      const agent = agentOf(one, way)
      const before = await say(agent, 'desk', one.question, one.answer)

      await say(agent, 'desk', one.says[way])

      const after = await say(agent, 'bridge', one.question)
      expect(before).toContain(one.note)
      expect(after).toContain(one.now)
      expect(after).not.toContain(one.old)
      expect(await superseded(agent)).toMatchObject([{ data: { reason: 'said' } }])
    },
  )

  test.each(told.map((one) => [one.language, one] as const))(
    '%s: a report, a question or a supposition changes nothing',
    async (_, one) => {
      const agent = agentOf(one, 'silent')
      const before = await say(agent, 'before', one.question)

      const after: Record<string, string> = {}
      for (const [kind, message] of Object.entries(one.silent)) {
        await say(agent, kind, one.question, one.answer)
        await say(agent, kind, message)
        after[kind] = await say(agent, `${kind}-next`, one.question)
      }

      expect(before).toContain(one.note)
      expect(after).toEqual(Object.fromEntries(Object.keys(one.silent).map((kind) => [kind, before])))
      expect(await superseded(agent)).toEqual([])
    },
  )
})
