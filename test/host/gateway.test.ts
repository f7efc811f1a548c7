/**
 * One life of a real gateway: stories that share it, one after the other; the last one breaks its memory. `test/host/gateway.deep.test.ts` has
 * all of them, at length.
 */
import './stories/lifecycle.ts'
import './stories/taken-back.ts'
import './stories/noted.ts'
import './stories/agents.ts'
import './stories/who-asks.ts'
import './stories/trouble.ts'
