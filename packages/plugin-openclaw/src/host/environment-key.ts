/** Reads the key of a model server from the environment of the gateway. No failure contains a key. */
import * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the key in the variable `named`, or in `usual` if none is named; undefined where there is none. A variable that is named must have
 * one. A value that is not a variable name is not repeated in the message, because it may be the key.
 */
export const environmentKey = (
  named: string | undefined,
  usual: string,
  environment: Environment | undefined,
): Result.Result<Redacted.Redacted<string> | undefined, string> => {
  const name = named ?? usual
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    return Result.fail(
      'keyVariable is no name of an environment variable: put the key into the environment of the gateway, and give its name',
    )
  const key = environment?.[name] ?? ''
  if (key === '' && named !== undefined && environment !== undefined)
    return Result.fail(
      `the environment of the gateway has no ${name}: set it there and restart the gateway, or leave keyVariable out for a server that wants no key`,
    )
  return Result.succeed(key === '' ? undefined : Redacted.make(key))
}
