/** The model of the demo where nobody names one: it says what the first memory of the request says, and nothing else. */
import type { Script } from '../test/src/model-script.ts'
import { fenceOf } from './fence.ts'

export const quoting: Script = (request) => {
  const [first] = fenceOf(request)?.memories ?? []
  if (first === undefined) return 'I have no note about that.'
  return `By your note “${first.title}” (${first.id}):\n${steps(first.text).join('\n')}`
}

const stepsTold = 2

/** The first steps where there are some, else the first paragraph. */
const steps = (text: string): ReadonlyArray<string> => {
  const numbered = text.split('\n').filter((line) => /^\d+\. /.test(line))
  return numbered.length > 0 ? numbered.slice(0, stepsTold) : [text.split('\n\n')[0] ?? '']
}
