import type { Journey } from './journey.ts'
import { account } from './journeys/account.ts'
import { administration } from './journeys/administration.ts'
import { analytics } from './journeys/analytics.ts'
import { answerCard } from './journeys/answer-card.ts'
import { answers } from './journeys/answers.ts'
import { asking } from './journeys/asking.ts'
import { automation } from './journeys/automation.ts'
import { boards } from './journeys/boards.ts'
import { connecting } from './journeys/connecting.ts'
import { dataSources } from './journeys/data-sources.ts'
import { deployment } from './journeys/deployment.ts'
import { descriptions } from './journeys/descriptions.ts'
import { directWork } from './journeys/direct-work.ts'
import { hostile } from './journeys/hostile.ts'
import { interruptions } from './journeys/interruptions.ts'
import { jobMails } from './journeys/job-mails.ts'
import { large } from './journeys/large.ts'
import { live } from './journeys/live.ts'
import { many } from './journeys/many.ts'
import { passwords } from './journeys/passwords.ts'
import { questions } from './journeys/questions.ts'
import { secondSteps } from './journeys/second-steps.ts'
import { semanticLayer } from './journeys/semantic-layer.ts'
import { sessionList } from './journeys/session-list.ts'
import { shell } from './journeys/shell.ts'
import { signingIn } from './journeys/signing-in.ts'
import { speaking } from './journeys/speaking.ts'
import { speed } from './journeys/speed.ts'
import { using } from './journeys/using.ts'

/** What people do in the workspace, place by place. */
export const JOURNEYS: Journey[] = [
  ...signingIn,
  ...passwords,
  ...secondSteps,
  ...shell,
  ...questions,
  ...answerCard,
  ...sessionList,
  ...interruptions,
  ...asking,
  ...speaking,
  ...answers,
  ...many,
  ...directWork,
  ...large,
  ...speed,
  ...dataSources,
  ...descriptions,
  ...semanticLayer,
  ...analytics,
  ...boards,
  ...live,
  ...hostile,
  ...administration,
  ...deployment,
  ...jobMails,
  ...using,
  ...account,
  ...connecting,
  ...automation,
]
