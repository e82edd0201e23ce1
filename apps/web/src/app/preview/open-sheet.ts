import type { I18n } from '#core/i18n.tsx'
import { chatTexts } from '../../features/chat/text/chat-text.ts'
import { areAllAnswered } from './answers.ts'
import type { ScreenOrder } from './message.ts'

/** After so many frames, about four seconds, nothing more is expected to be drawn. */
const framesMax = 240

/** Opens what the screen is about, as a member does: by its own buttons. Resolves when it is drawn. */
export async function openSheet(
  { screen, language, code, answers }: ScreenOrder,
  i18n: I18n,
  isWanted: () => boolean,
): Promise<void> {
  const { home, shell } = i18n.read().memberText!
  const wait: FramesAhead = { framesLeft: framesMax, isWanted }
  const find = <T>(look: () => T | null | undefined) => untilFound(look, wait)
  // What is opened may still be fetched while nothing else changes.
  const untilOpen = () => find(() => document.querySelector('dialog'))
  const press = async (look: () => HTMLElement | undefined) => {
    ;(await find(look))?.click()
    await untilOpen()
  }
  if (screen === 'conditions') await press(() => buttonOf(shell.conditions))
  else if (screen === 'invite' || screen === 'refund' || screen === 'deposit')
    await press(() => buttonOf(home.shortcuts[screen]))
  else if (screen === 'chat') {
    const { begin } = await chatTexts.load(language)
    await press(() => buttonOf(begin))
  } else if (screen === 'agreement') await untilOpen()
  else if (screen === 'promotion' && code !== null) {
    const field = await find(() => document.querySelector<HTMLInputElement>('[name=promotion]'))
    if (field) enter(field, code)
    await untilOpen()
  } else if (screen === 'bonus' && code !== null) {
    const bonuses = answers.find(({ path }) => path === '/api/bonus')?.body as { code: string }[]
    const place = bonuses.findIndex((one) => one.code === code)
    const cards = () => document.querySelectorAll<HTMLElement>('main button[data-state]')
    if (bonuses[place]) await press(() => cards()[place])
  }
  await untilStill(wait)
}

function buttonOf(label: string): HTMLElement | undefined {
  const buttons = document.querySelectorAll<HTMLElement>('#root button')
  return [...buttons].find(({ textContent }) => textContent.trim() === label)
}

/** React listens to the field itself, whose value has to change as if it were typed. */
function enter(field: HTMLInputElement, text: string): void {
  const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  own?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  // A frame without origin may send no form, and asking it to tells nobody.
  field.form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
}

type FramesAhead = { framesLeft: number; isWanted: () => boolean }

async function untilFound<T>(
  look: () => T | null | undefined,
  wait: FramesAhead,
): Promise<T | null> {
  while (await goesOn(wait)) {
    const found = look()
    if (found != null) return found
  }
  return null
}

/** So many frames without a change of the page are its end. */
const stillFrames = 4

async function untilStill(wait: FramesAhead): Promise<void> {
  let still = 0
  const changes = new MutationObserver(() => (still = 0))
  changes.observe(document.body, { subtree: true, childList: true, characterData: true })
  while (still < stillFrames && (await goesOn(wait))) {
    const isBusy = !areAllAnswered() || document.querySelector('[aria-busy=true]') !== null
    still = isBusy || !arePicturesThere() ? 0 : still + 1
  }
  changes.disconnect()
}

/** A frame later; false once nothing more is waited for. */
async function goesOn(wait: FramesAhead): Promise<boolean> {
  await nextFrame()
  wait.framesLeft -= 1
  return wait.isWanted() && wait.framesLeft > 0
}

function arePicturesThere(): boolean {
  return [...document.images].every(({ complete, loading }) => complete || loading === 'lazy')
}

/** A frame that is not seen draws none, and goes on all the same. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 50)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
