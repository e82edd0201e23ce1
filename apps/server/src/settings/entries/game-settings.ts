import { gameCategories, walletCurrencies } from '@kapao/contract/limits'
import { z } from 'zod'
import {
  flag,
  haveOwnCodes,
  optional,
  parseJson,
  rate,
  secretAddress,
  webAddress,
  type SettingKind,
} from './kinds/kinds.ts'
import { because, typedAs } from './kinds/field-of.ts'
import { forEach, setting } from './kinds/setting.ts'

const word = z.string().trim().min(1, 'must not be empty').max(120)
const address = webAddress.schema.nullable().default(null)
const closed = secretAddress.schema.nullable().default(null)

/** Of the house, or one that the members' page comes with; none is drawn by its name. */
const ofGame = typedAs(
  z
    .string()
    .regex(
      /^(?:|\/games\/[a-z0-9-]{1,40}\.svg|\/pictures\/[A-Za-z0-9_-]{43}\.webp)$/,
      'must be a picture of the house: /pictures/….webp',
    ),
  { form: 'picture' },
)

/** Protocols that have a client, as the compiler sees where games are opened; docs/outside/games.md. */
const gameFamilies = ['betflix', 'amb', 'joker', 'pg'] as const

const factorMax = 1_000_000

const game = z.strictObject({
  code: typedAs(
    z.string().regex(/^[a-z0-9]{1,20}$/, 'must be small letters and digits, such as pg'),
    { form: 'line', max: 20, example: 'pg' },
  ),
  name: word,
  category: z.enum(gameCategories),
  family: z.enum(gameFamilies),
  address: closed,
  addressLaos: closed,
  launchAddress: closed,
  launchHosts: z
    .array(
      typedAs(z.string().regex(/^[a-z0-9.:-]{1,200}$/), {
        form: 'line',
        max: 200,
        example: 'play.example.com',
      }),
    )
    .max(20)
    .default([]),
  logo: ofGame,
  background: ofGame,
  /** The provider's amount for one of our units; for display, never for calculation. */
  factor: typedAs(z.number().positive().max(factorMax), {
    form: 'number',
    max: factorMax,
  }).default(1),
  web: address,
  android: address,
  ios: address,
  event: z.string().max(120).default(''),
  currencies: z
    .array(z.enum(walletCurrencies))
    .max(walletCurrencies.length)
    .default([...walletCurrencies]),
})
export type Game = z.output<typeof game>

const gameList: SettingKind<Game[]> = {
  form: 'a JSON list of {"code", "name", "category", "family", "address", "launchAddress", "launchHosts", "logo", "background", ...}',
  schema: z
    .array(game)
    .max(60)
    .refine(haveOwnCodes, because('twice', 'must not name a code twice'))
    .refine(
      (games) => games.every(({ code }) => code !== 'wallet'),
      because('reserved', 'wallet is not a game'),
    ),
  parse: parseJson,
}

/** The family of a code is known for six of them; docs/outside/games.md lists them. */
const known: Pick<Game, 'code' | 'name' | 'category' | 'family'>[] = [
  { code: 'pg', name: 'PG Soft', category: 'slot', family: 'pg' },
  { code: 'pgslot', name: 'PG Slot', category: 'slot', family: 'pg' },
  { code: 'slotracha', name: 'Slot Racha', category: 'slot', family: 'pg' },
  { code: 'betflix', name: 'Betflix', category: 'slot', family: 'betflix' },
  { code: 'imi', name: 'IMI', category: 'slot', family: 'betflix' },
  { code: 'areaslot', name: 'Area Slot', category: 'slot', family: 'betflix' },
  { code: 'askmebet', name: 'AskMeBet', category: 'slot', family: 'amb' },
  { code: 'usun', name: 'U Sun', category: 'slot', family: 'amb' },
  { code: 'joker2', name: 'Joker', category: 'slot', family: 'joker' },
  { code: 'circus', name: 'Circus', category: 'slot', family: 'joker' },
  { code: 'huayhd', name: 'Huay HD', category: 'lotto', family: 'amb' },
  { code: 'sport', name: 'UFABET', category: 'sport', family: 'amb' },
]

const variantNames = { thai: 'Thai', laos: 'Lao' } as const

export const gameSettings = {
  'games.providers': setting({
    kind: gameList,
    fallback: known.map((one) =>
      game.parse({
        ...one,
        logo: `/games/${one.code}.svg`,
        background: `/games/${one.code}-back.svg`,
      }),
    ),
    about:
      'The game providers that members may open accounts at; one without currencies accepts no money, and money there can be moved out. Their secrets are in GAME_AGENTS_FILE.',
  }),
  'games.iframe': setting({
    kind: flag,
    fallback: false,
    reader: 'page',
    about:
      'Whether the page of members is shown in a frame of another site, so that games open in a new tab; off opens them in its place.',
  }),
  'spin.prizeTurnover': setting({
    kind: rate(100),
    fallback: '5',
    about:
      'How many times a prize of the wheel must be played before it can be withdrawn; 0 requires none. Other money of the member is not affected, nor are prizes that were claimed before.',
  }),
  ...forEach('sport.address', ['thai', 'laos'], (variant) =>
    setting({
      kind: optional(secretAddress),
      fallback: null,
      reader: 'page',
      about: `The address of the sports provider's login page, in the ${variantNames[variant]} variant.`,
    }),
  ),
}
