/**
 * The shell of a page: what somebody who pastes its commands sees. The words of a command are a real shell’s; `crabtrail` itself runs within the
 * test’s process.
 */
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import type { Ended } from './place.ts'
import { callWithin } from './within.ts'

/** A call of `crabtrail` as the shell reads it. */
interface Call {
  /** The store that is set there; empty: none. */
  readonly store: string
  readonly words: ReadonlyArray<string>
}

/** `crabtrail` hands over the number of its line, the store that is set and its words. `npx -y pnpm@12 exec node` is the Node that runs the test. */
const functions = `
crabtrail() { printf '%s\\0' "$line" "=\${CRABTRAIL_STORE-}" "$@" >&3; printf '\\0' >&3; }
npx() { [ "$1 $2 $3" = '-y pnpm@12 exec' ] || exit 127; shift 3; "$@"; }
`

/**
 * Makes each line a step, to be taken in order, in a home of its own. Pages see the home as `/home/ann`, and a disk of the machine, `/mnt/disk`,
 * lies in it. One shell reads all calls beforehand, for a process costs more than most of them.
 */
export const stepsIn = (home: string, lines: ReadonlyArray<string>): ReadonlyArray<() => Promise<Ended>> => {
  const there = lines.map((line) => line.replaceAll('/mnt/', `${home}/mnt/`))
  const calls = callsOf(home, there)
  let rehearsed = ''
  return there.map((line, n) => async () => {
    const call = calls.get(n)
    const ended = call === undefined ? endOf(shell(home, [line])) : await runCall(home, call, rehearsed)
    rehearsed = /(?<=add --selection )\w+/.exec(ended.stdout)?.[0] ?? rehearsed
    const seen = (text: string) => text.replaceAll(`${home}/mnt/`, '/mnt/').replaceAll(home, '/home/ann')
    return { code: ended.code, stdout: seen(ended.stdout), stderr: seen(ended.stderr) }
  })
}

const callsOf = (home: string, lines: ReadonlyArray<string>): ReadonlyMap<number, Call> => {
  const read = lines.flatMap((line, n) => (/^(crabtrail|export) /.test(line) ? [`line=${n}`, line] : []))
  const { output, status, stderr } = shell(home, read)
  if (status !== 0) throw new Error(`${stderr}${read.join('\n')}`)
  // No word of a page is empty, so two zero bytes end a call.
  return new Map(
    (output[3] ?? '').split('\0\0').flatMap((call): ReadonlyArray<[number, Call]> => {
      const [line, store = '', ...words] = call.split('\0')
      return line === '' ? [] : [[Number(line), { store: store.slice(1), words }]]
    }),
  )
}

const shell = (home: string, lines: ReadonlyArray<string>) =>
  spawnSync('sh', ['-euc', [functions, ...lines].join('\n')], {
    cwd: home,
    env: { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, HOME: home },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    encoding: 'utf8',
  })

const endOf = ({ status, stdout, stderr }: ReturnType<typeof shell>): Ended => ({ code: status, stdout, stderr })

/** A selection is made of random bytes, so what the page says stands for the one of the rehearsal before. */
const runCall = (home: string, { store, words }: Call, selection: string): Promise<Ended> =>
  callWithin(
    words.map((word, n) => (words[n - 1] === '--selection' ? selection : word)),
    { env: { HOME: home, ...(store !== '' && { CRABTRAIL_STORE: store }) }, home, folder: home },
  )
