const QUAD = /^\d+\.\d+\.\d+\.\d+$/
const NEAR_QUAD = /^(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./
const NEAR_NAME = /^(?:localhost|\[(?:::1|f[cd][\da-f]{2}:.*)\])$|\.(?:local|internal|lan)$/i

/** Whether an address is of this machine or of a private network, where people run model servers of their own. */
export function isNearby(address: string | null): boolean {
  if (address === null || !URL.canParse(address)) return false
  const { hostname } = new URL(address)
  if (QUAD.test(hostname)) return NEAR_QUAD.test(hostname)
  return NEAR_NAME.test(hostname) || !/[.:]/.test(hostname)
}
