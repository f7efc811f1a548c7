/** The story of a bad lesson in the real host: what is said to its agent, what is typed beside it, and what each scene claims. */
import {
  badLessonHeldUp,
  bisectClaims,
  blameClaims,
  type Claim,
  type CommonStep,
  carryingEdge,
  claimed,
  claimLines,
  commonLines,
  scenes,
  whyClaims,
} from '../packages/cli/src/demo/bad-lesson.ts'
import { deploy, hostile, laterNote, laterQuestion, rightNote, wrongNote } from '../packages/cli/src/demo/bad-lesson-script.ts'
import { filledLine, notePaths, sceneLines } from '../packages/cli/src/demo/story.ts'
import type { Page } from '../packages/cli/src/render/page.ts'
import { changes } from '../packages/cli/src/render/parts.ts'
import type { Answer } from '../packages/core/src/index.ts'
import type { Ask, PrivateHost } from './private-host.ts'
import { type Asked, asking, conversation, copyNotes, filledWith, notes, type Scenery, sceneryOf, type Telling } from './story.ts'
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

export const tell = async (telling: Telling<Step>): Promise<void> => {
  const { stage } = telling
  const scenery = sceneryOf(telling)
  const { ask, step, waiting } = scenery
  const filled = await waiting('the plugin reads the notes in', () => filledWith(ask, notePaths().length))
  step({ step: 'filled', typed: [copyNotes(stage.host.workspace)], claims: [], ...filled })
  const honest = await taught(stage, scenery)
  const bad = await noticed(stage, scenery)
  await found(bad, scenery)

  const ofSession = ['unlearn', '--session', visitor]
  const would = await waiting('the unlearning is rehearsed', () => ask<Answer.UnlearnAnswer>(...ofSession, '--dry-run'))
  const isNamed = would.rankings?.some(({ question }) => question === deploy) === true
  const claims = [claimed('the question is among those whose ranking changes', isNamed)]
  step({ step: 'rehearsed', typed: [typedBeside(...ofSession, '--dry-run')], claims, answer: would })
  const replayed = await ask<Answer.ReplayAnswer>('replay', '--exclude', `session:${visitor}`)
  const answer = await waiting('the lesson is taken back', () => ask<Answer.UnlearnAnswer>(...ofSession))
  const isReplayed = (await ask<Answer.ShowAnswer>('show')).digest === replayed.digest
  const isIt = [claimed('the memory is the one that replay showed before, strength by strength', isReplayed)]
  step({ step: 'unlearned', typed: [typedBeside(...ofSession)], claims: isIt, answer })
  await askedAfter(stage, scenery, honest)

  const undo = ['unlearn', '--undo', String(answer.request)]
  const back = await waiting('the unlearning is withdrawn', () => ask<Answer.UnlearnAnswer>(...undo))
  const isBack = [claimed('the wrong note comes first again', (await firstOf(ask, deploy)) === wrong)]
  step({ step: 'withdrawn', typed: [typedBeside(...undo)], claims: isBack, answer: back })
  const again = await waiting('the lesson is taken back again', () => ask<Answer.UnlearnAnswer>(...ofSession))
  const isGood = [claimed('the right note comes first again', (await firstOf(ask, deploy)) === right)]
  step({ step: 'again', typed: [typedBeside(...ofSession)], claims: isGood, answer: again })
  const proof = await waiting('the log is proven', () => ask<Answer.VerifyAnswer>('verify', '--rederive'))
  step({ step: 'proven', typed: [typedBeside('verify', '--rederive')], claims: [claimed('it is whole', proof.ok)], answer: proof })
}

const typedBeside = (...words: ReadonlyArray<string>): string => `crabtrail ${words.join(' ')} --host`

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
  const byHand = { typed: `$ ${typedBeside(...set)}`, answer: `${edge.from} → ${edge.to}` }
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

/** Finds the conversation by three commands. */
const found = async ({ turn }: Asked, { ask, step, waiting }: Scenery<Step>): Promise<void> => {
  const why = await waiting('why?', () => ask<Answer.WhyAnswer>('why', turn, wrong))
  step({ step: 'why', typed: [typedBeside('why', turn, wrong)], claims: whyClaims(why, visitor), answer: why })
  const edge = carryingEdge(why)
  const blame = await waiting('where from?', () => ask<Answer.BlameAnswer>('blame', edge))
  step({ step: 'blame', typed: [typedBeside('blame', `'${edge}'`)], claims: blameClaims(blame, visitor), answer: blame })
  const since = await waiting('since when?', () => ask<Answer.BisectAnswer>('bisect', deploy, '--node', wrong, '--rank', '1'))
  const typed = [typedBeside('bisect', `"${deploy}"`, '--node', wrong, '--rank', '1')]
  step({ step: 'bisect', typed, claims: bisectClaims(since, visitor), answer: since })
}

const askedAfter = async (stage: PrivateHost, { ask, step, waiting }: Scenery<Step>, honest: Asked): Promise<void> => {
  const after = await waiting('the agent answers', () => asking(stage, ask, 'saturday', deploy))
  const isSame = after.sent.withoutTurn === honest.sent.withoutTurn
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
