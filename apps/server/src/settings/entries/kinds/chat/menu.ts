import { memberFacts, type MemberFact } from '@kapao/contract/console/canned'
import { z } from 'zod'
import { because, fieldOf, typedAs } from '../field-of.ts'
import { isWebAddress, picture } from '../kinds.ts'

const wordsOf = (charactersMax: number, facts?: MemberFact[]) => {
  const words = z.string().trim().min(1, 'must not be empty').max(charactersMax)
  const one = facts ? typedAs(words, { form: 'text', max: charactersMax, facts }) : words
  return z.strictObject({ th: one, la: one, en: one })
}
const title = wordsOf(60)
const text = wordsOf(1_500)
const answerName = typedAs(
  z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be small letters, digits and dashes'),
  { form: 'line', max: 40, example: 'where-is-my-deposit' },
)
const webAddress = typedAs(
  z
    .string()
    .max(500)
    .refine(isWebAddress, 'must be an address that begins with https:// or http://'),
  { form: 'address', isSecure: false, mayBePath: false },
)
/** A file of our own site, or one on another host, which the page's policy must then allow. */
const fileAddress = typedAs(
  z.union([z.string().regex(/^\/(?![/\\])[A-Za-z0-9/_.-]{1,200}$/), webAddress]),
  { form: 'address', isSecure: false, mayBePath: true },
)

const button = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('web'), title, url: webAddress }),
  z.strictObject({
    type: z.literal('call'),
    title,
    phone: typedAs(
      z.string().regex(/^\+?\d{3,15}$/, 'must be a phone number: digits and perhaps a +'),
      { form: 'line', max: 16, example: '+66812345678' },
    ),
  }),
  z.strictObject({ type: z.literal('postback'), title, answer: answerName }),
  z.strictObject({ type: z.literal('text'), title }),
])
export type MenuButton = z.output<typeof button>

const also = {
  /** Hands the conversation over to staff. */
  handOver: z.boolean().optional(),
}

const named = { name: z.string().trim().min(1).max(100), text: text.optional(), ...also }

const answer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text, ...also }),
  z.strictObject({
    kind: z.enum(['buttons', 'quick_replies']),
    text,
    buttons: z.array(button).min(1).max(10),
    ...also,
  }),
  z.strictObject({
    kind: z.literal('generic'),
    cards: z
      .array(
        z.strictObject({
          image: picture.schema.nullable(),
          title,
          subtitle: wordsOf(200),
          buttons: z.array(button).max(3),
        }),
      )
      .min(1)
      .max(10),
    ...also,
  }),
  z.strictObject({
    kind: z.literal('image'),
    image: picture.schema,
    ...named,
  }),
  z.strictObject({
    kind: z.literal('media'),
    fileType: z.enum(['video', 'file']),
    url: fileAddress,
    ...named,
  }),
])

const answersMax = 60

export const menuSchema = z
  .strictObject({
    /** The first message of an empty conversation. */
    welcome: answerName,
    /** The answer when no word matches. */
    fallback: answerName,
    /** The answer to a picture or a video. */
    picture: answerName,
    answers: typedAs(z.record(answerName, answer), {
      form: 'table',
      of: fieldOf(answer),
      max: answersMax,
    }),
    /** The first entry with a word that occurs in the message decides. */
    words: z
      .array(
        z.strictObject({
          when: z.array(z.string().trim().toLowerCase().min(1).max(60)).min(1).max(60),
          answer: answerName,
        }),
      )
      .max(60),
  })
  .superRefine((whole, context) => {
    const addIssue = ({ error: message, params }: ReturnType<typeof because>) =>
      context.addIssue({ code: 'custom', message, params })
    for (const name of namesIn(whole))
      if (!Object.hasOwn(whole.answers, name))
        addIssue(because('noAnswer', `names an answer ${name} that is not there`))
    if (Object.keys(whole.answers).length > answersMax)
      addIssue(because('many', `must not have more than ${answersMax} answers`))
  })
export type ChatMenu = z.output<typeof menuSchema>

type Whole = Pick<ChatMenu, 'welcome' | 'fallback' | 'picture' | 'answers' | 'words'>

function namesIn({ welcome, fallback, picture, answers, words }: Whole): string[] {
  const buttons = Object.values(answers).flatMap((one) => {
    if ('buttons' in one) return one.buttons
    return 'cards' in one ? one.cards.flatMap((card) => card.buttons) : []
  })
  return [
    welcome,
    fallback,
    picture,
    ...words.map((word) => word.answer),
    ...buttons.flatMap((one) => (one.type === 'postback' ? [one.answer] : [])),
  ]
}

const canned = z.strictObject({ name: answerName, text: wordsOf(1_500, [...memberFacts]) })
export type CannedReply = z.output<typeof canned>

export const cannedList = z
  .array(canned)
  .max(100)
  .refine(
    (all) => new Set(all.map(({ name }) => name)).size === all.length,
    because('twice', 'must not name a reply twice'),
  )
