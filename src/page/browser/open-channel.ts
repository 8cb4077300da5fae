import type { TabChannel } from './browser.ts';

/** Firefox blocks this as well where it blocks storage, and throws. */
export function openChannel(name: string): TabChannel | null {
  try {
    return import.meta.env.SSR ? null : new BroadcastChannel(name);
  } catch {
    return null;
  }
}
