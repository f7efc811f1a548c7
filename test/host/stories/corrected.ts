/** The owner denies an answer, or states something in passing: the next question in another conversation is given the mark, or nothing new. */
import { describe, expect, test } from 'vitest'
import { fenceIn } from '../../conversations/talk.ts'
import { inTurn } from '../../src/model-script.ts'
import { sharedHost } from '../one-gateway.ts'
import { patient } from '../stage.ts'

interface Fact {
  readonly note: string
  readonly question: string
  /** The answer of the agent from the note. */
  readonly answer: string
}

interface Denied extends Fact {
  readonly way: string
  /** The message that denies the answer. */
  readonly says: string
}

interface Silent extends Fact {
  /** Messages with another value that state nothing. */
  readonly messages: Readonly<Record<string, string>>
}

interface Talk {
  readonly language: string
  readonly denied: ReadonlyArray<Denied>
  readonly silent: Silent
}

const talks: ReadonlyArray<Talk> = [
  {
    language: 'en',
    denied: [
      {
        way: 'chat',
        note: 'The billing database listens on port 6033.',
        question: 'Which port does the billing database listen on?',
        answer: 'It listens on port 6033.',
        says: 'No, the billing database listens on port 6044.',
      },
      {
        way: 'bare',
        note: 'The parking permit costs 45 euros a month.',
        question: 'How much does the parking permit cost?',
        answer: 'It costs 45 euros a month.',
        says: 'No, 52 euros.',
      },
    ],
    silent: {
      note: 'The guest network is switched off at 22:15.',
      question: 'When is the guest network switched off?',
      answer: 'It is switched off at 22:15.',
      messages: {
        passing:
          'The weather is awful here today. By the way, the guest network is switched off at 21:30 now. Can you draft a short mail to Nadia about lunch?',
        statement: 'FYI the guest network is switched off at 21:30 now.',
        report: 'Nadia says that the guest network is switched off at 21:30. Can you draft a short mail to Jonas about lunch?',
        question: 'Is the guest network switched off at 21:30?',
        supposition: 'What if the guest network is switched off at 21:30?',
        condition: 'If the guest network is switched off at 21:30, we have to tell the guests.',
      },
    },
  },
  {
    language: 'de',
    denied: [
      {
        way: 'chat',
        note: 'Die Chorprobe beginnt um 19:30 Uhr.',
        question: 'Wann beginnt die Chorprobe?',
        answer: 'Sie beginnt um 19:30 Uhr.',
        says: 'Nein, die Chorprobe beginnt um 20:15 Uhr.',
      },
      {
        way: 'bare',
        note: 'Der Parkschein kostet 45 Euro im Monat.',
        question: 'Wie viel kostet der Parkschein?',
        answer: 'Er kostet 45 Euro im Monat.',
        says: 'Nein, 52 Euro.',
      },
    ],
    silent: {
      note: 'Das Gästenetz wird um 22:15 Uhr abgeschaltet.',
      question: 'Wann wird das Gästenetz abgeschaltet?',
      answer: 'Es wird um 22:15 Uhr abgeschaltet.',
      messages: {
        passing:
          'Das Wetter ist heute scheußlich. Übrigens wird das Gästenetz jetzt um 21:30 Uhr abgeschaltet. Schreibst du mir eine kurze Mail an Jonas wegen des Mittagessens?',
        statement: 'Das Gästenetz wird jetzt um 21:30 Uhr abgeschaltet.',
        report: 'Jonas sagt, dass das Gästenetz um 21:30 Uhr abgeschaltet wird. Schreibst du Nadia eine kurze Mail wegen des Mittagessens?',
        question: 'Wird das Gästenetz um 21:30 Uhr abgeschaltet?',
        supposition: 'Was, wenn das Gästenetz um 21:30 Uhr abgeschaltet wird?',
        condition: 'Wenn das Gästenetz um 21:30 Uhr abgeschaltet wird, müssen die Gäste es wissen.',
      },
    },
  },
]
const agentOf = ({ language }: Talk) => `chorister-${language}`

const stage = sharedHost({
  agents: talks.map(agentOf),
  prepare: ({ withStore }) =>
    withStore(async (memory) => {
      for (const talk of talks) {
        const brain = `local/${agentOf(talk)}/default`
        const documents = [...talk.denied, talk.silent].map(({ note }, place) => {
          return { source: `notes/${place}.md`, format: 'markdown', text: `# ${talk.language} ${place}\n\n${note}\n` } as const
        })
        await memory.ask('init', { brain }, patient)
        await memory.ask('ingest', { brain, documents }, patient)
      }
    }),
})

/** Says a message; returns what was put behind it, without the number of its turn. */
const say = async (agent: string, talk: string, message: string, answer = 'OK.'): Promise<string> => {
  stage.model.follow(inTurn(answer))
  await stage.host.chat(`agent:${agent}:${talk}`, message)
  return fenceIn(stage.model.requests.at(-1) ?? expect.unreachable()).replace(/ turn="t\d+"/, '')
}
const changes = async (agent: string) =>
  (await stage.log(agent)).filter(({ type }) => type === 'NodeSuperseded' || type === 'NodeDoubted').map(({ position }) => position)

// One agent after the other: the host takes seconds to go from one to another.
describe.each(talks.map((talk) => [talk.language, talk] as const))('what the owner says in talk, in a real gateway: %s', (_, talk) => {
  const agent = agentOf(talk)

  test.each(talk.denied.map((one) => [one.way, one] as const))(
    '%s: is given as a mark of the note at the next question',
    async (way, one) => {
      const before = await say(agent, way, one.question, one.answer)

      await say(agent, way, one.says)

      const after = await say(agent, `${way}-next`, one.question)
      expect(before).toContain(one.note)
      expect(after).toContain(one.note)
      expect(after).toMatch(/corrected in conversation on \d{4}-\d\d-\d\d: /)
      expect(after).toContain(one.says)
    },
  )

  test('a statement, a report, a question or a supposition changes nothing', async () => {
    const { answer, messages, note, question } = talk.silent
    const known = await changes(agent)

    const given: string[] = []
    for (const [kind, message] of Object.entries(messages)) {
      given.push(await say(agent, kind, question, answer))
      await say(agent, kind, message)
    }
    given.push(await say(agent, 'in the end', question))

    expect(given[0]).toContain(note)
    expect(given).toEqual(given.map(() => given[0]))
    expect(await changes(agent)).toEqual(known)
  })
})
