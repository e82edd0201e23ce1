import type { SettingGroup, SettingWord } from '@kapao/contract/console/settings'
import { fields } from '#ui/fields/text/en.ts'
import { plan } from '#shared/plans/text/en.ts'

const groups: Record<SettingGroup, string> = {
  brand: 'Brand',
  content: 'What members read',
  rewards: 'Rewards',
  deposits: 'Deposits',
  withdrawals: 'Withdrawals and approvals',
  accounts: 'Our accounts',
  games: 'Games',
  registration: 'Registration and OTPs',
  chat: 'Chat',
  service: 'Service',
  console: 'Console',
}

/** In English the server says what each setting is for. */
const about: Partial<Record<SettingWord, string>> = {}

/** The settings, their forms and what saving comes to. */
export const settings = {
  ...fields,
  groups,
  about,
  brief: {
    none: 'none',
    on: 'On',
    off: 'Off',
    picture: 'A picture',
    whole: 'Several parts',
    entries: (count: number) => (count === 1 ? '1 entry' : `${count} entries`),
  },
  plan,
  form: {
    value: 'Value',
    isSet: 'changed',
    isDefault: 'the default applies',
    changed: 'Changed',
    /** Before the name of who asked for a change, and of who approved it. */
    askedBy: 'asked for by',
    approvedBy: 'approved by',
    neverChanged: 'Never changed: the default applies.',
    power: {
      read: 'Your roles let you read this setting, not change it.',
      tighten: 'Your roles let you change this setting only where that makes it stricter.',
    },
    mayWait: 'Some changes of this setting need a second person.',
    keyless: (names: string) => `This console has no key for: ${names}`,
    clash: 'Both of you have changed this, and yours would stay:',
    theirs: 'Theirs',
    mine: 'Yours',
    removed: 'removed',
    thaiInLao: 'This Lao text has Thai letters: is it in the right column?',
    laoInThai: 'This Thai text has Lao letters: is it in the right column?',
    together: 'Save together with what you have changed elsewhere:',
    wrongThere: 'A field of it is wrong. Open it to see the reason.',
    toDefault: 'Back to the default',
    history: 'History',
    before: 'Before',
    after: 'After',
    setBack: 'Set back to the value before',
    acts: {
      set: 'set it',
      default: 'set it to the default',
      asked: 'requested a second approval',
      approved: 'approved the request',
      dropped: 'rejected the request',
      planned: 'planned',
      overtaken: 'left it, because somebody had changed it:',
      refused: 'did not carry out',
      unplanned: 'cancelled before it began:',
    },
  },
}

export type SettingsText = typeof settings
