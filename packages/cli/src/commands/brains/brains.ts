/** `init`, `brains`, `profiles`, `profile` and `describe`: create a brain, say what it is for, list brains, and read and change the settings they learn by. */
import {
  type Answer,
  type ExplainedProfile,
  type ExplainedSetting,
  explainedProfiles,
  InvalidRequest,
  type OwnSettings,
  type SettingValue,
  writtenSettings,
} from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { exits } from '../../failures.ts'
import { present, report } from '../../render/output.ts'
import { aligned, counted, indented, type Page, plainLine } from '../../render/page.ts'
import { ending } from '../../render/parts.ts'
import { answering, asking, command, given, printAnswer } from '../command.ts'

export const profileChoices = ['balanced', 'crabpath', 'linkstrength', 'neurogated'] as const
export const set = {
  value: 'NAME=VALUE',
  many: true,
  help: "in place of the profile's own, as walk.fade=0.4; profiles NAME lists them",
} as const

export const init = asking('init', ['profile'], {
  summary: 'create a brain',
  flags: { set },
  example: 'crabtrail init --brain work --profile balanced',
  access: 'make',
})(
  Effect.fn('init')(function* ({ flags, request }) {
    const settings = yield* ownSettings(flags.set)
    return yield* printAnswer((memory) => memory.init({ ...request, ...given({ settings }) }), created, report)
  }),
)

export const brains = command({
  summary: "list a store's brains",
  positionals: [],
  flags: {},
  example: 'crabtrail brains --store ./team.db',
  access: 'read',
})(() => printAnswer((memory) => memory.brains({}), brainList))

export const profiles = command({
  summary: 'list the settings that a brain can learn by, with their units and sources',
  positionals: [
    { name: 'NAME', optional: true, choices: profileChoices, help: 'every setting of one profile; else what tells them apart' },
  ],
  flags: {},
  example: 'crabtrail profiles linkstrength',
  access: 'none',
})(
  Effect.fn('profiles')(function* ({ words }) {
    const all = explainedProfiles()
    const profiles = words.name === undefined ? all : all.filter(({ name }) => name === words.name)
    yield* present({ profiles }, words.name === undefined ? profileList : wholeProfile)
    return exits.done
  }),
)

export const profile = asking('profile', ['key', 'expected'], {
  summary: 'change the settings of a brain from here on',
  details: [
    'What was learned so far stays as it is; strengths outside the new bounds come within them when they are next moved.',
    'Settings that were set before are not carried over: what is not named again is as the profile has it.',
    'What was said before is learned from by the settings of its time, however late that is.',
  ],
  positionals: [{ name: 'NAME', choices: profileChoices, help: 'the profile it learns by from now on' }],
  flags: { set },
  example: 'crabtrail profile crabpath --set learning.drift=0',
  access: 'write',
})(
  Effect.fn('profile')(function* ({ flags, request, words }) {
    const settings = yield* ownSettings(flags.set)
    return yield* printAnswer((memory) => memory.profile({ ...request, profile: words.name, ...given({ settings }) }), changed, report)
  }),
)

export const describe = answering('describe', ['about'], {
  summary: 'say what a brain is for; brains shows it',
  example: 'crabtrail describe "notes of the release team" --brain work',
  access: 'write',
})(() => described)

const described = (answer: Answer.DescribeAnswer, page: Page): ReadonlyArray<string> => [
  `${page.strong(answer.brain)} is for ${plainLine(answer.about)}${ending(answer, page)}`,
]

export const ownSettings = (written: ReadonlyArray<string> | undefined): Effect.Effect<OwnSettings | undefined, InvalidRequest> => {
  if (written === undefined) return Effect.succeed(undefined)
  const read = writtenSettings(written)
  if (Result.isSuccess(read)) return Effect.succeed(read.success)
  const { problem, setting } = read.failure
  return Effect.fail(new InvalidRequest({ field: 'settings', problem: `${setting}: ${problem}` }))
}

export const created = (answer: Answer.InitAnswer, page: Page): ReadonlyArray<string> => [
  `${page.strong(answer.brain)} is ready, learning by ${answer.profile}; ${page.command('ingest', 'PATH')} fills it`,
]

export const brainList = (answer: Answer.BrainsAnswer, page: Page): ReadonlyArray<string> =>
  answer.brains.length === 0
    ? [`no brain yet; ${page.command('init')} makes one`]
    : aligned(
        answer.brains.map((brain) => [
          page.strong(brain.key),
          `position ${brain.position}`,
          brain.profile,
          page.faint(brain.at),
          ...(brain.branchOf === undefined ? [] : [`branch of ${brain.branchOf}`]),
          ...(brain.about === undefined ? [] : [plainLine(brain.about)]),
          ...(brain.problem === undefined ? [] : [page.bad(brain.problem)]),
        ]),
      )

type Profiles = { readonly profiles: ReadonlyArray<ExplainedProfile> }

/** Lists the profiles; each but the first with the settings that differ from the first. */
const profileList = ({ profiles }: Profiles, page: Page): ReadonlyArray<string> => {
  const [first] = profiles
  const usual = new Map(first?.settings.map(({ setting, value }) => [setting, said(value)]))
  return profiles.flatMap((profile, i) => [
    ...(i === 0 ? [] : ['']),
    `${page.strong(profile.name)}  ${profile.summary}`,
    ...indented(
      profile === first
        ? [page.faint(`${counted(profile.settings.length, 'setting')}; ${page.command('profiles', profile.name)} lists them`)]
        : rows(
            profile.settings.filter(({ setting, value }) => usual.get(setting) !== said(value)),
            page,
          ),
    ),
  ])
}

const wholeProfile = ({ profiles }: Profiles, page: Page): ReadonlyArray<string> =>
  profiles.flatMap(({ name, settings, summary }) => [`${page.strong(name)}  ${summary}`, ...indented(rows(settings, page))])

const rows = (settings: ReadonlyArray<ExplainedSetting>, page: Page): ReadonlyArray<string> =>
  aligned(settings.map(({ from, setting, unit, value }) => [setting, said(value), unit, page.faint(from)]))

const changed = (answer: Answer.ProfileAnswer, page: Page): ReadonlyArray<string> => [
  `${page.strong(answer.brain)} learns by ${answer.profile} from here on${ending(answer, page)}`,
  ...indented(answer.changed.length === 0 ? [page.faint('all its settings were in force already')] : settingLines(answer.changed)),
]

export const settingLines = (changed: Answer.ProfileAnswer['changed']): ReadonlyArray<string> =>
  aligned(changed.map(({ from, setting, to }) => [setting, `${said(from)} → ${said(to)}`]))

export const profileInWords = ({ profile, settings = [] }: Pick<Answer.ShowAnswer, 'profile' | 'settings'>): string =>
  settings.length === 0 ? `profile ${profile}` : `profile ${profile} with ${counted(settings.length, 'setting')} of its own`

const said = (value: SettingValue): string => (typeof value === 'object' ? value.join(', ') || 'none' : String(value))
