/** Opening a brain in a fresh process: how long its whole log takes, and what it leaves in memory. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { spread } from './measure.ts'
import type { Opened } from './open-process.ts'
import { heading, megabytes, number, say, spreadText } from './print.ts'

const processes = 5

export const openBench = (path: string, question: string): void => {
  const opened = Array.from({ length: processes }, () => inProcess(path, question))
  const over = (measure: (one: Opened) => number) => spread(opened.map(measure))
  const [one] = opened
  if (one === undefined) return
  const rss = (at: 0 | 1 | 2) => megabytes(over((each) => each.rss[at]).median)
  heading(
    `opening the brain: ${number(one.events)} events, ${number(one.nodes)} nodes, ${number(one.edges)} edges, a fresh process each time`,
  )
  say(`full replay of the log  ${spreadText(over((each) => each.openMs))} ms`)
  say(`first recall after it   ${spreadText(over((each) => each.firstRecallMs))} ms`)
  say(`resident memory         ${rss(1)} with the brain open, ${rss(2)} after a recall, ${rss(0)} before (Node, the code, the store)`)
  say(`kept by the open brain  ${megabytes(over((each) => each.kept).median)} on the heap and in buffers`)
  say(
    `the folded graph        ${number(over((each) => each.bytesANode).median)} bytes a node, ${number(one.bytesAnEdge)} bytes an edge, of which a walk reads ${number(one.walkedAnEdge)}`,
  )
}

const inProcess = (path: string, question: string): Opened => {
  const script = fileURLToPath(new URL('open-process.ts', import.meta.url))
  const { status, stderr, stdout } = spawnSync(process.execPath, ['--expose-gc', script, path, question], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`opening the brain in another process failed: ${stderr}`)
  return JSON.parse(stdout)
}
