/** A runtime of the host that is a command: it builds prompts for it on another way than for its own loop, as for Claude Code. */
import { fileURLToPath } from 'node:url'
import type plugin from '../../../packages/plugin-openclaw/src/index.ts'

type Api = Parameters<(typeof plugin)['register']>[0]

export default {
  id: 'crabtrail-cli-runtime',
  name: 'Crabtrail CLI runtime',
  description: 'Answers as a command line, and keeps what it was asked.',
  register(api: Api): void {
    const { file = '' } = (api.pluginConfig ?? {}) as { readonly file?: string }
    api.registerCliBackend({
      id: 'echo-cli',
      config: {
        command: process.execPath,
        args: [fileURLToPath(new URL('echo.mjs', import.meta.url)), file],
        input: 'stdin',
        output: 'text',
        sessionMode: 'none',
        serialize: true,
      },
    })
  },
}
