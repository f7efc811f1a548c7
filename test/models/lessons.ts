/** What a brain learned on each of its texts, from an export of it: the number of the memory, and the learned edges of it. */
import { graphAt, isLive } from './naive-graph.ts'
import { readLog } from './recorded-log.ts'

export interface Lesson {
  readonly node: number
  /** Learned edges that lead to it and from it, each with its number, its other end and its strength. */
  readonly learned: ReadonlyArray<string>
}

/** Maps each text of a live memory to what was learned on it. Texts that several memories have are not there. */
export const lessonsIn = (lines: ReadonlyArray<string>): ReadonlyMap<string, Lesson> => {
  const { contents, events } = readLog(lines)
  const { edges, nodes } = graphAt(events, events.length)
  const lessons = new Map<string, Lesson>()
  const several = new Set<string>()
  for (const [node, view] of nodes) {
    const said = contents.get(view.text)
    if (said === undefined || view.type !== 'fact' || !isLive(view)) continue
    if (lessons.has(said)) several.add(said)
    const learned = [...edges].flatMap(([edge, { kind, linked, source, strength, target }]) => {
      const end = target === node ? `from ${source}` : source === node ? `to ${target}` : undefined
      return kind === 'learned' && linked && end !== undefined ? [`e${edge} ${end} ${strength}`] : []
    })
    lessons.set(said, { node, learned })
  }
  for (const said of several) lessons.delete(said)
  return lessons
}
