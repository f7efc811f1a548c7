/** Prints each phase and its duration: a line that counts on a terminal, plain lines elsewhere. */
import { clearLine, cursorTo } from 'node:readline'

export interface Phase {
  readonly name: string
  readonly seconds: number
}

export interface Progress {
  /** Runs `work` as a phase. The line of a `passing` phase is removed when it is done, and is printed only on a terminal. */
  readonly during: <A>(name: string, work: () => Promise<A>, passing?: 'passing') => Promise<A>
  readonly phases: ReadonlyArray<Phase>
  /** Removes an unfinished line. Later phases never begin. */
  readonly end: () => void
}

export interface Shown {
  readonly stream: NodeJS.WriteStream
  readonly quiet: boolean
  readonly faint: (text: string) => string
}

interface Line {
  readonly finish: () => void
  readonly drop: () => void
}

export const progressOn = ({ faint, quiet, stream }: Shown): Progress => {
  const phases: Phase[] = []
  let line: Line | undefined
  let ended = false
  const lineOf = (name: string, seconds: () => number, passing: boolean): Line | undefined => {
    if (quiet || (passing && !stream.isTTY)) return undefined
    const whole = () => `   ${name} ${'·'.repeat(Math.max(2, widest - name.length))} ${seconds().toFixed(1).padStart(5)} s`
    return stream.isTTY ? living(stream, () => faint(whole()), passing) : plainly(stream, whole, name.length + 4)
  }
  return {
    phases,
    during: async (name, work, passing) => {
      if (ended) return new Promise(() => {})
      const began = performance.now()
      const seconds = () => (performance.now() - began) / 1_000
      line = lineOf(name, seconds, passing !== undefined)
      try {
        const done = await work()
        phases.push({ name, seconds: Number(seconds().toFixed(2)) })
        line?.finish()
        return done
      } catch (error) {
        line?.drop()
        throw error
      } finally {
        line = undefined
      }
    },
    end: () => {
      ended = true
      line?.drop()
      line = undefined
    },
  }
}

const widest = 44
const everyMs = 200

/** Prints the name at once, and the duration when the phase is done. */
const plainly = (stream: NodeJS.WriteStream, whole: () => string, known: number): Line => {
  stream.write(whole().slice(0, known))
  return { finish: () => stream.write(`${whole().slice(known)}\n`), drop: () => stream.write('\n') }
}

const living = (stream: NodeJS.WriteStream, whole: () => string, passing: boolean): Line => {
  const show = () => {
    cursorTo(stream, 0)
    stream.write(whole())
  }
  const timer = setInterval(show, everyMs)
  const drop = () => {
    clearInterval(timer)
    cursorTo(stream, 0)
    clearLine(stream, 0)
  }
  show()
  const finish = () => {
    clearInterval(timer)
    show()
    stream.write('\n')
  }
  return { finish: passing ? drop : finish, drop }
}
