import type { MemberText } from '#text/shape.ts'
import { memberRefusals } from './member-refusals.ts'
import { slipReasons } from './slip-reasons.ts'

export const memberText: MemberText = { refusals: memberRefusals, slipReasons }
