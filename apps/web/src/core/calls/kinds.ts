import type { CallByName, CallName, KeyedCallName } from '@kapao/contract/calls'

type UploadName = {
  [N in CallName]: CallByName[N] extends { multipart: object } ? N : never
}[CallName]

/** Calls that carry an `Idempotency-Key`; the type makes the list complete, without loading the contract's schemas. */
const keyed: Record<KeyedCallName, true> = {
  'POST /api/wallet/transfer': true,
  'POST /api/wallet/transferAll': true,
  'POST /api/wallet/add': true,
  'POST /api/wallet/truelink': true,
  'POST /api/qrcode/{provider}': true,
  'POST /api/wallet/withdraw': true,
  'POST /api/wallet/withdrawAll': true,
  'GET /api/bonus/activate/{code}': true,
  'GET /api/bonus/clear': true,
  'GET /api/promotion/activate/{code}': true,
  'GET /api/invite/bonus': true,
  'GET /api/refund/receive': true,
  'GET /api/refund/addWallet': true,
  'POST /api/spinwheel/spin': true,
  'POST /api/spinwheel/coupon/claim': true,
}

/** Calls that carry files; they may take longer than others. */
const uploads: Record<UploadName, true> = {
  'POST /api/wallet/slip': true,
  'POST /api/chat/upload-image': true,
  'POST /api/chat/upload-video': true,
}

export function isKeyed(name: CallName): boolean {
  return Object.hasOwn(keyed, name)
}

export function isUpload(name: CallName): boolean {
  return Object.hasOwn(uploads, name)
}
