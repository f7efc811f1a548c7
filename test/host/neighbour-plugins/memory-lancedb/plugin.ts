/** A plugin with the id, the kind, the tools and the place in the prompt that the host's documents give memory-lancedb, which no test can install. */
import type plugin from '../../../../packages/plugin-openclaw/src/index.ts'

type Api = Parameters<(typeof plugin)['register']>[0]

const names = ['memory_recall', 'memory_store', 'memory_forget'] as const

export default {
  id: 'memory-lancedb',
  name: 'Stand-in for memory-lancedb',
  description: 'Has the tools of memory-lancedb and adds to prompts where it does.',
  register(api: Api): void {
    api.registerMemoryCapability({})
    for (const name of names)
      api.registerTool({
        name,
        label: name,
        description: `The ${name} of a neighbour.`,
        parameters: { type: 'object', properties: {} },
        execute: async () => ({ content: [{ type: 'text', text: `${name} of the neighbour` }], details: {} }),
      })
    api.on('before_prompt_build', () => ({ prependContext: '<relevant-memories>\nThe neighbour remembers the bar.\n</relevant-memories>' }))
  },
}
