/** The owner asks what would be given, looks at a memory, and has things forgotten, in a private conversation. */
import { describe, expect, test } from 'vitest'
import { dayOfIso, isoDay } from '../../packages/text/src/days/calendar.ts'
import { inOtherDay } from '../models/other-day.ts'
import { brain, memory, parts, patient, remember, say, setStage, turn, warnings } from './trail-stage.ts'

setStage()

const head = async () => (await memory.worker().ask('show', { brain }, patient)).position
const knows = async (what: string) =>
  memory
    .worker()
    .ask('show', { brain, what }, patient)
    .then(
      () => true,
      () => false,
    )
const inGroup = () => ({ sessionKey: `agent:${brain.split('/')[1]}:telegram:group:-100` })

describe('/trail ask', () => {
  test('says what would be given and what not, and records nothing', async () => {
    await remember('releases.md', 'Releases')
    await remember('secrets.md', 'Releases of others', { origin: 'untrusted' })
    const before = await head()

    const told = await say('ask how are releases deployed?')

    expect(told).toMatch(
      /^Would be given for "how are releases deployed\?", \d+ tokens:\n1\. releases\.md: Releases\n {3}Releases are deployed from/,
    )
    expect(told).toContain(
      '- secrets.md: others wrote it, as a web page that the agent had read; the owner can let it be given: /trail trust secrets.md',
    )
    expect(told).toMatch(/\nNothing was recorded\.$/)
    expect(await head()).toBe(before)
  })

  test('understands yesterday by the clock of the owner', async () => {
    await remember('releases.md', 'Releases')
    const yesterday = await inOtherDay(async (today) => {
      const day = isoDay((dayOfIso(today) ?? 0) - 1)
      await memory.worker().ask('note', { brain, text: 'A kayak was bought.', today: day }, patient)
      return say('ask what happened yesterday?')
    })

    expect(yesterday).toContain('A kayak was bought.')
  })

  test('says that nothing would be given, and asks for a question', async () => {
    await remember('releases.md', 'Releases')

    expect(await say('ask where do the gulls nest?')).toMatch(/^Nothing would be given for "where do the gulls nest\?"/)
    expect(await say('ask')).toBe('Say the question, as in /trail ask when is the staging database reset?')
  })
})

describe('/trail show', () => {
  test.each(['people/petra.md', 'petra.md', 'Petra', 'people/pet'])('finds a memory by %s, with its text, day and use', async (name) => {
    await remember('people/petra.md', 'Petra')
    await turn('where are petra deployed')

    const told = await say(`show ${name}`)

    expect(told).toMatch(/^people\/petra\.md: Petra\nthe owner’s; in use; since \d{4}-\d\d-\d\d\.\nRecalled /)
    expect(told).toContain('Petra are deployed from the main branch.')
    expect(told.length).toBeLessThanOrEqual(900)
  })

  test('says what a wrong name may mean, and names several that fit', async () => {
    await remember('people/petra.md', 'Petra')
    await remember('old/petra.md', 'Petra of old')

    expect(await say('show people/perta.md')).toMatch(/^No note people\/perta\.md is known there; did you mean people\/petra\.md/)
    expect(await say('show petra.md')).toMatch(/^Petra\.md fits several nodes: .*people\/petra\.md/i)
    expect(await say('show')).toContain('Say which memory, as in /trail show')
    expect(await say('show e1')).toContain('Say which memory, as in /trail show')
    expect(warnings).toEqual([])
  })

  test('of a long text shows the beginning', async () => {
    const text = `# Long\n\n${'The tide turns at six. '.repeat(200)}`
    await remember('a.md', 'A')
    await memory.worker().ask('ingest', { brain, documents: [{ source: 'long.md', format: 'markdown', text }] }, patient)

    expect((await say('show long.md')).length).toBeLessThanOrEqual(900)
  })
})

