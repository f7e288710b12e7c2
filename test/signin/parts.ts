import { identityCases } from './identities.ts'
import { oauthCases } from './oauth.ts'
import { passwordResetCases } from './password-reset.ts'
import { scimCases } from './scim.ts'
import { scimFaultCases } from './scim-faults.ts'
import { secondFactorCases } from './second-factor.ts'
import type { SigninCase } from './signing.ts'
import { singleSignOnCases } from './single-sign-on.ts'

/** The parts of `prove:signin` by the names they are asked for: each is a file of this folder, with all that may go wrong with one way to sign in, and a line here. */
export const PARTS: Record<string, readonly SigninCase[]> = {
  'single-sign-on': singleSignOnCases,
  identities: identityCases,
  'second-factor': secondFactorCases,
  'password-reset': passwordResetCases,
  oauth: oauthCases,
  scim: scimCases,
  'scim-faults': scimFaultCases,
}
