/**
 * Runs a short test of the packed plugin in the newest published versions of OpenClaw, prints a table, and writes `docs/results/host-matrix.md`.
 *
 * `node tools/host-matrix.ts [COUNT]`, four versions unless said otherwise. Each is installed from the npm registry into a temporary folder. A version that is older than
 * the plugin allows is tried by the plugin as it is, which it has to refuse, and by a copy that allows it: so the table says what would work.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { currentUserText, toolTexts } from '../test/src/chat-request.ts'
import { run } from '../test/src/child.ts'
import { type Model, startModel } from '../test/src/model.ts'
import { calling, deferred } from '../test/src/model-script.ts'
import { createHost, type Host, packPlugin } from '../test/src/openclaw.ts'
import { fewPlugins } from '../test/src/openclaw-settings.ts'
import { markdownTable } from './markdown-table.ts'

const page = fileURLToPath(new URL('../docs/results/host-matrix.md', import.meta.url))
const installMs = 900_000
/** What each version is asked, in this order. */
const questions = ['installs', 'starts', 'command', 'memory given', 'tool', 'turn recorded'] as const
type Question = (typeof questions)[number]

interface Tried {
  readonly version: string
  /** True for the plugin as it is published; false for a copy that allows this version of the host. */
  readonly isAsPublished: boolean
  readonly answers: Readonly<Partial<Record<Question, string>>>
  readonly seconds: number
}

const newestVersions = async (count: number): Promise<ReadonlyArray<string>> => {
  const printed = await npm(['view', 'openclaw', 'versions', '--json'], tmpdir())
  const versions: unknown = JSON.parse(printed.slice(printed.indexOf('[')))
  // Versions before a release, such as 2026.9.1-beta.1, have a dash.
  return (versions as ReadonlyArray<string>).filter((version) => /^\d+(?:\.\d+)*$/.test(version)).slice(-count)
}

const npm = (args: ReadonlyArray<string>, cwd: string): Promise<string> =>
  run({ command: 'npm', args, cwd, env: { ...process.env, npm_config_loglevel: 'error' }, timeoutMs: installMs })

const installHost = async (version: string, folder: string): Promise<string> => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }))
  await npm(['install', `openclaw@${version}`, '--no-audit', '--no-fund', '--no-save'], folder)
  return join(folder, 'node_modules', 'openclaw', 'openclaw.mjs')
}

/** A copy of the tarball whose manifest allows every version of the host. */
const allowing = async (tarball: string, folder: string): Promise<string> => {
  mkdirSync(folder, { recursive: true })
  const tar = (...args: ReadonlyArray<string>) => run({ command: 'tar', args, cwd: folder, env: process.env, timeoutMs: 60_000 })
  await tar('-xzf', tarball)
  const file = join(folder, 'package', 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const any = '>=2026.1.0'
  manifest.openclaw = { ...manifest.openclaw, compat: { pluginApi: any }, install: { minHostVersion: any } }
  manifest.peerDependencies = { openclaw: any }
  writeFileSync(file, JSON.stringify(manifest))
  const copy = join(folder, 'crabtrail-any.tgz')
  await tar('-czf', copy, 'package')
  return copy
}

const session = 'agent:main:matrix'
const note = 'The crew mess opens at half past five.'
const question = 'When does the crew mess open?'

const answersOf = async (host: Host, model: Model, tarball: string, say: (question: Question, answer: string) => void): Promise<void> => {
  await host.install(tarball)
  say('installs', 'yes')
  await host.start()
  say('starts', 'yes')
  say('command', (await host.chat(session, `/trail note ${note}`)).startsWith('Noted') ? 'yes' : 'no')
  const answers: string[] = []
  model.follow((request) => {
    if (!currentUserText(request).includes(question)) return 'Done.'
    answers.push(...toolTexts(request))
    return toolTexts(request).length > 0 ? 'Done.' : calling(deferred('memory_why', {}))
  })
  await host.chat(session, question)
  const given = model.requests.some((request) => currentUserText(request).includes(question) && currentUserText(request).includes(note))
  say('memory given', given ? 'yes' : 'no')
  say('tool', answers.some((text) => text.includes(question)) ? 'yes' : 'no')
  await host.stop()
  const log = await host.cli('crabtrail', 'log', '--type', 'TurnCompleted')
  say('turn recorded', log.includes('TurnCompleted') ? 'yes' : 'no')
}

const tried = async (version: string, script: string, tarball: string, isAsPublished: boolean): Promise<Tried> => {
  const began = performance.now()
  const answers: Partial<Record<Question, string>> = {}
  const model = await startModel(() => 'Done.')
  const host = await createHost(model.url, { script, config: fewPlugins() })
  try {
    await answersOf(host, model, tarball, (asked, answer) => {
      answers[asked] = answer
    })
  } catch (error) {
    const asked = questions.find((one) => answers[one] === undefined)
    if (asked !== undefined) answers[asked] = reasonOf(error)
  } finally {
    await host.dispose()
    await model.stop()
  }
  return { version, isAsPublished, answers, seconds: Math.round((performance.now() - began) / 1_000) }
}

/** The line that says why, in a table. */
const reasonOf = (error: unknown): string => {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n').map((line) => line.trim())
  const telling = lines.find((line) => /requires|minHostVersion|pluginApi|incompatible|not compatible/i.test(line)) ?? lines[0] ?? ''
  return `no: ${telling.replaceAll('|', '/').replaceAll(/\s+/g, ' ').slice(0, 140)}`
}

const rowOf = ({ answers, isAsPublished, version }: Tried): ReadonlyArray<string> => [
  version,
  isAsPublished ? 'as it is published' : 'a copy that allows it',
  ...questions.map((asked) => answers[asked] ?? '–'),
]

const written = (all: ReadonlyArray<Tried>): string =>
  [
    '# Versions of OpenClaw',
    '',
    `The packed plugin in the newest ${new Set(all.map(({ version }) => version)).size} published versions of OpenClaw, each installed from the npm registry: it is installed, the gateway starts, \`/trail note\``,
    'keeps a note, the next question is given it, the agent calls `memory_why` in that turn, and the turn is in the log. Written by `node tools/host-matrix.ts`.',
    '',
    ...markdownTable([['OpenClaw', 'the plugin', ...questions], ...all.map(rowOf)]),
    '',
    'A version that the plugin does not allow is to refuse its installation: it compares its own version with `openclaw.install.minHostVersion` in the package. The copy differs in nothing but the versions that its manifest allows.',
    '',
    `Run on ${new Date().toISOString().slice(0, 10)}.`,
    '',
  ].join('\n')

const folder = mkdtempSync(join(tmpdir(), 'host-matrix-'))
try {
  const count = Number(process.argv[2] ?? 4)
  const packed = join(folder, 'packed')
  mkdirSync(packed)
  const tarball = await packPlugin(packed)
  const all: Tried[] = []
  for (const version of await newestVersions(count)) {
    const home = join(folder, version)
    const script = await installHost(version, home)
    const first = await tried(version, script, tarball, true)
    all.push(first)
    if (first.answers.installs !== 'yes') all.push(await tried(version, script, await allowing(tarball, join(home, 'copy')), false))
    rmSync(home, { recursive: true, force: true })
    for (const one of all.slice(-2).filter((each) => each.version === version))
      process.stdout.write(`${rowOf(one).join(' | ')} | ${one.seconds} s\n`)
  }
  mkdirSync(dirname(page), { recursive: true })
  writeFileSync(page, written(all))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
