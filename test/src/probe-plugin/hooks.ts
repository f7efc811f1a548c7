/** The hooks that the probe hears and the fake host drives: one list, so that what the one does and the other hears is always compared. */
import type plugin from '../../../packages/plugin-openclaw/src/index.ts'

export type HookName = Parameters<Parameters<(typeof plugin)['register']>[0]['on']>[0]

/** Every hook of the two doors through which tests speak, but for those of single messages and model calls. */
export const heardHooks: ReadonlyArray<HookName> = [
  'gateway_start',
  'gateway_stop',
  'session_start',
  'session_end',
  'before_reset',
  'before_agent_reply',
  'agent_turn_prepare',
  'heartbeat_prompt_contribution',
  'before_prompt_build',
  'before_agent_run',
  'before_tool_call',
  'after_tool_call',
  'before_agent_finalize',
  'agent_end',
  'llm_output',
]
