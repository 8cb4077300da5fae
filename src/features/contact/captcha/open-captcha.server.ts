import type { Captcha } from '#src/features/contact/captcha.server.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import { ProofOfWork } from './proof-of-work.server.ts';
import { GOOGLE, Recaptcha, type SiteVerify } from './recaptcha.server.ts';

/** The captcha that the operator chose: reCAPTCHA where its keys are set, else our own. */
export function openCaptcha(
  services: {
    settings: Pick<Settings, 'recaptcha'>;
    clock: Clock;
    logger: Logger;
    folder: Pick<DataFolder, 'secret'>;
  },
  siteVerify: SiteVerify = GOOGLE,
): Captcha {
  const { settings, clock, logger, folder } = services;
  return settings.recaptcha === null
    ? new ProofOfWork({ clock, secretFile: folder.secret })
    : new Recaptcha({ secret: settings.recaptcha.secret, logger, siteVerify });
}
