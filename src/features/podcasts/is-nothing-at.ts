import { inTime } from '#src/page/wire/in-time.ts';

/** Whether the radio says that there is nothing at this address; while it cannot be asked there may be. */
export function isNothingAt(address: string): Promise<boolean> {
  return inTime((signal) => fetch(address, { method: 'HEAD', signal })).then(
    ({ status }) => status === 404,
    () => false,
  );
}
