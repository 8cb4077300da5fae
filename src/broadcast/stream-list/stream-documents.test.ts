import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { PLAYLISTS } from './stream-documents.ts';

const entry = {
  name: `Rock & <Roll> "80's"\nlive`,
  url: 'https://radio.example/stream/80s.mp3',
  home: 'https://radio.example',
};

test('xspf is well-formed whatever the stream is called', () => {
  const parsed = new XMLParser().parse(PLAYLISTS.xspf?.write(entry) ?? '');
  expect(parsed.playlist.trackList.track).toEqual({
    location: entry.url,
    title: `Rock & <Roll> "80's" live`,
  });
});

test.each(['m3u', 'pls'])('%s keeps the name on its line', (ending) => {
  const lines = (PLAYLISTS[ending]?.write(entry) ?? '').split('\n');
  expect(lines.some((line) => line.endsWith(`Rock & <Roll> "80's" live`))).toBe(true);
  expect(lines.some((line) => line.replace('File1=', '') === entry.url)).toBe(true);
});
