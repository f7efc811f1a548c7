/** The story of a bad lesson in the real host: what is said to its agent, what is typed beside it, and what each scene claims. */
import {
  asReplayed,
  badLessonHeldUp,
  type Claim,
  type CommonStep,
  claimed,
  claimLines,
  commonLines,
  namesQuestion,
  scenes,
  shown,
  tell as tellLesson,
} from '../packages/cli/src/demo/bad-lesson.ts'
import { deploy, hostile, laterNote, laterQuestion, rightNote, wrongNote } from '../packages/cli/src/demo/bad-lesson-script.ts'
import { filledLine, notePaths, played, promised, sceneLines } from '../packages/cli/src/demo/story.ts'
import type { Page } from '../packages/cli/src/render/page.ts'
import { changes } from '../packages/cli/src/render/parts.ts'
import type { Answer } from '../packages/core/src/index.ts'
import type { Ask, PrivateHost } from './private-host.ts'
import {
  type Asked,
  asking,
  conversation,
  copyNotes,
  doorBeside,
  filledWith,
  notes,
  type Scenery,
  sceneryOf,
  type Telling,
  typedBeside,
} from './story.ts'
import { answered, asked, heading, type Place } from './told.ts'

const [right, wrong, later] = [rightNote, wrongNote, laterNote].map((note) => `${notes}/${note}`) as [string, string, string]

/** The conversation that teaches the bad lesson, as the host names it. */
const visitor = conversation(hostile.name)

/** Something that was said or typed, and what was answered. */
interface Said {
  readonly typed: string
  readonly answer: string
}

export type Step =
  | CommonStep
  | ({ readonly typed: ReadonlyArray<string>; readonly claims: ReadonlyArray<Claim> } & (
      | { readonly step: 'filled'; readonly notes: number; readonly memories: number; readonly edges: number }
      | { readonly step: 'ordinary' | 'poisoned' | 'later'; readonly said: ReadonlyArray<Said> }
      | { readonly step: 'noticed' | 'asked-after'; readonly asked: Asked }
      | { readonly step: 'unlearned'; readonly answer: Answer.UnlearnAnswer }
    ))

export const heldUp = (steps: ReadonlyArray<Step>): boolean => badLessonHeldUp('host', steps)

export const tell = (telling: Telling<Step>): Promise<void> => {
  const { stage } = telling
  const scenery = sceneryOf(telling)
  const { ask, step, waiting } = scenery
  let honest: Asked | undefined
  const comesFirst = (claim: string, note: string) => () =>
    promised(async () => ({ claims: [claimed(claim, (await firstOf(ask, deploy)) === note)] }))
  return played(
    tellLesson<Step, never, never>({
      ...doorBeside(scenery, waits),
      session: visitor,
      idOf: (note) => `${notes}/${note}`,
      use: promised(async () => {
        const filled = await waiting('the plugin reads the notes in', () => filledWith(ask, notePaths().length))
        step({ step: 'filled', typed: [copyNotes(stage.host.workspace)], claims: [], ...filled })
        honest = await taught(stage, scenery)
        return (await noticed(stage, scenery)).turn
      }),
      rehearsed: (answer) => shown(namesQuestion(answer)),
      unlearned: (digest) => () =>
        promised(async () => ({ claims: [claimed(asReplayed, (await ask<Answer.ShowAnswer>('show')).digest === digest)] })),
      after: () => promised(() => askedAfter(stage, scenery, honest)),
      withdrawn: comesFirst('the wrong note comes first again', wrong),
      again: comesFirst('the right note comes first again', right),
    }),
  )
}

/** The sign of each scene that is shown while it waits for its answer. */
const waits = {
  why: 'why?',
  blame: 'where from?',
  bisect: 'since when?',
  rehearsed: 'the unlearning is rehearsed',
  unlearned: 'the lesson is taken back',
  withdrawn: 'the unlearning is withdrawn',
  again: 'the lesson is taken back again',
  proven: 'the log is proven',
}

/** The first memory of a question. Nothing is recorded. */
const firstOf = async (ask: Ask, question: string): Promise<string | undefined> =>
  (await ask<Answer.RecallAnswer>('recall', question, '--no-record')).items[0]?.node

