/** A context engine under the id of lossless-claw, which no test can install: it assembles each prompt itself, and says so in the system prompt. */
import type plugin from '../../../../packages/plugin-openclaw/src/index.ts'

type Api = Parameters<(typeof plugin)['register']>[0]

export default {
  id: 'lossless-claw',
  name: 'Stand-in for lossless-claw',
  description: 'A context engine that hands the conversation on as it is, with a tool of lossless-claw.',
  register(api: Api): void {
    api.registerContextEngine('lossless-claw', () => ({
      info: {
        id: 'lossless-claw',
        name: 'Stand-in for lossless-claw',
        ownsCompaction: false,
        acceptedHostParams: ['sessionKey', 'runtimeContext'],
        transcriptSemantics: {
          currentTurnFence: 'before-current-turn-entry-v1',
          turnAdvancementIdempotency: 'atomic-idempotent-v1',
        },
      },
      commitTurn: async () => ({ status: 'committed' }),
      ingest: async () => ({ ingested: true }),
      assemble: async ({ messages }) => ({
        messages: [...messages],
        estimatedTokens: 1_000,
        systemPromptAddition: 'Assembled by the neighbour.',
      }),
      compact: async () => ({ ok: true, compacted: false }),
    }))
    api.registerTool({
      name: 'lcm_grep',
      label: 'lcm_grep',
      description: 'Searches the conversation.',
      parameters: { type: 'object', properties: {} },
      execute: async () => ({ content: [{ type: 'text', text: 'lcm_grep of the neighbour' }], details: {} }),
    })
  },
}
