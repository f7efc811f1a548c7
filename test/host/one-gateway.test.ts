/** The stories that share a gateway, one after the other. */
import './stories/others-words.ts'
import './stories/taken-back.ts'
import './stories/fixed.ts'
import './stories/noted.ts'
import './stories/done-before.ts'
import './stories/conversations.ts'
import './stories/corrected.ts'
import './stories/agents.ts'
