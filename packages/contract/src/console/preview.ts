import { z } from 'zod'
import { languages, walletCurrencies } from '../limits.ts'
import { consoleEndpoint } from './endpoint.ts'
import { rewardKinds } from './reward-words.ts'
import { settingName, valueProblem } from './setting-calls.ts'

/** Members' screens that a draft can be seen on. */
export const previewScreens = [
  'login',
  'contact',
  'howto',
  'agreement',
  'conditions',
  'bonus',
  'promotion',
  'wheel',
  'invite',
  'refund',
  'deposit',
  'chat',
] as const
export type PreviewScreen = (typeof previewScreens)[number]

/** What a member's call would be answered, in its form on the wire. */
const answer = z.object({
  method: z.string(),
  path: z.string(),
  status: z.number().int(),
  body: z.unknown(),
})
export type PreviewAnswer = z.output<typeof answer>

export const readPreview = consoleEndpoint({
  method: 'POST',
  path: '/api/console/preview',
  access: 'settings.see',
  summary:
    'What the page of a new member would be given if the draft were saved: the settings of the page, and the answers of the calls of one screen; keeps nothing.',
  rate: 'read',
  input: z.object({
    screen: z.enum(previewScreens),
    language: z.enum(languages),
    /** Without one the reward’s, else the first that the house offers. */
    currency: z.enum(walletCurrencies).optional(),
    /** The bonus or the promotion that is opened on its screen; `''` is one that is offered. */
    code: z.string().max(64).optional(),
    /** Settings as they would be; the others are those of now. */
    settings: z
      .array(z.object({ name: settingName, value: z.unknown() }))
      .max(20)
      .default([]),
    /** A reward as it would be while it is offered, opened on its screen; it may not have a code yet. */
    reward: z
      .object({ kind: z.enum(rewardKinds), code: z.string().max(64), definition: z.unknown() })
      .optional(),
  }),
  output: z.object({
    /** What is wrong with the draft, each at its place; then there is nothing to see. */
    problems: z.array(
      valueProblem.extend({
        /** Null in the reward; there the place of its code is `code`. */
        setting: z.string().nullable(),
      }),
    ),
    /** What the server writes into the page, and the custom properties of the brand. */
    page: z.object({ settings: z.unknown(), brandCss: z.string() }).nullable(),
    answers: z.array(answer),
    /** What is opened on its screen. */
    code: z.string().nullable(),
  }),
  refusals: ['NOT_FOUND'],
})
