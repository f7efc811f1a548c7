/**
 * The story of the demo, for both of its doors: what happens in each scene, what the story claims, and the lines that both doors print.
 *
 * A memory answers from a note that is out of date. It is corrected once, answers from the right note, explains why, shows itself as it was
 * before, takes the lesson back, and proves its log. `crabtrail demo` (door `alone`) tells this of a memory in a store of its own, and adds
 * what else the lesson touches and that the memory can be moved. `demo` of a checkout (door `host`) tells it in a real OpenClaw, and proves
 * that the text that reaches the agent's model changes and changes back, byte for byte.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type Answer,
  type AnswerOf,
  describedFields,
  type MemoryError,
  type MemoryMethods,
  type OperationName,
  operations,
  type Request,
  type RequestOf,
} from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { counted, indented, type Page } from '../render/page.ts'
import { optionOf } from '../shapes/request-fields.ts'

/** The notes of a small operations team, beside the sources and beside the bundle alike. */
export const notesFolder = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../demo/notes/' : '../demo/notes/', import.meta.url))

/** Paths of the notes below their folder, with forward slashes, sorted. */
export const notePaths = (): ReadonlyArray<string> =>
  readdirSync(notesFolder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md'))
    .sort()

export const demoNotes = (): ReadonlyArray<Request.DocumentInput> =>
  notePaths().map((source) => ({ source, format: 'markdown', text: readFileSync(`${notesFolder}${source}`, 'utf8') }))

export const question = 'How do we roll back a bad deploy of the API?'
/** The note that repeats the words of the question, and the note that answers it. */
export const outdatedNote = 'runbooks/roll-back-a-bad-deploy.md'
export const currentNote = 'runbooks/return-to-last-green.md'

export type DoorName = 'alone' | 'host'

/** A way to the memory of a story: the memory itself, or the command line beside a real host. */
export interface Door<Step, E, R> {
  /** Makes a request. `scene`: the scene that waits for the answer. */
  readonly ask: <Name extends OperationName>(
    name: Name,
    request: RequestOf<Name>,
    scene?: string,
  ) => Effect.Effect<AnswerOf<Name>, E | MemoryError, R>
  /** Returns the command that a person would type for a request. */
  readonly typed: (words: ReadonlyArray<string>) => string
  /** Called with each step as soon as it is done. */
  readonly told: (step: Step) => Effect.Effect<void, E, R>
}

/** The door to a memory that is open here. */
export const doorTo = <Step, E, R>(memory: MemoryMethods, told: Door<Step, E, R>['told']): Door<Step, E, R> => ({
  ask: (name, request) => memory[name](request),
  typed: typedAs,
  told,
})

/** An action of a door that is made of promises. */
export const promised = <A>(work: () => Promise<A>): Effect.Effect<A> => Effect.promise(work)

/** Plays a story. Rejects with its first failure. */
export const played = <A>(story: Effect.Effect<A, unknown>): Promise<A> => Effect.runPromise(Effect.orDie(story))

/** Returns the words of the command that makes a request, in the order of its fields. A verdict is a command of its own. */
export const wordsOf = <Name extends OperationName>(name: Name, request: RequestOf<Name>): ReadonlyArray<string> => {
  const fields = new Map(describedFields(operations[name].request).map((field) => [field.name, field]))
  const words = Object.entries<unknown>(request).flatMap(([key, value]) => {
    const [field, values] = [fields.get(key), [value].flat().map(String)]
    if (field === undefined) return []
    if (field.argument !== undefined || key === 'nodes') return values
    return field.form === 'switch' ? [`--${optionOf(field)}`] : values.flatMap((one) => [`--${optionOf(field)}`, one])
  })
  return name === 'feedback' ? words : [name, ...words]
}

/** Spells a command as a person types it. */
export const typedAs = (words: ReadonlyArray<string>): string =>
  ['crabtrail', ...words.map((word) => (/\s/.test(word) ? `"${word}"` : word.includes('>') ? `'${word}'` : word))].join(' ')

/** The headline of each scene, in the order in which the scenes are told. A door without a headline does not tell the scene. */
const scenes = {
  filled: {
    alone: 'A memory is filled from the notes of a small operations team.',
    host: 'The notes of a small operations team lie in the agent’s workspace, and the plugin reads them in.',
  },
  asked: {
    alone: 'It is asked. The note that repeats the question’s words comes first, and it is out of date.',
    host: 'The agent is asked. The note that repeats the question’s words leads, and it is out of date.',
  },
  corrected: {
    alone: 'Somebody says so, once, and names the right note.',
    host: 'Somebody says so in the chat, once, and names the right note.',
  },
  'asked-again': {
    alone: 'The same question again.',
    host: 'The same question in another conversation: another text reaches the model.',
  },
  'asked-otherwise': { alone: 'In other words: what was learned holds for questions like it.' },
  unrelated: { alone: 'A question about something else is left as it was, to the last bit.' },
  why: {
    alone: 'Why was it recalled? Down to the event behind the strength.',
    host: 'Why? OpenClaw’s own command line tells.',
  },
  'as-it-was': {
    alone: 'The memory as it was before the correction.',
    host: 'The memory as it was before the correction, beside the running gateway.',
  },
  'rolled-back': {
    alone: 'The lesson is undone, exactly. The notes stay.',
    host: 'The lesson is taken back while the gateway runs. The notes stay.',
  },
  'asked-after': { host: 'The same question in a third conversation.' },
  proven: {
    alone: 'The log proves itself: every hash, every content, every effect from its cause.',
    host: 'The log of all this proves itself: every hash, every content, every effect from its cause.',
  },
  moved: { alone: 'It moves to another store and is the same memory there.' },
} as const satisfies Headlines

type Scene = keyof typeof scenes

type Told =
  | { readonly step: 'proven'; readonly answer: Answer.VerifyAnswer }
  | { readonly step: Exclude<Scene, 'proven'>; readonly same?: boolean; readonly changed?: boolean }

/** True when the door told all of its scenes, in order, and every claim held. */
export const heldUp = (door: DoorName, steps: ReadonlyArray<Told>): boolean =>
  isWhole(scenes, door, steps) &&
  steps.every((told) => (told.step === 'proven' ? told.answer.ok : told.same !== false && told.changed !== false))

/** The headlines of a story: for each scene, in order, those of the doors that tell it. */
export type Headlines = Readonly<Record<string, Partial<Readonly<Record<DoorName, string>>>>>

/** True when the door told all of its scenes of a story, in order. */
export const isWhole = (story: Headlines, door: DoorName, steps: ReadonlyArray<{ readonly step: string }>): boolean => {
  const expected = Object.entries(story).flatMap(([scene, headlines]) => (door in headlines ? [scene] : []))
  return steps.length === expected.length && steps.every(({ step }, at) => step === expected[at])
}

interface Telling {
  readonly door: DoorName
  /** The story that the scene belongs to. Absent: that of the correction. */
  readonly story?: Headlines
  readonly scene: string
  /** The place of the scene in the story, from 1. */
  readonly number: number
  /** The command that a person typed, with its prompt. Empty where the lines of the scene have it. */
  readonly typed: string
  readonly seconds?: number
}

/** Prints a scene: a blank line, the headline, what was typed, and the lines of the scene. */
export const sceneLines = (telling: Telling, body: ReadonlyArray<string>, page: Page): ReadonlyArray<string> => {
  const { door, number, scene, seconds, typed } = telling
  const story: Headlines = telling.story ?? scenes
  const took = seconds === undefined ? '' : `  ${page.faint(`${seconds.toFixed(1)} s`)}`
  return [
    '',
    `${page.strong(`${number}. ${story[scene]?.[door] ?? scene}`)}${took}`,
    ...indented([...(typed === '' ? [] : [page.faint(typed)]), ...body], 3),
  ]
}

export const filledLine = (counts: { readonly notes: number; readonly memories: number; readonly edges: number }): string =>
  `${counted(counts.notes, 'note')} → ${counted(counts.memories, 'memory', 'memories')} and ${counted(counts.edges, 'edge')}`

export const claimLine = (holds: boolean, claim: string, page: Page): string =>
  holds ? page.good(`✓ ${claim}`) : page.bad(`✗ not: ${claim}`)

/** Returns the mark of a note; empty for others. `node`: id of a memory, which in a host begins with the folder of the notes. */
export const markOf = (node: string, page: Page): string => {
  if (node.endsWith(outdatedNote)) return page.bad('out of date')
  return node.endsWith(currentNote) ? page.good('the right one') : ''
}

export const proofLines = ({ checks, digest }: Answer.VerifyAnswer, page: Page): ReadonlyArray<string> => [
  ...checks.map(({ detail, name, ok }) => `${ok ? page.good('✓') : page.bad('✗')} ${name}: ${detail}`),
  page.faint(`digest ${digest}`),
]
