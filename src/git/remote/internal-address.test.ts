import { expect, test } from "vitest";
import { isInternalAddress } from "./internal-address.ts";

test.each([
  ...["127.0.0.1", "127.255.0.9", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
  ...["169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255", "198.18.0.1"],
  ...["::1", "::", "fe80::1", "fd00::1", "fc00:ec2::254", "ff02::1", "::ffff:127.0.0.1"],
  ...["::ffff:a00:1", "64:ff9b::7f00:1", "64:ff9b::10.0.0.1", "2002:7f00:1::", "2002:a9fe:a9fe::1"],
])("%s leads inside", (address) => expect(isInternalAddress(address)).toBe(true));

test.each([
  ...["8.8.8.8", "172.15.0.1", "172.32.0.1", "100.128.0.1", "192.0.2.1", "223.255.255.255"],
  ...["2001:db8::1", "2606:4700::1111", "64:ff9b::808:808", "::ffff:8.8.8.8", "2002:808:808::"],
])("%s leads outside", (address) => expect(isInternalAddress(address)).toBe(false));
