export const workIcon =
  'M4 13.5 6.5 5h11L20 13.5V18a1.6 1.6 0 0 1-1.6 1.6H5.6A1.6 1.6 0 0 1 4 18zM4 13.5h4.6l1.2 2.4h4.4l1.2-2.4H20'
export const trailIcon = 'M7 3.5h7L18.5 8v12.5H7zM13.8 3.5V8.2h4.7M9.8 12h6M9.8 15.5h6'
export const keyIcon =
  'M8.2 19.2a4.4 4.4 0 1 0 0-8.8 4.4 4.4 0 0 0 0 8.8M11.5 11.6 19.5 3.6M16.4 6.7l2.8 2.8'
export const clipIcon =
  'M19.5 11.2 11.8 19a4.6 4.6 0 0 1-6.5-6.5l8-8a3.1 3.1 0 0 1 4.4 4.3l-8 8a1.5 1.5 0 0 1-2.2-2.2l7.2-7.1'
export const settingIcon = 'M4 7h9M17.5 7H20M4 17h2.5M11 17h9M15.2 4.8v4.4M8.8 14.8v4.4'
export const guideIcon =
  'M4.5 6.5 6 8l2.5-3M4.5 12.5 6 14l2.5-3M4.5 18.5 6 20l2.5-3M12 7h8M12 13h8M12 19h8'
export const doorIcon =
  'M9.5 14.5l5-5M8 11 5.8 13.2a3.5 3.5 0 0 0 5 5L13 16M16 13l2.2-2.2a3.5 3.5 0 0 0-5-5L11 8'
export const giftIcon =
  'M4.5 10.5h15V20h-15zM3.5 7h17v3.5h-17zM12 7v13M12 7C9 7 7.2 5.8 7.7 4.3 8.3 2.7 11.3 3.6 12 7 12.7 3.6 15.7 2.7 16.3 4.3 16.8 5.8 15 7 12 7'
