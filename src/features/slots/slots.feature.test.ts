import { expect, test } from 'vitest';
import { isRobot } from './slots.feature.ts';

test.each([
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; CUBOT X90) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
])('a reader is none: %s', (userAgent) => {
  expect(isRobot(userAgent)).toBe(false);
});

test.each([
  '',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; YandexBot/3.0)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0 Safari/537.36',
  'facebookexternalhit/1.1',
  'Wget/1.24',
  'python-requests/2.32',
])('a program that says what it is is one: %s', (userAgent) => {
  expect(isRobot(userAgent)).toBe(true);
});
