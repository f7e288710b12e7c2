import { Secret, TOTP } from 'otpauth'
import type { OneTimeCodes } from '#domain/access/second-factor/one-time-codes.ts'

const STEPS_OFF = 1

export const oneTimeCodes: OneTimeCodes = {
  newSecret: () => new Secret({ size: 20 }).base32,
  address: (secret, { issuer, account }) => new TOTP({ secret: Secret.fromBase32(secret), issuer, label: account }).toString(),
  stepOf(secret, code, now) {
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const timestamp = now.getTime()
    const off = totp.validate({ token: code, timestamp, window: STEPS_OFF })
    return off === null ? null : totp.counter({ timestamp }) + off
  },
}
