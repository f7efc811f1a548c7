/** Loaded before a program: the package better-sqlite3 is then the one in the folder that the environment names, or not there at all. */
import { registerHooks } from 'node:module'

const folder = process.env['TEST_BETTER_SQLITE3'] ?? ''

registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'better-sqlite3' ? `${folder}/lib/index.js` : specifier, context),
})
if (process.env['TEST_NODE_SQLITE'] === 'none') {
  const { getBuiltinModule } = process
  process.getBuiltinModule = (name: string) => (name === 'node:sqlite' ? undefined : getBuiltinModule(name)) as never
}
