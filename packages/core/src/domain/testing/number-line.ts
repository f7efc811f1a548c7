/**
 * A number of a document, under the profile that owns it, as the row of the document has it. The lists are written from the rows and the decisions
 * (C1 to C32), never from the profiles: a wrong number there must differ from these.
 */
import type { SettingValue } from '../profiles/own-settings.ts'

/** A test by its file, from the root of the checkout, and its title as it is written there. */
type NamedTest = readonly [file: string, title: string]

/**
 * `rows`: the rows and decisions that have the number, with a word where they need one. `off`: the document says nothing of it, so it is shut off. `ours`:
 * the document asks for it and gives no number. `behaviour`: the test that fails where the program does otherwise than the number says; absent where
 * only the value is checked.
 */
export type NumberLine = readonly [setting: string, value: SettingValue, rows: string, behaviour?: NamedTest]

/** A test of the domain. */
export const domain = (file: string, title: string): NamedTest => [`packages/core/src/domain/${file}`, title]
