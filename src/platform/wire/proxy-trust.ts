import { BlockList, isIP } from 'node:net';

/** Whose word about the addresses of others counts. */
export interface ProxyTrust {
  /** Most proxies in a row (TRUST_PROXY); 0: none stands in front. */
  readonly proxies: number;
  /** Whether a proxy may stand at a plain address. */
  trusts(address: string): boolean;
}

/** Networks in which nobody is whom the operator did not let in: loopback, private and link-local ones. */
const OWN_NETWORKS = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];

/**
 * The trust of the settings: proxies on this machine, in private networks and at `trustedProxies`, which hold
 * addresses and networks as `isNetwork` takes them.
 */
export function createProxyTrust(settings: {
  readonly trustProxy: number;
  readonly trustedProxies: readonly string[];
}): ProxyTrust {
  const networks = blockList([...OWN_NETWORKS, ...settings.trustedProxies]);
  return {
    proxies: settings.trustProxy,
    trusts: (address) => networks.check(address, familyOf(address)),
  };
}

/** The last one is of networks laid over others (RFC 6598), as Tailscale's: no client of the internet comes from there. */
const ownNetworks = blockList([...OWN_NETWORKS, '100.64.0.0/10']);

function blockList(texts: readonly string[]): BlockList {
  const networks = new BlockList();
  for (const text of texts) {
    const network = parseNetwork(text);
    if (network) networks.addSubnet(network.address, network.prefix, network.family);
  }
  return networks;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}

/** Whether an address is this machine's or of a private network. */
export function isOwnNetwork(address: string): boolean {
  return ownNetworks.check(address, familyOf(address));
}

/** Whether a text is an address (`203.0.113.7`, `2001:db8::7`) or a network (`203.0.113.0/24`). */
export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== null;
}

function parseNetwork(text: string) {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0 || address.includes('%')) return null;
  const most = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? most : Number(bits);
  // A network of everybody would be no list of proxies.
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || prefix < 1 || prefix > most)) return null;
  return { address, prefix, family: version === 4 ? ('ipv4' as const) : ('ipv6' as const) };
}
