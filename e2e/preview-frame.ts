import type { Page } from '@playwright/test'
import type { PreviewScreen } from '../packages/contract/src/console/preview.ts'
import type { Language } from '../packages/contract/src/limits.ts'

const phoneSize = { width: 360, height: 740 }

type Drawing = {
  screen: PreviewScreen
  language: Language
  code?: string
  settings?: readonly { name: string; value?: unknown }[]
}

/** The frame as the console has it, by itself above the page, so that it can be given any screen. */
export async function placeFrame(page: Page): Promise<void> {
  await page.evaluate(({ width, height }) => {
    document.getElementById('probe')?.remove()
    const frame = document.createElement('iframe')
    Object.assign(frame, { id: 'probe', src: '/preview/' })
    frame.setAttribute('sandbox', 'allow-scripts')
    const style = { position: 'fixed', inset: '0 auto auto 0', zIndex: '9999', border: '0' }
    Object.assign(frame.style, style, { width: `${width}px`, height: `${height}px` })
    const ready = new Promise<void>((resolve) => {
      addEventListener('message', ({ source, data }) => {
        if (source === frame.contentWindow && data?.kind === 'ready') resolve()
      })
    })
    document.body.append(frame)
    return ready
  }, phoneSize)
}

/** Draws what the server answers for the settings of now, or a draft; resolves with the words that were cut. */
export async function drawInFrame(page: Page, drawing: Drawing): Promise<readonly string[]> {
  return page.evaluate(async (wanted) => {
    const answer = await fetch('/api/console/preview', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-client': 'kapao-console' },
      body: JSON.stringify(wanted),
    })
    if (!answer.ok) throw new Error(await answer.text())
    const { page: content, answers, code: opened } = await answer.json()
    const frame = document.querySelector<HTMLIFrameElement>('#probe')!
    const number = Number(frame.dataset['number'] ?? '0') + 1
    frame.dataset['number'] = String(number)
    const drawn = new Promise<string[]>((resolve) => {
      addEventListener('message', ({ source, data }) => {
        if (source !== frame.contentWindow || data?.kind !== 'drawn') return
        if (data.number === number) resolve(data.cut)
      })
    })
    const order = { kind: 'show', ...wanted, page: content, answers, number, code: opened }
    frame.contentWindow!.postMessage(order, '*')
    return drawn
  }, drawing)
}
