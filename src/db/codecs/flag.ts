/** A boolean as both engines store it. */
export type Flag = 0 | 1;

export function encodeFlag(value: boolean): Flag {
  return value ? 1 : 0;
}

export function decodeFlag(flag: Flag): boolean {
  return flag === 1;
}
