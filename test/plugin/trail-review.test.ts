/** `/trail review`: the owner says yes and no in the chat to what an agent or others brought. */
import { beforeEach, describe, expect, test } from 'vitest'
import { brain, feedbacks, memory, patient, remember, say, setStage, turn } from './trail-stage.ts'

setStage()

describe('/trail review', () => {
  beforeEach(async () => {
    await remember('first.md', 'First')
    await memory.worker().ask('profile', { brain, profile: 'balanced', settings: { review: 'on' } }, patient)
    await remember('releases.md', 'Releases', { origin: 'agent' })
  })

  test('lists what waits, and gives it once the owner approves it', async () => {
    expect(JSON.stringify(await turn('how are releases deployed'))).not.toContain('Releases are deployed')
    const listed = await say('review')
    const status = await say('status')

    expect(listed).toContain('1 memory waits for your yes')
    expect(listed).toContain('releases.md, from the agent')
    expect(status).toContain('1 memory waits for the owner’s yes: /trail review.')
    expect(await say('review approve releases.md')).toBe('releases.md is approved.\nNothing else waits. /trail undo takes it back.')
    expect(await turn('how are releases deployed')).toMatchObject({ appendContext: expect.stringContaining('Releases are deployed') })
    expect(await say('undo')).toContain('Taken back: approved about releases.md.\nChanged: releases.md waits for your yes again.')
    expect(await say('review')).toContain('1 memory waits')
  })

  test('refuses, and says what is missing of a call', async () => {
    expect(await say('review maybe releases.md')).toContain('there is no /trail review maybe')
    expect(await say('review approve')).toContain('say which memory')
    expect(await say('review approve first.md')).toBe(
      'Nothing was changed: nodes: first.md does not wait for a yes; review lists what does',
    )
    expect(await say('review refuse releases.md')).toContain('releases.md is refused.')
    expect(await say('review')).toBe('Nothing waits for your yes.')
    expect(JSON.stringify(await turn('how are releases deployed'))).not.toContain('Releases are deployed')
  })

  test('decides all at once after it was shown what that is, and leaves out what came in since', async () => {
    await remember('harbour.md', 'Harbours', { origin: 'agent' })
    const shown = await say('review refuse all')
    expect(shown).toContain('Nothing is changed yet. This would be refused: 2 memories: releases.md, harbour.md.')
    const doIt = /To do it: \/trail (review refuse all \d+)$/.exec(shown)?.[1] ?? ''
    await remember('late.md', 'Late', { origin: 'agent' })

    expect(await say(`${doIt} more`)).toContain('"more" is too much')
    expect(await say(doIt)).toBe('Decided: refused 2 memories: releases.md, harbour.md.\n1 more waits. /trail undo takes it back.')
    expect(await say(doIt)).toBe('Nothing was changed: none of what was shown waits any more.')
    expect(await say('undo')).toContain('refused')
    expect(await say('review')).toContain('3 memories wait')
    expect(await say('review approve all')).toContain('This would be approved: 3 memories')
  })

  test('says what a yes takes the place of', async () => {
    const ingest = (source: string, line: string) =>
      memory
        .worker()
        .ask('ingest', { brain, documents: [{ source, format: 'markdown', text: `# Times\n\n${line}\n` }], origin: 'agent' }, patient)
    await ingest('ferry.md', 'Night ferry to Ostmole: 21:40')
    await ingest('MEMORY.md', 'The night ferry is green.')
    await ingest('MEMORY.md', 'Night ferry to Ostmole: 22:15')

    expect(await say('review')).toMatch(/MEMORY\.md.* A yes takes the place of ("[^"]+" in )?ferry\.md\./)
  })

  test('is the owner’s alone, and for private conversations', async () => {
    for (const call of ['review', 'review approve releases.md'])
      expect(await say(call, { senderIsOwner: false })).toBe('Only the owner of this agent may say /trail review.')
    expect(await say('review', { isAuthorizedSender: false })).toBe('Only the owner of this agent may use /trail.')
    const { count } = await memory.worker().ask('review', { brain }, patient)
    expect([count, await feedbacks()]).toEqual([1, []])
  })
})
