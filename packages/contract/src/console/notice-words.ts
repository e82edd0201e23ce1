/** How notices reach members, and what became of each try. This file imports nothing. */

export const noticeChannels = ['sms', 'push', 'line'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/**
 * `unknown`: an SMS that may have been sent. `dropped`: what it was to be sent to is gone. `given-up`: it could not be
 * sent within a day.
 */
export const deliveryStates = ['due', 'sending', 'sent', 'unknown', 'dropped', 'given-up'] as const
export type DeliveryState = (typeof deliveryStates)[number]
