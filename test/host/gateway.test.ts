/** One life of a real gateway: stories that share it. `gateway.deep.test.ts` has more, at length. */
import './stories/lifecycle.ts'
import './stories/noted.ts'
import './stories/studio.ts'
import './stories/told-and-forgotten.ts'
import './stories/who-asks.ts'
