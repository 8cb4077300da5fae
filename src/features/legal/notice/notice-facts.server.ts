import type { Settings } from '#src/platform/settings/settings.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';

/** What a notice of this station may say: who runs it, and which of the program's parts it uses. */
export interface NoticeFacts {
  readonly name: string;
  readonly association: StationConfig['association'];
  /** Where members may sign in as well. */
  readonly providers: readonly string[];
  /** Sites that a browser asks for its own address. */
  readonly addressServices: readonly string[];
  /** Host of the donation form; '' without one. */
  readonly donationHost: string;
  readonly asksDonors: boolean;
  /** Host of a player on another site, which members are handed over to [A15]; '' without one. */
  readonly playerHost: string;
  readonly hasMail: boolean;
  readonly hasRecaptcha: boolean;
  readonly hasSlots: boolean;
  readonly hasMediaHost: boolean;
  /** Whether browsers keep copies for when the radio is out of reach. */
  readonly keepsCopies: boolean;
  readonly isEncrypted: boolean;
  /** Whether a server of the operator's stands in front and may keep a log of its own. */
  readonly hasProxy: boolean;
}

export function noticeFacts(station: StationConfig, settings: Settings): NoticeFacts {
  const { form, load } = station.donation;
  return {
    name: station.name,
    association: station.association,
    providers: [...(settings.google ? ['Google'] : []), ...(settings.apple ? ['Apple'] : [])],
    addressServices: settings.addressServices.flatMap((address) =>
      URL.canParse(address) ? [new URL(address).host] : [],
    ),
    donationHost: form === '' ? '' : new URL(form).host,
    asksDonors: load === 'click',
    playerHost: foreignHost(settings),
    hasMail: settings.smtpUrl !== null,
    hasRecaptcha: settings.recaptcha !== null,
    hasSlots: station.slots.length > 0,
    hasMediaHost: settings.mediaBaseUrl !== '',
    keepsCopies: settings.serviceWorker === 'on',
    isEncrypted: settings.origin.startsWith('https:'),
    // The program itself encrypts nothing: where the site is encrypted, another server does it.
    hasProxy: settings.trustProxy > 0 || settings.origin.startsWith('https:'),
  };
}

/** Of a player elsewhere, that members are led to with their names [A15]. */
function foreignHost({ playerHost, origin }: Settings): string {
  const { host } = new URL(playerHost);
  return host === new URL(origin).host ? '' : host;
}
