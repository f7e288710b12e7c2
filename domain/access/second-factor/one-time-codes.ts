/** Time-based one-time passwords (RFC 6238): SHA-1, six digits, thirty seconds, which every authenticator app knows. */
export type OneTimeCodes = {
  /** 160 random bits in base32. */
  newSecret(): string
  /** The `otpauth:` address that an app reads from a QR code. */
  address(secret: string, names: { issuer: string; account: string }): string
  /** The time step a code is of, now or one step to either side; `null` when it is of none. */
  stepOf(secret: string, code: string, now: Date): number | null
}
