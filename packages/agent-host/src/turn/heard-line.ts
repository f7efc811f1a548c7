/** Tells the owner behind the reply, in one line, what was heard of his message, and how he takes it back. `/trail why` shows the same. */
import { plainLine } from '../render/errors.ts'
import { rest } from '../state/runs.ts'
import type { Run } from '../state/shared-state.ts'

/** Most memories that the line names, and the longest name of one, in code units. */
const [namedMost, nameLongest] = [3, 60]

const heardLine = ({ calledWrong, changed }: Pick<Run, 'calledWrong' | 'changed'>): string | undefined => {
  const parts = [...saidOf(calledWrong, 'called wrong'), ...saidOf(changed, 'changed by what you said')]
  return parts.length === 0 ? undefined : `noted: ${parts.join('; ')} \u00b7 /trail undo`
}

const saidOf = (nodes: ReadonlyArray<string>, how: string): ReadonlyArray<string> => {
  if (nodes.length === 0) return []
  const named = nodes.slice(0, namedMost).map((node) => `\u00ab${plainLine(node, nameLongest)}\u00bb`)
  const more = nodes.length > namedMost ? ` and ${nodes.length - namedMost} more` : ''
  return [`${named.join(', ')}${more} ${nodes.length === 1 ? 'was' : 'were'} ${how}`]
}

/** Most milliseconds that a reply waits for what was heard: the memory answers long before a model does, unless it is at other work. */
const hearingMs = 500

/** Returns the final text of a reply with the line behind it, once; undefined where there is none to add. Only the owner in private gets one. */
export const withHeardLine = (run: Run | undefined, text: string | undefined): string | undefined | Promise<string | undefined> => {
  if (run?.access.memory !== 'owner' || text === undefined || text.trim() === '') return undefined
  const told = () => {
    const line = heardLine(run)
    if (line === undefined) return undefined
    run.calledWrong = []
    run.changed = []
    return `${text}\n\n${line}`
  }
  return run.hearing === undefined ? told() : Promise.race([run.hearing, rest(hearingMs)]).then(told)
}
