import { expect, test } from 'vitest';
import { playlistAddress } from './hls-player.ts';

test.each([
  ['/stream/dance.mp3?session=0a', '/stream/dance/live.m3u8'],
  ['/stream/dance.mp3?session=0a&noads=a.b', '/stream/dance/live.m3u8?noads=a.b'],
  [
    'https://media.example.org/stream/dance.mp3?session=0a',
    'https://media.example.org/stream/dance/live.m3u8',
  ],
  ['/stream/dance.mp3', '/stream/dance/live.m3u8'],
  ['https://other.example.org/dance?session=0a', null],
])('the playlist of %s is %s', (stream, playlist) => {
  expect(playlistAddress(stream)).toBe(playlist);
});
