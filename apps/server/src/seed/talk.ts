import type { CustomerMessage } from '@kapao/contract/chat'
import { defaultLanguage, type Language, type Variant } from '@kapao/contract/limits'
import { hourMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import { roomOfMember } from '#core/live/admit.ts'
import { replyTo } from '#talk/chat/people.ts'
import { receiveMessage } from '#talk/chat/send.ts'
import { findTalk, setRead } from '#talk/chat/store.ts'
import { readSettings } from '#settings/read.ts'

type TalkDeps = { clock: Clock; ids: Ids; variant: Variant }

const lines: Record<Language, { asked: string; found: string; thanks: string }> = {
  th: {
    asked: 'ฝากเงินเมื่อเช้า ขอคุยกับเจ้าหน้าที่หน่อยค่ะ',
    found: 'ตรวจสอบแล้ว ยอดเข้ากระเป๋าเรียบร้อย ดูได้ที่หน้ารายการเดินบัญชีนะคะ',
    thanks: 'เห็นแล้วค่ะ ขอบคุณมาก',
  },
  la: {
    asked: 'ຝາກເງິນເມື່ອເຊົ້າ ຂໍລົມກັບພະນັກງານແດ່',
    found: 'ກວດສອບແລ້ວ ຍອດເຂົ້າກະເປົາຮຽບຮ້ອຍ ເບິ່ງໄດ້ທີ່ໜ້າປະຫວັດທຸລະກຳ',
    thanks: 'ເຫັນແລ້ວ ຂອບໃຈຫຼາຍ',
  },
  en: {
    asked: 'I made a deposit this morning. May I talk to a person?',
    found: 'We have checked: it is in your wallet, and on your statement.',
    thanks: 'I see it now. Thank you!',
  },
}

/** Adds the demo member's conversation of yesterday with the menu and staff, unless there is one already. */
export async function seedTalk(
  db: Db,
  { clock, ids, variant }: TalkDeps,
  memberId: string,
): Promise<void> {
  const owner = roomOfMember(memberId)
  if (await findTalk(db, owner)) return
  const language = defaultLanguage(variant)
  const said = lines[language]
  const at = (hoursAgo: number): Clock => ({
    now: () => new Date(clock.now().getTime() - hoursAgo * hourMs),
  })
  const say = (hoursAgo: number, message: CustomerMessage) =>
    receiveMessage(
      {
        db,
        ids,
        clock: at(hoursAgo),
        inTurn: (_, work) => work(),
        readSettings: () => readSettings(db),
      },
      { owner, memberId, guest: null, network: null, language },
      message,
    )
  const text = (message: string) => ({ message_type: 'text' as const, payload: { message } })
  await say(26.2, text(said.asked))
  const [talk, requestId] = [await findTalk(db, owner), ids.key()]
  const act = { code: talk!.code, actor: 'operator:demo' as const, requestId }
  await replyTo({ db, ids, clock: at(26.1) }, act, text(said.found))
  await say(26, text(said.thanks))
  await replyTo({ db, ids, clock: at(25.9) }, act, text('🙏'))
  await setRead(db, owner, null)
}
