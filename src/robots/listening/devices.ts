import type { Robot } from '#src/robots/finding.wire.ts';

/** How a device asks for a stream. */
export interface Device {
  readonly headers: Readonly<Record<string, string>>;
  /** What it asks before it plays: iPhones look whether the address takes ranges. */
  readonly probe?: Readonly<Record<string, string>>;
  /** The kind of playlist that leads it to the stream; without one it has the address from the station's list. */
  readonly playlist?: 'm3u' | 'pls';
}

const APPLE = {
  'User-Agent': 'AppleCoreMedia/1.0.0.22F76 (iPhone; U; CPU OS 18_5 like Mac OS X; en_us)',
  Accept: '*/*',
  'Accept-Encoding': 'identity',
};

/** The devices that the robots stand for, as they were seen to ask [R179]. HLS is fetched as a browser does. */
export const DEVICES: Readonly<Record<Robot, Device>> = {
  browser: {
    headers: {
      'User-Agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36',
      Accept: '*/*',
      'Accept-Encoding': 'identity;q=1, *;q=0',
      Range: 'bytes=0-',
      'Sec-Fetch-Dest': 'audio',
      'Sec-Fetch-Mode': 'no-cors',
    },
  },
  safari: { headers: { ...APPLE, 'Icy-MetaData': '1' }, probe: { ...APPLE, Range: 'bytes=0-1' } },
  vlc: {
    headers: { 'User-Agent': 'VLC/3.0.21 LibVLC/3.0.21', 'Icy-MetaData': '1', Range: 'bytes=0-' },
    playlist: 'm3u',
  },
  sonos: {
    headers: { 'User-Agent': 'Linux UPnP/1.0 Sonos/83.1-61240 (ZPS12)', 'Icy-MetaData': '1' },
    playlist: 'pls',
  },
  hls: {
    headers: {
      'User-Agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36',
      Accept: '*/*',
    },
  },
};
