import { BlockList, isIPv4 } from 'node:net';

/** IPv4 that leads nowhere in the public network (RFC 6890), and groups. */
const CLOSED: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Of IPv6 one range is public; these parts of it hold IPv4 or examples. */
const OPEN_6 = ['2000::', 3] as const;
const CLOSED_6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const closed = new BlockList();
for (const [net, prefix] of CLOSED) closed.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of CLOSED_6) closed.addSubnet(net, prefix, 'ipv6');
const open6 = new BlockList();
open6.addSubnet(...OPEN_6, 'ipv6');

/** Whether an address belongs to this machine or a network behind it: nobody from outside may have us call there. */
export function isPrivateAddress(address: string): boolean {
  if (isIPv4(address)) return closed.check(address, 'ipv4');
  return !open6.check(address, 'ipv6') || closed.check(address, 'ipv6');
}
