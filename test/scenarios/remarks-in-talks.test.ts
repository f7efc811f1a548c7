/** A correction within a recorded talk travels with what it corrects, however many other talks hold the words of the question. */
import { describe, expect, test } from 'vitest'
import { openStore } from '../models/open-store.ts'

interface Talk {
  readonly question: string
  /** What each of the other talks says, with a name of its own. */
  readonly others: (name: string) => string
  readonly turns: ReadonlyArray<string>
}
const names = ['kayak', 'ketch', 'ferry', 'launch', 'sloop', 'cutter', 'yawl', 'skiff']

/** Records of talks in which the owner and the agent speak in turn. */
const talk = (session: string, turns: ReadonlyArray<string>) => ({
  source: `${session}.jsonl`,
  format: 'jsonl' as const,
  text: turns
    .map((content, at) => ({ id: `${at}`, session, role: at % 2 === 0 ? 'user' : 'assistant', content, timestamp: '2026-05-04T09:00:00Z' }))
    .map((record) => JSON.stringify(record))
    .join('\n'),
})

const askedAmong = async ({ others, question, turns }: Talk, number: number, budget = 2_000) => {
  const store = openStore()
  try {
    const memory = await store.memory()
    const beside = names
      .slice(0, number)
      .map((name) => talk(name, [others(name), 'Noted, I will remember that.', 'Thanks, see you.', 'Bye.']))
    await memory.ingest({ documents: [...beside, talk('meant', turns)] })
    const found = await memory.recall({ question, budget, limit: 20, key: 'asked' })
    // A repeated request is answered from the record, which has the remark as well.
    expect((await memory.recall({ question, budget, limit: 20, key: 'asked' })).context).toEqual(found.context)
    const named = (await memory.whyNot({ question, node: 'meant.jsonl#2' })).reason
    return { ...found.context, items: found.items, why: await memory.why({ turn: 't1' }), named, verified: await memory.verify({}) }
  } finally {
    await store.close()
  }
}

const berths: Talk = {
  question: 'Which berth does the dinghy use?',
  others: (name) => `The ${name} uses berth 20.`,
  turns: ['The dinghy uses berth 15.', 'Noted, I will remember that.', 'No, 51.', 'All right, changed.'],
}
const races = (...turns: ReadonlyArray<string>): Talk => ({
  question: 'When does the dinghy race start?',
  others: (name) => `The ${name} race starts at nine on Sunday.`,
  turns: ['The dinghy race starts at ten on Sunday.', 'Noted, I will remember that.', ...turns],
})
const fees = ['Please write down the whole list of harbour fees that we pay for the pontoon and the crane.', 'They are on the board.']

describe('a correction within a recorded talk is given behind what it corrects', () => {
  test.each([
    ['a value alone', berths, 'No, 51.'],
    [
      'a denial without a value',
      { ...berths, turns: [berths.turns[0] ?? '', 'Noted, I will remember that.', 'Just kidding.', 'Ha.'] },
      'Just kidding.',
    ],
    ['a value in other words', races('Sorry, at eleven.', 'All right.'), 'Sorry, at eleven.'],
    [
      'a turn later',
      races(...fees, 'By the way, it starts at eleven, not at ten.', 'All right.'),
      'By the way, it starts at eleven, not at ten.',
    ],
    [
      'two turns later',
      races(...fees, ...fees, 'I was wrong: the race is not at ten, it is at eleven.', 'All right.'),
      'I was wrong: the race is not at ten, it is at eleven.',
    ],
    [
      'a turn later, in digits',
      races(...fees, 'The race starts at 11:00 and not at ten.', 'All right.'),
      'The race starts at 11:00 and not at ten.',
    ],
    [
      'a turn later, another day',
      races(...fees, 'The race is on Saturday, not on Sunday.', 'All right.'),
      'The race is on Saturday, not on Sunday.',
    ],
    [
      'a turn later, another name',
      {
        question: 'Who has the keys of the dinghy?',
        others: (name: string) => `The keys of the ${name} are with Ole.`,
        turns: [
          'The keys of the dinghy are with Petra.',
          'Noted, I will remember that.',
          ...fees,
          'The keys went from Petra to Noa.',
          'All right.',
        ],
      },
      'The keys went from Petra to Noa.',
    ],
    [
      'in German',
      {
        question: 'Welchen Liegeplatz hat die Jolle?',
        others: (name: string) => `Der Liegeplatz von ${name} ist der 20.`,
        turns: ['Der Liegeplatz der Jolle ist der 15.', 'Gut, ich merke mir das.', 'Nein, der 51.', 'Gut.'],
      },
      'Nein, der 51.',
    ],
  ] as ReadonlyArray<readonly [string, Talk, string]>)('%s', async (_, asked, correction) => {
    for (const others of [4, 5, 8]) {
      const { text, verified } = await askedAmong(asked, others)

      expect(text).toContain(asked.turns[0])
      expect(text.indexOf(correction), `${others} others\n${text}`).toBeGreaterThan(text.indexOf(asked.turns[0] ?? ''))
      expect(verified.ok).toBe(true)
    }
  })

  test('and is told where somebody asks why', async () => {
    const { items, named, why } = await askedAmong(berths, 5)

    expect(items.slice(0, 6).map(({ node }) => node)).not.toContain('meant.jsonl#2')
    expect(items.find(({ node }) => node === 'meant.jsonl#2')?.why).toBe('its speaker said it soon after a memory above')
    expect(why.items.map(({ node }) => node)).toContain('meant.jsonl#2')
    expect(named).toBe('given')
  })

  test('and is named with its reason where the budget has no room for it', async () => {
    const { dropped } = await askedAmong(berths, 5, 45)

    expect(dropped).toContainEqual({ node: 'meant.jsonl#2', reason: 'budget' })
  })

  test('a turn later that only speaks of the same thing is no correction', async () => {
    const { text } = await askedAmong(races(...fees, 'The race needs a marshal with a flag.', 'All right.'), 5)

    expect(text).not.toContain('marshal')
  })
})
