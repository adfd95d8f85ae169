import { createEventBus, type EventBus } from '../platform/eventBus.ts'
import type { CallHandlers } from '../platform/handlers.ts'
import { NounList, type OpenNoun, type Platform } from '../platform/noun.ts'
import { accountNoun } from './account/noun.ts'
import { alarmNoun } from './alarm/noun.ts'
import { callingNoun } from './calling/noun.ts'
import { challengeNoun } from './challenge/noun.ts'
import { companyNoun } from './company/noun.ts'
import { directoryNoun } from './directory/noun.ts'
import { helpNoun } from './help/noun.ts'
import { invitationNoun } from './invitation/noun.ts'
import { joiningNoun } from './joining/noun.ts'
import type { LiveMedia, LiveModuleEvents } from './live/index.ts'
import { liveNoun } from './live/noun.ts'
import type { MeetingEvents } from './meeting/index.ts'
import { meetingNoun } from './meeting/noun.ts'
import { meetingReportNoun } from './meetingReport/noun.ts'
import { messagingNoun } from './messaging/noun.ts'
import { nodeNoun } from './node/noun.ts'
import { personalNoun } from './personal/noun.ts'
import { pictureNoun } from './picture/noun.ts'
import { recordingNoun } from './recording/noun.ts'
import { registrationNoun } from './registration/noun.ts'
import type { MediaEngine } from './room/index.ts'
import { roomNoun } from './room/noun.ts'
import { roomChatNoun } from './roomChat/noun.ts'
import { sessionNoun } from './session/noun.ts'
import { siteNoun } from './site/noun.ts'
import type { SmsSender } from './sms/index.ts'
import { smsNoun } from './sms/noun.ts'
import type { VerifyIdentityToken } from './social/index.ts'
import { socialNoun } from './social/noun.ts'
import { supportNoun } from './support/noun.ts'
import { verificationNoun } from './verification/noun.ts'

type ServerEvents = MeetingEvents & LiveModuleEvents

/** Replacements for dependencies that the settings would choose: in tests, benchmarks and the demo. */
export interface Replacements {
	mediaEngine?: MediaEngine | undefined
	liveMedia?: LiveMedia | undefined
	smsSender?: SmsSender | undefined
	/** Accepts identity tokens beside those of the issuer of the settings. */
	verifyIdentityToken?: VerifyIdentityToken | undefined
}

/** Each noun comes after those it needs. */
const nouns = new NounList<Platform & { bus: EventBus<ServerEvents> } & Replacements>()
	.add(nodeNoun)
	.add(companyNoun)
	.add(siteNoun)
	.add(alarmNoun)
	.add(smsNoun)
	.add(verificationNoun)
	.add(challengeNoun)
	.add(accountNoun)
	.add(sessionNoun)
	.add(registrationNoun)
	.add(personalNoun)
	.add(socialNoun)
	.add(invitationNoun)
	.add(directoryNoun)
	.add(supportNoun)
	.add(helpNoun)
	.add(messagingNoun)
	.add(pictureNoun)
	.add(meetingNoun)
	.add(callingNoun)
	.add(roomNoun)
	.add(roomChatNoun)
	.add(meetingReportNoun)
	.add(recordingNoun)
	.add(joiningNoun)
	.add(liveNoun)

/** The lines of `parley doctor` that concern a noun. */
export const nounChecks = nouns.checks

/** Opens every noun; nothing runs before they are started. */
export function openNouns(platform: Platform, replacements: Replacements = {}) {
	const { log } = platform
	const bus = createEventBus<ServerEvents>((name, error) => log.error({ err: error, event: name }, 'listener failed'))
	return nouns.open({ ...platform, ...replacements, bus })
}
export type Nouns = ReturnType<typeof openNouns>

/** All calls, by group. */
export const callsOf = (opened: Nouns): Record<string, CallHandlers> =>
	Object.assign({}, ...listNouns(opened).map(({ calls }) => calls))

/** Nouns in the order they were opened. */
export const listNouns = (opened: Nouns): OpenNoun[] => Object.values<object>(opened)
