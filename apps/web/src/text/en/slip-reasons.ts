import type { SlipReason } from '@kapao/contract/refusals'

const incorrectSlip =
  'Incorrect slip. Please upload the original that your bank app saved, not a screenshot.'

export const slipReasons: Record<SlipReason, string> = {
  UPLOADED_FILE_NOT_EXIST: incorrectSlip,
  IMG_SIZE_UNABLE_TO_PROCESS: incorrectSlip,
  CANNOT_READ_CROPPED_IMAGE: incorrectSlip,
  DEST_ACC_INVALID:
    'Wrong destination account: it is not ours, or not in the currency of your wallet. Please contact us with the slip.',
  SLIP_REFNO_DUPLICATED:
    'Duplicate slip: it was sent before. Each slip can be used only once. Please check your statement.',
  UNSTABLE_REFNO_ON_SLIP:
    'Unreadable reference number on the slip. Please upload the original from your bank app.',
  TRIPPLE_WRONG_CAPTCHA:
    'Our slip check got the captcha wrong three times in a row. Please contact us with the slip.',
  INVALID_SLIP: 'Unreadable slip. Please upload a clear original from your bank app.',
  NOT_MATCH:
    'The account you paid from does not match the one you registered. The money has reached us but is not in your wallet yet. Please contact us with the slip.',
  EXPIRED_SLIP:
    'Expired slip: it was uploaded too long after the transfer. The money is not lost; please contact us with the slip.',
  UNKNOW_ERROR:
    'Unknown error while we checked the slip. Please keep it and contact the admin, who will check it for you.',
}

/** From a slip whose reason says to contact us. */
export const slipToChat = {
  open: 'Send it in the chat',
  question: (when: string, reference: string) =>
    `Please check my slip of ${when}, reference ${reference}.`,
}
