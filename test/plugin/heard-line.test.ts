/** The line behind a reply that tells the owner what was heard of his message. */
import { describe, expect, test } from 'vitest'
import { currentUserText } from '../src/chat-request.ts'
import type { Script } from '../src/model-script.ts'
import { openStage, patient, type Stage } from './stage.ts'

const [owner, group] = [4_200_042, -100_123_456]
const fact = 'The hourly rate of the garden work is ninety euros.'
const question = 'What is the hourly rate of the garden work?'
const line = 'noted: «memory/rates.md» was called wrong · /trail undo'

/** Answers a question with the note, and anything else once all that was said is recorded: a real model takes longer than that. */
const answering =
  (stage: () => Stage): Script =>
  async (request) => {
    if (currentUserText(request).includes(question)) return fact
    await stage().memory().drained()
    return 'Understood.'
  }

const opened = async () => {
  let stage: Stage | undefined
  const now = () => {
    if (stage === undefined) throw new Error('no stage')
    return stage
  }
  stage = await openStage({ script: answering(now), hostConfig: { commands: { ownerAllowFrom: [`telegram:${owner}`] } } })
  await stage.note('memory/rates.md', `# Rates\n\n${fact}\n`)
  return stage
}
const doubts = async (stage: Stage) => (await stage.memory().ask('show', { what: 'memory/rates.md' }, patient)).nodes[0]?.doubts

describe('a denial of the owner over a chat channel', () => {
  test('is told behind the reply, once, and /trail undo lifts the mark', async () => {
    const stage = await opened()
    await stage.host.say({ from: owner, text: question })
    await stage.quiet()

    expect(await stage.host.say({ from: owner, text: 'No, that is wrong.' })).toBe(`Understood.\n\n${line}`)
    await stage.quiet()
    expect(await doubts(stage)).toMatchObject([{ said: 'No, that is wrong.', bare: true }])
    expect(await stage.host.say({ from: owner, text: 'Thanks, no rush.' })).toBe('Understood.')

    await stage.host.say({ from: owner, text: '/trail undo' })
    await stage.quiet()
    expect(await doubts(stage)).toEqual([])
    await stage.leave()
  })

  test('is told nowhere where nothing was heard, in a group, or in web chat', async () => {
    const stage = await opened()
    await stage.host.say({ from: owner, text: question })
    await stage.quiet()
    expect(await stage.host.say({ from: owner, text: 'FYI the babysitter takes 14 euros an hour now.' })).toBe('Understood.')
    expect(await stage.host.say({ from: owner, group, text: 'No, that is wrong.' })).toBe('Understood.')

    await stage.host.chat('agent:main:web', question)
    await stage.quiet()
    expect(await stage.host.chat('agent:main:web', 'No, that is wrong.')).toBe('Understood.')
    await stage.quiet()
    expect(await doubts(stage)).toHaveLength(1)
    await stage.leave()
  })
})
