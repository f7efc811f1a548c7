/** Tells the story in the real host. No process of it is left running, however it ends. */
import { heldUp } from '../packages/cli/src/demo/story.ts'
import { type Page, pageOf, plain, plainly } from '../packages/cli/src/render/page.ts'
import * as badLesson from './bad-lesson.ts'
import type { Wishes } from './flags.ts'
import { keptHome, type Opening, openPrivateHost, whyNotHere } from './private-host.ts'
import { type Progress, progressOn } from './progress.ts'
import { type Step, type Telling, tell } from './story.ts'
import { type Place, told } from './told.ts'

const exits = { done: 0, refused: 1, broken: 5 } as const
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

type Streams = Pick<NodeJS.Process, 'env' | 'stdout' | 'stderr'>

interface Run extends Streams {
  readonly wishes: Wishes
  readonly page: Page
  readonly opening: Opening
  readonly progress: Progress
  readonly began: number
}

/** Resolves to the exit code. A signal ends the process from here, after everything is removed. */
export const inHost = async (wishes: Wishes, { env, stderr, stdout }: Streams): Promise<number> => {
  const missing = whyNotHere()
  if (missing !== undefined) return refused(wishes, { stdout, stderr }, [missing])
  const color = wishes.color && stdout.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  const page = pageOf(stdout.isTTY ? stdout.columns : undefined, color, ['crabtrail', '--host'])
  const progress = progressOn({ stream: stdout, quiet: wishes.quiet || wishes.json, faint: page.faint })
  const run: Run = { wishes, page, progress, env, stdout, stderr, opening: openPrivateHost(env), began: performance.now() }
  const interrupted = onInterrupt(run)
  try {
    const { exit, last } = await story(run)
    await run.opening.close(wishes.keep)
    stdout.write(last)
    return exit
  } catch (error) {
    // The interrupt handler ends the process.
    if (interrupted()) return await new Promise<never>(() => {})
    progress.end()
    const lines = complaint(run, error)
    await run.opening.close(wishes.keep && run.opening.host() !== undefined)
    return refused(wishes, { stdout, stderr }, lines)
  }
}

interface Ending {
  readonly exit: number
  /** Printed after everything is closed. */
  readonly last: string
}

const story = async ({ began, opening, page, progress, stdout, wishes }: Run): Promise<Ending> => {
  const seconds = () => Number(((performance.now() - began) / 1_000).toFixed(1))
  if (!wishes.json) stdout.write(`${page.strong('Setting up a private OpenClaw')}\n`)
  const stage = await opening.open(progress)
  const { model } = stage
  if (!wishes.json) stdout.write(`   ${ready(model.name, seconds())}\n`)
  /** Tells a story, printing each step as soon as it is done. */
  const through = async <S>(telling: (telling: Telling<S>) => Promise<void>, print: (step: S, place: Place) => ReadonlyArray<string>) => {
    const steps: Array<S> = []
    await telling({
      stage,
      progress,
      told: (step, seconds) => {
        const number = steps.push(step)
        if (!wishes.json) stdout.write(`${model.withoutKey(print(plainly(step), { number, seconds, page }).join('\n'))}\n`)
      },
    })
    return steps
  }
  const { ok, steps } = wishes.poison
    ? judged(await through(badLesson.tell, badLesson.told), badLesson.heldUp)
    : judged(await through<Step>(tell, told), (all) => heldUp('host', all))
  const kept = wishes.keep ? keptHome(stage) : undefined
  const document = { ok, model: model.name, seconds: seconds(), phases: progress.phases, ...(kept && { kept: kept.folder }), steps }
  const last = wishes.json
    ? `${model.withoutKey(JSON.stringify(document))}\n`
    : `\n${ending(ok, seconds(), page)}\n${(kept?.lines ?? [nothingLeft]).join('\n')}\n`
  return { exit: ok ? exits.done : exits.broken, last }
}

const judged = <S>(steps: ReadonlyArray<S>, isGood: (steps: ReadonlyArray<S>) => boolean) => ({ ok: isGood(steps), steps })

const ready = (model: string, seconds: number): string =>
  `ready after ${seconds} s; the agent’s model is ${model === 'a script' ? 'a script that answers from the first note it is sent' : model}`

const ending = (ok: boolean, seconds: number, page: Page): string =>
  ok ? `${page.good('✓ all of it held')}, in ${seconds} seconds` : page.bad(`✗ not all of it held, after ${seconds} seconds`)

const nothingLeft = 'Nothing is left behind. demo --keep leaves the home and says how to go on with it.'

const logLines = 15

/** The error, and the last lines of the failed process and of the gateway. */
const complaint = ({ opening, wishes }: Run, error: unknown): ReadonlyArray<string> => {
  const [host, model] = [opening.host(), opening.model()]
  const [what = '', ...rest] = (error instanceof Error ? error.message : String(error)).trim().split('\n')
  const log = host === undefined ? '' : host.log().trim()
  const output = rest.join('\n').trim()
  const endpoint = model?.refused()
  const lines = [
    what.slice(0, 400),
    ...(endpoint === undefined ? [] : [`the model: ${endpoint}`]),
    // Some errors of the host contain its log already.
    ...(log.includes(output) ? [] : endOf('it said last:', output)),
    ...endOf('the gateway said last:', log),
    ...(wishes.keep && host !== undefined ? [`the home is kept: ${opening.folder}`] : []),
  ]
  return lines.map((line) => plain(model === undefined ? line : model.withoutKey(line)))
}

const endOf = (heading: string, text: string): ReadonlyArray<string> =>
  text === ''
    ? []
    : [
        heading,
        ...text
          .split('\n')
          .slice(-logLines)
          .map((line) => `   ${line}`),
      ]

const hint = 'The story without OpenClaw: npx -y pnpm@12 demo --no-host'

const refused = ({ json }: Wishes, { stderr, stdout }: Pick<Streams, 'stdout' | 'stderr'>, lines: ReadonlyArray<string>): number => {
  const [message = '', ...details] = lines
  if (json) stdout.write(`${JSON.stringify({ error: { tag: 'DemoFailed', message, details } })}\n`)
  else stderr.write(`demo: ${[message, ...details, hint].join('\n')}\n`)
  return exits.refused
}

/** Cleans up and ends the process after a signal, a closed standard output (`| head`) or an uncaught error. Returns whether it has begun to. */
const onInterrupt = ({ opening, progress, stderr, stdout, wishes }: Run): (() => boolean) => {
  let interrupted = false
  const leave = async (code: number, note: string) => {
    if (interrupted) return
    interrupted = true
    progress.end()
    if (!wishes.json) stderr.write(note)
    await opening.close(false).catch((error: unknown) => stderr.write(`demo: ${opening.folder} could not be removed: ${String(error)}\n`))
    process.exit(code)
  }
  for (const [name, code] of Object.entries(signals)) process.on(name, () => void leave(code, 'demo: interrupted; ending the gateway …\n'))
  stdout.on('error', () => void leave(exits.done, ''))
  stderr.on('error', () => {})
  process.on('uncaughtException', (error) => void leave(exits.refused, `demo: ${String(error)}\n`))
  return () => interrupted
}
