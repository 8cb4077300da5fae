import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawPicture, pictureSource } from './member-pictures.server.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#f29838' } });

test('a picture becomes a small square, and says nothing of where it was taken', async () => {
  const taken = plain(900, 400)
    .withExif({ IFD3: { GPSLatitude: '48/1 51/1 0/1' } })
    .jpeg();
  const drawn = await sharp(await drawPicture(await taken.toBuffer())).metadata();
  expect([drawn.format, drawn.width, drawn.height, drawn.exif]).toEqual(['webp', 256, 256, undefined]);
  expect(await drawPicture(await plain(20, 20).png().toBuffer())).toHaveProperty('length');
});

test.each([
  ['text', Buffer.from('no picture')],
  ['nothing', Buffer.alloc(0)],
  [
    'a drawing with a script',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'),
  ],
])('%s is no picture', async (_what, bytes) => {
  await expect(drawPicture(bytes)).rejects.toThrow();
});

test('a picture that would fill the memory, or breaks off, is none', async () => {
  await expect(drawPicture(await plain(9_000, 9_000).png().toBuffer())).rejects.toThrow();
  const whole = await plain(900, 900).jpeg().toBuffer();
  await expect(drawPicture(whole.subarray(0, whole.length / 2))).rejects.toThrow();
});

const GOOGLE = { provider: 'google', issuer: 'https://accounts.google.com' } as const;

test('Google’s pictures come from Google, in our size', () => {
  expect(pictureSource(GOOGLE, 'https://lh3.googleusercontent.com/a/ACg8oc=s96-c')).toEqual({
    url: new URL('https://lh3.googleusercontent.com/a/ACg8oc=s256-c'),
    isTrusted: false,
  });
  expect(pictureSource(GOOGLE, 'https://lh3.googleusercontent.com/a-/x')?.url.pathname).toBe('/a-/x');
});

test('a provider that the operator runs has its own', () => {
  const own = { provider: 'google', issuer: 'http://127.0.0.1:9000/realm' } as const;
  expect(pictureSource(own, 'http://127.0.0.1:9000/me.jpg')?.isTrusted).toBe(true);
});

test.each([
  'http://lh3.googleusercontent.com/a',
  'https://lh3.googleusercontent.com:8443/a',
  'https://me:secret@lh3.googleusercontent.com/a',
  'https://lh3.googleusercontent.com.evil.test/a',
  'https://evilgoogleusercontent.com/a',
  'https://googleusercontent.com@evil.test/a',
  'http://127.0.0.1:9000/me.jpg',
  'https://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'data:image/png;base64,AA==',
  '//lh3.googleusercontent.com/a',
  '',
])('nothing else is fetched: %s', (picture) => {
  expect(pictureSource(GOOGLE, picture)).toBeNull();
});

test('Apple has none', () => {
  const apple = { provider: 'apple', issuer: 'https://appleid.apple.com' } as const;
  expect(pictureSource(apple, 'https://lh3.googleusercontent.com/a')).toBeNull();
});
