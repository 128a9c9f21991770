import { BlockList, isIPv6 } from 'node:net';

/** Addresses that are reached from this machine or its network only (RFC 1918, 4193, 6598, 6890). */
const privateOnes = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateOnes.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateOnes.addSubnet(net, prefix, 'ipv6');

export const isPrivateAddress = (address: string): boolean => privateOnes.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
