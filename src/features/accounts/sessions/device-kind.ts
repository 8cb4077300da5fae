/** The kind of a session's device, from its name (`Safari · iPadOS`). */
export type DeviceKind = 'phone' | 'tablet' | 'laptop';

export function deviceKind(device: string): DeviceKind {
  if (/ipad|tablet/i.test(device)) return 'tablet';
  return /android|ios|iphone|phone|mobile/i.test(device) ? 'phone' : 'laptop';
}
