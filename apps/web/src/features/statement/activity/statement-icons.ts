export const bankInIcon =
  'M12 3.5v10.5M7.5 9.8 12 14.3l4.5-4.5M4.5 15.5v3a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-3'
export const bankOutIcon =
  'M12 14.5V4M7.5 8.2 12 3.7l4.5 4.5M4.5 15.5v3a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-3'
export const bonusEndIcon =
  'M4.5 9.5h15v3h-15zM6 12.5h12V20H6zM9.5 14.5l5 4M14.5 14.5l-5 4M12 9.5C9 9.5 7 8.3 7 6.3c0-2.6 4-2.6 5 3.2M12 9.5c3 0 5-1.2 5-3.2 0-2.6-4-2.6-5 3.2'
export const arrowOutIcon = 'M4.5 12h14.5M13.5 6.5l5.5 5.5-5.5 5.5'
export const arrowInIcon = 'M19.5 12H5M10.5 6.5L5 12l5.5 5.5'
