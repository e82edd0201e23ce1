/** Parts that no draft changes, and that are not opened here. */
const NotHere = (): null => null

export {
  NotHere as StatementPart,
  NotHere as ProfileScreen,
  NotHere as ChangeSheet,
  NotHere as RegisterScreen,
  NotHere as ForgottenSheet,
  NotHere as AccountSheet,
  NotHere as TransferSheet,
  NotHere as WithdrawSheet,
  NotHere as GiftPanel,
  NotHere as QrPanel,
}
