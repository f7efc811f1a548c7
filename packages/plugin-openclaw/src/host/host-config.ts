/** The part of the host's configuration that names owners and assigns messages to sessions. */
export interface HostConfig {
  readonly commands?: { readonly ownerAllowFrom?: ReadonlyArray<string | number> | undefined } | undefined
  readonly session?:
    | {
        readonly scope?: string | undefined
        readonly dmScope?: string | undefined
        readonly groupScope?: string | undefined
        readonly identityLinks?: Readonly<Record<string, ReadonlyArray<string>>> | undefined
      }
    | undefined
  readonly bindings?: ReadonlyArray<object> | undefined
  readonly channels?: object | undefined
}
