import { describe, expect, test } from 'vitest'
import { brain, elsewhere, feedbacks, memory, parts, patient, remember, say, session, setStage, turn, warnings } from './trail-stage.ts'

setStage()

describe('/trail used, wrong, not-relevant, not-useful and why', () => {
  test('wrong with nothing named lists what the last answer was given, by number', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')
    await turn('thanks')

    expect(await say('wrong')).toBe(
      'Which of these, given with t1?\n1. releases.md: Releases\nSay /trail wrong 1, or with the right one: /trail wrong 1 instead ID',
    )
    expect(await feedbacks()).toEqual([])
  })

  test.each(['wrong', 'not-useful'])(
    '%s without the right one proposes another of the turn, as a command that can be sent',
    async (verdict) => {
      await remember('releases.md', 'Releases')
      await remember('roll backs.md', 'Rollbacks')
      await turn('how are releases deployed')

      const [, proposal = ''] = (await say(`${verdict} 1`)).split('say which: /trail ')
      expect(proposal).toBe(`${verdict} releases.md instead "roll backs.md"`)
      expect(await say(proposal)).toMatch(/^Noted as f2 on t1: .*roll backs\.md 0\.00 →/)
      expect(await say('wrong')).toContain('with the right one: /trail wrong 1 instead "roll backs.md"')
    },
  )

  test('of a note that the turn did not show says how to teach it', async () => {
    await remember('releases.md', 'Releases')
    await memory.worker().ask('ingest', { brain, documents: [{ source: 'mill.md', format: 'text', text: 'Bread and flour.' }] }, patient)
    await turn('how are releases deployed')

    expect(await say('wrong 1 mill.md')).toContain('did not show mill.md; if it answers that question, name it in the place of one')
  })

  test('wrong with an instead that names nothing notes nothing', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')

    expect(await say('wrong 1 instead')).toBe('Nothing was noted: say what would have been right, as in /trail wrong 1 instead ID.')
    expect(await feedbacks()).toEqual([])
  })

  test('wrong with a number judges that one, as the owner', async () => {
    await remember('releases.md', 'Releases')
    await remember('rollbacks.md', 'Rollbacks')
    await turn('how are releases deployed')

    expect(await say('wrong 1 instead rollbacks.md')).toMatch(/^Noted as f1 on t1: wrong\. .*rollbacks\.md 0\.00 →/)
    expect(await feedbacks()).toMatchObject([
      { actor: 'owner', origin: 'owner', data: { verdict: 'wrong', tier: 'conscious', nodes: [1], instead: [2] } },
    ])
  })

  test.each(['used', 'not-relevant', 'not-useful'])('%s with an id judges that one', async (verdict) => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')

    expect(await say(`${verdict} releases.md`)).toContain(`f1 on t1: ${verdict}.`)
    expect(await feedbacks()).toMatchObject([{ data: { verdict } }])
  })

  test('changes the next answer to the same question', async () => {
    await remember('releases.md', 'Releases')
    await remember('rollbacks.md', 'Rollbacks')
    const before = await turn('how are releases deployed')
    await say('wrong 1 instead rollbacks.md')
    await say('wrong 1 instead rollbacks.md')

    const after = await turn('how are releases deployed')

    expect(before?.appendContext).toContain('[releases.md]')
    expect(after?.appendContext).toContain('[rollbacks.md]')
  })

  test('knows the last turn from the log when the gateway was started anew', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')
    parts.state.runs.clear()

    expect(await say('used 1')).toContain('on t1: used.')
  })

  test('why tells what the last answer was given, and why', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')

    expect(await say('why')).toMatch(/^t1: "how are releases deployed"\n1\. releases\.md/)
    expect(await say('why 1')).toMatch(/1\. releases\.md/)
    expect(await say('why releases.md')).toMatch(/1\. releases\.md/)
    expect(await say('why 9')).toMatch(/^There is no number 9\.\nWhich of these/)
  })

  test('why of an id is about the newest turn, of a number about the newest that was given memories', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')
    await turn('quaternions')

    expect(await say('why releases.md')).toMatch(/^t2: "quaternions"\nreleases\.md was not recalled: /)
    expect(await say('why 1')).toMatch(/^t1: /)
  })

  test('why names the message that keeps a memory back, to the owner alone', async () => {
    await remember('releases.md', 'Releases')
    await remember('rollbacks.md', 'Rollbacks')
    await turn('how are releases deployed')
    const text = 'No, that is wrong, releases are deployed by hand.'
    const said = { actor: 'owner', actorKind: 'owner', origin: 'owner', text } as const
    for (const more of [{}, { actor: 'Ada' }])
      await memory
        .worker()
        .ask('feedback', { ...said, ...more, brain, session, verdict: 'not-relevant', turn: 't1', nodes: ['releases.md'] }, patient)
    await turn('how are releases deployed')

    const told = await say('why releases.md')
    const stranger = await say('why releases.md', { senderIsOwner: false })

    expect(told).toMatch(/because of "No, that is wrong, releases are deployed by hand\." \(not-relevant on t1, \d{4}-\d{2}-\d{2}\)/)
    expect(stranger).toBe(elsewhere)
  })

  test('judges by its id what the turn looked at and left out, and what an earlier one showed', async () => {
    await remember('releases.md', 'Releases')
    await remember('rollbacks.md', 'Rollbacks')
    await turn('how are releases deployed')
    expect(await say('why')).toContain('Left out:\n- rollbacks.md')
    await turn('quaternions')

    expect(await say('used rollbacks.md')).toContain('f1 on t1: used.')
    expect(await say('used releases.md')).toContain('f2 on t1: used.')
    expect((await feedbacks()).map(({ data }) => data['nodes'])).toEqual([[2], [1]])
  })

  test('judges what was left out where nothing was given', async () => {
    await remember('releases.md', 'Releases', { origin: 'untrusted' })
    await turn('how are releases deployed')

    expect(await say('why')).toContain('Left out:\n- releases.md')
    expect(await say('used releases.md')).toContain('f1 on t1: used.')
  })

  test('names no command of a terminal in what it could not do', async () => {
    await remember('releases.md', 'Releases')
    await turn('quaternions')

    for (const args of ['used nowhere.md', 'used releases.md', 'wrong releases.md instead nowhere.md'])
      expect(await say(args)).toMatch(/^Nothing was changed: (?!.*(--|openclaw|crabtrail)).*\/trail why/)
  })

  test.each([
    ['nothing was recalled yet', 'used 1', 'Nothing was recalled in this conversation yet.'],
    ['nothing was recalled yet', 'why', 'Nothing was recalled in this conversation yet.'],
  ])('says so when %s: %s', async (_, args, said) => {
    expect(await say(args)).toBe(said)
  })

  test.each(['used 1', 'wrong', 'wrong 1 instead releases.md'])(
    'says why the last turn was given nothing where nothing matched: %s',
    async (args) => {
      await remember('releases.md', 'Releases')
      await turn('quaternions')

      expect(await say(args)).toBe(
        `Nothing was noted: the last turn, t1, was given no memory: nothing matched. A memory is named by its id: /trail ${args.split(' ')[0]} ID`,
      )
      expect(await feedbacks()).toEqual([])
    },
  )

  test('says why the last turn was given nothing where it may not be given what others wrote', async () => {
    await remember('releases.md', 'Releases', { origin: 'untrusted' })
    await turn('how are releases deployed')
    expect(await say('wrong 1')).toMatch(/t1, was given no memory: of releases\.md, the first that matched, others wrote it/)
  })

  test('says that the last turn went on without memory: switched off, or too long to be asked', async () => {
    await remember('releases.md', 'Releases')
    await say('off')
    await turn('how are releases deployed')
    expect(await say('wrong 1')).toContain('the last turn, t1, was given no memory: memory is switched off in this conversation')

    await say('on')
    await turn(`how are releases deployed ${'x'.repeat(200_000)}`)
    expect(await say('used')).toContain('the last turn, t2, was given no memory: the message is too long.')
  })

  test('says so when a number or an id is none', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')

    expect(await say('used 2')).toMatch(/^There is no number 2\.\nWhich of these/)
    expect(await say('used elsewhere.md')).toMatch(/^Nothing was changed: no note elsewhere\.md is known there; \/trail why/)
    expect(warnings).toEqual([])
  })
})
