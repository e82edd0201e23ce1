export const closeIcon = 'M6 6l12 12M18 6 6 18'
export const checkIcon = 'M5 12.8 10 17.5 19 7'
export const backIcon = 'M14.5 5.5 8 12l6.5 6.5'
export const nextIcon = 'M9.5 5.5 16 12l-6.5 6.5'
export const copyIcon =
  'M9 8.5h9a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5H9A1.5 1.5 0 0 1 7.5 19v-9A1.5 1.5 0 0 1 9 8.5M16 8.5V5A1.5 1.5 0 0 0 14.5 3.5h-9A1.5 1.5 0 0 0 4 5v9a1.5 1.5 0 0 0 1.5 1.5h2'
export const personIcon =
  'M12 11.5a3.9 3.9 0 1 0 0-7.8 3.9 3.9 0 0 0 0 7.8M4.8 20.3c.6-3.8 3.4-5.9 7.2-5.9s6.6 2.1 7.2 5.9'
export const scrollIcon =
  'M7 4h11.5v13M7 4a2 2 0 0 0-2 2v10M7 4v12M18.5 17H8.8M5 16h3.8v2a2 2 0 0 0 2 2h7.7a2 2 0 0 0 2-2v-1H8.8M10 8h5.5M10 11.5h5.5'
export const listIcon = 'M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4.2 6.5v.01M4.2 12v.01M4.2 17.5v.01'
export const logoutIcon =
  'M14 4.5H6.5a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2H14M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5'
export const lockIcon =
  'M6.5 10.5h11A1.5 1.5 0 0 1 19 12v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19v-7a1.5 1.5 0 0 1 1.5-1.5M8.2 10.5V8a3.8 3.8 0 0 1 7.6 0v2.5M12 14.5v2'
export const walletIcon =
  'M5 7.5h14a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18V7A2.5 2.5 0 0 1 6 4.5h11v3M20.5 11.5H16a2 2 0 0 0 0 4h4.5'
export const linkOutIcon =
  'M13.5 4.5h6v6M19.5 4.5 11 13M17.5 13.5V18a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V8A1.5 1.5 0 0 1 6 6.5h4.5'
export const giftIcon =
  'M4.5 9.5h15v3h-15zM6 12.5h12V20H6zM12 9.5V20M12 9.5C9 9.5 7 8.3 7 6.3c0-2.6 4-2.6 5 3.2M12 9.5c3 0 5-1.2 5-3.2 0-2.6-4-2.6-5 3.2'
export const wheelIcon =
  'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 3.5v17M3.5 12h17M6 6l12 12M18 6 6 18M12 10.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6'
export const refreshIcon =
  'M19.5 12a7.5 7.5 0 0 1-13.3 4.8M4.5 12a7.5 7.5 0 0 1 13.3-4.8M18.5 3.5v4h-4M5.5 20.5v-4h4'
/** A coin inside an arrow that returns. */
export const refundIcon =
  'M4.5 12a7.5 7.5 0 1 1 2.2 5.3M4 20.5v-4h4M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6'
export const moveIcon = 'M4 8.5h14.5M15 5l3.5 3.5L15 12M20 15.5H5.5M9 12l-3.5 3.5L9 19'
export const searchIcon = 'M10.8 17.6a6.8 6.8 0 1 0 0-13.6 6.8 6.8 0 0 0 0 13.6M15.8 15.8 20.5 20.5'
export const coinIcon =
  'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 7.5l1.3 3 3.2.3-2.4 2.1.7 3.2-2.8-1.7-2.8 1.7.7-3.2-2.4-2.1 3.2-.3z'
export const friendsIcon =
  'M9 11a3.3 3.3 0 1 0 0-6.6A3.3 3.3 0 0 0 9 11M3 19.5c.4-3.4 2.7-5.2 6-5.2s5.6 1.8 6 5.2M15.5 5a3 3 0 0 1 0 5.8M17.5 14.6c2 .7 3.2 2.4 3.5 4.9'
export const gamesIcon =
  'M8 7.5h8a5 5 0 0 1 5 5v1.5a3.5 3.5 0 0 1-6.3 2.1L14 15h-4l-.7 1.1A3.5 3.5 0 0 1 3 14v-1.5a5 5 0 0 1 5-5M8 10v4M6 12h4M16 11v.01M18 13v.01'
export const waitIcon = 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 7.5V12l3 2.2'
export const withdrawIcon =
  'M12 15.5V4M7.5 8.5 12 4l4.5 4.5M4.5 13.5v3.5a2.5 2.5 0 0 0 2.5 2.5h10a2.5 2.5 0 0 0 2.5-2.5v-3.5'
export const depositIcon =
  'M12 3.5v10.5M7.5 9.8 12 14.3l4.5-4.5M4 14.5V18a2.5 2.5 0 0 0 2.5 2.5h11A2.5 2.5 0 0 0 20 18v-3.5'
