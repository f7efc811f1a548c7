/** Two agents in one gateway who hold notes on the same subjects, and in full a third who meets hostile texts. What their stories need. */
import { expect } from 'vitest'
import type { ChatRequest } from '../../src/chat-request.ts'
import { sharedHost } from '../one-gateway.ts'
import { reader } from './hostile-agent.ts'
import { type StoredBrain, storedBrain } from './stored-brain.ts'
import { speakerOf, speakers, writeNotes } from './two-agents.ts'

export const everybody = [...speakers, reader] as const

export const stage = sharedHost({
  agents: speakers,
  prepare: async ({ host }) => writeNotes(host),
})

export const ask = (agent: string, question: string, session = 'desk') => stage.host.turn(`agent:${agent}:${session}`, question, { agent })
export const requestsOf = (agent: (typeof everybody)[number]): ReadonlyArray<ChatRequest> =>
  stage.model.requests.filter((request) => speakerOf(request, stage.host, everybody) === agent)
export const foundIn = (text: string, words: ReadonlyArray<string>): ReadonlyArray<string> => words.filter((word) => text.includes(word))

/** How often each kind of event is in a log. */
export const counted = ({ events }: StoredBrain, ...types: ReadonlyArray<string>): ReadonlyArray<number> =>
  types.map((wanted) => events.filter(({ type }) => type === wanted).length)

export const patience = { timeout: 120_000, interval: 500 }

/** When the notes that say this are read in. */
export const followed = (agent: string, phrases: ReadonlyArray<string>) =>
  expect
    .poll(async () => {
      const texts = (await storedBrain(stage, agent)).nodes.map(({ text }) => text)
      return phrases.filter((phrase) => !texts.some((text) => text.includes(phrase)))
    }, patience)
    .toEqual([])
