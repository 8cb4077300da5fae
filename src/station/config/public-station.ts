import { LANGUAGES } from '#src/contract/languages.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import type { PublicStation, PublicStream } from './public-station.wire.ts';
import type { StationConfig, StreamConfig } from './station-config.ts';

/** Key of the web pages among client programs. */
const DEFAULT_CLIENT_KEY = 'web';

/** Returns the key by which pages call: the first that the operator lists [W81]. */
export function pagesClientKey({ clientApiKeys }: Pick<Settings, 'clientApiKeys'>): string {
  return clientApiKeys[0] ?? DEFAULT_CLIENT_KEY;
}

/** Returns the public facts of the station, from its own file and the operator's settings. */
export function publicStation(config: StationConfig, settings: Settings): PublicStation {
  return {
    name: config.name,
    timezone: config.timezone,
    since: config.since,
    languages: [...LANGUAGES],
    links: { ...config.links },
    apps: { ...config.apps },
    apiKey: pagesClientKey(settings),
    captcha: publicCaptcha(settings),
    socialSignIn: { google: settings.google !== null, apple: settings.apple !== null },
    playerHost: settings.playerHost,
    origin: settings.origin,
    addressServices: settings.addressServices,
    association: { ...config.association },
    streams: config.streams.map((stream) => publicStream(stream, settings.mediaBaseUrl)),
  };
}

/** Returns how visitors show that they are no robots [W96]. */
function publicCaptcha({ recaptcha }: Pick<Settings, 'recaptcha'>): PublicStation['captcha'] {
  if (recaptcha === null) return { kind: 'builtin', siteKey: '' };
  return { kind: 'recaptcha', siteKey: recaptcha.siteKey };
}

function publicStream(stream: StreamConfig, mediaBaseUrl: string): PublicStream {
  return {
    id: stream.id,
    version: stream.version,
    name: stream.name,
    image: stream.image,
    color: stream.colour,
    url: `${mediaBaseUrl}/stream/${stream.id}.mp3`,
    hls: `${mediaBaseUrl}/stream/${stream.id}/live.m3u8`,
    genre: { ...stream.genre },
    description: { ...stream.description },
  };
}
