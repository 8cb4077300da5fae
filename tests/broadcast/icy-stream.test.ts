import { expect, test } from 'vitest';
import { splitBroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import { listen } from '#src/broadcast/testing/listen.ts';
import { startFastRadio } from './support/fast-radio.ts';
import { addTones, createHome } from './support/radio.ts';

/** What a player makes of an ICY stream. */
function deinterleave(bytes: Buffer, interval: number): { audio: Buffer; titles: string[] } {
  const audio: Buffer[] = [];
  const titles: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    audio.push(bytes.subarray(at, at + interval));
    at += interval;
    if (at >= bytes.length) break;
    const length = (bytes[at] ?? 0) * 16;
    const title = /^StreamTitle='(.*)';/.exec(bytes.toString('utf8', at + 1, at + 1 + length))?.[1];
    if (title !== undefined) titles.push(title);
    at += 1 + length;
  }
  return { audio: Buffer.concat(audio), titles };
}

test('listeners with and without titles hear the same bytes, whenever they join, and titles follow the music', async () => {
  await using home = await createHome();
  await addTones(home, 4, 6);
  await using radio = await startFastRadio(home, 10);
  using plain = listen(radio.origin, '/stream/dance.mp3');
  using early = listen(radio.origin, '/stream/dance.mp3', { headers: { 'Icy-MetaData': '1' } });
  await plain.bytes(100_000);
  using late = listen(radio.origin, '/stream/dance.mp3', { headers: { 'icy-metadata': ' 1 ' } });
  await plain.bytes(250_000);

  const whole = plain.body();
  for (const heard of [early, late]) {
    const interval = Number((await heard.head()).headers.get('icy-metaint'));
    expect(interval).toBe(16_000);
    const { audio, titles } = deinterleave(await heard.bytes(150_000), interval);
    expect(titles[0]).toMatch(/^Artist \d - Tone \d$/);
    expect(new Set(titles).size).toBeGreaterThan(1);
    expect(titles.every((title, index) => title !== titles[index - 1])).toBe(true);

    const tagBytes =
      audio.toString('latin1', 0, 3) === 'ID3' ? 10 + (audio[8] ?? 0) * 128 + (audio[9] ?? 0) : 0;
    const music = audio.subarray(tagBytes);
    const common = 60_000;
    const probe = music.subarray(50_000, 50_000 + common);
    expect(whole.indexOf(probe)).toBeGreaterThan(0);
    expect(splitBroadcastFrames(Buffer.from(audio)).audio.length).toBeGreaterThan(music.length - 420);
  }
});
