/** Every number that the console's page and server must agree on. This file imports nothing. */

export const consoleMark = 'kapao-console'
export const sessionIdleMinutes = 30
export const sessionHours = 12
/** How long a touch of the passkey is good for decisions that move money, change a role or show a number. */
export const touchMinutes = 5
/** How long the code of a terminal is good for, once. */
export const terminalCodeMinutes = 2
/** A session of a script ends after at most so many days; it is never fresh. */
export const scriptDaysMax = 90
export const enrolmentMinutes = 60
export const operatorPasswordLengthMin = 12
export const operatorPasswordLengthMax = 128
export const passkeysMax = 10
/** How long a code to join is good for, and how long where somebody has asked for its operator to be added. */
export const joinHours = 24
export const joinAskedHours = 7 * 24
/** A new passkey, role or operator gives no second yes for so long. */
export const secondAfterHours = 24
export const recoveryCodesMade = 10
/** Below this the page asks for new ones. */
export const recoveryCodesFew = 3
/** How long a new way in is shown to those whom it concerns, and how many of them at once. */
export const noticeDays = 7
export const noticesMax = 20

/** An opened item stays taken for this long, unless the page that shows it renews that. */
export const takenMinutes = 5
export const takeAgainMs = 60_000

export const rowsOfList = 50
export const rowsOfTimeline = 50
/** A list is counted up to here; above it the page says "99+". */
/** How long an approval or rejection of money can be undone before it is carried out. */
export const undoSeconds = 10
export const countedMax = 100
export const whyLengthMax = 500
export const noteLengthMax = 1_000
export const searchLengthMax = 100
