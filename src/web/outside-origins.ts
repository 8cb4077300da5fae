import type { Settings } from '#src/platform/settings/settings.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import type { Podcasts } from '#src/station/podcasts/podcast-show.ts';
import type { OutsideOrigins } from './security/security-headers.ts';

/** Google's own list of what its reCAPTCHA needs, the styles apart: those in its markup are not applied. */
const RECAPTCHA = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  connect: ['https://www.google.com/recaptcha/'],
};

/** The origins that the operator's settings and station let pages load from, beside our own. */
export function outsideOrigins(
  settings: Settings,
  station: StationConfig,
  podcasts: Podcasts,
): OutsideOrigins {
  const pictures = [...(podcasts?.values() ?? [])].flatMap(({ image }) =>
    image !== null && 'address' in image ? [image.address] : [],
  );
  const google = settings.recaptcha === null ? { scripts: [], frames: [], connect: [] } : RECAPTCHA;
  return {
    scripts: google.scripts,
    media: originsOf([settings.mediaBaseUrl]),
    connect: [...originsOf(settings.addressServices), ...google.connect],
    frames: [...donationOrigins(station), ...google.frames],
    pictures: [...new Set(originsOf(pictures))],
  };
}

/**
 * Where the frame of the donation form may be: the form's own origin, and those that it leads on to [R148].
 */
export function donationOrigins({ donation }: Pick<StationConfig, 'donation'>): string[] {
  return donation.form === '' ? [] : [...new Set(originsOf([donation.form, ...donation.origins]))];
}

function originsOf(addresses: readonly string[]): string[] {
  return addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address).origin] : []));
}
