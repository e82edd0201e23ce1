import type { Button, ChatMessage, CustomerMessage } from '@kapao/contract/chat'
import type { Language } from '@kapao/contract/limits'

type Words = Record<Language, string>
type FileType = 'image' | 'video' | 'file'

export type MenuButton = { title: Words } & (
  | { type: 'web'; url: string }
  | { type: 'call'; phone: string }
  | { type: 'postback'; answer: string }
  | { type: 'text' }
)
export type MenuAnswer = { handOver?: boolean | undefined } & (
  | { kind: 'text'; text: Words }
  | { kind: 'buttons' | 'quick_replies'; text: Words; buttons: MenuButton[] }
  | {
      kind: 'generic'
      cards: { image: string | null; title: Words; subtitle: Words; buttons: MenuButton[] }[]
    }
  | ({ kind: 'image'; image: string } & NamedFile)
  | ({ kind: 'media'; fileType: 'video' | 'file'; url: string } & NamedFile)
)
type NamedFile = { name: string; text?: Words | undefined }

/** The operator's configuration; the settings have checked that every named answer exists. */
export type Menu = {
  welcome: string
  fallback: string
  picture: string
  answers: Record<string, MenuAnswer>
  words: { when: string[]; answer: string }[]
}

export type MenuQuestion = {
  language: Language
  message: CustomerMessage
  isWithPeople: boolean
  /** Facts about the caller's money as text; read only where an answer contains them. */
  readFacts: () => Promise<string>
}

const factsMark = '{facts}'

/** The menu's answer to a message; null when staff have the talk and no button of the menu was pressed. */
export async function answerTo(
  menu: Menu,
  asked: MenuQuestion,
): Promise<{ message: ChatMessage; handOver: boolean } | null> {
  const name = nameOf(menu, asked)
  const answer = name === null ? null : menu.answers[name]
  if (!answer) return null
  const facts = needsFacts(answer) ? await asked.readFacts() : ''
  return { message: render(answer, asked.language, facts), handOver: answer.handOver === true }
}

/** The greeting comes before any question, so it has no facts. */
export function welcomeOf(menu: Menu, language: Language): ChatMessage {
  return render(menu.answers[menu.welcome]!, language, '')
}

function nameOf(menu: Menu, { message, isWithPeople }: MenuQuestion): string | null {
  const pressed =
    message.message_type === 'postback' && Object.hasOwn(menu.answers, message.payload.message)
  if (pressed) return message.payload.message
  if (isWithPeople) return null
  if (message.message_type === 'media') return menu.picture
  const { payload } = message
  const said = ('title' in payload ? payload.title : payload.message).toLowerCase()
  const known = menu.words.find(({ when }) => when.some((word) => said.includes(word)))
  return known?.answer ?? menu.fallback
}

function needsFacts(answer: MenuAnswer): boolean {
  return 'text' in answer && (answer.text?.en.includes(factsMark) ?? false)
}

function render(answer: MenuAnswer, language: Language, facts: string): ChatMessage {
  const say = (words: Words) => words[language].replaceAll(factsMark, () => facts).trim()
  const payloadOf = ({ name, text }: NamedFile, url: string, fileType: FileType) => {
    const message = text === undefined ? {} : { message: say(text) }
    return { ...message, url, fileType, filePath: '', name }
  }
  const buttons = (all: readonly MenuButton[]) => all.map((one) => buttonOf(one, language))
  switch (answer.kind) {
    case 'text':
      return { message_type: 'text', payload: { message: say(answer.text) } }
    case 'buttons':
    case 'quick_replies':
      return {
        message_type: answer.kind,
        payload: { message: say(answer.text), buttons: buttons(answer.buttons) },
      }
    case 'generic':
      return {
        message_type: 'generic',
        payloads: answer.cards.map((card) => ({
          image_url: card.image ?? '',
          title: say(card.title),
          subtitle: say(card.subtitle),
          buttons: buttons(card.buttons),
        })),
      }
    case 'image':
      return { message_type: 'media', payload: payloadOf(answer, answer.image, 'image') }
    case 'media':
      return { message_type: 'media', payload: payloadOf(answer, answer.url, answer.fileType) }
  }
}

function buttonOf(button: MenuButton, language: Language): Button {
  const title = button.title[language]
  if (button.type === 'web') return { title, type: 'web', payload: button.url }
  if (button.type === 'call') return { title, type: 'call', payload: button.phone }
  if (button.type === 'postback') return { title, type: 'postback', payload: button.answer }
  return { title, type: 'text' }
}
