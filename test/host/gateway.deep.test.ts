/**
 * The stories that share a real gateway, at length: besides those in short a web page, an error that was got over, what was done before, talk
 * that corrects, a conversation that is taken back, questions that grow, two agents who are asked the same, forty hostile texts, what the plugin
 * does to the bytes of a request, an owner list that names nobody, and a thread of the memory that is killed.
 *
 * `test/scenarios` proves of each what the memory does, and `test/plugin` what the plugin does with a fake host.
 *
 * In short: `test/host/gateway.test.ts`
 */
import './stories/lifecycle.ts'
import './stories/others-words.ts'
import './stories/taken-back.ts'
import './stories/fixed.ts'
import './stories/noted.ts'
import './stories/told-and-forgotten.ts'
import './stories/done-before.ts'
import './stories/corrected.ts'
import './stories/grown.ts'
import './stories/agents.ts'
import './stories/hostile.ts'
import './stories/who-asks.ts'
import './stories/trouble.ts'
