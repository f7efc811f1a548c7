/** Folders of notes that are read in again after a change, and what was learned on their passages. */
import { type Lesson, lessonsIn } from './lessons.ts'
import { type AskedMemory, openStore } from './open-store.ts'

export type Files = Readonly<Record<string, string>>

export const root = '/home/notes'
export const documentsOf = (files: Files) =>
  Object.entries(files).map(([source, text]) => ({ source, format: 'markdown' as const, text, root }))

/** Reads a folder that holds these files and no others. */
export const readFolder = (memory: AskedMemory, files: Files) =>
  memory.ingest({ documents: documentsOf(files), folders: [{ root, below: '' }], prune: true })

export const withMemory = async (story: (memory: AskedMemory) => Promise<void>) => {
  const store = openStore()
  try {
    await story(await store.memory())
  } finally {
    await store.close()
  }
}

/** Teaches the memory of a text for a question. */
export const teach = async (memory: AskedMemory, text: string, about: string) => {
  const { items } = await memory.recall({ question: about, session: 'a', limit: 20 })
  const node = items.find(({ content }) => content.includes(text))?.node ?? ''
  await memory.feedback({ verdict: 'used', nodes: [node], session: 'a', text: 'yes' })
  return node
}

export const lessonOn = async (memory: AskedMemory, text: string): Promise<Lesson | undefined> =>
  [...lessonsIn((await memory.export({})).lines)].find(([said]) => said.includes(text))?.[1]

type Section = readonly [heading: string, text: string]
const printed = (all: ReadonlyArray<Section>) => all.map(([heading, text]) => `## ${heading}\n\n${text}\n`).join('\n')

export const sectionsBelow = (title: string, ...all: ReadonlyArray<Section>) => `# ${title}\n\n${printed(all)}`
export const sections = (...all: ReadonlyArray<Section>) => sectionsBelow('Harbour', ...all)