/** Ordinary use, the bad lesson and the later one. Returns what reached the model just before the bad lesson. */
const taught = async (stage: PrivateHost, { ask, step, waiting }: Scenery<Step>): Promise<Asked> => {
  const chat = async (name: string, typed: string): Promise<Said> => ({
    typed: `to the agent: ${typed}`,
    answer: `the plugin: ${await waiting('the plugin answers', () => stage.host.chat(conversation(name), typed))}`,
  })
  const question = async (name: string, typed: string): Promise<readonly [Asked, Said]> => {
    const one = await waiting('the agent answers', () => asking(stage, ask, name, typed))
    return [one, { typed: `to the agent: ${typed}`, answer: `the agent: ${one.answer.trim().split('\n')[0] ?? ''}` }]
  }
  const [, first] = await question('monday', deploy)
  const corrected = await chat('monday', `/trail wrong 1 instead ${right}`)
  step({ step: 'ordinary', typed: [], claims: [], said: [first, corrected] })

  const [honest, second] = await question(hostile.name, deploy)
  const lied = await chat(hostile.name, `/trail wrong 1 instead ${wrong}`)
  const set = ['strength', right, wrong, '0.95', '--session', visitor]
  const { brain: _, position: __, ...edge } = await waiting('a strength is set', () => ask<Answer.StrengthAnswer>(...set))
  const byHand = { typed: `$ ${typedBeside(set)}`, answer: `${edge.from} → ${edge.to}` }
  step({ step: 'poisoned', typed: [], claims: [], said: [second, lied, byHand] })

  const [, third] = await question('thursday', laterQuestion)
  const lesson = await chat('thursday', `/trail wrong 1 instead ${later}`)
  step({ step: 'later', typed: [], claims: [], said: [third, lesson] })
  return honest
}

const noticed = async (stage: PrivateHost, { ask, step, waiting }: Scenery<Step>): Promise<Asked> => {
  const bad = await waiting('the agent answers', () => asking(stage, ask, 'friday', deploy))
  const claims = [claimed('the wrong note is what reaches the model', bad.sent.memories[0]?.id === wrong)]
  step({ step: 'noticed', typed: [deploy], claims, asked: bad })
  return bad
}

const askedAfter = async (stage: PrivateHost, { ask, step, waiting }: Scenery<Step>, honest: Asked | undefined): Promise<void> => {
  const after = await waiting('the agent answers', () => asking(stage, ask, 'saturday', deploy))
  const isSame = after.sent.withoutTurn === honest?.sent.withoutTurn
  const claims = [
    claimed('what reaches the model is what did before the bad lesson, byte for byte but for the number of the turn', isSame),
    claimed('the lesson that came later stays', (await firstOf(ask, laterQuestion)) === later),
  ]
  step({ step: 'asked-after', typed: [deploy], claims, asked: after })
}

/** Prints a step. */
export const told = (step: Step, { number, page, seconds }: Place): ReadonlyArray<string> => {
  const prompt = step.step === 'noticed' || step.step === 'asked-after' ? 'to the agent:' : '$'
  const typed = step.typed.map((one) => `${prompt} ${one}`).join('\n')
  const lines = [...body(step, page), ...claimLines(step.claims, page)]
  return sceneLines({ door: 'host', story: scenes, scene: step.step, number, typed, seconds }, lines, page)
}

const body = (step: Step, page: Page): ReadonlyArray<string> => {
  switch (step.step) {
    case 'filled':
      return [filledLine(step)]
    case 'ordinary':
    case 'poisoned':
    case 'later':
      return step.said.flatMap(({ answer, typed }) => [page.faint(typed), ...answer.split('\n').map((line) => `  ${line}`)])
    case 'noticed':
      return asked(step.asked, page)
    case 'asked-after':
      return [...heading(step.asked, page), ...answered(step.asked)]
    case 'unlearned':
      return changes(step.answer.restored?.edges ?? [], step.answer.restored?.utilities ?? [], page)
    default:
      return commonLines(step, page)
  }
}
