import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toneFrames } from '#src/audio/testing/tone-frames.ts';

/** What a station plays whose pieces are known by their pitch. */
export interface ToneStation {
  /** Hertz of each track, by stream; its title is `Tone {hertz}`. */
  readonly tracks: Readonly<Record<string, readonly number[]>>;
  readonly spot: number;
  readonly interlude: number;
  /** Seconds of a track, and of a spot. */
  readonly trackSeconds: number;
  readonly spotSeconds: number;
}

/** Writes the station folder of tones into `home`, where nothing is left of an earlier one. */
export function writeToneStation(home: string, station: ToneStation): void {
  rmSync(home, { recursive: true, force: true });
  const folder = join(home, 'station');
  const everyMinute = Array.from({ length: 60 }, (_, minute) => minute);
  const streams = Object.keys(station.tracks).map(
    (id) => `  - { id: ${id}, jingleEvery: 0, adverts: { minutes: [${everyMinute}], spots: 1 } }\n`,
  );
  const write = (place: string, hertz: number, seconds: number) => {
    mkdirSync(join(folder, place), { recursive: true });
    // Artists of their own, so that no rule of the rotation bends.
    const name = `Voice ${hertz} - Tone ${hertz}.mp3`;
    writeFileSync(join(folder, place, name), Buffer.concat(toneFrames(seconds, hertz)));
  };
  for (const [id, tones] of Object.entries(station.tracks))
    for (const hertz of tones) write(join('music', id), hertz, station.trackSeconds);
  write('spots', station.spot, station.spotSeconds);
  write('interludes', station.interlude, 30);
  writeFileSync(join(folder, 'station.yaml'), `name: Tones\nstreams:\n${streams.join('')}`);
}
