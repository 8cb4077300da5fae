export const DESKTOP = { viewport: { width: 1440, height: 900 } };
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
};

/** What the browser of somebody who reads French sends along when they register. */
export const FRENCH = { language: 'fr', streamId: 'dance', theme: 'light', device: 'dev_1a2b' };
