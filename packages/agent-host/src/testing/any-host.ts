/** A host for tests: it keeps no record of who wrote a note, and has no tools of its own. */
import type { HostFacts } from '../state/parts.ts'

export const anyHost: HostFacts = {
  actor: 'host',
  setting: (name) => `settings.${name}`,
  ownerList: 'owners',
  terminal: (command) => `host memory ${command}`,
  inChat: (problem) => problem,
  handlers: { recall: 'recall', ready: 'ready', ended: 'ended' },
  tools: { quiet: new Set(), searches: new Set(), reads: 'read', isOwnFile: () => false },
  notes: { files: ['MEMORY.md', 'USER.md'], folder: 'memory', owners: 'USER.md', byOthers: async () => new Map() },
}
