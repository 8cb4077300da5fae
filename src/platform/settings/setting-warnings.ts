import type { Settings } from './settings.ts';

/**
 * The warning for an operator whose mails would lead their readers to the readers' own machines; null when
 * they do not.
 */
export function localMailLinks({ smtpUrl, origin }: Pick<Settings, 'smtpUrl' | 'origin'>): string | null {
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname);
  if (smtpUrl === null || !isLocal) return null;
  return `links in mails lead to ${origin}, which is each reader's own machine: set ORIGIN to the site's public address`;
}
