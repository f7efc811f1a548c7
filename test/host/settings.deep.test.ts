/**
 * Stories of a real gateway with other settings: captured turns, and routing by the host's model, which `setup` measures in a terminal.
 *
 * They have a gateway without Telegram, over which several people write to one main session: `setup` advises against that.
 *
 * In short: `test/plugin/routing.test.ts`
 */
import './stories/captured.ts'
import './stories/routing.ts'
