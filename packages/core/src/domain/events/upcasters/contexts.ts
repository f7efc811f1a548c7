/** Contexts from before an item was left out because it adds nothing, or because it stands in the prompt already. */
import type { Upcaster } from './upcaster-chain.ts'

export const contextsBeforeNeeds: Upcaster = {
  type: 'ContextBundled',
  from: 1,
  why: 'neither was a reason to leave an item out',
  up: (data) => data,
}
