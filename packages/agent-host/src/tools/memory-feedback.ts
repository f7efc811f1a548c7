/** `memory_feedback`: a verdict on recalled notes; the owner's when his message says that something was wrong, else the agent's weaker one. */
import { type Answer, operations, toolArguments, type Verdict } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { recallInWords, verdictInWords } from '../render/answers.ts'
import { errorInWords, forModel, isRefusal } from '../render/errors.ts'
import { type Asked, meantTurn, refusal, speakerOf, type ToolAnswer, type ToolParts } from './call.ts'

/** The verdicts of an agent; the others are about whole turns, which only people and programs judge. */
const verdicts = ['used', 'not-relevant', 'not-useful', 'wrong'] as const satisfies ReadonlyArray<Verdict>

const notesMost = 16

export const feedbackArguments = toolArguments(operations.feedback.request, {
  verdict: {
    choices: verdicts,
    sentence:
      'used: it helped. not-relevant: it has nothing to do with the question. not-useful: it says nothing of worth. wrong: it misled.',
  },
  nodes: {
    most: notesMost,
    optional: true,
    sentence: 'The notes, by the ids in square brackets before them. Absent: all that were given.',
  },
  instead: { most: notesMost, sentence: 'Notes that would have been right.' },
  text: { name: 'note', most: 2_000, empty: true, sentence: 'What was wrong, in a sentence.' },
  // The model does not see earlier fences in the history, so it can name only a turn of this prompt.
  turn: {
    sentence:
      'The turn, as its notes name it (turn="t17"). Leave it out when the message corrects you: then it is the answer that is corrected.',
  },
})

export const giveFeedback = async (parts: ToolParts, asked: Asked, given: unknown): Promise<ToolAnswer> => {
  if (!asked.senderIsOwner) return { text: `Nothing was recorded. ${strangers}`, details: { mute: true } }
  const { instead: right = [], nodes: judged = [], text: note, turn: named, verdict } = feedbackArguments.read(given)
  const [nodes, instead] = [judged.map(withoutBrackets), right.map(withoutBrackets)]
  if (verdict === undefined) return refusal(`Give a verdict: ${verdicts.join(', ')}.`)
  const { deadlineMs, memory, state } = parts
  const worker = memory.worker()
  const none = 'No notes were recalled in this conversation yet, so there is nothing to judge.'
  const meant = await meantTurn({ worker, state, deadlineMs }, { asked, named, shown: true, none })
  if (Result.isFailure(meant)) return meant.failure
  const about = {
    ...speakerOf(asked),
    verdict,
    answering: asked.answering,
    ...(named === undefined ? {} : { turn: meant.success }),
    ...(note === undefined ? {} : { text: note }),
  }
  const ask = (on: ReadonlyArray<string>, rather: ReadonlyArray<string>) =>
    worker.ask('feedback', { ...about, nodes: on, ...(rather.length === 0 ? {} : { instead: rather }) }, { deadlineMs })
  return await ask(nodes, instead).then(noted, async (error: unknown) => {
    if (nodes.length < 2 || !isRefusal(error)) throw error
    return oneByOne(nodes, (node, at) => ask([node], at === 0 ? instead : []))
  })
}

const noted = (answer: Answer.FeedbackAnswer): ToolAnswer => {
  const { applied, feedback, position, refused, turn, verdict } = answer
  return {
    text: verdictInWords(answer),
    details: { feedback, turn, verdict, applied, position, ...(refused === undefined ? {} : { refused }) },
  }
}

/** Judges each note on the turn that gave it, when no single turn gave all of them. Names each note that cannot be judged; the other verdicts hold. */
const oneByOne = async (
  nodes: ReadonlyArray<string>,
  ask: (node: string, at: number) => Promise<Answer.FeedbackAnswer>,
): Promise<ToolAnswer> => {
  const answers: ToolAnswer[] = []
  for (const [at, node] of nodes.entries()) {
    const answer = ask(node, at).then(noted, (error: unknown) => {
      if (!isRefusal(error)) throw error
      const message = errorInWords(error, forModel)
      return { text: `Not noted: ${message}`, details: { error: { tag: error._tag, message } } }
    })
    answers.push(await answer)
  }
  return { text: answers.map(({ text }) => text).join('\n'), details: { verdicts: answers.map(({ details }) => details) } }
}

const strangers = 'Only what the owner of this agent asks for teaches the memory; this message is not known to be from the owner.'

/** Recalled notes show their ids in brackets. */
const withoutBrackets = (id: string): string => id.trim().replace(/^\[(.*)\]$/s, '$1')

/* `memory_why`: explains what a turn recalled and why, or why it did not recall a note. Read-only. */

export const whyArguments = toolArguments(operations.why.request, {
  turn: { optional: true, sentence: 'A turn, as t17. Absent: the last one of this conversation.' },
  node: { sentence: 'A note, by its id: why it was recalled, or why not.' },
})

const charactersMost = 3_000

export const tellWhy = async (parts: ToolParts, asked: Asked, given: unknown): Promise<ToolAnswer> => {
  const { node, turn: named } = whyArguments.read(given)
  const { deadlineMs, memory, state } = parts
  const { byOwner, talk } = asked
  const looking = { worker: memory.worker(), state, deadlineMs }
  const none = 'Nothing was recalled in this conversation yet.'
  const meant = await meantTurn(looking, { asked, named, shown: false, none })
  if (Result.isFailure(meant)) return meant.failure
  const answer = await looking.worker.ask(
    'why',
    { brain: talk.brain, turn: meant.success, ...(node === undefined ? {} : { node }) },
    { deadlineMs },
  )
  // A host may show the details to the model, so they hold no more than the text.
  const items = answer.items.map(({ included, node: id, score }) => ({ node: id, score, included }))
  return { text: recallInWords(answer, charactersMost, { isOwner: byOwner }), details: { turn: answer.turn, items } }
}
