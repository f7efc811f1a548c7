/** Child processes of a test: each leads a group of its own, so that what it started ends with it. */
import { type ChildProcess, spawn } from 'node:child_process'

export interface Command {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly timeoutMs: number
}

/** Those that `run` waits for. */
const running = new Set<ChildProcess>()

/** Runs a program and returns its output; the error of a failure has the output, too. */
export const run = async ({ args, command, cwd, env, timeoutMs }: Command): Promise<string> => {
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const hear = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const timer = setTimeout(() => void end(child, 1_000), timeoutMs)
  running.add(child)
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve)).finally(() => {
    running.delete(child)
    clearTimeout(timer)
  })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${output}`)
  return output
}

/** Ends everything that `run` waits for: nobody needs it any more. */
export const endRunning = async (politeMs: number): Promise<void> =>
  void (await Promise.all([...running].map((child) => end(child, politeMs))))

/** Ends a process and everything it started, first politely. */
export const end = async (child: ChildProcess, politeMs: number): Promise<void> => {
  const { pid } = child
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const timer = setTimeout(() => signal(pid, 'SIGKILL'), politeMs)
  signal(pid, 'SIGTERM')
  await exited
  clearTimeout(timer)
  signal(pid, 'SIGKILL')
}

/** Ends a process and everything it started, at once. */
export const kill = async (child: ChildProcess): Promise<void> => {
  const { pid } = child
  if (pid === undefined) return
  const ended = child.exitCode !== null || child.signalCode !== null
  const exited = ended ? undefined : new Promise<void>((resolve) => child.once('exit', () => resolve()))
  signal(pid, 'SIGKILL')
  await exited
}

const signal = (group: number, name: 'SIGTERM' | 'SIGKILL'): void => {
  try {
    process.kill(-group, name)
  } catch {
    // It is gone already.
  }
}