describe('/trail forget', () => {
  test('shows first what would go, and erases exactly that once it is confirmed', async () => {
    await remember('people/lotte.md', 'Lotte')
    await remember('school.md', 'Schools of Lotte')
    await remember('releases.md', 'Releases')

    const rehearsed = await say('forget Lotte')
    const command = /To erase exactly this: (\/trail forget Lotte yes [0-9a-f]{6})$/.exec(rehearsed)?.[1] ?? ''

    expect(rehearsed).toMatch(
      /^Nothing was erased yet\. Of "Lotte" 2 memories would go for good:\n- people\/lotte\.md: Lotte: "Lotte are deployed/,
    )
    expect(rehearsed).toContain('- school.md: Schools of Lotte: "')
    expect(await knows('people/lotte.md')).toBe(true)

    const receipt = await say(command.replace('/trail ', ''))
    expect(receipt).toMatch(/^Forgotten for good: \d+ texts of 2 memories/)
    expect(receipt).toContain('Not erased, because the memory cannot reach it: backups; exports; the history of conversations')
    expect([await knows('people/lotte.md'), await knows('school.md'), await knows('releases.md')]).toEqual([false, false, true])
    const { events } = await memory.worker().ask('log', { brain, type: 'ContentErased' }, patient)
    expect(events).toMatchObject([{ actor: 'owner', origin: 'owner', data: { scope: 'subject' } }])
    expect(await say('forget Lotte')).toBe(
      'Nothing was changed: no note Lotte is known there; /trail why lists what the last turn looked at',
    )
  })

  test('rehearses again when the memory changed meanwhile, or the code is wrong', async () => {
    await remember('people/lotte.md', 'Lotte')
    const code = /yes ([0-9a-f]{6})$/.exec(await say('forget Lotte'))?.[1] ?? ''
    await remember('school.md', 'Schools of Lotte')

    const late = await say(`forget Lotte yes ${code}`)

    expect(late).toMatch(/^Something else would go now than what was shown\.\nNothing was erased yet\. Of "Lotte" 2 memories/)
    expect(late).not.toContain(code)
    expect(await say('forget Lotte yes')).toMatch(/^Nothing was erased yet/)
    expect(await knows('people/lotte.md')).toBe(true)
    expect(await say('forget')).toContain('Nothing was erased: say what, as in /trail forget Lotte')
  })

  test('of very much says how much does not fit, and never cuts off how to confirm', async () => {
    const rows = Array.from({ length: 90 }, (_, at) => `## Lotte ${at}\n\nLotte did thing ${at}, ${'and more '.repeat(12)}\n`).join('\n')
    await remember('a.md', 'A')
    await memory.worker().ask('ingest', { brain, documents: [{ source: 'list.md', format: 'markdown', text: rows }] }, patient)

    const told = await say('forget Lotte')

    expect(told).toMatch(/and \d+ more, which do not fit here/)
    expect(told).toMatch(/\nTo erase exactly this: \/trail forget Lotte yes [0-9a-f]{6}$/)
    expect(told.length).toBeLessThanOrEqual(2_000)
  })
})

describe('what is held', () => {
  test.each(['ask what is held?', 'show people/lotte.md', 'forget Lotte', 'studio'])(
    'is told to nobody but the owner in private: %s',
    async (said) => {
      await remember('people/lotte.md', 'Lotte')
      const call = said.split(' ')[0]

      expect(await say(said, { senderIsOwner: false })).toBe(`Only the owner of this agent may say /trail ${call}.`)
      expect(await say(said, inGroup())).not.toContain('lotte.md:')
      const own = { ...parts, config: { ...parts.config, groups: 'own' as const } }
      const { trail } = await import('../../packages/plugin-openclaw/src/commands/trail.ts')
      expect(
        await trail(own, { isAuthorizedSender: true, senderIsOwner: true, agentId: brain.split('/')[1] ?? '', args: said, ...inGroup() }),
      ).toBe(`/trail ${call} is for private conversations with the owner of this agent.`)
    },
  )

  test('names no command of a terminal', async () => {
    await remember('people/lotte.md', 'Lotte')
    const told = [
      await say('ask who is lotte?'),
      await say('show Lotte'),
      await say('forget Lotte'),
      await say('show zanzibar-x'),
      await say('help'),
    ]

    for (const one of told) expect(one).not.toMatch(/crabtrail |openclaw |--\w/)
  })
})
