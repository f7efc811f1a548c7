/** The stories that share a gateway, one after the other. */
import './stories/who-asks.ts'
import './stories/others-words.ts'
import './stories/conversations.ts'
import './stories/agents.ts'
