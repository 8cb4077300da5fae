import type { Settings } from '#src/platform/settings/settings.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import type { Podcasts } from '#src/station/podcasts/podcast-show.ts';
import type { OutsideOrigins } from './security/content-security-policy.ts';

/** The origins that the operator's settings and station let pages load from, beside our own. */
export function outsideOrigins(
  settings: Settings,
  station: StationConfig,
  podcasts: Podcasts,
): OutsideOrigins {
  const { form } = station.donation;
  const pictures = [...(podcasts?.values() ?? [])].flatMap(({ image }) =>
    image !== null && 'address' in image ? [image.address] : [],
  );
  return {
    media: originsOf([settings.mediaBaseUrl]),
    connect: originsOf(settings.addressServices),
    frames: originsOf([form]),
    pictures: [...new Set(originsOf(pictures))],
  };
}

function originsOf(addresses: readonly string[]): string[] {
  return addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address).origin] : []));
}
