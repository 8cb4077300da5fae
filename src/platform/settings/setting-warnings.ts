import type { Settings } from './settings.ts';

/** Names that are checked already and do nothing yet. */
const RESERVED = {
  autodjKey: 'AUTODJ_KEY',
} as const satisfies Partial<Record<keyof Settings, string>>;

/**
 * The warning for an operator who sets something that has no effect in this version; null when nothing is.
 */
export function settingsWithoutEffect(settings: Pick<Settings, keyof typeof RESERVED>): string | null {
  const names = Object.entries(settings).flatMap(([key, value]) =>
    isReserved(key) && value !== null ? [RESERVED[key]] : [],
  );
  if (names.length === 0) return null;
  return `these settings do nothing in this version: ${names.join(', ')}; see docs/operations.md`;
}

function isReserved(key: string): key is keyof typeof RESERVED {
  return key in RESERVED;
}

/**
 * The warning for an operator whose mails would lead their readers to the readers' own machines; null when
 * they do not.
 */
export function localMailLinks({ smtpUrl, origin }: Pick<Settings, 'smtpUrl' | 'origin'>): string | null {
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname);
  if (smtpUrl === null || !isLocal) return null;
  return `links in mails lead to ${origin}, which is each reader's own machine: set ORIGIN to the site's public address`;
}
