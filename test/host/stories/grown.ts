/**
 * A new kind of question, asked on three days with other talk between them, by an agent whose brain grows and by one whose brain does not: both
 * are given the same.
 */
import { describe, expect, test } from 'vitest'
import { fenceIn } from '../../conversations/talk.ts'
import { currentUserText } from '../../src/chat-request.ts'
import { inTurn } from '../../src/model-script.ts'
import { sharedHost } from '../one-gateway.ts'
import { patient } from '../stage.ts'

const [grows, stays] = ['lookout', 'pilot']
const brainOf = (agent: string) => `local/${agent}/default`
const documents = [
  ['handbook/lantern.md', '# Lantern\n\nThe lantern of the outer pier is lit at dusk by the night watch.\n'],
  ['handbook/crew.md', '# Crew\n\nThe night watch has four people and a dog, and meets in the tower.\n'],
  ['handbook/pier.md', '# Pier\n\nThe outer pier was mended in spring with oak from the north.\n'],
  ['handbook/kitchen.md', '# Kitchen\n\nDinner is at seven, and the cook wants to know about guests by noon.\n'],
].map(([source = '', text = '']) => ({ source, format: 'markdown', text }) as const)
const stage = sharedHost({
  agents: [grows, stays],
  prepare: ({ withStore }) => {
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

/** About things of the notes, which do not answer it. */
const question = 'How much oil does the lantern of the outer pier burn in winter?'
const week = [
  ['monday', question],
  ['monday', 'When is dinner, and who tells the cook?'],
  ['tuesday', 'Who meets in the tower?'],
  ['wednesday', 'In winter, how much oil does the lantern of the outer pier burn?'],
  ['thursday', 'Was the outer pier mended?'],
  ['friday', question],
] as const
const asked = [0, 3, 5]

/** Returns what was put behind a message, without the number of its turn. */
const given = async (agent: string, day: string, message: string): Promise<string> => {
  const before = stage.model.requests.length
  stage.model.follow(inTurn('I do not know.'))
  await stage.host.chat(`agent:${agent}:${day}`, message)
  const request = stage.model.requests.slice(before).find((one) => currentUserText(one).includes(message))
  return fenceIn(request ?? expect.unreachable()).replace(/ turn="t\d+"/, '')
}
const dataOf = async (type: string, agent = grows) =>
  (await stage.log(agent)).filter((event) => event.type === type).map(({ data }) => data)
const births = async () => (await dataOf('NoveltyAssessed')).map(({ birth }) => birth)
const cues = async () => (await dataOf('NodeAdded')).filter(({ nodeType }) => nodeType === 'cue')

describe('a new kind of question, in a real gateway', () => {
  const sent: string[] = []

  test('is a cue after the first time, and is counted after that; what the model is sent is the same as without growth', async () => {
    const told: unknown[] = []
    const without: string[] = []
    for (const [day, message] of week) {
      sent.push(await given(grows, day, message))
      without.push(await given(stays, day, message))
      told.push((await births()).at(-1))
    }

    expect(asked.map((turn) => told[turn])).toEqual(['made', 'seen', 'seen'])
    expect(await cues()).toContainEqual(expect.objectContaining({ state: 'probation' }))
    expect(sent).toEqual(without)
    expect(sent[0]).toContain('lit at dusk')
    expect(sent[5]).toBe(sent[0])
    expect(await dataOf('NoveltyAssessed', stays)).toEqual([])
    expect(await dataOf('NodePromoted')).toEqual([])
  })
})
