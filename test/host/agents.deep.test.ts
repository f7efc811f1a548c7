/** All sixty turns of the two agents, and all forty hostile texts. */
import './stories/agents.ts'
