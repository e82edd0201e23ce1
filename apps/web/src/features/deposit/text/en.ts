import type { TextOf } from '#text/text-of.ts'
import { slipReasons } from '#text/en/slip-reasons.ts'

export const depositText = {
  slipReasons,
  title: 'Deposit',
  ways: { label: 'Ways to deposit', bank: 'Bank', qr: 'QR code', gift: 'Gift link' },
  credited: (minutes: number) =>
    minutes === 1 ? 'In your wallet within 1 minute.' : `In your wallet within ${minutes} minutes.`,
  bonus: 'If you hold a bonus, end it before your next deposit.',
  held: {
    label: 'A bonus you hold',
    title: 'You hold the bonus',
    waits: 'What you deposit now is kept safe and reaches your wallet when the bonus ends.',
    closed: 'QR codes, gift links and slips are accepted again when the bonus has ended.',
    missing: (amount: string) => `${amount} to go`,
    met: 'The condition is met.',
    progress: 'Progress',
    see: 'See the bonus',
  },
  ownAccount: (account: string) => `Please pay only from your registered bank account: ${account}.`,
  failed: 'The ways to deposit could not be loaded.',
  none: 'There is no way to deposit right now. Please contact us.',
  bank: {
    choose: 'Transfer to one of these accounts',
    copy: 'Copy',
    mode: { automatic: 'Automatic', manual: 'With slip' },
    lead: {
      automatic: 'Nothing else to do: we detect your transfer automatically.',
      manual: 'After the transfer, please send the slip.',
    },
    name: {
      lead: 'This bank sends us names in English only. Please enter your name as your bank spells it; then you can copy the account number.',
      label: 'Your account name in English',
      hint: 'English letters and spaces',
      error: 'Please use English letters and spaces only.',
      initials: 'Please type your first and last name in full. Initials are not enough.',
      save: 'Save name',
      saved: 'Saved. Copying the number…',
    },
  },
  slip: {
    title: 'Send the slip',
    optional: 'Money not there yet? Send the slip',
    real: 'The real slip that your bank app has saved, not a screenshot.',
    withinMinutes: (minutes: number) =>
      minutes === 1
        ? 'Within 1 minute of the transfer.'
        : `Within ${minutes} minutes of the transfer.`,
    withinHours: (hours: number) =>
      hours === 1 ? 'Within 1 hour of the transfer.' : `Within ${hours} hours of the transfer.`,
    closes: (from: string, to: string) => `Slip upload is closed every day from ${from} to ${to}.`,
    closed: (to: string) => `Slip upload is closed right now. It opens again at ${to}.`,
    choose: 'Choose the slip',
    drop: 'or drop it here',
    picture: 'The slip you chose',
    reading: 'Looking at your picture…',
    look: {
      good: 'The QR code on this slip can be read.',
      noCode: 'We could not find a QR code in this picture. It may be refused.',
      damaged: 'The QR code in this picture is damaged. It may be refused.',
      notASlip: 'The QR code in this picture is not from a slip. It may be refused.',
      seen: 'You have already sent this slip. Each slip can be used only once.',
      noPicture: 'This file cannot be read as a picture. Please choose another one.',
      tooLarge: (megabytes: number) =>
        `This picture is too large. Please choose one of at most ${megabytes}\u00A0MB.`,
    },
    send: 'Send slip',
    anyway: 'Send it anyway',
    other: 'Choose another picture',
    sending: (percent: number) => `Sending: ${percent}%`,
    checking: 'We have your slip and are checking it with the bank.',
    mayLeave: 'You can close this page. The result will appear here and in your statement.',
    credited: (amount: string) => `Slip accepted: ${amount} is in your wallet.`,
    creditedPlain: 'Slip accepted. The money is in your wallet.',
    refused: 'This slip was not accepted',
    another: 'Send another slip',
    /** Jumps down to the slip upload. */
    jump: 'Already transferred? Upload your slip',
  },
  qr: {
    provider: 'Pay through',
    open: 'Unpaid QR code',
    amount: 'Amount',
    minimum: (amount: string) => `At least ${amount}.`,
    tooLittle: (amount: string) => `The minimum for a QR code is ${amount}.`,
    create: 'Create QR code',
    minutes: (minutes: number) =>
      `The QR code is valid for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    replaces: (provider: string) =>
      `A new code ends your open one at ${provider}. If you have paid it, please wait: it will be found.`,
    /** Shown below a code that replaced another one. */
    insteadOf: (provider: string) =>
      `This QR code replaces the one at ${provider}. Please do not pay that one any more.`,
    gone: 'Replaced, do not pay',
    once: 'Each QR code works once. Create a new one for every deposit.',
    code: (amount: string) => `QR code for ${amount}`,
    pay: 'Pay exactly',
    left: 'Time left',
    cancel: 'Cancel QR code',
    cancelled: 'The QR code was cancelled.',
    over: 'The QR code has expired. You can create a new one.',
    done: 'I have paid',
    refreshing: 'Your balance will be refreshed.',
    scan: 'Scan it with the app of your bank.',
    satang: 'Please pay the satang too: they tell us which payment is yours.',
    samePhone: 'Paying on this phone? Save the picture and open it in your bank’s app.',
    save: 'Save picture',
    saved: 'The picture is saved.',
    saveFailed: 'The picture could not be saved. Please take a screenshot.',
    app: (bank: string) => `Open ${bank}`,
    failed: 'The QR code could not be loaded.',
    reconnecting: 'Reconnecting. A payment that you have made will be found.',
    elsewhere: 'Pay another way',
    sure: {
      title: 'Not paid yet?',
      paid: 'If you have paid, keep the QR code: the money will be added to your wallet automatically. If you cancel, do not pay this code any more.',
      cancel: 'Yes, cancel it',
      keep: 'Keep it',
    },
  },
  gift: {
    account: 'Receiving wallet',
    label: 'Gift link',
    hint: 'Paste the TrueMoney link, or the whole message it came in.',
    paste: 'Paste',
    pasteFailed: 'Your browser does not allow it. Please press and hold the field, then paste.',
    send: 'Send link',
    sending: 'Opening the gift…',
    phone: 'The gift must come from the phone number you registered.',
    minimum: (amount: string) => `At least ${amount}.`,
    form: 'We could not find a gift link here. Gift links begin with gift.truemoney.com.',
    insecure:
      'Gift links need a secure connection (https). Please open this page from our usual web address.',
    pending:
      'TrueMoney has not confirmed yet. We have your link and are checking. Your money is safe; please do not send it again.',
    mayLeave: 'You can close this page. We will tell you as soon as we know.',
    held: 'We have received the money and our staff are checking it. You can follow it in your statement.',
    done: (amount: string) => `${amount} from your gift link is in your wallet.`,
    link: (ending: string) => `Gift link ending in ${ending}`,
    another: 'Another gift link',
  },
  receipt: {
    title: 'Deposit received',
    amount: 'Amount',
    from: 'From',
    at: 'Time',
    reference: 'Reference',
    wallet: 'In your wallet now',
    giftWallet: 'Gift link',
    again: 'Another deposit',
    heldTitle: 'We have received your money',
    bonus: 'It will be added to your wallet automatically when your bonus ends.',
    review: 'We are checking the payment. You can follow it in your statement.',
    waiting: 'Money on hold',
  },
  refused: {
    bonus: { title: 'You hold an active bonus', toBonus: 'Go to bonuses' },
    noCode: 'No QR code was created',
    gateway: {
      title: (provider: string) => `${provider} cannot create a QR code right now`,
      money: 'You have not been charged.',
      chosen: (provider: string) => `We have chosen ${provider} instead, and kept your amount.`,
      elsewhere: 'Please choose another amount or another way to deposit.',
    },
    gift: {
      invalid: {
        title: 'This gift could not be opened',
        money: 'No money was taken from it.',
        next: 'Please check that the whole link is here, and that the gift has not been opened or expired.',
      },
      used: {
        title: 'This link has been sent before',
        money: 'If it held money for you, that money is in your statement.',
        next: 'Please use another gift link.',
      },
      otherPhone: {
        title: 'The gift comes from another phone number',
        money: 'It has not been opened: the money is still in the link.',
        next: 'Please use a gift that was sent from the number you registered.',
      },
      title: 'The gift was not received',
    },
  },
}

/** Texts of the deposit sheet, fetched with it. */
export type DepositText = TextOf<typeof depositText>
