/** Knows which notes the host puts into the system prompt, so that the recall does not give them again. The prompt exists only after the recall. */
import { keepNewest, type SharedState } from '../state/shared-state.ts'

/** An announcement is removed when the prompt of its turn is ready. Turns that end before leave theirs behind, up to this number. */
const announcedKept = 32

interface Prompted {
  readonly agentId?: string | undefined
  readonly sessionKey?: string | undefined
}

/** `notes` returns the texts that the coming prompt holds whole. It is called as late as possible: they may still change. */
export const announceNotes = (
  { announced }: Pick<SharedState, 'announced'>,
  context: Prompted,
  notes: () => ReadonlyArray<string>,
): void => {
  keepNewest(announced, keyOf(context), notes, announcedKept)
}

/** Text of the notes that the coming prompt will hold. Empty until a prompt of this agent held its announced notes: a harness may leave them out. */
export const notesInPrompt = ({ announced, promptHoldsFiles }: SharedState, context: Prompted): string => {
  const notes = announced.get(keyOf(context))
  return notes === undefined || !promptHoldsFiles.has(context.agentId ?? '') ? '' : notes().join('\n\n')
}

/** Compares the ready prompt with the announcement of its turn, and removes the announcement. */
export const comparePrompt = ({ announced, promptHoldsFiles }: SharedState, context: Prompted, prompt = ''): void => {
  const notes = announced.get(keyOf(context))?.() ?? []
  announced.delete(keyOf(context))
  const agent = context.agentId ?? ''
  if (notes.some((text) => !prompt.includes(text))) promptHoldsFiles.delete(agent)
  else if (notes.length > 0) promptHoldsFiles.add(agent)
}

const keyOf = ({ agentId = '', sessionKey = '' }: Prompted): string => `${agentId}\n${sessionKey}`
