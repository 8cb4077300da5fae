import type { Serializable } from 'node:child_process';

/**
 * Says something to the process that started this one, where that has opened a channel. One that is gone
 * hears nothing, and that is no error here: whoever it leaves behind ends for another reason.
 */
export function tellParent(message: Serializable): void {
  // Without somebody who takes the error of a closed channel, it would end this process with a stack.
  if (process.connected) process.send?.(message, () => {});
}
