import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import {
  letterOf,
  type DecisionName,
  type WorkKind,
} from '../../../packages/contract/src/console/words.ts'
import { workAddress } from '../../../apps/console/src/shared/work-kind.ts'
import type { ConsoleText } from '../../../apps/console/src/text/en/all.ts'
import { openOwnCopy } from '../../../e2e/own-copy.ts'
import { open } from './draw.ts'
import { makeWorld, type DeskWorld } from './world.ts'

const target = join(import.meta.dirname, '../../../docs/console')
/** A person looks before they act, and types some six letters a second. */
const lookMs = 2_500
const letterMs = 160
const width = 960

const words = {
  en: {
    answer:
      'Your withdrawal of 900 baht has left us; the bank has not confirmed it yet. We are asking it now and will write here.',
    seen: 'The account belongs to somebody else; the member was asked.',
    match: 'The member has sent the text message of the bank.',
    paid: 'Seen in the bank’s own list of payments.',
  },
  th: {
    answer:
      'รายการถอน 900 บาทออกจากเราแล้วค่ะ แต่ธนาคารยังไม่ยืนยัน กำลังติดตามกับธนาคารให้ แล้วจะแจ้งในแชทนี้นะคะ',
    seen: 'บัญชีที่โอนเป็นของคนอื่น สอบถามสมาชิกแล้ว',
    match: 'สมาชิกส่งข้อความแจ้งเตือนของธนาคารมาให้ดู',
    paid: 'ตรวจแล้วอยู่ในรายการโอนออกของธนาคาร',
  },
  la: {
    answer:
      'ລາຍການຖອນ 900 ບາດອອກຈາກພວກເຮົາແລ້ວ ແຕ່ທະນາຄານຍັງບໍ່ທັນຢືນຢັນ ພວກເຮົາກຳລັງຖາມທະນາຄານ ແລະ ຈະແຈ້ງໃນແຊັດນີ້',
    seen: 'ບັນຊີທີ່ໂອນແມ່ນຂອງຄົນອື່ນ ໄດ້ຖາມສະມາຊິກແລ້ວ',
    match: 'ສະມາຊິກໄດ້ສົ່ງຂໍ້ຄວາມຂອງທະນາຄານມາໃຫ້ເບິ່ງ',
    paid: 'ກວດແລ້ວ ຢູ່ໃນລາຍການໂອນອອກຂອງທະນາຄານ',
  },
} as const

type Language = keyof typeof words

/** Plays a cashier's first minutes of a day, from the sign-in on, and keeps pictures of it for docs/console.md. */
export async function playDay(browser: Browser): Promise<void> {
  await mkdir(target, { recursive: true })
  for (const language of Object.keys(words) as Language[]) {
    const { copy, close } = await openOwnCopy()
    try {
      const world = await makeWorld(browser, copy)
      const look = { language, size: 'wide', scheme: 'light' } as const
      const context = await open(browser, world, look)
      const text = (await import(`../../../apps/console/src/text/${language}/all.ts`)).text
      await playOne(await context.newPage(), { language, text, world })
      await context.close()
    } finally {
      await close()
    }
  }
}

type DayOptions = { language: Language; text: ConsoleText; world: DeskWorld }

async function playOne(page: Page, { language, text, world }: DayOptions): Promise<void> {
  const said = words[language]
  const keep = async (name: string) =>
    writeFile(join(target, `${language}-${name}.webp`), await smaller(page))
  const read = () => page.waitForTimeout(lookMs)
  const type = (typed: string) => page.keyboard.type(typed, { delay: letterMs })
  const printSince = (what: string, since: number) =>
    console.log(`${language}: ${what} ${((performance.now() - since) / 1_000).toFixed(1)} s`)
  await page.goto('/sign-in')
  const cashier = page.getByRole('button', { name: 'demo-cashier', exact: true })
  await cashier.waitFor()
  const begun = performance.now()
  await cashier.click()
  await page.waitForURL(/\/work\/all$/)
  await page.getByRole('list').getByRole('link').first().waitFor()
  await keep('work')
  await read()

  // A member asks where their money is.
  await page.getByRole('navigation').getByRole('link', { name: text.desk.screens.chat }).click()
  await page.locator(`a[href$="/${world.talk}"]`).click()
  await page.getByLabel(text.inbox.answer).waitFor()
  await read()
  await page.getByLabel(text.inbox.answer).click()
  await type(said.answer)
  await keep('talk')
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText(said.answer.slice(0, 30)).waitFor()
  printSince('the member is answered, from the sign-in on', begun)

  const decide = async (kind: WorkKind, decision: DecisionName, why: string) => {
    const from = performance.now()
    await page.goto(workAddress(kind))
    const rows = page.getByRole('list').getByRole('link')
    await (decision === 'match' ? rows.last() : rows.first()).click()
    await page.getByRole('article').waitFor()
    await read()
    await page.keyboard.press(letterOf[decision])
    if (decision === 'match') await findPayer()
    const { why: needed, whyOptional } = text.work.fields
    const number = page.getByLabel(text.work.fields.payout)
    if (await number.isVisible()) await number.fill('0261125-0900-17')
    await page.getByLabel(needed).or(page.getByLabel(whyOptional)).click()
    await type(why)
    await keep(kind)
    await page.keyboard.press('Enter')
    await page.getByText(text.work.decided[decision]).first().waitFor({ timeout: 20_000 })
    printSince(`${kind} decided`, from)
  }
  const findPayer = async () => {
    await page.getByRole('searchbox', { name: text.work.otherMember }).focus()
    await type(world.payerPhone)
    await page.getByRole('option').first().waitFor()
    await read()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: text.work.chosenMember }).waitFor()
  }
  await decide('differing', 'seen', said.seen)
  await decide('deposit', 'match', said.match)
  await decide('payout', 'paid', said.paid)
}

/** Smaller, and packed by the browser itself: the page of the docs shows all of them. */
async function smaller(page: Page): Promise<Buffer> {
  const taken = await page.screenshot()
  const table = await page.context().browser()!.newPage()
  const packed = await table.evaluate(
    async ([png, wanted]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${png}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = wanted
      canvas.height = Math.round((image.height * wanted) / image.width)
      const context = canvas.getContext('2d')!
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, canvas.width, canvas.height)
      return canvas.toDataURL('image/webp', 0.8).split(',')[1]!
    },
    [taken.toString('base64'), width] as const,
  )
  await table.close()
  return Buffer.from(packed, 'base64')
}
