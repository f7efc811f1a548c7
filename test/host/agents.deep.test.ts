/**
 * All sixty turns of the two agents, and all forty hostile texts.
 *
 * In short: `test/host/stories/agents.ts`
 */
import './stories/agents.ts'
