/** Every number that the console's page and server must agree on. This file imports nothing. */

export const consoleMark = 'kapao-console'
export const sessionIdleMinutes = 30
export const sessionHours = 12
/** How long a touch of the passkey is good for decisions that move money, change a role or show a number. */
export const touchMinutes = 5
export const enrolmentMinutes = 60
export const operatorPasswordLengthMin = 12
export const operatorPasswordLengthMax = 128
export const passkeysMax = 10

/** An opened item stays taken for this long, unless the page that shows it renews that. */
export const takenMinutes = 5
export const takeAgainMs = 60_000

export const rowsOfList = 50
export const rowsOfTimeline = 50
/** A list is counted up to here; above it the page says "99+". */
export const countedMax = 100
export const whyLengthMax = 500
export const noteLengthMax = 1_000
export const searchLengthMax = 100
export const cannedLengthMax = 1_000
