import { browserStorage } from '#src/page/storage/browser-storage.ts';

const KEY = 'device_id';

/** The browser's own description. */
export interface DeviceFacts {
  readonly userAgent: string;
  readonly language: string;
  readonly platform: string;
}

/** This browser's id [A17], kept once it has been made. */
export function deviceId(facts: DeviceFacts = navigator): string {
  const stored = browserStorage.read(KEY);
  if (stored?.startsWith('dev_')) return stored;
  const made = makeDeviceId(facts);
  browserStorage.write(KEY, made);
  return made;
}

/** `dev_` and a 32 bit FNV-1a hash, in base 36. It tells kinds of browsers apart and protects nothing. */
export function makeDeviceId({ userAgent, language, platform }: DeviceFacts): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode([userAgent, language, platform].join('\n'))) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return `dev_${hash.toString(36)}`;
}
