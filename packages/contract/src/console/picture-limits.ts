/** What the console's page and server must agree on about pictures of the house. This file imports nothing. */

export const pictureSizeMaxMb = 10
export const picturesMax = 2_000
/** How many one person may add in 24 hours. */
export const picturesDayMax = 300
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** The address of a picture of the house: its SHA-256, on the members' site and on the console's. */
export const pictureAddressForm = /^\/pictures\/[A-Za-z0-9_-]{43}\.webp$/
