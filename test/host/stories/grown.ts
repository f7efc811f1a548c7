/**
 * A new kind of question in a week of talk, by an agent whose brain grows and by one whose brain does not: both are given the same until its
 * owner judges an answer.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nano } from '../../../packages/core/src/domain/strength.ts'
import { callWithin } from '../../cli/within.ts'
import { fenceIn } from '../../conversations/talk.ts'
import { currentUserText, toolTexts } from '../../src/chat-request.ts'
import { calling, deferred, inTurn, type Script } from '../../src/model-script.ts'
import { sharedHost } from '../one-gateway.ts'
import { patient } from '../stage.ts'
import { storedBrain } from './stored-brain.ts'

const [grows, stays] = ['lookout', 'pilot']
const brainOf = (agent: string) => `local/${agent}/default`
const oak = 'memory/oak.md'
const oil = 'handbook/oil.md'
const documents = [
  ['handbook/lantern.md', '# Lantern\n\nThe lantern of the outer pier is lit at dusk by the night watch.\n'],
  ['handbook/crew.md', '# Crew\n\nThe night watch has four people and a dog, and meets in the tower.\n'],
  ['handbook/pier.md', '# Pier\n\nThe outer pier was mended in spring with oak from the north.\n'],
  [oil, '# Stores\n\nFrom November to March it takes three barrels, which lie behind the tower.\n'],
].map(([source = '', text = '']) => ({ source, format: 'markdown', text }) as const)
const stage = sharedHost({
  agents: [grows, stays],
  prepare: ({ host, withStore }) => {
    mkdirSync(join(host.workspaceOf(grows), 'memory'))
    writeFileSync(join(host.workspaceOf(grows), oak), '# Oak\n\nThe sawmill in Norrby sells seasoned planks by the metre.\n')
    return withStore(async (memory) => {
      for (const agent of [grows, stays]) {
        const brain = brainOf(agent)
        await memory.ask('init', { brain }, patient)
        await memory.ask('ingest', { brain, documents }, patient)
      }
      await memory.ask('profile', { brain: brainOf(stays), profile: 'balanced', settings: { 'growth.mode': 'off' } }, patient)
    })
  },
})

/** About things of the notes. The note that answers it has none of its words. */
const question = 'How much oil does the lantern of the outer pier burn in winter?'
const reordered = 'In winter, how much oil does the lantern of the outer pier burn?'
const week = [
  ['monday', question],
  ['tuesday', 'Who meets in the tower?'],
  ['wednesday', reordered],
] as const

/** Says a message; returns what was put behind it, without the number of its turn. */
const given = async (agent: string, day: string, message: string, script: Script = inTurn('I do not know.')): Promise<string> => {
  const before = stage.model.requests.length
  stage.model.follow(script)
  await stage.host.chat(`agent:${agent}:${day}`, message)
  const request = stage.model.requests.slice(before).find((one) => currentUserText(one).includes(message))
  return fenceIn(request ?? expect.unreachable()).replace(/ turn="t\d+"/, '')
}
const command = (day: string, message: string) => stage.host.chat(`agent:${grows}:${day}`, message)
const dataOf = async (type: string, agent = grows) =>
  (await stage.log(agent)).filter((event) => event.type === type).map(({ data }) => data)
const births = async () => (await dataOf('NoveltyAssessed')).map(({ birth }) => birth)
const cues = async () => (await dataOf('NodeAdded')).filter(({ nodeType }) => nodeType === 'cue')
/** The line of `crabtrail show` about the life of the cue of the question. */
const life = async () => {
  const { nodes } = await storedBrain(stage, grows)
  const { id = '' } = nodes.find(({ text, type }) => type === 'cue' && text === question) ?? {}
  const { home } = stage.host.places
  const store = join(stage.host.state, 'crabtrail', 'crabtrail.db')
  const words = ['show', id, '--brain', brainOf(grows), '--store', store]
  const { stdout } = await callWithin(words, { env: { HOME: home }, home, folder: home })
  return stdout.split('\n').find((line) => line.includes('life: ')) ?? stdout
}

describe('a new kind of question, in a real gateway', () => {
  const sent: string[] = []

  test('becomes a cue on probation, and asked again it is the same one; the model is sent the same as without growth', async () => {
    // One agent after the other: the host takes seconds to go from one to another.
    for (const [day, message] of week) sent.push(await given(grows, day, message))
    const without: string[] = []
    for (const [day, message] of week) without.push(await given(stays, day, message))

    const [first, , third] = await births()
    expect([first, third]).toEqual(['made', 'seen'])
    expect((await cues())[0]).toMatchObject({ state: 'probation' })
    expect(sent).toEqual(without)
    expect(sent[0]).toContain('lit at dusk')
    expect(sent[2]).toBe(sent[0])
    expect(await dataOf('NoveltyAssessed', stays)).toEqual([])
    expect(await life()).toMatch(/life: grown in t1, on probation, asked 2 times/)
  })

  test('leads where its owner said it should: asked a third time, the model is sent that note in place of the other', async () => {
    expect(await command('wednesday', `/trail wrong 1 instead ${oil}`)).toMatch(/^Noted as f\d+ on t\d+: wrong\./)

    const next = await given(grows, 'friday', question, inTurn('It takes three barrels.'))

    expect(next).toContain('three barrels')
    expect(next).not.toContain('lit at dusk')
    expect(await life()).toMatch(/on probation, asked 3 times/)
  })

  test('ends its probation with the first answer that its owner calls right', async () => {
    expect(await command('friday', '/trail used 1')).toMatch(/^Noted as f\d+ on t\d+: used\./)

    const [cue] = await cues()
    expect(await dataOf('NodePromoted')).toEqual([{ node: cue?.['node'], reason: 'success' }])
    const line = await life()
    expect(line).toMatch(/life: grown in t1, asked 3 times/)
    expect(line).not.toContain('probation')
  })

  test('S0.57: one that is asked behind a search of the host is led to by what that search found', async () => {
    const isRead = async () => (await dataOf('SourceAdded')).length === documents.length + 1
    await expect.poll(isRead, { timeout: 120_000, interval: 200 }).toBe(true)
    const search = calling(deferred('memory_search', { query: 'seasoned planks' }))
    await given(grows, 'sunday', 'Please look that up.', inTurn(search, 'Done.'))
    const found = toolTexts(stage.model.requests.at(-1) ?? expect.unreachable()).join('\n')

    await given(grows, 'sunday', 'Which varnish did the carpenter of the outer pier use for the seasoned planks?')

    expect(found).toContain(oak)
    expect((await births()).at(-1)).toBe('made')
    const { nodes } = await stage.withStore((memory) => memory.ask('show', { brain: brainOf(grows), what: oak }, patient))
    const cue = (await cues()).at(-1)?.['node']
    const into = (await dataOf('EdgeLinked')).filter(({ source, target }) => source === nodes[0]?.number && target === cue)
    // What an earlier turn was given leads to it by 0.12 at most.
    expect(into).toMatchObject([{ kind: 'grown', reason: 'growth', strength: nano(0.2) }])
  })
})
